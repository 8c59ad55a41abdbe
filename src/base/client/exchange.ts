import { LatchError } from './errors.js';
import { isPage, request } from './request.js';
import { readRetryAfter } from './retry-after.js';

/** What the server has said. */
export interface ServerAnswer {
  status: number;
  /** The version that the server has now, if it reports one. */
  etag: string | undefined;
  /** The JSON of the answer; undefined if it was none. */
  body: unknown;
}

/** Names the owner of a write by the user handle. */
export const userHeader = 'latch-user';

/** How long the server may take for one answer by default, in ms. */
const exchangeTimeout = 30_000;

/** How much of an answer is read, in bytes: what an outbox may send, twice. */
const maxResponseBytes = 16_777_216;

/** Passing troubles among the refusals: the server is at fault, or asks to wait. 501 says that it never can do this. */
export const isPassingStatus = (status: number): boolean =>
  (status >= 500 && status !== 501) || [408, 425, 429].includes(status);

/** The code of an error in a body. */
export const readError = (body: unknown): unknown => (body as { error?: unknown } | null | undefined)?.error;

/**
 * Sends one request of a queued write, with the cookies of the backend.
 *
 * @returns The answer, unless it speaks of a passing trouble.
 * @throws {LatchError} `network`, `timed_out`, `rate_limited` or `bad_response`, all retryable; `wrong_account`;
 *   `aborted`.
 */
export async function exchange(
  url: URL,
  init: RequestInit,
  { timeout = exchangeTimeout, signal }: { timeout?: number | undefined; signal: AbortSignal },
): Promise<ServerAnswer & { headers: Headers }> {
  const path = url.pathname + url.search;
  const { response, text } = await request(
    path,
    (over) =>
      fetch(url, {
        // As by default, unless the backend is on another origin of the site.
        credentials: 'include',
        ...init,
        cache: 'no-store',
        redirect: 'manual',
        signal: over,
      }),
    { timeout, signal, maxBytes: maxResponseBytes },
  );
  const { headers } = response;
  // A redirect has no status here, and leads to a page for signing in.
  const status = response.status || 401;
  const body = parse(text);
  if (
    isPassingStatus(status) ||
    (status === 409 && isStillRunning(headers, body)) ||
    (response.ok && isPage(response, text))
  ) {
    throw new LatchError(status === 429 ? 'rate_limited' : 'bad_response', `${path} returned ${status}.`, {
      retryable: true,
      retryAfter: readRetryAfter(headers),
    });
  }
  if (status === 409 && readError(body) === 'wrong_account')
    throw new LatchError('wrong_account', `${path} belongs to another user than the session.`, {
      cause: body,
      status,
      reason: 'wrong_account',
    });
  return { status, etag: headers.get('etag') ?? undefined, body, headers };
}

/**
 * Whether a 409 reports that an earlier request with the same key has not ended yet. The draft does not define how
 * servers report it: by `Retry-After`, the error `request_in_progress`, or a problem whose type names idempotency.
 *
 * @see {@link https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/ The Idempotency-Key HTTP Header Field}
 */
export function isStillRunning(headers: Headers, body: unknown): boolean {
  const { type } = (body ?? {}) as { type?: unknown };
  return headers.has('retry-after') || readError(body) === 'request_in_progress' || /idempoten/i.test(String(type));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
