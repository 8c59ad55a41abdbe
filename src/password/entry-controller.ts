import type { ReactiveControllerHost } from 'lit';
import { clientFor, type Client } from '../base/client/client.js';
import * as contract from '../base/contract/passwords.js';
import type { LatchError } from '../base/client/errors.js';
import { tellProvider } from '../passkey/signals.js';
import type { SavedPassword } from './password-credential.js';
import { rememberPassword } from './remember.js';
import { signInWithPassword, type SignedInByPassword } from './sign-in.js';
import { Activity } from '../base/element/activity.js';
import { clientOf, type BackendHost } from '../base/element/backend.js';
import type { PasskeyCreated } from '../passkey/creation-controller.js';
import { untilLeft } from '../base/browser/until-left.js';

/** What the controller needs from its view, and reports to it. */
export interface PasswordEntryHost extends ReactiveControllerHost, BackendHost {
  signedIn(result: SignedInByPassword): void;
  /** Gets everything that ends the sign-in, except its own signal. A TypeError means that the host is set up wrongly. */
  passwordFailed(error: LatchError | TypeError): void;
  /** After the sign-in, the password manager has created a passkey automatically. */
  passkeyCreated(result: PasskeyCreated): void;
}

/**
 * Signs users in with typed passwords for one view, and then asks their password manager to create a passkey: the part
 * of `PasswordSignIn` that needs no saved password of the browser, and loads the rest when it is needed.
 */
export class PasswordEntry {
  readonly #host: PasswordEntryHost;
  readonly #activity: Activity<'verifying'>;
  #upgraded: Promise<PasskeyCreated | undefined> = Promise.resolve(undefined);

  constructor(host: PasswordEntryHost) {
    this.#host = host;
    this.#activity = new Activity(host);
  }

  /** `verifying` while the backend decides. */
  get phase(): 'verifying' | undefined {
    return this.#activity.phase;
  }

  /**
   * Resolves when the attempt to create a passkey after the last sign-in has ended, with the passkey if there is one.
   * Never rejects.
   */
  get upgraded(): Promise<PasskeyCreated | undefined> {
    return this.#upgraded;
  }

  /**
   * Where passwords are sent: what the `action` of a form without script should be.
   *
   * @throws {TypeError} what {@link clientFor} throws.
   */
  get action(): string {
    return new URL(contract.signInWithPassword.path, clientFor(this.#host.baseUrl).baseUrl).href;
  }

  /** Signs in with the typed username and password; joins a pending call. Never rejects: the host gets the result. */
  signIn(typed: SavedPassword, signal: AbortSignal): Promise<void> {
    return this.#activity.run(async (enter) => {
      const attempt = untilLeft(signal);
      try {
        const client = clientOf(this.#host);
        enter('verifying');
        const result = await signInWithPassword({ client, ...typed, signal: attempt.signal });
        rememberPassword(typed);
        this.#upgraded = this.#upgrade(client);
        this.#host.signedIn(result);
      } catch (error) {
        if (!signal.aborted) this.#host.passwordFailed(error as LatchError);
      } finally {
        attempt.abort();
      }
    });
  }

  async #upgrade(client: Client): Promise<PasskeyCreated | undefined> {
    try {
      const { upgrade } = await import('../passkey/upgrade.js');
      const created = await upgrade(client);
      if (created) this.#host.passkeyCreated(created);
      return created;
    } catch {
      // The part that creates passkeys could not be loaded. The sign-in has still succeeded.
      return undefined;
    } finally {
      // Not before: a passkey that is not in the list yet would be deleted again.
      void tellProvider(client);
    }
  }
}
