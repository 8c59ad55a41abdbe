import type { Client } from '../../core/client.js';
import { abortError, LatchError } from '../../core/errors.js';
import { isBytes } from '../../core/json-value.js';
import { readRetryAfter } from '../../core/retry-after.js';
import type { QueuedWrite, RequestHeaders } from './queued-write.js';

/** What the server has said. */
export interface ServerAnswer {
  status: number;
  /** The version that the server has now, if it reports one. */
  etag: string | undefined;
  /** The JSON of the answer; undefined if it was none. */
  body: unknown;
}

/** Names the person whose write it is, by the user handle. */
const personHeader = 'latch-person';

/** What an app decides about all requests of its outbox. */
export interface Sending {
  /** How long the server may take for one answer, in ms. Defaults to 30 seconds. */
  deadline?: number | undefined;
  /**
   * Headers of every request, such as a token against forged requests; a function is called for each. Those that the
   * outbox sets itself, and those of the write, win.
   */
  headers?: RequestHeaders | (() => RequestHeaders | Promise<RequestHeaders>) | undefined;
}

/** What a request goes with. */
interface Sender {
  client: Client;
  sending: Sending;
  signal: AbortSignal;
}

/** How long the server may take for one answer by default, in ms. */
const longestAnswer = 30_000;

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
  sender: Sender,
  { method, path, owner, body, headers, key, precondition }: QueuedWrite,
): Promise<ServerAnswer> {
  const isBinary = isBytes(body);
  const own: Record<string, string> = { 'idempotency-key': key, [personHeader]: owner };
  if (precondition === 'absent') own['if-none-match'] = '*';
  else if (precondition) own['if-match'] = precondition.etag;
  const type = body !== undefined && { 'content-type': isBinary ? 'application/octet-stream' : 'application/json' };
  const content = body !== undefined && { body: isBinary ? new Uint8Array(body) : JSON.stringify(body) };
  return ask(sender, path, { method, ...content }, type || {}, headers ?? {}, own);
}

/** Asks for what the server has at a path for the person `owner`. Throws what {@link sendWrite} does. */
export function readTheirs(sender: Sender, path: string, owner: string): Promise<ServerAnswer> {
  return ask(sender, path, { method: 'GET' }, { [personHeader]: owner });
}

/** Of `headers`, later ones win over earlier ones, and all over those of the app. */
async function ask(
  { client: { baseUrl }, sending, signal }: Sender,
  path: string,
  init: RequestInit,
  ...headers: RequestHeaders[]
): Promise<ServerAnswer> {
  const { headers: chosen = {}, deadline = longestAnswer } = sending;
  const all = new Headers(typeof chosen === 'function' ? await chosen() : chosen);
  for (const some of headers) for (const [name, value] of Object.entries(some)) all.set(name, value);
  const timeout = AbortSignal.timeout(deadline);
  let response: Response;
  let text: string;
  try {
    response = await fetch(new URL(path, baseUrl), {
      ...init,
      headers: all,
      cache: 'no-store',
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
    text = await response.text();
  } catch (cause) {
    if (signal.aborted) throw abortError(signal);
    throw new LatchError(timeout.aborted ? 'timed_out' : 'network', `${path} did not respond.`, {
      cause,
      retryable: true,
    });
  }
  const { headers: answered } = response;
  // A redirect has no status here, and leads to a page for signing in.
  const status = response.status || 401;
  const body = parse(text);
  if (isPassing(status) || (status === 409 && isStillRunning(answered, body)) || (response.ok && isPage(answered))) {
    throw new LatchError(status === 429 ? 'rate_limited' : 'bad_response', `${path} returned ${status}.`, {
      retryable: true,
      retryAfter: readRetryAfter(answered),
    });
  }
  if (status === 409 && (body as { error?: unknown } | undefined)?.error === 'wrong_account')
    throw new LatchError('wrong_account', `${path} belongs to another user than the session.`, { cause: body });
  return { status, etag: answered.get('etag') ?? undefined, body };
}

/** Whether it is an HTML page: one that a network or a sign-in page has sent instead of the server's response. */
const isPage = (headers: Headers): boolean => /^text\/html\b/i.test(headers.get('content-type') ?? '');

/**
 * Whether a 409 reports that an earlier request with the same key has not ended yet. The draft does not define how
 * servers report it: by `Retry-After`, the error `request_in_progress`, or a problem whose type names idempotency.
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
