import { translateException } from '../base/browser/exceptions.js';
import type { LatchError, LatchErrorCode } from '../base/client/errors.js';

/**
 * All other names, but for those of a failing device, mean only that nothing was shared: `cancelled`. So do `NotAllowedError` and, in WebKit,
 * `OperationError`.
 */
const codes: Readonly<Record<string, LatchErrorCode>> = {
  NotSupportedError: 'unsupported',
  TypeError: 'bad_response',
  AbortError: 'superseded',
};

/**
 * Translates what the browser rejected a request to wallets with into one of our codes. A page cannot distinguish a
 * user who declined, has no such credential, or has no wallet.
 *
 * @returns Always a {@link LatchError}; names that are in no table become `cancelled`, with the original as the cause.
 * @see {@link https://www.w3.org/TR/digital-credentials/ Digital Credentials}
 */
export const translate = (error: unknown): LatchError => translateException(error, codes);
