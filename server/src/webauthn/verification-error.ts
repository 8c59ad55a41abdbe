/** Says why a ceremony's response was refused. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError';

  /**
   * @param status 401 for a signature that is not the key's at sign-in, 400 for everything else.
   * @param reason A sentence for the user who integrates; it quotes nothing from the response.
   */
  constructor(
    readonly status: 400 | 401,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

/**
 * The passkey is right, but synchronized where it was bound to one device at its registration, or the other way round: it
 * was moved to another provider.
 */
export class PasskeyMoved extends VerificationError {
  constructor() {
    super(400, 'the backup-eligible flag differs from the registration');
  }
}

/** The server wants attestation, and there is none, or not of a model that it accepts. */
export class AttestationRefused extends VerificationError {
  constructor(reason: string, options?: ErrorOptions) {
    super(400, reason, options);
  }
}

/** The page that made the response is none of ours. */
export class OriginMismatch extends VerificationError {
  constructor(
    readonly page: string,
    readonly configured: readonly string[],
  ) {
    super(400, 'clientDataJSON.origin is not one of the configured origins');
  }
}

/** Refuses a response as malformed or not ours. */
export function refuse(reason: string): never {
  throw new VerificationError(400, reason);
}

/**
 * Runs a verification so that it ends in a result or a {@link VerificationError} for every response: the WebAuthn
 * library throws errors of many kinds about malformed attestation statements and signatures. The original error is kept
 * as the cause.
 */
export async function refuseOnError<Result>(verify: () => Promise<Result>): Promise<Result> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof VerificationError) throw error;
    const isOfOtherRpId = error instanceof Error && error.name === 'UnexpectedRPIDHash';
    const reason = isOfOtherRpId ? 'authenticator data was made for another RP ID' : 'the response cannot be verified';
    throw new VerificationError(400, reason, { cause: error });
  }
}
