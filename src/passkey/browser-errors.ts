import { read } from '../base/attempt.js';
import { translateException } from '../base/browser/exceptions.js';
import { LatchError, type LatchErrorCode } from '../base/client/errors.js';

/**
 * Where the browser shows the passkeys that there are: at once or not at all, or beside the page. Absent for its dialog
 * and for autofill.
 */
export type UiMode = 'immediate' | 'passive' | undefined;

/** All other names are not reliable, but for those of a failing device: `cancelled`. */
const codes: Readonly<Record<string, LatchErrorCode>> = {
  SecurityError: 'invalid_rp_id',
  NotSupportedError: 'unsupported',
  ConstraintError: 'constraint',
  TypeError: 'bad_response',
  AbortError: 'superseded',
  OperationError: 'superseded',
};

/**
 * Translates what `navigator.credentials` rejected with into one of our codes. Browsers report many causes as
 * `NotAllowedError` on purpose, so that a page cannot find out which accounts exist: `cancelled` stands for all of
 * them. An abort that is not our own comes from other code on the page, which has started the browser's only request.
 *
 * @param request What the page asked for. The same exception name means different things for each.
 * @param rpId The RP ID of the options.
 * @returns Always a {@link LatchError}; names that are in no table become `cancelled`, with the original as the cause.
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-createCredential WebAuthn, Create a New Credential}
 */
export function translate(error: unknown, request?: UiMode | 'create', rpId?: string): LatchError {
  if (error instanceof LatchError) return error;
  return translateException(
    error,
    {
      ...codes,
      ...(request === 'create' && { InvalidStateError: 'already_registered' }),
      ...(request === 'immediate' && { NotAllowedError: 'no_local_passkey' }),
    },
    read(error, 'name') === 'SecurityError' ? { rpId } : {},
  );
}
