import { capabilities } from '../base/browser/capabilities.js';
import { offerPasskeys } from './offer.js';
import type { PasskeySignIn, PasskeySignInHost } from './sign-in-controller.js';

/** Offers passkeys beside the page for one view, where the browser reports that it can. */
export class PasskeyOffer {
  readonly #host: PasskeySignInHost;
  readonly #passkey: PasskeySignIn;

  constructor(host: PasskeySignInHost, passkey: PasskeySignIn) {
    this.#host = host;
    this.#passkey = passkey;
  }

  /** Offers them until a user is signed in or `signal` aborts. Never rejects; only a chosen passkey can fail visibly. */
  async make(signal: AbortSignal): Promise<void> {
    if ((await capabilities())['ambientGet'] !== true) return;
    try {
      const result = await offerPasskeys({
        ...this.#passkey.backend(),
        signal,
        onPhase: (phase) => this.#passkey.follow(phase),
        onFailure: (error) => this.#host.signInFailed(error),
      });
      if (result) this.#host.signedIn(result);
    } catch {
      // The user has not asked for anything. A click reports what is wrong.
    } finally {
      this.#passkey.follow();
    }
  }
}
