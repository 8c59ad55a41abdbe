import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Hint } from '../../controllers/passkey-sign-in.js';
import { label } from '../label.js';
import { signInImmediately } from '../messages/en.js';
import { PasskeySignInElement } from '../passkey-sign-in-element.js';
import { passkeyPictogram } from '../pictograms.js';

/**
 * A button that signs a person in with a passkey. Options are fetched ahead of the click, so that the dialog opens at once.
 *
 * @element latch-passkey-button
 * @slot - The label. Defaults to "Sign in with a passkey".
 * @slot fallback - Another way to sign in. Shown once passkeys have turned out to be of no use here: the browser or this device has none.
 * @fires {LatchSignedInEvent} latch-signed-in - The session cookie is set.
 * @fires {LatchSignInFailedEvent} latch-sign-in-failed - The passkey came to nothing; `detail.code` says why. Not for a dismissed dialog.
 * @csspart button - The native button.
 * @csspart status - The line that says what is going on.
 * @cssprop [--latch-accent=#1f4fd8] - The one accent colour; hover and focus derive from it.
 * @cssprop [--latch-on-accent=#fff] - Text on the accent.
 * @cssprop [--latch-radius=8px] - The corners.
 * @cssstate pending - A dialog is open or the backend decides.
 * @cssstate asking - A dialog is open or on its way.
 * @cssstate verifying - The backend decides.
 * @cssstate done - The last try signed somebody in.
 * @cssstate failed - The last try came to nothing.
 */
export class LatchPasskeyButton extends PasskeySignInElement {
  static override properties: PropertyDeclarations = { immediate: { type: Boolean }, hints: {} };

  /** Asks only for what is on this device and ends at once, with `no_local_passkey`, if nothing is. Browsers that cannot do that show the ordinary dialog. */
  immediate = false;

  /** Space-separated kinds of authenticator to offer first: `security-key`, `client-device`, `hybrid`. */
  hints = '';

  protected override begin(): void {
    try {
      void this.passkey.backend().options.prepare();
    } catch {
      // A base URL that is of no use: the click says so.
    }
  }

  protected override choices() {
    return { immediate: this.immediate, hints: this.hints.split(' ').filter(Boolean) as Hint[] };
  }

  protected override get texts(): typeof signInImmediately {
    return signInImmediately;
  }

  protected override render(): TemplateResult {
    const { outcome } = this;
    const useless = outcome === 'unsupported' || outcome === 'no_local_passkey' || outcome === 'insecure_context';
    return html`${this.renderAction(label(this, this.texts.button), passkeyPictogram())}${useless ? html`<slot name="fallback"></slot>` : nothing}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-passkey-button': LatchPasskeyButton;
  }
}
