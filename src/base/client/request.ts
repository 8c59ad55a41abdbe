import { abortError, LatchError } from './errors.js';
import { readText } from '../bytes.js';

/** How long a request may take, and how much of its answer is read. */
export interface RequestLimits {
  /** How long the answer may take with its body, in ms. */
  timeout: number;
  /** How much of the body is read, in bytes: 1 MB by default. */
  maxBytes?: number;
  signal?: AbortSignal | null | undefined;
}

/**
 * Sends one request with `send`, which gets the signal that ends it, and reads the answer as text. Never tries again.
 *
 * @param what Names the request in errors.
 * @throws {LatchError} `network` and `timed_out`, both retryable; `aborted`; those of `send`.
 */
export async function request(
  what: string,
  send: (signal: AbortSignal) => Promise<Response>,
  { timeout, maxBytes, signal }: RequestLimits,
): Promise<{ response: Response; text: string }> {
  const expired = AbortSignal.timeout(timeout);
  try {
    const response = await send(signal ? AbortSignal.any([signal, expired]) : expired);
    return { response, text: await readText(response, maxBytes) };
  } catch (cause) {
    if (signal?.aborted) throw abortError(signal);
    if (cause instanceof LatchError && !expired.aborted) throw cause;
    throw new LatchError(expired.aborted ? 'timed_out' : 'network', `${what} did not respond.`, {
      cause,
      retryable: true,
    });
  }
}

/** Whether it is an HTML page: one that a network or a sign-in page has sent instead of the server's answer. */
export const isPage = ({ headers }: Response, text: string): boolean =>
  /^text\/html\b/i.test(headers.get('content-type') ?? '') && /^\s*</.test(text);
