import type { ReactiveControllerHost } from 'lit';
import { clientFor } from '../base/client/client.js';
import { createAccount } from '../base/contract/accounts.js';
import type { LatchError } from '../base/client/errors.js';
import { signUp, type SignedUp } from '../passkey/sign-up.js';
import type { SavedPassword } from '../password/password-credential.js';
import { rememberPassword } from '../password/remember.js';
import { signUpWithPassword } from '../password/sign-up.js';
import type { SignedInByPassword } from '../password/sign-in.js';
import { Activity } from '../base/element/activity.js';
import { clientOf } from '../base/element/backend.js';
import { loadEmailTokens, type EmailTokenHost } from '../one-time-code/browser-email-token.js';

export type { SignedUp } from '../passkey/sign-up.js';
export type { SignedInByPassword } from '../password/sign-in.js';

/** What the controller needs from its view, and reports to it. */
export interface SignUpHost extends ReactiveControllerHost, EmailTokenHost {
  /** The form that may have the address of the new account. */
  readonly emailForm: HTMLFormElement | null | false;
  /** The browser's token has verified the address of the new account. Called before `signedUp`. */
  addressVerified(): void;
  signedUp(result: SignedUp | SignedInByPassword): void;
  /**
   * Gets everything that ends what the user started, a dismissed dialog included, except its own signal. A TypeError
   * means that the host is set up wrongly.
   */
  signUpFailed(error: LatchError | TypeError, method: 'passkey' | 'password'): void;
}

/** Creates accounts for one view, with a passkey or a password, one at a time. */
export class SignUp {
  readonly #host: SignUpHost;
  readonly #activity: Activity<'asking' | 'verifying'>;

  constructor(host: SignUpHost) {
    this.#host = host;
    this.#activity = new Activity(host);
  }

  /** `asking` while a dialog is open or opening, `verifying` while the backend decides. */
  get phase(): 'asking' | 'verifying' | undefined {
    return this.#activity.phase;
  }

  /**
   * Where a form without script posts the name and the password of a new account.
   *
   * @throws {TypeError} what {@link clientFor} throws.
   */
  get action(): string {
    return new URL(createAccount.path, clientFor(this.#host.baseUrl).baseUrl).href;
  }

  /** Creates an account with a passkey; joins a pending call. Never rejects: the host gets the result. */
  byPasskey(username: string, signal: AbortSignal): Promise<void> {
    return this.#run('passkey', signal, (enter) =>
      signUp({
        client: clientOf(this.#host),
        username,
        signal,
        onPhase: (phase) => enter(phase === 'verifying' ? phase : 'asking'),
      }),
    );
  }

  /** Creates an account with a password; joins a pending call. Never rejects: the host gets the result. */
  byPassword(typed: SavedPassword, signal: AbortSignal): Promise<void> {
    return this.#run('password', signal, async (enter) => {
      enter('verifying');
      const result = await signUpWithPassword({ client: clientOf(this.#host), ...typed, signal });
      rememberPassword(typed);
      return result;
    });
  }

  /** Gives the new account its address. Resolves with whether it is verified; the account exists in any case. */
  async #giveEmail(signal: AbortSignal): Promise<boolean> {
    const { emailForm } = this.#host;
    const tokens = emailForm && (await loadEmailTokens(this.#host, signal, false));
    return !!tokens && tokens.module.giveEmail(tokens.ask, emailForm);
  }

  #run(
    method: 'passkey' | 'password',
    signal: AbortSignal,
    work: (enter: (phase: 'asking' | 'verifying') => void) => Promise<SignedUp | SignedInByPassword>,
  ): Promise<void> {
    return this.#activity.run(async (enter) => {
      try {
        const result = await work(enter);
        if (await this.#giveEmail(signal)) this.#host.addressVerified();
        this.#host.signedUp(result);
      } catch (error) {
        if (!signal.aborted) this.#host.signUpFailed(error as LatchError, method);
      }
    });
  }
}
