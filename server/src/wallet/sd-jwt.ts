import type { X509Certificate } from '@peculiar/x509';
import type { JsonObject } from '../http/json.js';
import { trustChain } from './certificates.js';
import { leeway, readSeconds } from './clock-leeway.js';
import { readClaims, type DisclosedClaims } from './disclosures.js';
import { refuse } from './identity-failure.js';
import { readHeader, readSigned } from './jwt.js';
import { checkKeyBinding, type BindingContext } from './key-binding.js';

/** What SD-JWT VCs are checked against. */
export interface SdJwtContext extends BindingContext {
  roots: readonly X509Certificate[];
}

const issuerTypes = ['dc+sd-jwt', 'vc+sd-jwt'];

/** Reads the certificates of the issuer, base64 each. */
function readChain(x5c: unknown): Uint8Array<ArrayBuffer>[] {
  if (!Array.isArray(x5c) || !x5c.every((item) => typeof item === 'string' && /^[A-Za-z0-9+/]+={0,2}$/.test(item)))
    refuse('issuer_untrusted', 'the issuer comes without certificates');
  return x5c.map((item: string) => new Uint8Array(Buffer.from(item, 'base64')));
}

/** Reads a time that may be missing. */
function readTime(value: unknown, otherwise: number): number {
  return value === undefined
    ? otherwise
    : (readSeconds(value) ?? refuse('malformed', 'a time of the credential is not a number'));
}

function checkValidity({ iat, nbf, exp }: JsonObject, now: number): void {
  if (Math.max(readTime(iat, now), readTime(nbf, now)) > now + leeway)
    refuse('validity', 'the credential is not valid yet');
  if (readTime(exp, now) < now - leeway) refuse('validity', 'the credential has expired');
}

/**
 * Verifies an SD-JWT VC with its key binding: issuer, validity, disclosures, and the signature of the wallet. Its
 * status is not looked up.
 *
 * @throws {IdentityFailure} with the reason.
 * @see {@link https://www.rfc-editor.org/rfc/rfc9901#section-7.3 RFC 9901, Verification by the Verifier}
 */
export async function verifySdJwt(
  presentation: string,
  context: SdJwtContext,
): Promise<DisclosedClaims & { type: string }> {
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
