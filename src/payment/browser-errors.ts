import { isDeviceFailure } from '../base/browser/device-failures.js';
import { LatchError, type LatchErrorCode } from '../base/client/errors.js';

/**
 * All other names, but for those of a failing device, mean only that nothing was confirmed: `cancelled`. So do `AbortError`, with which payment requests
 * end when the user dismisses them, and `NotAllowedError`.
 */
const codes = new Map<string, LatchErrorCode>([
  ['NotSupportedError', 'unsupported'],
  ['SecurityError', 'unsupported'],
  ['TypeError', 'bad_response'],
  ['RangeError', 'bad_response'],
]);

/**
 * Translates what a payment request rejected with into one of our codes. `SecurityError` means that the click is too
 * long ago, or that the origin does not belong to the passkeys. In both cases the browser does not show its dialog.
 *
 * @returns Always a {@link LatchError}; names that are in no table become `cancelled`, with the original as the cause.
 * @see {@link https://www.w3.org/TR/payment-request/#show-method Payment Request, show()}
 */
export function translate(error: unknown): LatchError {
  // Anything may have been thrown, also by another window.
  const { name, message }: Partial<Error> = error ?? {};
  const code = codes.get(name!) ?? (isDeviceFailure(name) ? 'device_failed' : 'cancelled');
  return new LatchError(code, `${name}: ${message}`, {
    cause: error,
    retryable: ['cancelled', 'device_failed'].includes(code),
  });
}
