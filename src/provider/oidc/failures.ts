import { LatchError, type LatchErrorCode } from '../../base/client/errors.js';

/** The error codes for the backend’s own reasons for a failed flow. */
const codes: Record<string, LatchErrorCode | undefined> = {
  cancelled: 'cancelled',
  access_denied: 'cancelled',
  expired: 'timed_out',
  wrong_account: 'wrong_account',
  identity_taken: 'rejected',
  session_failed: 'bad_response',
  unavailable: 'bad_response',
};

/**
 * The error for the reason that the callback page gives. Words that are not the backend's are the provider's, which
 * broke the flow off.
 */
export function failureFor(reason: string): LatchError {
  return new LatchError((Object.hasOwn(codes, reason) && codes[reason]) || 'provider_failed', 'The sign-in failed.', {
    cause: reason,
  });
}
