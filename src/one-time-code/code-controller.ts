import type { ReactiveControllerHost } from 'lit';
import type { Client } from '../base/client/client.js';
import type { LatchError } from '../base/client/errors.js';
import { watchPage } from '../base/browser/page.js';
import { readSms } from './read-sms.js';
import { requestCode } from './request.js';
import { signedInBy, verifyCode, type SignedInByCode } from './verify.js';
import { Activity } from '../base/element/activity.js';
import { clientOf, isRefused } from '../base/element/backend.js';
import { loadEmailTokens, type EmailTokenHost } from './browser-email-token.js';
import { untilLeft } from '../base/browser/until-left.js';

export type { SignedInByCode } from './verify.js';

/** What the controller needs from its view, and reports to it. */
export interface OneTimeCodeHost extends ReactiveControllerHost, EmailTokenHost {
  /** How long a text message is waited for, in ms. Read when a wait begins. */
  readonly timeout: number;
  /** A text message has come, and the person lets the page have its code. */
  codeArrived(code: string): void;
  /** The backend has accepted the request for a code to `to`. */
  codeRequested(to: string): void;
  /** From now on another code may be requested. */
  requestAgain(): void;
  signedIn(result: SignedInByCode): void;
  /** The code was for an address of the person who is signed in. */
  addressVerified(): void;
  /** No code could be requested. A TypeError means that the host is set up wrongly. */
  requestFailed(error: LatchError | TypeError): void;
  /** The code was not accepted; not called for the host's own signal. */
  codeFailed(error: LatchError | TypeError): void;
}

/** How long a person waits for a message before they should ask for another, in seconds. */
const patience = 30;

/**
 * Requests one-time codes, waits for the message and sends the code to the backend, for one view. Pending work ends
 * when the page is left.
 */
export class OneTimeCode {
  readonly #host: OneTimeCodeHost;
  readonly #sending: Activity<'sending'>;
  readonly #verifying: Activity<'verifying'>;
  #message: AbortController | undefined;
  #waitsUntil = 0;
  #countdown: ReturnType<typeof setTimeout> | undefined;

  constructor(host: OneTimeCodeHost) {
    this.#host = host;
    this.#sending = new Activity(host);
    this.#verifying = new Activity(host);
  }

  /** `sending` while a code is requested, `verifying` while the backend compares one. */
  get phase(): 'sending' | 'verifying' | undefined {
    return this.#verifying.phase ?? this.#sending.phase;
  }

  /** Seconds until another code may be requested; 0 if it may be now. */
  get remaining(): number {
    return Math.max(0, Math.ceil((this.#waitsUntil - Date.now()) / 1000));
  }

  /** Waits for a text message until `signal` aborts, and again when the page is back from the back-forward cache. */
  follow(signal: AbortSignal): void {
    this.awaitMessage(signal);
    watchPage((event) => event === 'back' && this.awaitMessage(signal), signal);
    signal.addEventListener('abort', () => clearTimeout(this.#countdown));
  }

  /**
   * Waits for a text message from now on. Does nothing in browsers that do not read messages. Failures are not
   * reported, because the user can type the code.
   */
  awaitMessage(signal: AbortSignal): void {
    this.ignoreMessages();
    if (isRefused(this.#host)) return;
    const wait = (this.#message = untilLeft(signal));
    readSms({ timeout: this.#host.timeout, signal: wait.signal })
      .then(
        (code) => this.#host.codeArrived(code),
        (error: LatchError | TypeError) => 'code' in error || reportError(error),
      )
      .finally(() => wait.abort());
  }

  /** Another code may be requested at once, and the next message is waited for: the session has ended. */
  forget(signal: AbortSignal): void {
    clearTimeout(this.#countdown);
    this.#waitsUntil = 0;
    if (!signal.aborted) this.awaitMessage(signal);
  }

  /** The person enters the code, or has done so. */
  ignoreMessages(): void {
    this.#message?.abort();
  }

  /**
   * Requests a code, and waits for its message; if the browser has put a token for the address into `form`, verifies that
   * instead. Joins a pending call. Never rejects: the host gets the result.
   */
  request(to: string, signal: AbortSignal, form?: HTMLFormElement | null): Promise<void> {
    return this.#sending.run((enter) =>
      this.#attempt(
        signal,
        async (client, ending) => {
          enter('sending');
          const tokens = form && (await loadEmailTokens(this.#host, ending, true));
          const proof = tokens && (await tokens.module.useEmailToken(tokens.ask, form, to));
          if (proof) return this.#accepted(signedInBy(proof));
          await requestCode({ client, to, signal: ending });
          this.#countDown(patience, signal);
          this.#host.codeRequested(to);
          this.awaitMessage(signal);
        },
        (error) => {
          if ('code' in error && error.retryAfter) this.#countDown(error.retryAfter / 1000, signal);
          this.#host.requestFailed(error);
        },
      ),
    );
  }

  /** Sends a code to the backend. Joins a pending call. Never rejects: the host gets the result. */
  verify(code: string, signal: AbortSignal): Promise<void> {
    this.ignoreMessages();
    return this.#verifying.run((enter) =>
      this.#attempt(
        signal,
        async (client, ending) => {
          enter('verifying');
          this.#accepted(await verifyCode({ client, code, signal: ending }));
        },
        (error) => this.#host.codeFailed(error),
      ),
    );
  }

  #accepted(result: SignedInByCode | undefined): void {
    if (result) this.#host.signedIn(result);
    else this.#host.addressVerified();
  }

  async #attempt(
    signal: AbortSignal,
    work: (client: Client, ending: AbortSignal) => Promise<void>,
    fail: (error: LatchError | TypeError) => void,
  ): Promise<void> {
    const attempt = untilLeft(signal);
    try {
      await work(clientOf(this.#host), attempt.signal);
    } catch (error) {
      if (!signal.aborted) fail(error as LatchError | TypeError);
    } finally {
      attempt.abort();
    }
  }

  #countDown(seconds: number, signal: AbortSignal): void {
    this.#waitsUntil = Date.now() + seconds * 1000;
    const tick = () => {
      this.#host.requestUpdate();
      if (this.remaining > 0) this.#countdown = setTimeout(tick, 1000);
      else this.#host.requestAgain();
    };
    clearTimeout(this.#countdown);
    if (!signal.aborted) tick();
  }
}
