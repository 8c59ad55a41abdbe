import { isDeviceFailure } from '../../base/browser/device-failures.js';
import { LatchError, type LatchErrorCode } from '../../base/client/errors.js';
import { providerFailureOf, read } from './browser-shapes.js';

/** All other names are not reliable, but for those of a failing browser: `cancelled`. */
const codes = new Map<unknown, LatchErrorCode>([
  ['IdentityCredentialError', 'provider_failed'],
  ['NotSupportedError', 'unsupported'],
  ['TypeError', 'bad_response'],
  ['AbortError', 'superseded'],
  // A dismissal in Chromium.
  ['NetworkError', 'cancelled'],
]);

/**
 * Translates a rejection of `navigator.credentials.get({identity})` into one of our codes. A dialog that was dismissed,
 * a dialog that was suppressed because earlier ones were dismissed, and a provider without a signed-in user all reject
 * with `NetworkError` in Chromium, and with `NotAllowedError` in the specification. `cancelled` stands for all of them.
 *
 * @returns Always a {@link LatchError} with the original as the cause; names that are in no table become `cancelled`.
 * @see {@link https://www.w3.org/TR/fedcm/#browser-api-rp-sign-in FedCM, Sign-in}
 */
export function translate(cause: unknown): LatchError {
  const name = read(cause, 'name');
  const code = codes.get(name) ?? (isDeviceFailure(name) ? 'provider_failed' : 'cancelled');
  const { error = '', url = '' } = code === 'provider_failed' ? providerFailureOf({ cause }) : {};
  return new LatchError(code, `${String(name)}: ${String(read(cause, 'message'))} ${error} ${url}`.trim(), {
    cause,
    retryable: ['cancelled', 'superseded', 'provider_failed'].includes(code),
  });
}
