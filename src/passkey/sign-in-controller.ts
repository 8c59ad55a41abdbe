import type { ReactiveControllerHost } from 'lit';
import type { Client } from '../base/client/client.js';
import type { RequestOptions } from '../base/contract/types.js';
import type { LatchError } from '../base/client/errors.js';
import type { Prefetched } from '../base/client/prefetch.js';
import { autofill } from './autofill.js';
import { signIn, signInOptionsOf, type Hint, type SignedIn, type SignInPhase } from './sign-in.js';
import { Activity } from '../base/element/activity.js';
import { clientOf, type BackendHost } from '../base/element/backend.js';

export type { Hint, SignedIn } from './sign-in.js';

/** What the controller needs from its view, and reports to it. */
export interface PasskeySignInHost extends ReactiveControllerHost, BackendHost {
  /**
   * Request options that the server wrote into the page, as JSON text, if any. Read once, when the first are needed.
   */
  inlinedOptions?(): string | undefined;
  signedIn(result: SignedIn): void;
  /**
   * Gets everything that ends what the user started, a dismissed dialog included, except its own signal. A TypeError
   * means that the host is set up wrongly; it can occur without a click.
   */
  signInFailed(error: LatchError | TypeError): void;
}

/**
 * Signs people in with passkeys for one view: offers them in autofill, answers a click with a dialog, and shares one
 * set of options between the two.
 */
export class PasskeySignIn {
  readonly #host: PasskeySignInHost;
  readonly #activity: Activity<'asking' | 'verifying'>;
  /** Ends the wait for the backend's decision about a passkey that the browser offered. */
  #decided: (() => void) | undefined;
  #kept: { client: Client; options: Prefetched<RequestOptions> } | undefined;
  #listening: AbortController | undefined;
  /** Aborts when the offer in autofill ends; undefined while there is none. */
  #offer: AbortSignal | undefined;

  constructor(host: PasskeySignInHost) {
    this.#host = host;
    this.#activity = new Activity(host);
  }

  /** `asking` while a dialog is open or opening, `verifying` while the backend decides. */
  get phase(): 'asking' | 'verifying' | undefined {
    return this.#activity.phase;
  }

  /**
   * Offers passkeys in autofill until a user is signed in, by autofill or by a dialog, or `signal` aborts; joins an offer
   * that goes on. Never rejects.
   */
  async listen(signal: AbortSignal): Promise<void> {
    if (this.#offer?.aborted === false) return;
    this.#listening = new AbortController();
    const over = (this.#offer = AbortSignal.any([signal, this.#listening.signal]));
    try {
      const result = await autofill({
        ...this.backend(),
        signal: over,
        onPhase: (phase) => this.follow(phase),
        onFailure: (error) => this.#host.signInFailed(error),
      });
      this.#host.signedIn(result);
    } catch (error) {
      // The user has not asked for anything. A browser without passkeys in autofill is normal; everything else is for
      // the makers of the page, and only a page that is not set up correctly for its users too.
      const { code } = error as LatchError;
      if (!code) this.#host.signInFailed(error as TypeError);
      else if (!over.aborted && code !== 'unsupported') reportError(error);
    } finally {
      if (this.#offer === over) this.#offer = undefined;
      this.follow();
    }
  }

  /**
   * Shows the phases of a passkey that the browser offers without a click, and has clicks join its verification. Call it
   * without a phase when the offer has ended.
   */
  follow(phase?: SignInPhase | 'resting'): void {
    this.#decided?.();
    if (phase === 'verifying')
      void this.#activity.run((enter) => {
        enter(phase);
        return new Promise((resolve) => (this.#decided = resolve));
      });
  }

  /**
   * Opens a dialog. Joins the one that is open, and the backend's decision about a passkey that the browser offered.
   * Never rejects: the host gets the result.
   */
  ask(signal: AbortSignal, choices?: { immediate?: boolean; hints?: readonly Hint[] }): Promise<void> {
    return this.#activity.run(async (enter) => {
      try {
        const result = await signIn({
          ...choices,
          ...this.backend(),
          signal,
          onPhase: (phase) => enter(phase === 'verifying' ? phase : 'asking'),
        });
        this.#listening?.abort();
        this.#host.signedIn(result);
      } catch (error) {
        if (!signal.aborted) this.#host.signInFailed(error as LatchError);
      }
    });
  }

  /**
   * The host's backend, and the options that all ceremonies of the host share.
   *
   * @throws what {@link clientOf} throws.
   */
  backend(): { client: Client; options: Prefetched<RequestOptions> } {
    const client = clientOf(this.#host);
    if (this.#kept?.client !== client)
      this.#kept = { client, options: signInOptionsOf(client, this.#host.inlinedOptions?.()) };
    return this.#kept;
  }
}
