import type { ReactiveControllerHost } from 'lit';
import type { Client } from '../base/client/client.js';
import type { RequestOptions } from '../base/contract/types.js';
import type { LatchError } from '../base/client/errors.js';
import type { Prefetched } from '../base/client/prefetch.js';
import type { Hint } from './sign-in.js';
import { stepUp, stepUpOptionsOf, type SteppedUp } from './step-up.js';
import { Activity } from '../base/element/activity.js';
import { clientOf, type BackendHost } from '../base/element/backend.js';

export type { SteppedUp } from './step-up.js';

/** What the controller needs from its view, and reports to it. */
export interface PasskeyStepUpHost extends ReactiveControllerHost, BackendHost {
  steppedUp(result: SteppedUp): void;
  /** Gets every failure except the abort of its own signal. A TypeError means that the host is set up wrongly. */
  stepUpFailed(error: LatchError | TypeError): void;
}

/**
 * Authenticates the signed-in user again with a passkey, for one view. It uses separate options, because those of a
 * sign-in are for an unknown user.
 */
export class PasskeyStepUp {
  readonly #host: PasskeyStepUpHost;
  readonly #activity: Activity<'asking' | 'verifying'>;
  #kept: { client: Client; options: Prefetched<RequestOptions> } | undefined;

  constructor(host: PasskeyStepUpHost) {
    this.#host = host;
    this.#activity = new Activity(host);
  }

  /** `asking` while a dialog is open or opening, `verifying` while the backend decides. */
  get phase(): 'asking' | 'verifying' | undefined {
    return this.#activity.phase;
  }

  /** Opens a dialog, or joins the one that is open. Never rejects: the host gets the result. */
  ask(signal: AbortSignal, choices?: { hints?: readonly Hint[] }): Promise<void> {
    return this.#activity.run(async (enter) => {
      try {
        const result = await stepUp({
          ...choices,
          ...this.backend(),
          signal,
          onPhase: (phase) => enter(phase === 'verifying' ? phase : 'asking'),
        });
        this.#host.steppedUp(result);
      } catch (error) {
        if (!signal.aborted) this.#host.stepUpFailed(error as LatchError);
      }
    });
  }

  /**
   * The host's backend, and the options that its ceremonies share.
   *
   * @throws what {@link clientOf} throws.
   */
  backend(): { client: Client; options: Prefetched<RequestOptions> } {
    const client = clientOf(this.#host);
    if (this.#kept?.client !== client) this.#kept = { client, options: stepUpOptionsOf(client) };
    return this.#kept;
  }
}
