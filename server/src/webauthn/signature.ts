import type { Bytes } from '../crypto/base64url.js';
import type { Algorithm } from './public-key.js';
import { refuse } from './verification-error.js';

/**
 * Checks that a signature has the one form its algorithm gives it, as far as the library reads other forms too: ECDSA
 * is DER, strictly. The lengths of the others are compared when the signature is.
 *
 * @throws {VerificationError} if an ECDSA signature is in another form.
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-signature-attestation-types WebAuthn, Signature Formats}
 */
export function checkSignatureForm(signature: Bytes, algorithm: Algorithm): void {
  if (algorithm === -7 && !isStrictDer(signature)) refuse('the ECDSA signature must be a DER sequence of r and s');
}

function isStrictDer(signature: Bytes): boolean {
  if (signature[0] !== 0x30 || signature[1] !== signature.length - 2) return false;
  const afterR = skipInteger(signature, 2);
  return afterR !== undefined && skipInteger(signature, afterR) === signature.length;
}

/** Returns where a positive DER integer of at most 256 bits ends, or nothing if there is none in its shortest form. */
function skipInteger(bytes: Bytes, start: number): number | undefined {
  const length = bytes[start + 1] ?? 0;
  const first = bytes[start + 2] ?? 0;
  const second = bytes[start + 3] ?? 0;
  const isPositive = first < 0x80 && !(length === 1 && first === 0);
  const isShortest = first !== 0 || second >= 0x80;
  const fits = length >= 1 && length <= (first === 0 ? 33 : 32);
  return bytes[start] === 0x02 && isPositive && isShortest && fits ? start + 2 + length : undefined;
}
