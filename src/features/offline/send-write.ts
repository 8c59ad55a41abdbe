import type { Client } from '../../core/client.js';
import { abortError, LatchError } from '../../core/errors.js';
import { readRetryAfter } from '../../core/retry-after.js';
import type { QueuedWrite } from './queued-write.js';

/** What the server has said. */
export interface ServerAnswer {
  status: number;
  /** The version that the server has now, if it says so. */
  etag: string | undefined;
  /** The JSON of the answer; undefined if it was none. */
  body: unknown;
}

/** Names the person whose write it is, by the user handle. */
const personHeader = 'latch-person';

/** How long the server may take for one answer, in ms. */
const deadline = 30_000;

/** Passing troubles among the refusals: the server is at fault, or asks to wait. */
const isPassing = (status: number) => status >= 500 || [408, 425, 429].includes(status);

/**
 * Sends a write, with its key, its precondition and its owner, so that the server can refuse it in the session of
 * another person.
 *
 * @returns The answer, unless it speaks of a passing trouble.
 * @throws {LatchError} `network`, `timed_out`, `rate_limited` or `bad_response`, all retryable; `wrong_account`;
 *   `aborted`.
 */
export function sendWrite(
  client: Client,
  { method, path, owner, body, key, precondition }: QueuedWrite,
  signal: AbortSignal,
): Promise<ServerAnswer> {
  const headers: Record<string, string> = { 'idempotency-key': key, [personHeader]: owner };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (precondition === 'absent') headers['if-none-match'] = '*';
  else if (precondition) headers['if-match'] = precondition.etag;
  return ask(client, path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }, signal);
}

/** Asks for what the server has at a path for the person `owner`. Throws what {@link sendWrite} does. */
export function readTheirs(client: Client, path: string, owner: string, signal: AbortSignal): Promise<ServerAnswer> {
  return ask(client, path, { method: 'GET', headers: { [personHeader]: owner } }, signal);
}

async function ask({ baseUrl }: Client, path: string, init: RequestInit, signal: AbortSignal): Promise<ServerAnswer> {
  const timeout = AbortSignal.timeout(deadline);
  let response: Response;
  let text: string;
  try {
    response = await fetch(new URL(path, baseUrl), {
      ...init,
      cache: 'no-store',
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
    text = await response.text();
  } catch (cause) {
    if (signal.aborted) throw abortError(signal);
    throw new LatchError(timeout.aborted ? 'timed_out' : 'network', `${path} gave no answer.`, {
      cause,
      retryable: true,
    });
  }
  const { headers } = response;
  // A redirect has no status here, and leads to a page for signing in.
  const status = response.status || 401;
  const body = parse(text);
  if (isPassing(status) || (status === 409 && isStillRunning(headers, body)) || (response.ok && isPage(headers))) {
    throw new LatchError(status === 429 ? 'rate_limited' : 'bad_response', `${path} answered ${status}.`, {
      retryable: true,
      retryAfter: readRetryAfter(headers),
    });
  }
  if (status === 409 && (body as { error?: unknown } | undefined)?.error === 'wrong_account')
    throw new LatchError('wrong_account', `${path} belongs to another person than the session.`, { cause: body });
  return { status, etag: headers.get('etag') ?? undefined, body };
}

/** Whether it is a page for people: one that a network or a sign-in has put in the place of the server's answer. */
const isPage = (headers: Headers): boolean => /^text\/html\b/i.test(headers.get('content-type') ?? '');

/**
 * Whether a 409 says that an earlier request with the same key has not ended yet. The draft leaves open how servers say
 * so: by `Retry-After`, the error `request_in_progress`, or a problem whose type names idempotency.
 *
 * @see {@link https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/ The Idempotency-Key HTTP Header Field}
 */
function isStillRunning(headers: Headers, body: unknown): boolean {
  const { error, type } = (body ?? {}) as { error?: unknown; type?: unknown };
  return headers.has('retry-after') || error === 'request_in_progress' || /idempoten/i.test(String(type));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
