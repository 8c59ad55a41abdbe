import type { PropertyDeclarations, TemplateResult } from 'lit';
import { html } from '../base/element/html.js';
import type { Client } from '../base/client/client.js';
import { clientOf, prepare } from '../base/element/backend.js';
import { wordsOf } from '../base/element/attributes.js';
import type { IdentityRequest } from '../base/contract/types.js';
import type { Prefetched } from '../base/client/prefetch.js';
import { FollowedSession } from '../session/followed-session.js';
import { presentDigitalCredential, type PresentedIdentity } from './present.js';
import { requestsOf } from './requests.js';
import { LatchIdentityFailedEvent, LatchIdentityVerifiedEvent } from '../events.js';
import { renderFallback, label } from '../base/element/label.js';
import { LatchElement } from '../base/element/latch-element.js';
import { digitalCredential } from '../messages/en.js';

/** A card with a portrait. The empty comment comes first for the reason that `base/element/pictograms.ts` gives. */
const digitalCredentialPictogram = (): TemplateResult =>
  html`<!----><svg part="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M2 4h16v12H2ZM5 13a2.5 2.5 0 0 1 5 0M7.5 7v.01M7.5 6a1.5 1.5 0 1 0 .01 0M12.5 8h3m-3 4h3" /></svg>`;

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
 * @cssstate failed - The last attempt failed.
 */
export class LatchDigitalCredentialButton extends LatchElement {
  static override properties: PropertyDeclarations = { protocols: {} };

  /**
   * Protocols to offer to the browser, the preferred one first: an array, or separated by spaces. Defaults to `openid4vp-v1-unsigned
   * org-iso-mdoc`.
   */
  protocols: string | readonly string[] = '';

  protected readonly section = digitalCredential;
  #prepared: { client: Client; protocols: string; requests: Prefetched<readonly IdentityRequest[]> } | undefined;
  protected override session: FollowedSession = new FollowedSession(this, {
    kind: () => 'signed-in',
    startOver: () => (this.outcome = undefined),
  });
  readonly #proof = this.action<PresentedIdentity>({
    run: (attempt) => presentDigitalCredential({ ...this.#backend(), ...attempt }),
    done: ({ protocol }) => new LatchIdentityVerifiedEvent({ protocol }),
    Failure: LatchIdentityFailedEvent,
  });

  constructor() {
    super();
    for (const type of ['pointerenter', 'focusin'])
      this.addEventListener(type, () => {
        if (!this.phase) void prepare(() => this.#backend().requests);
      });
  }

  /**
   * Opens the browser's dialog, as a click on the button does; joins the one that is open. Needs a user gesture.
   * Resolves with the verified claims, by the id of the credential in the backend's query, or with undefined if nothing
   * was verified; an event reports which. The claims are personal data: only the caller gets them. In a listener of
   * `latch-identity-verified` it joins the request that was just verified, without another dialog.
   */
  async request(): Promise<PresentedIdentity['claims'] | undefined> {
    return (await this.#proof.start())?.claims;
  }

  protected override render(): TemplateResult {
    return html`${this.renderAction(this.request, label(this, this.texts['button']), digitalCredentialPictogram())}${renderFallback(this.outcome, 'unsupported', 'insecure_context', 'rejected', 'device_failed')}`;
  }

  /** The backend, and the requests that are fetched ahead for the protocols. */
  #backend(): { client: Client; requests: Prefetched<readonly IdentityRequest[]> } {
    const client = clientOf(this);
    const named = wordsOf(this.protocols);
    const protocols = named.join(' ');
    if (this.#prepared?.client !== client || this.#prepared.protocols !== protocols)
      this.#prepared = { client, protocols, requests: requestsOf(client, named.length ? named : undefined) };
    const { requests } = this.#prepared;
    return { client, requests };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-digital-credential-button': LatchDigitalCredentialButton;
  }
}
