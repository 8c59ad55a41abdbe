import type { SignInOutcome } from '../base/client/sign-in-outcome.js';
import type { Client } from '../base/client/client.js';
import type { PasskeyRequestOptions } from '../base/contract/types.js';
import type { LatchError } from '../base/client/errors.js';
import type { Prefetched } from '../base/client/prefetch.js';
import type { Action } from '../base/element/action.js';
import { autofill } from './autofill.js';
import type { SignedIn } from './sign-in.js';

/** A backend, and the options that all ceremonies of an element share. */
export interface PasskeyBackend {
  readonly client: Client;
  readonly options: Prefetched<PasskeyRequestOptions>;
}

/** The offer of passkeys in the autofill of an element. The element's sign-in shows what comes of it, and clicks join it. */
export class AutofillOffer {
  readonly #signIn: Action<SignInOutcome<SignedIn>>;
  readonly #backend: () => PasskeyBackend;
  #ending = new AbortController();
  /** Aborts when the offer ends; undefined while there is none. */
  #over: AbortSignal | undefined;

  constructor(signIn: Action<SignInOutcome<SignedIn>>, backend: () => PasskeyBackend) {
    this.#signIn = signIn;
    this.#backend = backend;
  }

  /**
   * Offers passkeys until a user has signed in with one, the offer is ended, or `signal` aborts; joins an offer that goes
   * on. Never rejects.
   */
  async begin(signal: AbortSignal): Promise<void> {
    if (this.#over?.aborted === false) return;
    this.#ending = new AbortController();
    const over = (this.#over = AbortSignal.any([signal, this.#ending.signal]));
    try {
      const result = await autofill({
        ...this.#backend(),
        signal: over,
        onPhase: (phase) => this.#signIn.follow(phase === 'verifying' ? phase : undefined),
        onFailure: (error) => this.#signIn.fail(error),
      });
      this.#signIn.succeed(result);
    } catch (error) {
      // The user has not asked for anything. A browser without passkeys in autofill is normal; everything else is for
      // the makers of the page, and only a page that is not set up correctly for its users too.
      const { code } = error as LatchError;
      if (!code) this.#signIn.fail(error as TypeError);
      else if (!over.aborted && code !== 'unsupported') reportError(error);
    } finally {
      if (this.#over === over) this.#over = undefined;
      this.#signIn.follow(undefined);
    }
  }

  /** Ends the offer: the user has signed in in another way. */
  end(): void {
    this.#ending.abort();
  }
}
