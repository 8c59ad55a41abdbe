import { compactVerify, decodeProtectedHeader, errors, type ProtectedHeaderParameters } from 'jose';
import type { JsonObject } from '../http/json.js';
import { readBase64url } from '../webauthn/read-base64url.js';
import { algorithms } from './ecdsa.js';
import { refuse, type FailureReason } from './identity-failure.js';
import { readJsonObject } from './read-json.js';

/**
 * Checks that the parts of a token are written in the one way that base64url has for their bytes; empty ones are the
 * business of others.
 */
export function checkParts(token: string, name: string): void {
  for (const part of token.split('.')) if (part !== '') readBase64url(part, name);
}

const walletAlgorithms = algorithms.map(({ jose }) => jose);

/** Reads the header of a signed JWT of an accepted type and algorithm, before it is verified. */
export function readHeader(
  jwt: string,
  types: readonly string[],
  accepted: readonly string[] = walletAlgorithms,
): ProtectedHeaderParameters & { alg: string } {
  checkParts(jwt, 'a JWT');
  let header: ProtectedHeaderParameters;
  try {
    header = decodeProtectedHeader(jwt);
  } catch (cause) {
    return refuse('malformed', 'the header of a JWT cannot be read', cause);
  }
  if (!types.includes(header.typ as string)) refuse('malformed', 'a JWT is of another type');
  const { alg } = header;
  if (alg === undefined || !accepted.includes(alg))
    refuse('algorithm', 'a JWT is signed by an algorithm that is not accepted');
  return { ...header, alg };
}

/**
 * Verifies the signature of a compact JWT with a key that fits `alg`, and returns its payload.
 *
 * @throws {IdentityFailure} `reason` when it is not that of the key, `malformed`.
 */
export async function verifySigned(
  jwt: string,
  key: CryptoKey,
  alg: string,
  reason: FailureReason,
): Promise<JsonObject> {
  try {
    return readJsonObject((await compactVerify(jwt, key, { algorithms: [alg] })).payload, 'a JWT');
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed)
      refuse(reason, 'a signature is not that of its key', error);
    if (error instanceof errors.JOSEError) refuse('malformed', 'a JWT is malformed', error);
    throw error;
  }
}

/** The same with a key of a wallet or its issuer. @throws {IdentityFailure} also `algorithm` when the key is for another. */
export async function readSigned(jwt: string, key: CryptoKey, alg: string, reason: FailureReason): Promise<JsonObject> {
  const { jose } = algorithms.find(({ curve }) => curve === (key.algorithm as EcKeyAlgorithm).namedCurve)!;
  if (jose !== alg) refuse('algorithm', 'a JWT names another algorithm than that of its key');
  return verifySigned(jwt, key, alg, reason);
}
