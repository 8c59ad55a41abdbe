import { translateException } from '../base/browser/exceptions.js';
import type { LatchError, LatchErrorCode } from '../base/client/errors.js';

/**
 * All other names, but for those of a failing device, mean only that nothing was confirmed: `cancelled`. So do `AbortError`, with which payment requests
 * end when the user dismisses them, and `NotAllowedError`.
 */
const codes: Readonly<Record<string, LatchErrorCode>> = {
  NotSupportedError: 'unsupported',
  SecurityError: 'unsupported',
  TypeError: 'bad_response',
  RangeError: 'bad_response',
};

/**
 * Translates what a payment request rejected with into one of our codes. `SecurityError` means that the click is too
 * long ago, or that the origin does not belong to the passkeys. In both cases the browser does not show its dialog.
 *
 * @returns Always a {@link LatchError}; names that are in no table become `cancelled`, with the original as the cause.
 * @see {@link https://www.w3.org/TR/payment-request/#show-method Payment Request, show()}
 */
export const translate = (error: unknown): LatchError => translateException(error, codes);
