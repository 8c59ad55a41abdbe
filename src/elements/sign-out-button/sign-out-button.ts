import { css, type CSSResultGroup, type TemplateResult } from 'lit';
import { SignOut, type SignOutHost } from '../../controllers/sign-out.js';
import type { LatchError } from '../../core/errors.js';
import { LatchBeforeSignOutEvent, LatchSignedOutEvent } from '../../events.js';
import { label } from '../label.js';
import { LatchElement } from '../latch-element.js';
import { signOut } from '../messages/en.js';
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
 * @cssstate done - The session is over.
 * @cssstate failed - The backend could not be told; the person is still signed in.
 */
export class LatchSignOutButton extends LatchElement implements SignOutHost {
  static override styles: CSSResultGroup = [
    LatchElement.styles,
    css`
      svg:dir(rtl) {
        scale: -1 1;
      }
    `,
  ];

  readonly #signOut = new SignOut(this);

  /** Signs out, as a click on the button does. Resolves when it is over, with an event having told of a success. */
  async signOut(): Promise<void> {
    if (!this.phase && !this.dispatchEvent(new LatchBeforeSignOutEvent())) return;
    this.outcome = undefined;
    await this.#signOut.signOut();
  }

  /** Called by the controller. @internal */
  signedOut(): void {
    this.outcome = 'done';
    this.dispatchEvent(new LatchSignedOutEvent());
  }

  /** Called by the controller. @internal */
  signOutFailed(error: LatchError | TypeError): void {
    // Whatever the backend's trouble is, what matters to the person is that they are still signed in.
    if (this.failed(error) && error.code !== 'network' && this.outcome !== 'embedded') this.outcome = 'rejected';
  }

  protected override get texts(): typeof signOut {
    return signOut;
  }

  protected override get phase(): string | undefined {
    return this.#signOut.phase;
  }

  protected override act(): void {
    void this.signOut();
  }

  protected override render(): TemplateResult {
    return this.renderAction(label(this, this.texts.button), signOutPictogram(), 'quiet');
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-sign-out-button': LatchSignOutButton;
  }
}
