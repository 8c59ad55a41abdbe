/** What was found wrong with a wallet's response. The list is the one in the contract, at `IdentityRefusal`. */
export type FailureReason =
  | 'algorithm'
  | 'device_signature'
  | 'digest'
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
