import type { ReactiveControllerHost } from 'lit';
import type { LatchError } from '../base/client/errors.js';
import { finishSignOut, signingOut, unfinishedSignOut } from './state.js';
import { readSession } from '../session/session.js';
import { signOut, type Loss, type SignedOut } from './sign-out.js';
import { Activity } from '../base/element/activity.js';
import { clientOf, type BackendHost } from '../base/element/backend.js';

export type { Loss, SignedOut } from './sign-out.js';

/** What the controller needs from its view, and reports to it. */
export interface SignOutHost extends ReactiveControllerHost, BackendHost {
  /** Whether all data of the site is to go from this device. */
  readonly everything: boolean;
  /** Asks the person whether they accept the loss. */
  confirmLoss(loss: Loss): Promise<boolean>;
  /** The person is signed out on this device. */
  signedOut(result: SignedOut): void;
  /** The backend has confirmed a sign-out that it had not confirmed at first. */
  signOutConfirmed(): void;
  /** The person is still signed in. A TypeError means that the host is set up wrongly. */
  signOutFailed(error: LatchError | TypeError): void;
}

/**
 * Signs the user out for one view. A pending sign-out continues when the view is removed, because pages remove the
 * button as soon as the user is signed out.
 */
export class SignOut {
  readonly #host: SignOutHost;
  readonly #activity: Activity<'confirming' | 'signingOut'>;
  #isUnconfirmed = false;

  constructor(host: SignOutHost) {
    this.#host = host;
    this.#activity = new Activity(host);
  }

  /**
   * `confirming` while it is not decided yet, `signingOut` while it happens, `unconfirmed` after that for as long as
   * the backend does not know.
   */
  get phase(): 'confirming' | 'signingOut' | 'unconfirmed' | undefined {
    return this.#activity.phase ?? (this.#isUnconfirmed ? 'unconfirmed' : undefined);
  }

  /**
   * Reads the current session in advance, in case the backend cannot be reached at the sign-out, and an earlier
   * sign-out that is not confirmed. Never rejects.
   */
  async prepare(signal: AbortSignal): Promise<void> {
    try {
      const client = clientOf(this.#host);
      if (!('unconfirmed' in (await readSession(client, signal)))) return;
      // A sign-out that began meanwhile on this page may confirm it itself.
      await signingOut;
      if (unfinishedSignOut(client) && !signal.aborted) this.#awaitConfirmation();
    } catch {
      // No sign-out has been requested yet.
    }
  }

  /** Signs out, or joins a pending call. Never rejects: the host gets the result. */
  signOut(): Promise<void> {
    return this.#activity.run(async (enter) => {
      enter('confirming');
      try {
        const result = await signOut({
          client: clientOf(this.#host),
          everything: this.#host.everything,
          confirm: (loss) => this.#host.confirmLoss(loss),
          onBegin: () => enter('signingOut'),
        });
        if (!result.confirmed) this.#awaitConfirmation();
        this.#host.signedOut(result);
      } catch (error) {
        this.#host.signOutFailed(error as LatchError);
      }
    });
  }

  #awaitConfirmation(): void {
    this.#isUnconfirmed = true;
    this.#host.requestUpdate();
    void finishSignOut(clientOf(this.#host)).then(() => {
      this.#isUnconfirmed = false;
      this.#host.requestUpdate();
      this.#host.signOutConfirmed();
    });
  }
}
