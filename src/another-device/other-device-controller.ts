import type { ReactiveControllerHost } from 'lit';
import type { LatchError } from '../base/client/errors.js';
import { signInByOtherDevice, type ShownCode, type SignedInByOtherDevice } from './other-device.js';
import { Activity } from '../base/element/activity.js';
import { clientOf, type BackendHost } from '../base/element/backend.js';

/** What the controller needs from its view, and reports to it. */
export interface OtherDeviceHost extends ReactiveControllerHost, BackendHost {
  signedIn(result: SignedInByOtherDevice): void;
  /** Gets everything that ends the sign-in, except that it was stopped. A TypeError: the host is set up wrongly. */
  signInFailed(error: LatchError | TypeError): void;
}

/** Signs in by a code that the user types at another device, for one view. */
export class OtherDeviceSignIn {
  readonly #host: OtherDeviceHost;
  readonly #activity: Activity<'starting' | 'waiting'>;
  #shown: ShownCode | undefined;

  constructor(host: OtherDeviceHost) {
    this.#host = host;
    this.#activity = new Activity(host);
  }

  /** `starting` until there is a code to show, then `waiting`. */
  get phase(): 'starting' | 'waiting' | undefined {
    return this.#activity.phase;
  }

  /** What to show in the phase `waiting`. */
  get shown(): ShownCode | undefined {
    return this.#shown;
  }

  /** Gets a code and waits; joins a pending call. Never rejects: the host gets the result. */
  start(signal: AbortSignal): Promise<void> {
    return this.#activity.run(async (enter) => {
      enter('starting');
      try {
        const onCode = (shown: ShownCode): void => {
          this.#shown = shown;
          enter('waiting');
        };
        const result = await signInByOtherDevice({ client: clientOf(this.#host), onCode, signal });
        this.#host.signedIn(result);
      } catch (error) {
        if (!signal.aborted) this.#host.signInFailed(error as LatchError);
      } finally {
        this.#shown = undefined;
      }
    });
  }
}
