import { VerificationError } from '../webauthn/verification-error.js';

/**
 * What was found wrong with a wallet's response, or with the token of an email verification. The lists are those in the
 * contract, at `IdentityRefusal` and `EmailTokenRefusal`.
 */
export type FailureReason =
  | 'algorithm'
  | 'device_signature'
  | 'digest'
  | 'email'
  | 'encryption'
  | 'extra_claims'
  | 'issuer_signature'
  | 'issuer_untrusted'
  | 'malformed'
  | 'nonce'
  | 'origin'
  | 'protocol'
  | 'query'
  | 'stale'
  | 'validity';

/** A response does not verify. The message is a sentence for developers that quotes nothing from the response. */
export class IdentityFailure extends Error {
  override readonly name = 'IdentityFailure';

  constructor(
    readonly reason: FailureReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Refuses the response. */
export function refuse(reason: FailureReason, message: string, cause?: unknown): never {
  throw new IdentityFailure(reason, message, { cause });
}

/** Turns what the decoders say about bytes from outside into a failure of the response. */
export async function refuseMalformed<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    return refuse('malformed', error.reason, error);
  }
}
