import { capabilities } from '../core/capabilities.js';
import { offerPasskeys } from '../features/passkey/offer.js';
import type { PasskeySignIn, PasskeySignInHost } from './passkey-sign-in.js';

/** Offers passkeys beside the page for one view, where the browser reports that it can. */
export class PasskeyOffer {
  readonly #host: PasskeySignInHost;
  readonly #passkey: PasskeySignIn;
  #phase: 'verifying' | undefined;

  constructor(host: PasskeySignInHost, passkey: PasskeySignIn) {
    this.#host = host;
    this.#passkey = passkey;
  }

  /** `verifying` while the backend decides about a passkey that the user chose. */
  get phase(): 'verifying' | undefined {
    return this.#phase;
  }

  /** Offers them until a user is signed in or `signal` aborts. Never rejects; only a chosen passkey can fail visibly. */
  async make(signal: AbortSignal): Promise<void> {
    if ((await capabilities())['ambientGet'] !== true) return;
    try {
      const result = await offerPasskeys({
        ...this.#passkey.backend(),
        signal,
        onPhase: (phase) => this.#show(phase === 'verifying' ? phase : undefined),
        onFailure: (error) => this.#host.signInFailed(error),
      });
      if (result) this.#host.signedIn(result);
    } catch {
      // The user has not asked for anything. A click reports what is wrong.
    } finally {
      this.#show(undefined);
    }
  }

  #show(phase: 'verifying' | undefined): void {
    this.#phase = phase;
    this.#host.requestUpdate();
  }
}
