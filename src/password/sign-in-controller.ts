import type { ReactiveControllerHost } from 'lit';
import { capabilities } from '../base/browser/capabilities.js';
import { clientFor, type Client } from '../base/client/client.js';
import * as contract from '../base/contract/passwords.js';
import type { RequestOptions } from '../base/contract/types.js';
import type { LatchError } from '../base/client/errors.js';
import type { Prefetched } from '../base/client/prefetch.js';
import type { PasskeyCreated } from '../passkey/create.js';
import { signInImmediately } from '../passkey/immediate.js';
import { signInOptionsOf, type SignedIn } from '../passkey/sign-in.js';
import { tellProvider } from '../passkey/signals.js';
import { readSavedPassword, type SavedPassword } from './password-credential.js';
import { rememberPassword } from './remember.js';
import { signInSilently } from './sign-in-silently.js';
import { sendPassword, signInWithPassword, type SignedInByPassword } from './sign-in.js';
import { Activity } from '../base/element/activity.js';
import { clientOf, type BackendHost } from '../base/element/backend.js';
import { untilLeft } from '../base/browser/until-left.js';
import { upgrade } from '../passkey/upgrade.js';

export type { PasskeyCreated } from '../passkey/create.js';
export type { SignedIn } from '../passkey/sign-in.js';
export type { SignedInByPassword } from './sign-in.js';

/** What the controller needs from its view, and reports to it. */
export interface PasswordSignInHost extends ReactiveControllerHost, BackendHost {
  signedIn(result: SignedIn | SignedInByPassword): void;
  /**
   * Gets everything that ends what the user started, except its own signal. A TypeError means that the host is set up
   * wrongly; it can occur without a click.
   */
  signInFailed(error: LatchError | TypeError): void;
  /** After the password sign-in, the password manager has created a passkey automatically. */
  passkeyCreated(result: PasskeyCreated): void;
}

/**
 * Signs users in with passwords for one view, and then asks their password manager to create a passkey. Pending work
 * ends when the page is left, so that it can come back as it was.
 */
export class PasswordSignIn {
  readonly #host: PasswordSignInHost;
  readonly #activity: Activity<'asking' | 'verifying'>;
  #silent: AbortController | undefined;
  #silentPhase: 'verifying' | undefined;
  #kept: { client: Client; options: Prefetched<RequestOptions> } | undefined;
  #upgraded: Promise<PasskeyCreated | undefined> = Promise.resolve(undefined);

  constructor(host: PasswordSignInHost) {
    this.#host = host;
    this.#activity = new Activity(host);
  }

  /** `asking` while the browser shows what it has, `verifying` while the backend decides. */
  get phase(): 'asking' | 'verifying' | undefined {
    return this.#activity.phase ?? this.#silentPhase;
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

  /**
   * Whether the browser supports immediate mode: it shows the credentials on this device at once, or fails at once if
   * there are none. If so, prefetches the options for the click.
   */
  async prepareImmediate(): Promise<boolean> {
    if ((await capabilities()).immediateGet !== true) return false;
    try {
      void this.#optionsOf(clientOf(this.#host)).prepare();
    } catch {
      // An invalid base URL: the click reports it.
    }
    return true;
  }

  /** Signs in with the typed username and password; joins a pending call. Never rejects: the host gets the result. */
  signIn(typed: SavedPassword, signal: AbortSignal): Promise<void> {
    return this.#run(signal, async (client, ending, enter) => {
      enter('verifying');
      const result = await signInWithPassword({ client, ...typed, signal: ending });
      rememberPassword(typed);
      return result;
    });
  }

  /**
   * Signs in at once with a credential of this device, if there is one. Needs a user gesture. Never rejects: the host
   * gets the result.
   */
  signInImmediately(signal: AbortSignal): Promise<void> {
    return this.#run(signal, (client, ending, enter) =>
      signInImmediately({
        client,
        options: this.#optionsOf(client),
        signal: ending,
        signInWithPassword(chosen, turn) {
          const saved = readSavedPassword(chosen);
          return saved && sendPassword({ client, ...saved, signal: turn });
        },
        onPhase: (phase) => enter(phase === 'verifying' ? phase : 'asking'),
      }),
    );
  }

  /**
   * Signs a returning person in without asking, unless they begin to do something themselves. Never rejects. Only a
   * TypeError is passed to the host.
   */
  async signInSilently(signal: AbortSignal): Promise<void> {
    const attempt = (this.#silent = untilLeft(signal));
    const show = (phase?: 'verifying') => {
      this.#silentPhase = phase;
      this.#host.requestUpdate();
    };
    try {
      const client = clientOf(this.#host);
      const result = await signInSilently({ client, signal: attempt.signal, onRelease: () => show('verifying') });
      if (result) this.#succeed(client, result);
    } catch (error) {
      if (error instanceof TypeError) this.#host.signInFailed(error);
    } finally {
      attempt.abort();
      show();
    }
  }

  /** Reports that the user has started to type or click. */
  endSilence(): void {
    this.#silent?.abort();
  }

  #run(
    signal: AbortSignal,
    work: (
      client: Client,
      ending: AbortSignal,
      enter: (phase: 'asking' | 'verifying') => void,
    ) => Promise<SignedIn | SignedInByPassword>,
  ): Promise<void> {
    this.endSilence();
    return this.#activity.run(async (enter) => {
      const attempt = untilLeft(signal);
      try {
        const client = clientOf(this.#host);
        this.#succeed(client, await work(client, attempt.signal, enter));
      } catch (error) {
        if (!signal.aborted) this.#host.signInFailed(error as LatchError);
      } finally {
        attempt.abort();
      }
    });
  }

  #succeed(client: Client, result: SignedIn | SignedInByPassword): void {
    if (result.method === 'password') {
      this.#upgraded = this.#upgrade(client);
      // Not before: a passkey that is not in the list yet would be deleted again.
      void this.#upgraded.then(() => tellProvider(client));
    }
    this.#host.signedIn(result);
  }

  async #upgrade(client: Client): Promise<PasskeyCreated | undefined> {
    const result = await upgrade(client);
    if (result) this.#host.passkeyCreated(result);
    return result;
  }

  #optionsOf(client: Client): Prefetched<RequestOptions> {
    if (this.#kept?.client !== client) this.#kept = { client, options: signInOptionsOf(client) };
    return this.#kept.options;
  }
}
