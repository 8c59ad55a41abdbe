import type { ReactiveControllerHost } from 'lit';
import type { LatchError } from '../base/client/errors.js';
import { withStepUp, type AskStepUp } from '../session/step-up.js';
import { createPasskey, type PasskeyCreated } from './create.js';
import type { Hint } from './sign-in.js';
import { Activity } from '../base/element/activity.js';
import { clientOf, type BackendHost } from '../base/element/backend.js';

export type { PasskeyCreated } from './create.js';
export type { Hint } from './sign-in.js';

/**
 * `asking` while a dialog is open or opening, `verifying` while the backend decides, `confirming` while a step-up is
 * requested.
 */
export type PasskeyCreationPhase = 'asking' | 'verifying' | 'confirming';

/** What the controller needs from its view, and reports to it. */
export interface PasskeyCreationHost extends ReactiveControllerHost, BackendHost {
  passkeyCreated(result: PasskeyCreated): void;
  /** Gets every failure except the abort of its own signal. A TypeError means that the host is set up wrongly. */
  passkeyCreationFailed(error: LatchError | TypeError): void;
  /**
   * Requests a step-up if the backend requires it; the passkey is then created. Without it, and if `automatic`, the
   * host gets `step_up_required`.
   */
  askStepUp?: AskStepUp;
}

/** Creates passkeys for one view, one at a time. */
export class PasskeyCreation {
  readonly #host: PasskeyCreationHost;
  readonly #activity: Activity<PasskeyCreationPhase>;

  constructor(host: PasskeyCreationHost) {
    this.#host = host;
    this.#activity = new Activity(host);
  }

  /** The current phase. */
  get phase(): PasskeyCreationPhase | undefined {
    return this.#activity.phase;
  }

  /** Creates a passkey, or joins a pending creation. Never rejects: the host gets the result. */
  create(
    signal: AbortSignal,
    choices: { automatic?: boolean; payment?: boolean; hints?: readonly Hint[] } = {},
  ): Promise<void> {
    return this.#activity.run(async (enter) => {
      try {
        const client = clientOf(this.#host);
        const create = () =>
          createPasskey({
            ...choices,
            client,
            signal,
            onPhase: (phase) => enter(phase === 'verifying' ? phase : 'asking'),
          });
        const askStepUp: AskStepUp = async (methods) => {
          enter('confirming');
          await this.#host.askStepUp!(methods, signal);
        };
        const canAsk = this.#host.askStepUp && !choices.automatic;
        this.#host.passkeyCreated(await (canAsk ? withStepUp(create, askStepUp) : create()));
      } catch (error) {
        if (!signal.aborted) this.#host.passkeyCreationFailed(error as LatchError);
      }
    });
  }
}
