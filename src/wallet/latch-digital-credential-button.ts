import { nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { html } from '../base/element/html.js';
import { DigitalCredentialProof, type DigitalCredentialHost, type PresentedIdentity } from './present-controller.js';
import { FollowedSession, type FollowedSessionHost } from '../session/followed-session.js';
import { Lifetime } from '../base/element/lifetime.js';
import type { LatchError } from '../base/client/errors.js';
import { LatchIdentityFailedEvent, LatchIdentityVerifiedEvent } from '../events.js';
import { label } from '../base/element/label.js';
import { LatchElement } from '../base/element/latch-element.js';
import { digitalCredential } from '../messages/en.js';
import { digitalCredentialPictogram } from './pictogram.js';

/**
 * A button that requests a proof of age or identity from a digital wallet. The backend decides what to request. It does
 * not sign the user in. The requests are fetched when the pointer or the focus reaches the button, so that a click
 * opens the browser's dialog at once.
 *
 * @element latch-digital-credential-button
 * @slot - The label. Defaults to "Show your digital ID".
 * @slot fallback - Another way; shown once wallets have turned out to be of no use here, or what was shown did not do.
 * @fires {LatchIdentityVerifiedEvent} latch-identity-verified - The backend has verified what the wallet presented. The
 *   event contains no claims: the backend has them, and `request()` resolves with them.
 * @fires {LatchIdentityFailedEvent} latch-identity-failed - Nothing was verified; `detail.code` is the reason. Not if
 *   the user declined.
 * @csspart button - The native button.
 * @csspart icon - The drawing in it.
 * @csspart status - The status line.
 * @cssstate pending - A dialog is open or the backend decides.
 * @cssstate asking - A dialog is open or opening.
 * @cssstate verifying - The backend decides.
 * @cssstate done - The last try was verified.
 * @cssstate failed - The last try came to nothing.
 */
export class LatchDigitalCredentialButton extends LatchElement implements DigitalCredentialHost, FollowedSessionHost {
  static override properties: PropertyDeclarations = { protocols: {} };

  /**
   * Protocols to offer to the browser, the preferred one first: an array, or separated by spaces. Defaults to `openid4vp-v1-unsigned
   * org-iso-mdoc`.
   */
  protocols: string | readonly string[] = '';

  protected readonly section = digitalCredential;
  readonly #proof = new DigitalCredentialProof(this);
  protected override session: FollowedSession = new FollowedSession(this, () => 'signed-in');
  readonly #lifetime = new Lifetime(this, (signal) => this.session.begin(signal));

  constructor() {
    super();
    for (const type of ['pointerenter', 'focusin']) this.addEventListener(type, () => void this.#proof.prepare());
  }

  /**
   * Opens the browser's dialog, as a click on the button does; joins the one that is open. Needs a user gesture.
   * Resolves with the verified claims, by the id of the credential in the backend's query, or with undefined if nothing
   * was verified; an event reports which. The claims are personal data: only the caller gets them. In a listener of
   * `latch-identity-verified` it joins the request that was just verified, without another dialog.
   */
  async request(): Promise<PresentedIdentity['claims'] | undefined> {
    if (!this.phase) this.outcome = undefined;
    return (await this.#proof.present(this.#lifetime.signal))?.claims;
  }

  /** Read by the controller. @internal */
  readonly isSigningIn = false;

  /** Called by the controller. @internal */
  startOver(): void {
    this.outcome = undefined;
  }

  /** Called by the controller. @internal */
  identityVerified({ protocol }: PresentedIdentity): void {
    this.outcome = 'done';
    this.tell(new LatchIdentityVerifiedEvent({ protocol }));
  }

  /** Called by the controller. @internal */
  identityFailed(error: LatchError | TypeError): void {
    this.fail(error, LatchIdentityFailedEvent);
  }

  protected override get phase(): string | undefined {
    return this.#proof.phase;
  }

  protected override act(): void {
    void this.request();
  }

  protected override render(): TemplateResult {
    const useless = ['unsupported', 'insecure_context', 'rejected'].includes(this.outcome!);
    return html`${this.renderAction(label(this, this.texts['button']), digitalCredentialPictogram())}${useless ? html`<slot name="fallback"></slot>` : nothing}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-digital-credential-button': LatchDigitalCredentialButton;
  }
}
