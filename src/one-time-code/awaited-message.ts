import type { LatchError } from '../base/client/errors.js';
import { untilLeft } from '../base/browser/until-left.js';
import { watchPage } from '../base/browser/page.js';
import { readSms } from './read-sms.js';

/** The view that a message is for. */
export interface AwaitedMessageOptions {
  /** How long a text message is waited for, in ms; undefined if none may be read. Read when a wait begins. */
  timeout(): number | undefined;
  /** A text message has come, and the user lets the page have its code. */
  arrived(code: string): void;
  /** The time until another code may be requested has changed. */
  update(): void;
  /** From now on another code may be requested. */
  overdue(): void;
}

/** The message with a code: read by the browser if it is a text message, and waited for before another is requested. */
export class AwaitedMessage {
  readonly #options: AwaitedMessageOptions;
  #wait: AbortController | undefined;
  #waitsUntil = 0;
  #countdown: ReturnType<typeof setTimeout> | undefined;

  constructor(options: AwaitedMessageOptions) {
    this.#options = options;
  }

  /** Seconds until another code may be requested; 0 if it may be now. */
  get remaining(): number {
    return Math.max(0, Math.ceil((this.#waitsUntil - Date.now()) / 1000));
  }

  /**
   * Waits for a text message until `signal` aborts, and again when the page is back from the back-forward cache. What was left of
   * the wait for another code goes on.
   */
  follow(signal: AbortSignal): void {
    this.read(signal);
    if (this.#waitsUntil) this.countDown(this.remaining, signal);
    watchPage((event) => event === 'back' && this.read(signal), signal);
    signal.addEventListener('abort', () => clearTimeout(this.#countdown));
  }

  /**
   * Waits for a text message from now on. Does nothing in browsers that do not read messages. Failures are not shown,
   * because the user can type the code; one that has a reason is for the makers of the page, in the console.
   */
  read(signal: AbortSignal): void {
    this.ignore();
    const timeout = this.#options.timeout();
    if (timeout === undefined) return;
    const wait = (this.#wait = untilLeft(signal));
    readSms({ timeout, signal: wait.signal })
      .then(
        (code) => this.#options.arrived(code),
        (error: LatchError | TypeError) => {
          if (!('code' in error)) reportError(error);
          else if (error.code !== 'superseded' && error.exception)
            console.warn('Latchkey: no text message was read.', error);
        },
      )
      .finally(() => wait.abort());
  }

  /** The user enters the code, or has done so. */
  ignore(): void {
    this.#wait?.abort();
  }

  /** Another code may be requested in `seconds`. */
  countDown(seconds: number, signal: AbortSignal): void {
    this.#waitsUntil = Date.now() + seconds * 1000;
    const tick = () => {
      this.#options.update();
      if (this.remaining > 0) this.#countdown = setTimeout(tick, 1000);
      else this.#options.overdue();
    };
    clearTimeout(this.#countdown);
    if (!signal.aborted) tick();
  }

  /** Another code may be requested at once, and the next message is waited for: the session has ended. */
  forget(signal: AbortSignal): void {
    clearTimeout(this.#countdown);
    this.#waitsUntil = 0;
    if (!signal.aborted) this.read(signal);
  }
}
