import type { ReactiveControllerHost } from 'lit';
import type { LatchError } from '../core/errors.js';
import { finishSignOut } from '../core/finish-sign-out.js';
import { readSession } from '../core/session.js';
import { signOut, type Loss, type SignedOut } from '../features/session/sign-out.js';
import { Activity } from './activity.js';
import { clientOf, type BackendHost } from './backend.js';

export type { Loss, SignedOut } from '../features/session/sign-out.js';

/** What the controller asks of its view, and tells it. */
export interface SignOutHost extends ReactiveControllerHost, BackendHost {
  /** Whether all data of the site is to go from this device. */
  readonly everything: boolean;
  /** Asks the person whether they accept the loss. */
  confirmLoss(loss: Loss): Promise<boolean>;
  /** The person is signed out on this device. */
  signedOut(result: SignedOut): void;
  /** The backend has confirmed a sign-out that it had not confirmed at first. */
  signOutConfirmed(): void;
  /** The person is still signed in. A TypeError says that the host is used wrongly. */
  signOutFailed(error: LatchError | TypeError): void;
}

/**
 * Signs a person out for one view. What has been begun goes on when the view is removed: a page that shows itself
 * signed out removes its button at once.
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
   * Learns which session there is to end, for the case that the backend cannot be asked any more when the person signs
   * out; and of an earlier sign-out that it has not confirmed. Never rejects.
   */
  async prepare(signal: AbortSignal): Promise<void> {
    try {
      const state = await readSession(clientOf(this.#host), signal);
      if ('unconfirmed' in state && !signal.aborted) this.#awaitConfirmation();
    } catch {
      // Nobody has asked for anything yet.
    }
  }

  /** Signs out, or joins what is under way. Never rejects: the host is told. */
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
