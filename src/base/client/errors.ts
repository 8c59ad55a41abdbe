import type { ErrorCode } from '../contract/types.js';

/**
 * Everything that can end a Latchkey operation, as one closed list. Codes are the stable part of an error: messages may
 * change, codes do not.
 */
export type LatchErrorCode =
  /** Dismissed, timed out or nothing to offer; browsers hide which of the three it was. */
  | 'cancelled'
  /** A later ceremony on the page took this one's place, or the user has signed out in the page. */
  | 'superseded'
  /** The caller's signal was aborted, or the page or the element was removed. */
  | 'aborted'
  /** The browser or the backend does not support the request. */
  | 'unsupported'
  /** Immediate mode found nothing on this device. */
  | 'no_local_passkey'
  /** The authenticator holds a passkey for this account already. */
  | 'already_registered'
  /** The page may not use the RP ID that the backend sent. */
  | 'invalid_rp_id'
  /** The page was not loaded over https or from localhost. */
  | 'insecure_context'
  /** No authenticator can meet what the options demand. */
  | 'constraint'
  /** The device, its password manager or its wallet failed; the user declined nothing. */
  | 'device_failed'
  /** The backend does not know the passkey that was used. */
  | 'unknown_credential'
  /** Another device or provider holds the passkey than at its creation, as the backend says; it signs in no more. */
  | 'passkey_moved'
  /** The challenge was used, too old or issued for something else. */
  | 'challenge_expired'
  /** The passkey belongs to another account. */
  | 'wrong_account'
  /** The backend has no resource with that id (any more). */
  | 'not_found'
  /** The backend refused the request; `status` is the HTTP status. */
  | 'rejected'
  /** The request needs a signed-in user, and no user is signed in. */
  | 'unauthenticated'
  /** The session is too old for this; the user must authenticate again. */
  | 'step_up_required'
  /** The browser did not open the window of a sign-in. */
  | 'popup_blocked'
  /** The window of a sign-in was closed before it ended. */
  | 'popup_closed'
  /** The identity provider refused, or sent an invalid response. */
  | 'provider_failed'
  /** Too many failures; the backend asks to wait. */
  | 'rate_limited'
  /** No response in time. */
  | 'timed_out'
  /** The backend could not be reached. */
  | 'network'
  /** The backend's response violates the contract. */
  | 'bad_response'
  /** The browser or the passkey gave no secret to derive keys from. */
  | 'no_prf'
  /** The vault is locked; it has to be unlocked first. */
  | 'vault_locked'
  /** There is no vault on this device. */
  | 'vault_empty'
  /** What is stored was changed, moved or rolled back by something other than the vault. */
  | 'vault_damaged'
  /** This passkey or code does not open the vault. */
  | 'vault_wrong_key'
  /** The vault was written in a format that this version does not know. */
  | 'vault_unsupported'
  /** The origin has no storage space left. */
  | 'storage_full'
  /** The browser stores no data, or has deleted it. */
  | 'storage_lost';

/** Names one passkey that the backend does not have. */
export interface UnknownCredential {
  readonly rpId: string;
  /** As base64url. */
  readonly credentialId: string;
}

/** Why a provider gave no token, in its own words. Not every provider says something. */
export interface ProviderFailure {
  /** An error code of OAuth, such as `access_denied`. */
  readonly error?: string;
  /** A page of the provider that says more. */
  readonly url?: string;
}

/** What accompanies a {@link LatchError} besides its code and message. */
export interface LatchErrorDetails {
  /** What the platform or the backend gave as the reason, untouched. */
  cause?: unknown;
  /** The name of the browser's exception. */
  exception?: string | undefined;
  /** Whether the same call may succeed later without anything being changed. Defaults to false. */
  retryable?: boolean;
  /** How long the backend asks to wait before the next try, in milliseconds. */
  retryAfter?: number | undefined;
  /** The HTTP status of the backend's response. */
  status?: number | undefined;
  /** The backend's word for its refusal, such as `taken` or `last_way_in`. */
  reason?: ErrorCode | (string & {}) | undefined;
  /** What the provider says. */
  provider?: ProviderFailure | undefined;
  /** The passkey that the backend does not know. */
  credential?: UnknownCredential | undefined;
  /** The RP ID that the page may not use. */
  rpId?: string | undefined;
  /** The ways in which the user can authenticate again. */
  methods?: readonly string[] | undefined;
}

/** The error class of Latchkey. Act on `code`; `message` is for the console, never for users. */
export class LatchError extends Error {
  override readonly name = 'LatchError';
  readonly code: LatchErrorCode;
  readonly retryable: boolean;
  /** Milliseconds to wait before trying again, when the backend said so. */
  readonly retryAfter: number | undefined;
  /** The HTTP status, when a response of the backend is the reason; 0 for a redirect. */
  readonly status: number | undefined;
  /** The backend's word for its refusal, such as `taken` or `last_way_in`; the contract lists them. */
  readonly reason: ErrorCode | (string & {}) | undefined;
  /** The name of the browser's exception, such as `NotAllowedError`, when one is the reason; for the console and logs. */
  readonly exception: string | undefined;
  /** With `provider_failed` of FedCM: what the provider said. */
  readonly provider: ProviderFailure | undefined;
  /** With `unknown_credential`: the passkey, as the backend names it. */
  readonly credential: UnknownCredential | undefined;
  /** With `invalid_rp_id`: the RP ID that the backend sent. At its own address, passkeys work. */
  readonly rpId: string | undefined;
  /** With `step_up_required`: the ways in which the user can authenticate again. */
  readonly methods: readonly string[] | undefined;

  constructor(code: LatchErrorCode, message: string, details: LatchErrorDetails = {}) {
    super(message, details);
    this.code = code;
    this.retryable = !!details.retryable;
    this.retryAfter = details.retryAfter;
    this.status = details.status;
    this.reason = details.reason;
    this.exception = details.exception;
    this.provider = details.provider;
    this.credential = details.credential;
    this.rpId = details.rpId;
    this.methods = details.methods;
  }
}

/**
 * Runs `work` and waits for it until `signal` aborts.
 *
 * @throws {LatchError} {@link abortError} of the signal; what was begun is left to itself.
 */
export function unlessAborted<Value>(signal: AbortSignal | undefined, work: () => Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(abortError(signal!));
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort);
    work()
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener('abort', abort));
  });
}

/**
 * The error for an aborted signal: its reason if that is a {@link LatchError}, else `aborted` with the reason as the
 * cause.
 */
export function abortError(signal: AbortSignal): LatchError {
  const reason: unknown = signal.reason;
  if (reason instanceof LatchError) return reason;
  // Another copy of the package on the page has a class of its own.
  if (reason instanceof Error && reason.name === 'LatchError') {
    const { code, message, ...details } = reason as LatchError;
    return new LatchError(code, message, { ...details, cause: reason });
  }
  return new LatchError('aborted', 'Aborted.', { cause: reason });
}
