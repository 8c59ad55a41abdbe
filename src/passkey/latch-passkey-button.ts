import { type PropertyDeclarations, type TemplateResult } from 'lit';
import { html } from '../base/element/html.js';
import { capabilities } from '../base/browser/capabilities.js';
import { perBackend, prepare } from '../base/element/backend.js';
import { wordsOf, flag } from '../base/element/attributes.js';
import { LatchSignInFailedEvent, LatchSteppedUpEvent } from '../events.js';
import { hints, type HintName, type WordList } from '../base/element/known-words.js';
import { renderFallback, label } from '../base/element/label.js';
import { textsFor } from '../messages/localize.js';
import type { Texts } from '../messages/section.js';
import { immediate, stepUp as stepUpTexts } from '../messages/en.js';
import { PasskeySignInElement } from './passkey-sign-in-element.js';
import { passkeyPictogram } from '../base/element/pictograms.js';
import { offerPasskeys } from './offer.js';
import { stepUp, stepUpOptionsOf, type SteppedUp } from './step-up.js';

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
 * @fires {LatchNextStepEvent} latch-next-step - The backend requires another step, `detail.next`, before the user is signed in.
 * @fires {LatchSignInFailedEvent} latch-sign-in-failed - The passkey did not sign in; `detail.code` is the reason. Not
 *   for a dismissed dialog.
 * @csspart button - The native button.
 * @csspart icon - The drawing in it.
 * @csspart status - The status line.
 * @cssstate pending - A dialog is open or the backend decides.
 * @cssstate asking - A dialog is open or opening.
 * @cssstate verifying - The backend decides.
 * @cssstate done - The last attempt signed the user in, or confirmed who they are.
 * @cssstate failed - The last attempt failed.
 */
export class LatchPasskeyButton extends PasskeySignInElement {
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

  /** Separate options: those of a sign-in are for an unknown user. */
  readonly #stepUpBackend = perBackend(this, (client) => ({ options: stepUpOptionsOf(client) }));
  readonly #stepUp = this.action<SteppedUp>({
    run: (attempt) => stepUp({ ...this.choices(), ...this.#stepUpBackend(), ...attempt }),
    done: (result) => new LatchSteppedUpEvent(result),
    Failure: LatchSignInFailedEvent,
  });

  /**
   * Opens the passkey dialog, as a click on the button does; joins the one that is open. Resolves when it has ended and
   * its event was dispatched. WebKit needs a user gesture.
   */
  override async signIn(): Promise<void> {
    await (this.stepUp ? this.#stepUp : this.passkey).start();
  }

  protected override startOver(): void {
    super.startOver();
    this.#prepare();
  }

  protected override get kind(): 'signed-in' | 'part' {
    return this.stepUp ? 'signed-in' : 'part';
  }

  protected override begin(signal: AbortSignal): void {
    super.begin(signal);
    this.#prepare();
    if (this.passive && !this.stepUp) void this.#offer(signal);
  }

  protected override choices() {
    return { immediate: this.immediate, hints: wordsOf<HintName>(this.hints) };
  }

  protected override get texts(): Texts {
    return { ...super.texts, ...textsFor(this, immediate), ...(this.stepUp && textsFor(this, stepUpTexts)) };
  }

  protected override render(): TemplateResult {
    return html`${this.renderAction(this.signIn, label(this, this.texts['button']), passkeyPictogram())}${renderFallback(this.outcome, 'unsupported', 'no_local_passkey', 'insecure_context', 'step_up_required', 'device_failed', 'passkey_moved')}`;
  }

  #prepare(): void {
    void prepare(() => (this.stepUp ? this.#stepUpBackend() : this.backend()).options);
  }

  /** Offers passkeys beside the page, where the browser reports that it can. Only a chosen passkey can fail visibly. */
  async #offer(signal: AbortSignal): Promise<void> {
    if ((await capabilities())['ambientGet'] !== true) return;
    try {
      const result = await offerPasskeys({
        ...this.backend(),
        signal,
        onPhase: (phase) => this.passkey.follow(phase === 'verifying' ? phase : undefined),
        onFailure: (error) => this.passkey.fail(error),
      });
      if (result) this.passkey.succeed(result);
    } catch {
      // The user has not asked for anything. A click reports what is wrong.
    } finally {
      this.passkey.follow(undefined);
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-passkey-button': LatchPasskeyButton;
  }
}
