import { joinBytes, type Bytes } from './bytes.js';

const p256Order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * Turns the 64 bytes r ‖ s that Web Crypto makes with P-256 into the DER sequence that WebAuthn wants.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-signature-attestation-types WebAuthn, Signature Formats}
 */
export function encodeEcdsaSignature(raw: Bytes): Bytes {
  const body = joinBytes(encodeDerInteger(raw.subarray(0, 32)), encodeDerInteger(raw.subarray(32)));
  return joinBytes(Uint8Array.of(0x30, body.length), body);
}

/** Turns a DER signature of P-256 back into the 64 bytes r ‖ s. */
export function decodeEcdsaSignature(der: Bytes): Bytes {
  const rLength = der[3] ?? 0;
  const r = der.subarray(4, 4 + rLength);
  const s = der.subarray(6 + rLength);
  return joinBytes(fitTo32Bytes(r), fitTo32Bytes(s));
}

/** Replaces s by n − s: another signature that verifies over the same data, which anyone can make without the key. */
export function malleateEcdsaSignature(der: Bytes): Bytes {
  const raw = decodeEcdsaSignature(der);
  const s = [...raw.subarray(32)].reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
  const other = (p256Order - s).toString(16).padStart(64, '0');
  raw.set(
    Uint8Array.from(other.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
    32,
  );
  return encodeEcdsaSignature(raw);
}

function encodeDerInteger(bytes: Uint8Array): Bytes {
  const firstNonZero = bytes.findIndex((byte) => byte !== 0);
  const digits = bytes.subarray(firstNonZero === -1 ? bytes.length - 1 : firstNonZero);
  // A leading one bit would read as a minus sign.
  const sign = (digits[0] ?? 0) >= 0x80 ? Uint8Array.of(0) : new Uint8Array();
  return joinBytes(Uint8Array.of(0x02, sign.length + digits.length), sign, digits);
}

function fitTo32Bytes(integer: Uint8Array): Bytes {
  const digits = integer.subarray(Math.max(0, integer.length - 32));
  return joinBytes(new Uint8Array(32 - digits.length), digits);
}
