import { nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { html } from '../base/element/html.js';
import { PasskeyOffer } from './offer-controller.js';
import { PasskeyStepUp, type PasskeyStepUpHost, type SteppedUp } from './step-up-controller.js';
import { wordsOf } from '../base/element/words-of.js';
import type { LatchError } from '../base/client/errors.js';
import { LatchSteppedUpEvent } from '../events.js';
import { flag } from '../base/element/attributes.js';
import { hints, type HintName, type WordList } from '../base/element/known-words.js';
import { label } from '../base/element/label.js';
import { textsFor } from '../messages/localize.js';
import type { Texts } from '../messages/section.js';
import { immediate, stepUp } from '../messages/en.js';
import { PasskeySignInElement } from './passkey-sign-in-element.js';
import { passkeyPictogram } from '../base/element/pictograms.js';

/**
 * A button that signs the user in with a passkey, or, with `step-up`, authenticates the signed-in user again. Options
 * are fetched before the click, so that the dialog opens at once.
 *
 * @element latch-passkey-button
 * @slot - The label. Defaults to "Sign in with a passkey", with `step-up` to "Confirm it’s you".
 * @slot fallback - Another way to sign in. Shown when passkeys turn out not to work here: the browser, this device or,
 *   with `step-up`, the account has none.
 * @fires {LatchSignedInEvent} latch-signed-in - The session cookie is set. Not with `step-up`.
 * @fires {LatchSteppedUpEvent} latch-stepped-up - With `step-up`: the backend treats the session as fresh.
 * @fires {LatchSignInFailedEvent} latch-sign-in-failed - The passkey did not sign in; `detail.code` is the reason. Not
 *   for a dismissed dialog.
 * @csspart button - The native button.
 * @csspart icon - The drawing in it.
 * @csspart status - The status line.
 * @cssstate pending - A dialog is open or the backend decides.
 * @cssstate asking - A dialog is open or opening.
 * @cssstate verifying - The backend decides.
 * @cssstate done - The last attempt signed the user in, or confirmed who they are.
 * @cssstate failed - The last try came to nothing.
 */
export class LatchPasskeyButton extends PasskeySignInElement implements PasskeyStepUpHost {
  static override properties: PropertyDeclarations = {
    immediate: { type: Boolean, converter: flag },
    passive: { type: Boolean, converter: flag },
    stepUp: { type: Boolean, converter: flag, attribute: 'step-up' },
    hints: {},
  };
  protected static override readonly knownWords = { hints };

  /**
   * Asks only for what is on this device and ends at once, with `no_local_passkey`, if nothing is. Browsers that cannot
   * do that show the ordinary dialog.
   */
  immediate = false;

  /**
   * Also has the browser offer the user's passkeys beside the page when it opens, unless a user is signed in. For pages
   * without an input; browsers that do not report ambient sign-in show the button alone. Not with `step-up`.
   */
  passive = false;

  /**
   * Authenticates the signed-in user again, with one of their own passkeys and user verification. Takes precedence over
   * `immediate`: a step-up names the account's passkeys, which immediate mode forbids.
   */
  stepUp = false;

  /** Kinds of authenticator to offer first, as an array or separated by spaces: `security-key`, `client-device`, `hybrid`. */
  hints: WordList<HintName> | '' = '';

  readonly #stepUp = new PasskeyStepUp(this);
  readonly #offer = new PasskeyOffer(this, this.passkey);

  /**
   * Opens the passkey dialog, as a click on the button does; joins the one that is open. Resolves when it has ended and
   * its event was dispatched. WebKit needs a user gesture.
   */
  override async signIn(): Promise<void> {
    if (!this.stepUp) return super.signIn();
    this.outcome = undefined;
    await this.#stepUp.ask(this.lifetime.signal, this.choices());
  }

  /** Called by the controller. @internal */
  steppedUp(result: SteppedUp): void {
    this.outcome = 'done';
    this.tell(new LatchSteppedUpEvent(result));
  }

  /** Called by the controller. @internal */
  stepUpFailed(error: LatchError | TypeError): void {
    this.signInFailed(error);
  }

  /** Called by the controller. @internal */
  override startOver(): void {
    super.startOver();
    this.#prepare();
  }

  protected override get kind(): 'signed-in' | 'part' {
    return this.stepUp ? 'signed-in' : 'part';
  }

  #prepare(): void {
    try {
      void (this.stepUp ? this.#stepUp : this.passkey).backend().options.prepare();
    } catch {
      // An invalid base URL: the click reports it.
    }
  }

  protected override begin(signal: AbortSignal): void {
    this.#prepare();
    if (this.passive && !this.stepUp) void this.#offer.make(signal);
  }

  protected override choices() {
    return { immediate: this.immediate, hints: wordsOf<HintName>(this.hints) };
  }

  protected override get texts(): Texts {
    return { ...super.texts, ...textsFor(this, immediate), ...(this.stepUp && textsFor(this, stepUp)) };
  }

  protected override get phase(): string | undefined {
    return this.#stepUp.phase ?? super.phase;
  }

  protected override render(): TemplateResult {
    const { outcome } = this;
    const useless =
      outcome === 'unsupported' ||
      outcome === 'no_local_passkey' ||
      outcome === 'insecure_context' ||
      outcome === 'step_up_required';
    return html`${this.renderAction(label(this, this.texts['button']), passkeyPictogram())}${useless ? html`<slot name="fallback"></slot>` : nothing}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-passkey-button': LatchPasskeyButton;
  }
}
