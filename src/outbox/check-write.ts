import { attempt } from '../base/attempt.js';
import type { Client } from '../base/client/client.js';
import { copyValue, isBytes } from '../base/json-value.js';
import { readOwnPath } from './own-path.js';
import type { BatchOptions, SealedChange, StreamSource, Write } from './queued-write.js';

const methods: readonly unknown[] = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Checks what an app wants written, and copies it. Its path is spelt in the one way by which writes to the same path are
 * known.
 *
 * @throws {TypeError} naming the member that is wrong.
 */
export function checkWrite(
  { method, path, body, stream, headers, precondition, subject }: Write,
  { baseUrl }: Client,
): Write {
  if (!methods.includes(method)) throw new TypeError(`"method" must be one of ${methods.join(', ')}`);
  const place = readPath('path', path, baseUrl);
  if (
    precondition !== undefined &&
    precondition !== 'absent' &&
    !isEntityTag((precondition as Partial<typeof precondition> | null)?.etag)
  )
    throw new TypeError('"precondition" must be "absent" or have an "etag" that a header can hold');
  if (subject !== undefined && typeof subject !== 'string') throw new TypeError('"subject" must be a string');
  return {
    method,
    path: place,
    ...(headers !== undefined && { headers: copyHeaders(headers) }),
    ...(body !== undefined && { body: copyValue('body', body) }),
    ...(stream !== undefined && { stream: copySource(stream, body) }),
    ...(precondition !== undefined && {
      precondition: precondition === 'absent' ? precondition : { etag: precondition.etag },
    }),
    ...(subject !== undefined && { subject }),
  };
}

function readPath(argument: string, path: unknown, baseUrl: URL): string {
  const own = typeof path === 'string' && path !== '' ? readOwnPath(path, baseUrl) : undefined;
  if (own === undefined)
    throw new TypeError(`"${argument}" must be a URL on ${baseUrl.origin}, whose path does not begin with two slashes`);
  return own;
}

/** How many writes a batch may have. */
const longestBatch = 1000;

/**
 * Checks how an app wants a batch sent, and copies it.
 *
 * @param writes Those of the batch, checked.
 * @throws {TypeError} naming what is wrong.
 */
export function checkBatch(
  writes: readonly Write[],
  { inOrder = false, request }: BatchOptions,
  { baseUrl }: Client,
): BatchOptions {
  if (writes.length === 0 || writes.length > longestBatch)
    throw new TypeError(`"writes" must have 1 to ${longestBatch} writes`);
  if (typeof inOrder !== 'boolean') throw new TypeError('"inOrder" must be a boolean');
  if (request === undefined) return { inOrder };
  if (inOrder) throw new TypeError('"inOrder" cannot be combined with "request", whose server decides about the order');
  if (new Set(writes.map(({ path }) => path)).size < writes.length)
    throw new TypeError('"writes" in one request must have different paths');
  if (writes.some(({ body, stream }) => isBytes(body) || stream !== undefined))
    throw new TypeError('"writes" in one request must have JSON bodies');
  const { path, headers } = request;
  return {
    request: {
      path: readPath('request.path', path, baseUrl),
      ...(headers !== undefined && { headers: copyHeaders(headers) }),
    },
  };
}

function copySource(stream: Partial<StreamSource> | null, body: unknown): StreamSource {
  const { store, id, resumable = false } = stream ?? {};
  if (typeof store !== 'string' || typeof id !== 'string' || typeof resumable !== 'boolean')
    throw new TypeError('"stream" must have a "store", an "id" and possibly "resumable"');
  if (body !== undefined) throw new TypeError('"stream" cannot be combined with "body"');
  return { store, id, ...(resumable && { resumable }) };
}

/** The headers that the outbox sets itself. */
const ownHeaders = ['idempotency-key', 'latch-user', 'if-match', 'if-none-match', 'upload-complete', 'upload-length'];

function copyHeaders(headers: unknown): Record<string, string> {
  const copy = attempt(() => Object.fromEntries(new Headers(headers as HeadersInit)));
  if (!copy) throw new TypeError('"headers" must be header names and values');
  const taken = ownHeaders.find((name) => Object.hasOwn(copy, name));
  if (taken) throw new TypeError(`"headers" must not have "${taken}", which the outbox sets itself`);
  return copy;
}

/**
 * Copies a change of the vault that an app hands over: what it does with its objects afterwards must not matter.
 *
 * @throws {TypeError} if it holds a value that a vault cannot store.
 */
export function copyChange(change: SealedChange): SealedChange {
  return Object.hasOwn(change, 'value')
    ? { ...change, value: copyValue('value', (change as { value: unknown }).value) }
    : { ...change };
}

/** Whether a header can hold it. One that cannot would fail each time it is sent, as if there were no connection. */
const isEntityTag = (etag: unknown): boolean => typeof etag === 'string' && /^[\x20-\x7e\xa0-\xff]+$/.test(etag);
