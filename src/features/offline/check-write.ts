import type { Client } from '../../core/client.js';
import type { Write } from './queued-write.js';

const methods: readonly unknown[] = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Checks what an app wants written, and copies it. Its path is spelt in the one way by which writes to the same path are
 * known.
 *
 * @throws {TypeError} naming the member that is wrong.
 */
export function checkWrite({ method, path, body, precondition, subject }: Write, { baseUrl }: Client): Write {
  if (!methods.includes(method)) throw new TypeError(`"method" must be one of ${methods.join(', ')}`);
  const url =
    typeof path === 'string' && path !== '' && URL.canParse(path, baseUrl) ? new URL(path, baseUrl) : undefined;
  if (url?.origin !== baseUrl.origin) throw new TypeError(`"path" must be an address on ${baseUrl.origin}`);
  const copy = copyJson(body);
  if (body !== undefined && copy === undefined) throw new TypeError('"body" must be something that JSON can say');
  if (
    precondition !== undefined &&
    precondition !== 'absent' &&
    !isEntityTag((precondition as Partial<typeof precondition> | null)?.etag)
  )
    throw new TypeError('"precondition" must be "absent" or have an "etag" that a header can hold');
  if (subject !== undefined && typeof subject !== 'string') throw new TypeError('"subject" must be a text');
  return {
    method,
    path: url.pathname + url.search,
    ...(body !== undefined && { body: copy }),
    ...(precondition !== undefined && { precondition }),
    ...(subject !== undefined && { subject }),
  };
}

/** What is sent of it; undefined if JSON cannot say it. */
function copyJson(body: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(body)) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether a header can hold it. One that cannot would fail each time it is sent, as if there were no connection. */
const isEntityTag = (etag: unknown): boolean => typeof etag === 'string' && /^[\x20-\x7e\xa0-\xff]+$/.test(etag);
