import { attempt } from '../../core/attempt.js';
import type { Client } from '../../core/client.js';
import { copyValue } from '../../core/json-value.js';
import type { SealedChange, Write } from './queued-write.js';

const methods: readonly unknown[] = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Checks what an app wants written, and copies it. Its path is spelt in the one way by which writes to the same path are
 * known.
 *
 * @throws {TypeError} naming the member that is wrong.
 */
export function checkWrite({ method, path, body, headers, precondition, subject }: Write, { baseUrl }: Client): Write {
  if (!methods.includes(method)) throw new TypeError(`"method" must be one of ${methods.join(', ')}`);
  const url =
    typeof path === 'string' && path !== '' && URL.canParse(path, baseUrl) ? new URL(path, baseUrl) : undefined;
  if (url?.origin !== baseUrl.origin) throw new TypeError(`"path" must be a URL on ${baseUrl.origin}`);
  if (
    precondition !== undefined &&
    precondition !== 'absent' &&
    !isEntityTag((precondition as Partial<typeof precondition> | null)?.etag)
  )
    throw new TypeError('"precondition" must be "absent" or have an "etag" that a header can hold');
  if (subject !== undefined && typeof subject !== 'string') throw new TypeError('"subject" must be a string');
  return {
    method,
    path: url.pathname + url.search,
    ...(headers !== undefined && { headers: copyHeaders(headers) }),
    ...(body !== undefined && { body: copyValue('body', body) }),
    ...(precondition !== undefined && {
      precondition: precondition === 'absent' ? precondition : { etag: precondition.etag },
    }),
    ...(subject !== undefined && { subject }),
  };
}

/** The headers that the outbox sets itself. */
const ownHeaders = ['idempotency-key', 'latch-person', 'if-match', 'if-none-match'];

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
