import type { Bytes } from '../crypto/base64url.js';
import type { CborValue } from '../webauthn/cbor.js';
import { digest } from './ecdsa.js';
import { encodeCbor } from './encode-cbor.js';

/**
 * What a wallet's key signs about an OpenID4VP request besides the document: where it came from, its nonce, and the key
 * that the response is encrypted to (its RFC 7638 thumbprint).
 *
 * @see {@link https://openid.net/specs/openid-4-verifiable-presentations-1_0.html#appendix-B.2.6.2 OpenID4VP, appendix
 *   B.2.6.2}
 */
export async function openid4vpTranscript(origin: string, nonce: string, thumbprint: Bytes): Promise<CborValue> {
  return [null, null, ['OpenID4VPDCAPIHandover', await digest(encodeCbor([origin, nonce, thumbprint]))]];
}

/**
 * The same for a request of ISO/IEC 18013-7, annex C. `encryptionInfo` is that of the request, in base64url: it holds
 * nonce and key.
 */
export async function mdocTranscript(origin: string, encryptionInfo: string): Promise<CborValue> {
  return [null, null, ['dcapi', await digest(encodeCbor([encryptionInfo, origin]))]];
}
