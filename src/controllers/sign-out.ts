import type { ReactiveControllerHost } from 'lit';
import type { LatchError } from '../core/errors.js';
import { signOut } from '../features/session/sign-out.js';
import { Activity } from './activity.js';
import { clientOf, type BackendHost } from './backend.js';

/** What the controller asks of its view, and tells it. */
export interface SignOutHost extends ReactiveControllerHost, BackendHost {
  signedOut(): void;
  /** The person is still signed in. A TypeError says that the host is used wrongly. */
  signOutFailed(error: LatchError | TypeError): void;
}

/** Signs a person out for one view. What has been begun goes on when the view is removed: a page that shows itself signed out removes its button at once. */
export class SignOut {
  readonly #host: SignOutHost;
  readonly #activity: Activity<'signingOut'>;

  constructor(host: SignOutHost) {
    this.#host = host;
    this.#activity = new Activity(host);
  }

  /** `signingOut` while the backend is being told. */
  get phase(): 'signingOut' | undefined {
    return this.#activity.phase;
  }

  /** Signs out, or joins what is under way. Never rejects: the host is told. */
  signOut(): Promise<void> {
    return this.#activity.run(async (enter) => {
      enter('signingOut');
      try {
        await signOut({ client: clientOf(this.#host) });
        this.#host.signedOut();
      } catch (error) {
        this.#host.signOutFailed(error as LatchError);
      }
    });
  }
}
