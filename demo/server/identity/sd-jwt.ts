import type { X509Certificate } from '@peculiar/x509';
import { encodeBase64url } from '../bytes.js';
import { trustChain } from './certificates.js';
import { hashOf, readClaims, type DisclosedClaims } from './disclosures.js';
import { algorithms, digest } from './ecdsa.js';
import { refuse } from './identity-failure.js';
import { readHeader, readSigned } from './jwt.js';
import { leeway } from './mdoc.js';

/** What SD-JWT VCs are checked against. */
export interface SdJwtContext {
  roots: readonly X509Certificate[];
  /** Origins that the response may come from. */
  origins: readonly string[];
  nonce: string;
  /** When the request was made, epoch milliseconds. */
  requestedAt: number;
  now: number;
}

type JsonObject = Record<string, unknown>;

const issuerTypes = ['dc+sd-jwt', 'vc+sd-jwt'];

/** Reads the certificates of the issuer, base64 each. */
function readChain(x5c: unknown): Uint8Array<ArrayBuffer>[] {
  if (!Array.isArray(x5c) || !x5c.every((item) => typeof item === 'string' && /^[A-Za-z0-9+/]+={0,2}$/.test(item))) refuse('issuer_untrusted', 'the issuer comes without certificates');
  return x5c.map((item: string) => new Uint8Array(Buffer.from(item, 'base64')));
}

/** Reads a time in seconds, and returns it in milliseconds. */
function readTime(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value * 1000 : refuse('malformed', 'a time is no number');
}

function checkValidity({ iat, nbf, exp }: JsonObject, now: number): void {
  const begins = Math.max(readTime(iat) ?? 0, readTime(nbf) ?? 0);
  if (begins > now + leeway) refuse('validity', 'the credential is not valid yet');
  if ((readTime(exp) ?? now) < now - leeway) refuse('validity', 'the credential is not valid any more');
}

/** Imports the public key that the issuer bound the credential to. */
async function readHolderKey(confirmation: unknown): Promise<CryptoKey> {
  const { kty, crv, x, y, d } = ((confirmation as JsonObject | undefined)?.['jwk'] ?? {}) as JsonObject;
  if (kty !== 'EC' || d !== undefined || !algorithms.some(({ curve }) => curve === crv)) refuse('algorithm', 'the credential is bound to no key of an accepted kind');
  try {
    return await crypto.subtle.importKey('jwk', { kty, crv, x, y } as JsonWebKey, { name: 'ECDSA', namedCurve: crv as string }, false, ['verify']);
  } catch (cause) {
    return refuse('malformed', 'the key of the wallet is not a point on its curve', cause);
  }
}

/** Checks what the wallet signed: for this request, from one of our pages, just now, and over exactly what it disclosed. */
async function checkKeyBinding(jwt: string, presented: string, payload: JsonObject, { nonce, origins, requestedAt, now }: SdJwtContext): Promise<void> {
  const key = await readHolderKey(payload['cnf']);
  const { alg } = readHeader(jwt, ['kb+jwt']);
  const binding = await readSigned(jwt, key, alg, 'device_signature');
  if (binding['nonce'] !== nonce) refuse('nonce', 'the wallet signed another nonce');
  if (!origins.some((origin) => binding['aud'] === `origin:${origin}`)) refuse('origin', 'the wallet answered another origin');
  const signedAt = readTime(binding['iat']) ?? refuse('malformed', 'the wallet does not say when it signed');
  if (signedAt < requestedAt - leeway || signedAt > now + leeway) refuse('stale', 'the wallet signed too long ago, or in the future');
  const expected = encodeBase64url(await digest(new TextEncoder().encode(presented), hashOf(payload)));
  if (binding['sd_hash'] !== expected) refuse('device_signature', 'the wallet signed another presentation');
}

/**
 * Verifies an SD-JWT VC with its key binding: issuer, validity, disclosures, and the signature of the wallet. Its status is not looked up.
 *
 * @throws {IdentityFailure} with the reason.
 * @see {@link https://www.rfc-editor.org/rfc/rfc9901#section-7.3 RFC 9901, Verification by the Verifier}
 */
export async function verifySdJwt(presentation: string, context: SdJwtContext): Promise<DisclosedClaims & { type: string }> {
  const [issuerJwt, ...rest] = presentation.split('~') as [string, ...string[]];
  const bindingJwt = rest.pop();
  if (!bindingJwt) refuse('device_signature', 'the wallet has not signed');

  const header = readHeader(issuerJwt, issuerTypes);
  const issuer = await trustChain(readChain(header.x5c), context.roots, context.now);
  const payload = await readSigned(issuerJwt, issuer.key, header.alg, 'issuer_signature');
  checkValidity(payload, context.now);
  const read = await readClaims(payload, rest);
  await checkKeyBinding(bindingJwt, presentation.slice(0, -bindingJwt.length), payload, context);
  const type = payload['vct'];
  return typeof type === 'string' ? { ...read, type } : refuse('malformed', 'the credential has no type');
}
