import type { ContentfulStatusCode } from 'hono/utils/http-status';

/**
 * The error codes this server sends: those of the contract, at `ErrorAnswer`, and those of the demo app's own notes.
 */
export type RefusalCode =
  | 'already_registered'
  | 'attestation_refused'
  | 'bad_request'
  | 'challenge_expired'
  | 'common_password'
  | 'counter_not_increased'
  | 'csrf'
  | 'declined'
  | 'expired'
  | 'last_way_in'
  | 'method_not_allowed'
  | 'no_passkey'
  | 'no_second_factor'
  | 'not_found'
  | 'passkey_moved'
  | 'payment_mismatch'
  | 'proof_required'
  | 'provider_failed'
  | 'provider_required'
  | 'rate_limited'
  | 'redeemed'
  | 'rejected'
  | 'second_factor_required'
  | 'second_factor_unreadable'
  | 'server_error'
  | 'session_bound'
  | 'session_ended'
  | 'session_failed'
  | 'step_up_required'
  | 'taken'
  | 'too_large'
  | 'too_many_passkeys'
  | 'unauthenticated'
  | 'unavailable'
  | 'unknown_credential'
  | 'unknown_provider'
  | 'unsupported'
  | 'verification_failed'
  | 'wrong_account'
  | 'wrong_user_handle'
  | 'conflict'
  | 'key_reused'
  | 'precondition_required'
  | 'too_many_notes';

/** The origin of a page that is not ours, and those that are: a mistake in `ORIGIN`, or an attack. */
export interface ForeignOrigin {
  readonly page: string;
  readonly configured: readonly string[];
}

/** What a refusal may carry besides its code: a sentence for developers, further members of the body, and headers. */
export interface RefusalDetails {
  /** What the log says of it besides; it is not sent. */
  foreignOrigin?: ForeignOrigin;
  message?: string;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** Thrown anywhere while a request is served; becomes the JSON answer `{error: code, …}` with `status`. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: ContentfulStatusCode,
    readonly code: RefusalCode,
    readonly details: RefusalDetails = {},
  ) {
    super(details.message ?? code);
  }
}

/** Refuses what the server does not have, or not as it is configured. */
export function refuseMissing(): never {
  throw new Refusal(404, 'unsupported');
}
