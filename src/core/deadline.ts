import { abortError, LatchError } from './errors.js';

/**
 * Waits for `promise`, but no longer than `ms` milliseconds.
 *
 * @throws {LatchError} `timed_out`, retryable, when the time is over; `promise` is left to itself.
 */
export function within<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new LatchError('timed_out', `No answer within ${ms} ms.`, { retryable: true })), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Waits for `promise` until `signal` aborts.
 *
 * @throws {LatchError} `aborted`, or the signal's reason if that is a LatchError; `promise` is left to itself.
 */
export function unlessAborted<Value>(signal: AbortSignal | undefined, promise: Promise<Value>): Promise<Value> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(abortError(signal));
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
