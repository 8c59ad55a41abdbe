import { type CSSResultGroup, type PropertyDeclarations, type TemplateResult } from 'lit';
import { html, css } from '../base/element/html.js';
import { flag } from '../base/element/attributes.js';
import { clientOf } from '../base/element/backend.js';
import { finishSignOut, signingOut, unfinishedSignOut } from './state.js';
import { listen } from '../base/storage/channel.js';
import { readSession } from '../session/session.js';
import { signOut, type Loss, type SignedOut } from './sign-out.js';
import { LatchBeforeSignOutEvent, LatchSignedOutEvent, LatchSignOutFailedEvent } from '../events.js';
import { Confirmation } from '../base/element/confirmation.js';
import { confirmationStyles } from '../base/element/confirmation.styles.js';
import { describeLoss } from './describe-loss.js';
import { label } from '../base/element/label.js';
import { FadingStatus } from '../base/element/fading-status.js';
import { LatchElement } from '../base/element/latch-element.js';
import { loadTexts } from '../messages/localize.js';
import { signOut as signOutTexts } from '../messages/en.js';
import type { Texts } from '../messages/section.js';
import { signOutPictogram } from '../base/element/pictograms.js';

/**
 * A button that signs the user out completely, offline too: it deletes their data on this device, notifies the other
 * tabs, makes the browser prompt before it returns a saved password again, and ends the session at the backend. If the
 * backend cannot be reached, the request is retried later. It asks the user before unsynced changes are lost.
 *
 * @element latch-sign-out-button
 * @slot - The label. Defaults to "Sign out".
 * @fires {LatchBeforeSignOutEvent} latch-before-sign-out - The user is about to be signed out. Cancelable.
 * @fires {LatchSignedOutEvent} latch-signed-out - The user is signed out on this device; `detail.confirmed` is true if
 *   the backend has already ended the session, `detail.installedApp` if the installed app stays signed in.
 * @fires {LatchSignOutFailedEvent} latch-sign-out-failed - The user is still signed in; `detail.code` is the reason.
 *   Not if the user cancelled.
 * @csspart button - The native button.
 * @csspart icon - The drawing in it.
 * @csspart status - The status line.
 * @csspart form - The form in the dialog.
 * @csspart dialog-title - Its title.
 * @csspart dialog-text - Its text.
 * @csspart dialog-confirm - The button that says yes.
 * @csspart dialog-cancel - The button that says no.
 * @csspart dialog - The dialog that asks before something is lost.
 * @cssstate pending - Something goes on.
 * @cssstate confirming - The element asks for confirmation, if it is needed.
 * @cssstate signingOut - The user is being signed out.
 * @cssstate unconfirmed - The user is signed out on this device, and the backend has not confirmed it yet.
 * @cssstate done - The session is over.
 * @cssstate failed - The user is still signed in, or some of their data could not be deleted.
 */
export class LatchSignOutButton extends LatchElement {
  static override styles: CSSResultGroup = [
    LatchElement.styles,
    confirmationStyles,
    css`
      svg:dir(rtl) {
        scale: -1 1;
      }
    `,
  ];
  static override properties: PropertyDeclarations = {
    everything: { type: Boolean, converter: flag },
    installedApp: { attribute: 'installed-app', type: Boolean, converter: flag },
  };

  /**
   * Removes everything that the site has stored on this device, including other users' data. The element asks first.
   */
  everything = false;

  /**
   * Ends the session of the app too that WebKit has installed from the browser. Otherwise the app stays signed in, and
   * the element says so.
   */
  installedApp = false;

  protected readonly section = signOutTexts;
  /** Whether the backend does not know yet that the user is signed out on this device. */
  #isUnconfirmed = false;
  /** Whether the installed app stays signed in. */
  #isAppLeft = false;
  /** Whether a user has signed in since the last sign-out, which is not about them. */
  #isPast = false;
  readonly #confirmation = new Confirmation(this);
  readonly #signOut = this.action<SignedOut>({
    run: async ({ onPhase }) => {
      this.#isPast = false;
      onPhase('confirming');
      const result = await signOut({
        client: clientOf(this),
        everything: this.everything,
        installedApp: this.installedApp,
        confirm: (loss) => this.#confirmLoss(loss),
        onBegin: () => onPhase('signingOut'),
      });
      if (!result.confirmed) this.#awaitConfirmation();
      this.#isAppLeft = !!result.installedApp;
      return result;
    },
    done: (result) => {
      if (result.remains.length > 0) this.outcome = 'remains';
      this.dispatchEvent(new LatchSignedOutEvent(result));
      if (result.providerLogout) location.assign(result.providerLogout);
    },
    Failure: LatchSignOutFailedEvent,
    // Pages remove the button as soon as the user is signed out.
    signal: () => new AbortController().signal,
  });

  constructor() {
    super();
    new FadingStatus(this, {
      isPast: () => !this.phase && this.outcome === 'cancelled',
      clear: () => (this.outcome = undefined),
    });
  }

  /**
   * Signs out, as a click on the button does; joins a pending call. Resolves when the user is signed out on this device
   * or has cancelled.
   */
  async signOut(): Promise<void> {
    if (this.phase === 'unconfirmed' || (!this.phase && !this.dispatchEvent(new LatchBeforeSignOutEvent()))) return;
    await this.#signOut.start();
  }

  protected override begin(signal: AbortSignal): void {
    void this.#readUnfinished(signal);
    listen(({ type }) => {
      if (type !== 'signed-in') return;
      this.#isPast = true;
      this.#isUnconfirmed = false;
      this.outcome = undefined;
    }, signal);
  }

  protected override get texts(): Texts {
    const { onlyHere, ...texts } = super.texts;
    if (this.outcome === 'remains')
      return { ...texts, unconfirmed: `${texts['unconfirmed'] as string} ${texts['remains'] as string}` };
    return this.#isAppLeft ? { ...texts, done: onlyHere! } : texts;
  }

  protected override get phase(): string | undefined {
    return super.phase ?? (this.#isUnconfirmed ? 'unconfirmed' : undefined);
  }

  protected override render(): TemplateResult {
    return html`${this.renderAction(this.signOut, label(this, this.texts['button']), signOutPictogram(), 'quiet')}${this.#confirmation.render()}`;
  }

  async #confirmLoss(loss: Loss): Promise<boolean> {
    const described = await describeLoss(this, loss);
    const { everythingTitle, everythingText, everythingConfirm, cancel } = await loadTexts(this, signOutTexts);
    const asked = loss.everything
      ? { title: everythingTitle, text: `${everythingText} ${described.text}`, confirm: everythingConfirm }
      : described;
    return this.#confirmation.ask({ ...asked, cancel, isDangerous: true });
  }

  /**
   * Reads the session in advance, in case the backend cannot be reached at the sign-out, and an earlier sign-out that is
   * not confirmed.
   */
  async #readUnfinished(signal: AbortSignal): Promise<void> {
    try {
      const client = clientOf(this);
      if (!('unconfirmed' in (await readSession(client, signal)))) return;
      // A sign-out that began meanwhile on this page may confirm it itself.
      await signingOut;
      if (unfinishedSignOut(client) && !signal.aborted) this.#awaitConfirmation();
    } catch {
      // No sign-out has been requested yet.
    }
  }

  #awaitConfirmation(): void {
    this.#isUnconfirmed = true;
    this.requestUpdate();
    void finishSignOut(clientOf(this)).then(() => {
      this.#isUnconfirmed = false;
      if (!this.#isPast) this.outcome ??= 'done';
      this.requestUpdate();
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-sign-out-button': LatchSignOutButton;
  }
}
