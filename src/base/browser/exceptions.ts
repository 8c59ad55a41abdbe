import { read } from '../attempt.js';
import { LatchError, type LatchErrorCode, type LatchErrorDetails } from '../client/errors.js';

/** Names of exceptions with which a device, its password manager or its wallet fails; no user has declined anything. */
const deviceFailures: readonly unknown[] = [
  'NotReadableError',
  'UnknownError',
  'DataError',
  'NetworkError',
  'EncodingError',
  'TimeoutError',
];

interface Translation extends LatchErrorDetails {
  /** The code for a failing device; it may succeed later. Defaults to `device_failed`. */
  failed?: LatchErrorCode;
  /** What the message should say besides. */
  more?: string;
}

/**
 * Turns what the browser rejected a request with into one of our codes: by the name of the exception, else `cancelled`.
 *
 * @param thrown Anything: a page may have replaced the method, or another window has thrown it.
 * @param codes What the names mean for this request.
 * @returns An error with the name as its `exception` and the original as its `cause`.
 */
export function translateException(
  thrown: unknown,
  codes: Readonly<Record<string, LatchErrorCode>>,
  { failed = 'device_failed', more = '', ...details }: Translation = {},
): LatchError {
  const [name, message] = [read(thrown, 'name'), read(thrown, 'message')].map((text) =>
    typeof text === 'string' ? text : undefined,
  );
  const known = name !== undefined && Object.hasOwn(codes, name) ? codes[name] : undefined;
  const code = known ?? (deviceFailures.includes(name) ? failed : 'cancelled');
  return new LatchError(code, `${name}: ${message} ${more}`.trim(), {
    ...details,
    cause: thrown,
    exception: name,
    retryable: ['cancelled', 'superseded', failed].includes(code),
  });
}
