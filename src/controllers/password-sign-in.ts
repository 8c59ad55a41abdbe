import type { ReactiveControllerHost } from 'lit';
import { capabilities } from '../core/capabilities.js';
import { clientFor, type Client } from '../core/client.js';
import { logIn } from '../core/contract/passwords.js';
import type { RequestOptions } from '../core/contract-types.js';
import type { LatchError } from '../core/errors.js';
import type { Prefetched } from '../core/prefetch.js';
import { createPasskey, type PasskeyCreated } from '../features/passkey/create.js';
import { signInImmediately } from '../features/passkey/immediate.js';
import { signInOptionsOf, type SignedIn } from '../features/passkey/sign-in.js';
import { tellProvider } from '../features/passkey/signals.js';
import { readSavedPassword, type SavedPassword } from '../features/password/password-credential.js';
import { rememberPassword } from '../features/password/remember.js';
import { signInSilently } from '../features/password/sign-in-silently.js';
import { signInWithPassword, type SignedInByPassword } from '../features/password/sign-in.js';
import { Activity } from './activity.js';
import { clientOf, type BackendHost } from './backend.js';
import { untilLeft } from './until-left.js';

export type { PasskeyCreated } from '../features/passkey/create.js';
export type { SignedIn } from '../features/passkey/sign-in.js';
export type { SignedInByPassword } from '../features/password/sign-in.js';

/** What the controller asks of its view, and tells it. */
export interface PasswordSignInHost extends ReactiveControllerHost, BackendHost {
  signedIn(result: SignedIn | SignedInByPassword): void;
  /**
   * Told of everything that ends what a person began, except its own signal. A TypeError says that the host is used
   * wrongly; it comes without a click too.
   */
  signInFailed(error: LatchError | TypeError): void;
  /** The password sign-in has led to a passkey, which the password manager made by itself. */
  passkeyCreated(result: PasskeyCreated): void;
}

/**
 * How long the password manager may take to make a passkey by itself, in ms. What it has not begun by then is not worth
 * waiting for.
 */
const upgradeDeadline = 10_000;

/**
 * Signs people in with passwords for one view, and then has their password manager make a passkey of it. Whatever is
 * under way ends when the page is left, so that it can come back as it was.
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
   * Resolves when the attempt to make a passkey of the last sign-in is over, with the passkey if there is one. Never
   * rejects.
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
    return new URL(logIn.path, clientFor(this.#host.baseUrl).baseUrl).href;
  }

  /**
   * Whether the browser says that it can show at once what this device has, and end at once if it has nothing. If so,
   * fetches what the click will need.
   */
  async prepareImmediate(): Promise<boolean> {
    if ((await capabilities()).immediateGet !== true) return false;
    try {
      void this.#optionsOf(clientOf(this.#host)).prepare();
    } catch {
      // A base URL that is of no use: the click says so.
    }
    return true;
  }

  /** Signs in with what the person typed; a call while that goes on joins it. Never rejects: the host is told. */
  signIn(typed: SavedPassword, signal: AbortSignal): Promise<void> {
    return this.#run(signal, async (client, ending, enter) => {
      enter('verifying');
      const result = await signInWithPassword({ client, ...typed, signal: ending });
      rememberPassword(typed);
      return result;
    });
  }

  /**
   * Signs in at once with what this device has, if it has something. Needs a user gesture. Never rejects: the host is
   * told.
   */
  signInImmediately(signal: AbortSignal): Promise<void> {
    return this.#run(signal, (client, ending, enter) =>
      signInImmediately({
        client,
        options: this.#optionsOf(client),
        signal: ending,
        signInWithPassword(chosen, turn) {
          const saved = readSavedPassword(chosen);
          return saved && signInWithPassword({ client, ...saved, signal: turn });
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

  /** Tells that the person has begun to do something themselves. */
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

  /** Goes on when the view is removed: a page that shows somebody signed in removes its form at once. */
  async #upgrade(client: Client): Promise<PasskeyCreated | undefined> {
    const attempt = untilLeft(AbortSignal.timeout(upgradeDeadline));
    try {
      if ((await capabilities()).conditionalCreate !== true) return undefined;
      const result = await createPasskey({ client, automatic: true, signal: attempt.signal });
      this.#host.passkeyCreated(result);
      return result;
    } catch {
      // The password manager decides, mostly that the time has not come; nobody has asked for a passkey, so nobody
      // misses one.
      return undefined;
    } finally {
      attempt.abort();
    }
  }

  #optionsOf(client: Client): Prefetched<RequestOptions> {
    if (this.#kept?.client !== client) this.#kept = { client, options: signInOptionsOf(client) };
    return this.#kept.options;
  }
}
