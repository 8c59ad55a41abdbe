import type { ReactiveControllerHost } from 'lit';
import { capabilities } from '../core/capabilities.js';
import { clientFor, type Client } from '../core/client.js';
import { logIn } from '../core/contract/passwords.js';
import type { LatchError } from '../core/errors.js';
import { createPasskey, type PasskeyCreated } from '../features/passkey/create.js';
import { signInImmediately } from '../features/passkey/immediate.js';
import { outdateOptions } from '../features/passkey/ready-options.js';
import type { SignedIn } from '../features/passkey/sign-in.js';
import { readSavedPassword, type SavedPassword } from '../features/password/password-credential.js';
import { rememberPassword } from '../features/password/remember.js';
import { signInSilently } from '../features/password/sign-in-silently.js';
import { signInWithPassword, type SignedInByPassword } from '../features/password/sign-in.js';
import { Activity } from './activity.js';
import { clientOf, type BackendHost } from './backend.js';

export type { PasskeyCreated } from '../features/passkey/create.js';
export type { SignedIn } from '../features/passkey/sign-in.js';
export type { SignedInByPassword } from '../features/password/sign-in.js';

/** What the controller asks of its view, and tells it. */
export interface PasswordSignInHost extends ReactiveControllerHost, BackendHost {
  signedIn(result: SignedIn | SignedInByPassword): void;
  /** Told of everything that ends what a person began, except its own signal. A TypeError says that the host is used wrongly. */
  signInFailed(error: LatchError | TypeError): void;
  /** The password sign-in has led to a passkey, which the password manager made by itself. */
  passkeyCreated(result: PasskeyCreated): void;
}

/** How long the password manager may take to make a passkey by itself, in ms. What it has not begun by then is not worth waiting for. */
const upgradeDeadline = 10_000;

/** Signs people in with passwords for one view, and then has their password manager make a passkey of it. */
export class PasswordSignIn {
  readonly #host: PasswordSignInHost;
  readonly #activity: Activity<'asking' | 'verifying'>;
  #silent: AbortController | undefined;
  #upgraded: Promise<PasskeyCreated | undefined> = Promise.resolve(undefined);

  constructor(host: PasswordSignInHost) {
    this.#host = host;
    this.#activity = new Activity(host);
  }

  /** `asking` while the browser shows what it has, `verifying` while the backend decides. */
  get phase(): 'asking' | 'verifying' | undefined {
    return this.#activity.phase;
  }

  /** Resolves when the attempt to make a passkey of the last sign-in is over, with the passkey if there is one. Never rejects. */
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

  /** Whether the browser says that it can show at once what this device has, and end at once if it has nothing. */
  async canSignInImmediately(): Promise<boolean> {
    return (await capabilities()).immediateGet === true;
  }

  /** Signs in with what the person typed; a call while that goes on joins it. Never rejects: the host is told. */
  signIn(typed: SavedPassword, signal: AbortSignal): Promise<void> {
    return this.#run(signal, async (client, enter) => {
      enter('verifying');
      const result = await signInWithPassword({ client, ...typed, signal });
      rememberPassword(typed);
      return result;
    });
  }

  /** Signs in at once with what this device has, if it has something. Never rejects: the host is told. */
  signInImmediately(signal: AbortSignal): Promise<void> {
    return this.#run(signal, (client, enter) =>
      signInImmediately({
        client,
        signal,
        signInWithPassword(chosen, turn) {
          const saved = readSavedPassword(chosen);
          return saved && signInWithPassword({ client, ...saved, signal: turn });
        },
        onPhase: (phase) => enter(phase === 'verifying' ? phase : 'asking'),
      }),
    );
  }

  /** Signs a returning person in without asking, unless they begin to do something themselves. Never rejects, and fails in silence: nobody had asked for it. */
  async signInSilently(signal: AbortSignal): Promise<void> {
    this.#silent = new AbortController();
    const over = AbortSignal.any([signal, this.#silent.signal]);
    try {
      const client = clientOf(this.#host);
      const result = await signInSilently({ client, signal: over });
      if (result) this.#succeed(client, result, signal);
    } catch (error) {
      if (error instanceof TypeError) reportError(error);
    }
  }

  /** Tells that the person has begun to do something themselves. */
  endSilence(): void {
    this.#silent?.abort();
  }

  #run(signal: AbortSignal, work: (client: Client, enter: (phase: 'asking' | 'verifying') => void) => Promise<SignedIn | SignedInByPassword>): Promise<void> {
    this.endSilence();
    return this.#activity.run(async (enter) => {
      try {
        const client = clientOf(this.#host);
        this.#succeed(client, await work(client, enter), signal);
      } catch (error) {
        if (!signal.aborted) this.#host.signInFailed(error as LatchError);
      }
    });
  }

  #succeed(client: Client, result: SignedIn | SignedInByPassword, signal: AbortSignal): void {
    outdateOptions();
    this.#upgraded = result.method === 'password' ? this.#upgrade(client, signal) : Promise.resolve(undefined);
    this.#host.signedIn(result);
  }

  async #upgrade(client: Client, signal: AbortSignal): Promise<PasskeyCreated | undefined> {
    try {
      if ((await capabilities()).conditionalCreate !== true) return undefined;
      const result = await createPasskey({ client, automatic: true, signal: AbortSignal.any([signal, AbortSignal.timeout(upgradeDeadline)]) });
      if (!signal.aborted) this.#host.passkeyCreated(result);
      return result;
    } catch {
      // The password manager decides, mostly that the time has not come; nobody has asked for a passkey, so nobody misses one.
      return undefined;
    }
  }
}
