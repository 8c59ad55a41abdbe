import { LatchError, type LatchErrorCode } from '../../core/errors.js';

/**
 * Names that are not here say no more than that nothing was confirmed: `cancelled`. So do `AbortError`, with which
 * payment requests end when a person dismisses them, and `NotAllowedError`.
 */
const codes = new Map<string, LatchErrorCode>([
  ['NotSupportedError', 'unsupported'],
  ['SecurityError', 'unsupported'],
  ['TypeError', 'bad_response'],
  ['RangeError', 'bad_response'],
]);

/**
 * Translates what a payment request rejected with into one of our codes. `SecurityError` says that the click is too
 * long ago, or the address not that of the passkeys: either way the browser does not show
 * its dialog.
 *
 * @returns Always a {@link LatchError}; names that are in no table become `cancelled`, with the original as the cause.
 * @see {@link https://www.w3.org/TR/payment-request/#show-method Payment Request, show()}
 */
export function translate(error: unknown): LatchError {
  // Anything may have been thrown, also by another window.
  const { name, message }: Partial<Error> = error ?? {};
  const code = codes.get(name!) ?? 'cancelled';
  return new LatchError(code, `${name}: ${message}`, { cause: error, retryable: code === 'cancelled' });
}
