import { importJWK, type CryptoKey } from 'jose';
import { refuse } from '../wallet/identity-failure.js';
import { isObject } from '../wallet/read-json.js';

/** What issuers and browsers sign with: Ed25519 under its two names, ECDSA with P-256, RSA. */
export const algorithms = ['EdDSA', 'Ed25519', 'ES256', 'RS256'] as const;

/** A larger key makes each verification slower, and has no more use. */
const longestRsaKey = 4096;

/** The members of a public key, by its kind. */
const keyMembers = new Map<unknown, readonly string[]>([
  ['OKP', ['kty', 'crv', 'x']],
  ['EC', ['kty', 'crv', 'x', 'y']],
  ['RSA', ['kty', 'n', 'e']],
]);

/** Imports a public key for signatures of `alg`. @throws {IdentityFailure} `algorithm` for any other key. */
export async function importPublicKey(jwk: unknown, alg: string): Promise<CryptoKey> {
  const members = isObject(jwk) ? keyMembers.get(jwk['kty']) : undefined;
  if (!isObject(jwk) || !members || Object.hasOwn(jwk, 'd'))
    return refuse('algorithm', 'a key is not a public one of an accepted kind');
  let key: CryptoKey;
  try {
    key = (await importJWK(Object.fromEntries(members.map((name) => [name, jwk[name]])), alg)) as CryptoKey;
  } catch (cause) {
    return refuse('algorithm', 'a key does not fit the algorithm', cause);
  }
  const { modulusLength = 2048 } = key.algorithm as { modulusLength?: number };
  if (modulusLength < 2048 || modulusLength > longestRsaKey)
    refuse('algorithm', 'an RSA key must have 2048 to 4096 bits');
  return key;
}
