import type { JWTPayload } from 'jose';
import { readClaims } from '../wallet/disclosures.js';
import { refuse, refuseMalformed } from '../wallet/identity-failure.js';
import { readHeader } from '../wallet/jwt.js';
import { checkKeyBinding, type BindingContext } from '../wallet/key-binding.js';

/** Providers name the type of a credential in any of these ways. */
const issuedTypes = ['vc+sd-jwt', 'dc+sd-jwt', 'sd-jwt'];

/** Whether the token is an SD-JWT: parts with a tilde between them. */
export function isPresentation(token: string): boolean {
  return token.includes('~');
}

/**
 * Verifies an SD-JWT that a browser presents with FedCM delegation: what the provider issued to a key of the browser,
 * and the browser's signature for this nonce and one of our origins. Returns the claims with those that the browser has
 * disclosed. `verifyIssued` verifies the provider's signature, and the issuer and times that it signed.
 *
 * @throws {IdentityFailure} with the reason, and what `verifyIssued` throws.
 * @see {@link https://github.com/w3c-fedid/delegation FedCM delegation}
 * @see {@link https://www.rfc-editor.org/rfc/rfc9901#section-7.3 RFC 9901, Verification by the Verifier}
 */
export function readPresentation(
  token: string,
  context: BindingContext,
  algorithms: readonly string[],
  verifyIssued: (jwt: string) => Promise<JWTPayload>,
): Promise<JWTPayload> {
  return refuseMalformed(async () => {
    const [issued, ...rest] = token.split('~') as [string, ...string[]];
    const binding = rest.pop();
    if (!binding) return refuse('device_signature', 'the browser has not signed');
    readHeader(issued, issuedTypes, algorithms);
    const payload = await verifyIssued(issued);
    // The provider does not learn for which site it issues. What it signed for one is another token.
    if (payload.aud !== undefined) refuse('origin', 'the provider issued it for one site');
    await checkKeyBinding(binding, token.slice(0, -binding.length), payload, context, '');
    const { claims } = await readClaims(payload, rest);
    return claims;
  });
}
