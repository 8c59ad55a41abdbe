import type { Bytes } from '../crypto/base64url.js';

/**
 * An accepted signature algorithm: ECDSA with the hash that fits its curve, as the High Assurance Interoperability
 * Profile has it.
 */
export interface Algorithm {
  jose: string;
  /** Identifiers in COSE: that of ECDSA with the hash, and that of ECDSA with hash and curve. */
  cose: readonly number[];
  curve: string;
  coseCurve: number;
  hash: string;
}

/** The accepted algorithms, the one every wallet has first. */
export const algorithms: readonly Algorithm[] = [
  { jose: 'ES256', cose: [-7, -9], curve: 'P-256', coseCurve: 1, hash: 'SHA-256' },
  { jose: 'ES384', cose: [-35, -51], curve: 'P-384', coseCurve: 2, hash: 'SHA-384' },
  { jose: 'ES512', cose: [-36, -52], curve: 'P-521', coseCurve: 3, hash: 'SHA-512' },
];

/** Tells whether `key` made `signature` (r and s, one after the other) over `data`. */
export async function isSignedBy(key: CryptoKey, { hash }: Algorithm, signature: Bytes, data: Bytes): Promise<boolean> {
  return crypto.subtle.verify({ name: 'ECDSA', hash }, key, signature, data);
}

/** The SHA-256 hash of bytes, or another of its family. */
export async function digest(data: Bytes, hash = 'SHA-256'): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest(hash, data));
}
