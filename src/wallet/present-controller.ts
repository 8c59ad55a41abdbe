import type { ReactiveControllerHost } from 'lit';
import type { Client } from '../base/client/client.js';
import type { IdentityRequest } from '../base/contract/types.js';
import type { LatchError } from '../base/client/errors.js';
import type { Prefetched } from '../base/client/prefetch.js';
import { presentDigitalCredential, type PresentedIdentity } from './present.js';
import { requestsOf } from './requests.js';
import { Activity } from '../base/element/activity.js';
import { clientOf, type BackendHost } from '../base/element/backend.js';
import { wordsOf } from '../base/element/words-of.js';

export type { PresentedIdentity } from './present.js';

/** What the controller needs from its view, and reports to it. */
export interface DigitalCredentialHost extends ReactiveControllerHost, BackendHost {
  /**
   * The protocols to offer, as an array or separated by spaces, the preferred one first; all that there are if it names
   * none. Read when something begins.
   */
  readonly protocols: string | readonly string[];
  identityVerified(result: PresentedIdentity): void;
  /** Gets every failure except the abort of its own signal. A TypeError means that the host is set up wrongly. */
  identityFailed(error: LatchError | TypeError): void;
}

/** Asks wallets for a proof, for one view. */
export class DigitalCredentialProof {
  readonly #host: DigitalCredentialHost;
  readonly #activity: Activity<'asking' | 'verifying'>;
  #kept: { client: Client; protocols: string; requests: Prefetched<readonly IdentityRequest[]> } | undefined;
  #proof: Promise<PresentedIdentity | undefined> | undefined;

  constructor(host: DigitalCredentialHost) {
    this.#host = host;
    this.#activity = new Activity(host);
  }

  /** `asking` while a dialog is open or opening, `verifying` while the backend decides. */
  get phase(): 'asking' | 'verifying' | undefined {
    return this.#activity.phase;
  }

  /** Fetches what a click will need. Never rejects, and does nothing while something is going on. */
  async prepare(): Promise<void> {
    try {
      if (!this.phase) await this.#backend().requests.prepare();
    } catch {
      // An invalid base URL: the click reports it.
    }
  }

  /**
   * Opens the browser's dialog, or joins the one that is open. Resolves with the verified claims, or with undefined
   * after the host got the reason. Never rejects.
   */
  present(signal: AbortSignal): Promise<PresentedIdentity | undefined> {
    this.#proof ??= this.#present(signal).finally(() => (this.#proof = undefined));
    return this.#proof;
  }

  async #present(signal: AbortSignal): Promise<PresentedIdentity | undefined> {
    let result: PresentedIdentity | undefined;
    await this.#activity.run(async (enter) => {
      try {
        const { client, requests } = this.#backend();
        result = await presentDigitalCredential({
          client,
          requests,
          signal,
          onPhase: (phase) => enter(phase === 'verifying' ? phase : 'asking'),
        });
        this.#host.identityVerified(result);
      } catch (error) {
        if (!signal.aborted) this.#host.identityFailed(error as LatchError);
      }
    });
    return result;
  }

  #backend(): { client: Client; requests: Prefetched<readonly IdentityRequest[]> } {
    const client = clientOf(this.#host);
    const named = wordsOf(this.#host.protocols);
    const protocols = named.join(' ');
    if (this.#kept?.client !== client || this.#kept.protocols !== protocols) {
      this.#kept = { client, protocols, requests: requestsOf(client, named.length ? named : undefined) };
    }
    return this.#kept;
  }
}
