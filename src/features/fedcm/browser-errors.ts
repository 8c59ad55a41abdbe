import { LatchError, type LatchErrorCode } from '../../core/errors.js';
import { providerFailureOf, read } from './browser-shapes.js';

/** Names that are not here say nothing that could be relied on: `cancelled`. */
const codes = new Map<unknown, LatchErrorCode>([
  ['IdentityCredentialError', 'provider_failed'],
  ['NotSupportedError', 'unsupported'],
  ['TypeError', 'bad_response'],
  ['AbortError', 'superseded'],
]);

/**
 * Translates what `navigator.credentials.get({identity})` rejected with into one of our codes. A dialog that was
 * dismissed, one that is not shown because others were dismissed before, and a provider where
 * nobody is signed in are one and the same `NetworkError` in Chromium, and `NotAllowedError` in the specification:
 * `cancelled` says no more than that.
 *
 * @returns Always a {@link LatchError} with the original as the cause; names that are in no table become `cancelled`.
 * @see {@link https://www.w3.org/TR/fedcm/#browser-api-rp-sign-in FedCM, Sign-in}
 */
export function translate(cause: unknown): LatchError {
  const name = read(cause, 'name');
  const code = codes.get(name) ?? 'cancelled';
  const { error = '', url = '' } = code === 'provider_failed' ? providerFailureOf({ cause }) : {};
  return new LatchError(code, `${String(name)}: ${String(read(cause, 'message'))} ${error} ${url}`.trim(), {
    cause,
    retryable: ['cancelled', 'superseded', 'provider_failed'].includes(code),
  });
}
