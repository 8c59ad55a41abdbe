import { encodeBase64url } from '../crypto/base64url.js';
import type { JsonObject } from '../http/json.js';
import { leeway, readSeconds } from './clock-leeway.js';
import { hashOf } from './disclosures.js';
import { algorithms, digest } from './ecdsa.js';
import { refuse } from './identity-failure.js';
import { readHeader, readSigned } from './jwt.js';
import { isObject } from './read-json.js';

/** What the proof of a wallet is checked against. */
export interface BindingContext {
  /** Origins that the response may come from. */
  origins: readonly string[];
  nonce: string;
  /** When the request was made, epoch milliseconds. */
  requestedAt: number;
  now: number;
}

/** Imports the public key that the issuer bound the credential to. */
async function readHolderKey(confirmation: unknown): Promise<CryptoKey> {
  const jwk = isObject(confirmation) ? confirmation['jwk'] : undefined;
  const { kty, crv, x, y, d } = isObject(jwk) ? jwk : ({} as JsonObject);
  if (kty !== 'EC' || d !== undefined || !algorithms.some(({ curve }) => curve === crv))
    refuse('algorithm', 'the credential is bound to no key of an accepted kind');
  try {
    return await crypto.subtle.importKey(
      'jwk',
      { kty, crv, x, y } as JsonWebKey,
      { name: 'ECDSA', namedCurve: crv as string },
      false,
      ['verify'],
    );
  } catch (cause) {
    return refuse('malformed', 'the key of the holder is not a point on its curve', cause);
  }
}

/**
 * Checks what the wallet signed: for this request, from one of our pages, just now, and over exactly what it disclosed.
 * `presented` is all that stands before the key binding, `payload` what the issuer signed. `audiencePrefix` is what
 * stands before the origin in `aud`.
 *
 * @throws {IdentityFailure} `device_signature`, `nonce`, `origin`, `stale`, `algorithm`, `malformed`.
 * @see {@link https://www.rfc-editor.org/rfc/rfc9901#section-7.3 RFC 9901, Verification by the Verifier}
 */
export async function checkKeyBinding(
  jwt: string,
  presented: string,
  payload: JsonObject,
  { nonce, origins, requestedAt, now }: BindingContext,
  audiencePrefix = 'origin:',
): Promise<void> {
  const key = await readHolderKey(payload['cnf']);
  const { alg } = readHeader(jwt, ['kb+jwt']);
  const binding = await readSigned(jwt, key, alg, 'device_signature');
  if (binding['nonce'] !== nonce) refuse('nonce', 'the holder signed another nonce');
  if (!origins.some((origin) => binding['aud'] === audiencePrefix + origin))
    refuse('origin', 'the holder answered another origin');
  const signedAt = readSeconds(binding['iat']) ?? refuse('malformed', 'the holder does not say when it signed');
  if (signedAt < requestedAt - leeway || signedAt > now + leeway)
    refuse('stale', 'the holder signed too long ago, or in the future');
  const expected = encodeBase64url(await digest(new TextEncoder().encode(presented), hashOf(payload)));
  if (binding['sd_hash'] !== expected) refuse('device_signature', 'the holder signed another presentation');
}
