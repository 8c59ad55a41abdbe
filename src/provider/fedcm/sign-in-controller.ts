import type { ReactiveControllerHost } from 'lit';
import { listen } from '../../base/storage/channel.js';
import type { Client } from '../../base/client/client.js';
import type { FedCmNonceAnswer } from '../../base/contract/types.js';
import { isEmbedded } from '../../base/browser/embedding.js';
import type { LatchError } from '../../base/client/errors.js';
import { watchPage } from '../../base/browser/page.js';
import type { Prefetched } from '../../base/client/prefetch.js';
import { disconnectFedCm } from './disconnect.js';
import { offerFedCm } from './offer.js';
import { isFedCmPermitted, isFedCmSupported } from './request-token.js';
import { chooseProviders, noncesOf, signInWithFedCm, type FedCmChoices, type SignedInByFedCm } from './sign-in.js';
import { Activity } from '../../base/element/activity.js';
import { clientOf, type BackendHost } from '../../base/element/backend.js';
import { untilLeft } from '../../base/browser/until-left.js';

export type { FedCmChoices, SignedInByFedCm } from './sign-in.js';

/** What the controller needs from its view, and reports to it. */
export interface FedCmSignInHost extends ReactiveControllerHost, BackendHost {
  /** At which provider people sign in. Read when something begins. */
  readonly choices: FedCmChoices;
  signedIn(result: SignedInByFedCm): void;
  /**
   * Gets everything that ends what the user started with a click, except its own signal. A TypeError means that the
   * host is set up wrongly.
   */
  signInFailed(error: LatchError | TypeError): void;
  /** A person chose an account that was offered to them, and it came to nothing. */
  offerFailed(error: LatchError): void;
}

/**
 * Signs users in by FedCM for one view: handles a click, offers accounts beside the page, and has a nonce ready for
 * both. Pending work ends when the page is left.
 */
export class FedCmSignIn {
  readonly #host: FedCmSignInHost;
  readonly #activity: Activity<'asking' | 'verifying'>;
  #offered: 'verifying' | undefined;
  #kept: { client: Client; nonces: Prefetched<FedCmNonceAnswer> } | undefined;

  constructor(host: FedCmSignInHost) {
    this.#host = host;
    this.#activity = new Activity(host);
  }

  /** `asking` while a dialog after a click is open or opening, `verifying` while the backend decides. */
  get phase(): 'asking' | 'verifying' | undefined {
    return this.#activity.phase ?? this.#offered;
  }

  /** Whether the browser has FedCM at all. */
  get isSupported(): boolean {
    return isFedCmSupported();
  }

  /** Whether FedCM is out of reach only because the page is shown in a frame whose page does not hand it on. */
  get isWithheld(): boolean {
    return isEmbedded() && !isFedCmPermitted();
  }

  /**
   * Prefetches a nonce, and another one when it may be outdated, until `signal` aborts. `offer` also offers accounts,
   * now and when the page returns from the back-forward cache.
   */
  follow(signal: AbortSignal, offer?: 'optional' | 'silent'): void {
    if (!this.isSupported) return;
    const begin = () => {
      this.prepare();
      if (offer) void this.#offer(signal, offer === 'silent');
    };
    // A sign-in or sign-out in another tab outdates what was fetched ahead.
    listen(() => {}, signal);
    watchPage((event) => {
      if (event === 'back') begin();
      else if (event !== 'left') this.prepare();
    }, signal);
    begin();
  }

  /** Makes sure that a fresh nonce is ready for a click. Never throws. */
  prepare(): void {
    if (!this.isSupported) return;
    try {
      void this.#backend().nonces.prepare();
    } catch {
      // An invalid base URL: the click reports it.
    }
  }

  /**
   * Opens the browser's dialog, or joins the one that is open. Needs a user gesture. Never rejects: the host gets the
   * result.
   */
  ask(signal: AbortSignal): Promise<void> {
    return this.#activity.run(async (enter) => {
      const attempt = untilLeft(signal);
      try {
        const options = { ...this.#host.choices, ...this.#backend(), signal: attempt.signal };
        this.#host.signedIn(
          await signInWithFedCm({ ...options, onPhase: (phase) => enter(phase === 'verifying' ? phase : 'asking') }),
        );
      } catch (error) {
        if (!signal.aborted) this.#host.signInFailed(error as LatchError);
        if (!attempt.signal.aborted) this.prepare();
      } finally {
        attempt.abort();
      }
    });
  }

  /**
   * Has the provider and the browser forget that the account was used here: the provider with `configURL`, or the first
   * one of the host.
   *
   * @throws what {@link disconnectFedCm}, {@link chooseProviders} and the question for the provider throw.
   */
  async disconnect(accountHint: string, configURL?: string): Promise<void> {
    const { nonces } = this.#backend();
    const { choices } = this.#host;
    const { providers } = await nonces.take();
    const [provider] = chooseProviders(providers, { ...choices, ...(configURL && { configURL }) });
    await disconnectFedCm({ ...provider!, accountHint });
  }

  async #offer(signal: AbortSignal, silent: boolean): Promise<void> {
    const attempt = untilLeft(signal);
    let isChosen = false;
    try {
      const result = await offerFedCm({
        ...this.#host.choices,
        ...this.#backend(),
        silent,
        signal: attempt.signal,
        onPhase: (phase) => {
          // The nonce is in use: a click takes another.
          if (phase === 'asking') this.prepare();
          isChosen = phase === 'verifying';
          this.#show(isChosen ? 'verifying' : undefined);
        },
      });
      if (result) this.#host.signedIn(result);
    } catch (error) {
      if (error instanceof TypeError) this.#host.signInFailed(error);
      // Other failures are reported only after the user has chosen an account.
      else if (isChosen && !silent && !attempt.signal.aborted) this.#host.offerFailed(error as LatchError);
    } finally {
      attempt.abort();
      this.#show(undefined);
    }
  }

  /**
   * @throws what {@link clientOf} throws.
   */
  #backend(): { client: Client; nonces: Prefetched<FedCmNonceAnswer> } {
    const client = clientOf(this.#host);
    if (this.#kept?.client !== client) this.#kept = { client, nonces: noncesOf(client) };
    return this.#kept;
  }

  #show(offered: 'verifying' | undefined): void {
    this.#offered = offered;
    this.#host.requestUpdate();
  }
}
