import { html, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { SignOut, type SignOutHost } from '../../controllers/sign-out.js';
import type { LatchError } from '../../core/errors.js';
import { LatchBeforeSignOutEvent, LatchSignedOutEvent } from '../../events.js';
import { LatchElement } from '../latch-element.js';
import { signOutPictogram } from '../pictograms.js';

/**
 * A button that signs the person out: ends the session at the backend, tells the other tabs, and has the browser ask before it hands out a saved password again.
 *
 * @element latch-sign-out-button
 * @slot - The label. Defaults to "Sign out".
 * @fires {LatchBeforeSignOutEvent} latch-before-sign-out - Cancelable: the person is about to be signed out.
 * @fires {LatchSignedOutEvent} latch-signed-out - The backend has ended the session.
 * @csspart button - The native button.
 * @csspart status - The line that says what is going on.
 * @cssprop [--latch-accent=#1f4fd8] - The one accent colour; hover and focus derive from it.
 * @cssprop [--latch-radius=8px] - The corners.
 * @cssstate pending - The backend is being told.
 * @cssstate signed-out - The session is over.
 * @cssstate failed - The backend could not be told; the person is still signed in.
 */
export class LatchSignOutButton extends LatchElement implements SignOutHost {
  @state() private ending: 'signed-out' | 'failed' | undefined;

  readonly #signOut = new SignOut(this);

  /** Signs out, as a click on the button does. Resolves when it is over, with an event having told of a success. */
  async signOut(): Promise<void> {
    if (!this.#signOut.pending && !this.dispatchEvent(new LatchBeforeSignOutEvent())) return;
    this.ending = undefined;
    await this.#signOut.signOut();
  }

  /** Called by the controller. @internal */
  signedOut(): void {
    this.ending = 'signed-out';
    this.dispatchEvent(new LatchSignedOutEvent());
  }

  /** Called by the controller. @internal */
  signOutFailed(error: LatchError | TypeError): void {
    if (!('code' in error)) return reportError(error);
    this.ending = 'failed';
  }

  protected override get customStates(): readonly string[] {
    return this.#signOut.pending ? ['pending'] : this.ending ? [this.ending] : [];
  }

  protected override render(): TemplateResult {
    const { messages } = this;
    const status = this.#signOut.pending ? messages.signingOut : this.ending === 'signed-out' ? messages.signedOut : this.ending === 'failed' ? messages.signOutFailed : '';
    return html`<button part="button" class="quiet" type="button" aria-disabled=${this.#signOut.pending} @click=${() => void this.signOut()}>
        ${signOutPictogram}<span><slot>${messages.signOut}</slot></span></button
      >${this.renderStatus(status)}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-sign-out-button': LatchSignOutButton;
  }
}
