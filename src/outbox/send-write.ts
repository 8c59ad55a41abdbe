import type { Client } from '../base/client/client.js';
import { LatchError } from '../base/client/errors.js';
import {
  exchange,
  isPassingStatus,
  isStillRunning,
  userHeader,
  readError,
  type ServerAnswer,
} from '../base/client/exchange.js';
import { isBytes } from '../base/json-value.js';
import { pageTransport } from '../base/client/page-transport.js';
import { resolveOwn } from './own-path.js';
import type { Precondition, QueuedWrite, RequestHeaders } from './queued-write.js';

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

/** What the server has said of a write. */
export interface WriteAnswer extends ServerAnswer {
  /** Whether it is the refusal of a request with several writes, and thus says nothing of what is at the write's path. */
  isOfBatch?: true;
}

/** What a request goes with. */
export interface Sender {
  client: Client;
  sending: Sending;
  signal: AbortSignal;
}

/** The answer about a write that cannot be sent; `error` says why. No server uses the status. */
export const unsendable = (error: 'stream_missing' | 'not_resumable' | 'other_origin'): ServerAnswer => ({
  status: 0,
  etag: undefined,
  body: { error },
});

/**
 * Sends a write, with its key, its precondition and its owner, so that the server can refuse it in the session of
 * another user.
 *
 * @returns The answer, unless it speaks of a passing trouble. Its status is 0 if the write cannot be sent.
 * @throws {LatchError} `network`, `timed_out`, `rate_limited` or `bad_response`, all retryable; `wrong_account`;
 *   `aborted`.
 */
export function sendWrite(sender: Sender, write: QueuedWrite): Promise<ServerAnswer> {
  const { method, path, body, headers = {} } = write;
  const isBinary = isBytes(body);
  const type = body !== undefined && { 'content-type': isBinary ? 'application/octet-stream' : 'application/json' };
  const content = body !== undefined && { body: isBinary ? new Uint8Array(body) : JSON.stringify(body) };
  return ask(sender, path, { method, ...content }, type || {}, headers, ownHeaders(write));
}

/** The headers of a write that the outbox sets itself. */
export const ownHeaders = ({ key, owner, precondition }: QueuedWrite): Record<string, string> => ({
  'idempotency-key': key,
  [userHeader]: owner,
  ...writePrecondition(precondition),
});

export function writePrecondition(precondition: Precondition | undefined): Record<string, string> {
  if (precondition === 'absent') return { 'if-none-match': '*' };
  return precondition ? { 'if-match': precondition.etag } : {};
}

/**
 * Sends the writes of a batch in one request, each with its own key and precondition.
 *
 * @returns The answer to each of them. If the server has refused the request as a whole, that is the answer to all.
 * @throws {LatchError} what {@link sendWrite} throws; a `bad_response` that is not retryable if the response does not
 *   have an answer to each write.
 */
export async function sendBatch(sender: Sender, writes: readonly QueuedWrite[]): Promise<WriteAnswer[]> {
  const { batch, owner } = writes[0]!;
  const { path, headers = {} } = batch!.request!;
  const body = {
    writes: writes.map(({ method, path: place, key, headers: own, precondition, body: content }) => ({
      method,
      path: place,
      headers: { ...own, 'idempotency-key': key, ...writePrecondition(precondition) },
      ...(content !== undefined && { body: content }),
    })),
  };
  const answer = await ask(
    sender,
    path,
    { method: 'POST', body: JSON.stringify(body) },
    { 'content-type': 'application/json' },
    headers,
    { 'idempotency-key': batch!.id, [userHeader]: owner },
  );
  if (answer.status < 200 || answer.status > 299)
    return writes.map(() => ({ status: answer.status, etag: undefined, body: answer.body, isOfBatch: true }));
  const answers = (answer.body as { answers?: unknown } | null | undefined)?.answers;
  if (!Array.isArray(answers) || answers.length !== writes.length || !answers.every(isAnswer))
    throw new LatchError('bad_response', `${path} must return an answer to each write of the batch.`, {
      cause: answer.body,
    });
  return answers.map(({ status, etag, body: content }) => ({ status, etag, body: content }));
}

function isAnswer(answer: unknown): answer is ServerAnswer {
  const { status, etag } = (answer ?? {}) as Partial<Record<keyof ServerAnswer, unknown>>;
  return Number.isInteger(status) && (etag === undefined || typeof etag === 'string');
}

/**
 * Whether the answer to one write of a batch says that it was not made and can be made later. Sent in a separate request,
 * it gets the answer that says why.
 */
export const isNotApplied = ({ status, body }: ServerAnswer): boolean =>
  isPassingStatus(status) ||
  status === 401 ||
  (status === 409 && (isStillRunning(new Headers(), body) || readError(body) === 'wrong_account'));

/** Asks for what the server has at a path for the user `owner`. Throws what {@link sendWrite} does. */
export function readTheirs(sender: Sender, path: string, owner: string): Promise<ServerAnswer> {
  return ask(sender, path, { method: 'GET' }, { [userHeader]: owner });
}

/**
 * Sends a request. Of `headers`, later ones win over earlier ones, all over those of the app, and these over those of
 * the page's adapter. Throws what {@link sendWrite} does. The status of the answer is 0 if the path leads to another
 * origin.
 */
export async function ask(
  { client: { baseUrl }, sending, signal }: Sender,
  path: string,
  init: RequestInit,
  ...headers: RequestHeaders[]
): Promise<ServerAnswer & { headers: Headers }> {
  const url = resolveOwn(path, baseUrl);
  if (!url) return { ...unsendable('other_origin'), headers: new Headers() };
  const { headers: chosen = {}, deadline } = sending;
  const all = new Headers(await headersOfBackend(init.method ?? 'GET'));
  const own = new Headers(typeof chosen === 'function' ? await chosen() : chosen);
  for (const some of [Object.fromEntries(own), ...headers])
    for (const [name, value] of Object.entries(some)) all.set(name, value);
  return exchange(url, { ...init, headers: all }, { timeout: deadline, signal });
}

/**
 * The headers that the page's adapter gives a request, such as a token against CSRF.
 *
 * @throws {LatchError} `network`, retryable, if the adapter's module cannot be loaded, or its headers fail.
 */
export async function headersOfBackend(method: string): Promise<Record<string, string>> {
  try {
    return (await (await pageTransport())?.headers?.(method)) ?? {};
  } catch (cause) {
    throw new LatchError('network', "The adapter's headers could not be read.", { cause, retryable: true });
  }
}
