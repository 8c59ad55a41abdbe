import { createPublicKey } from 'node:crypto';
import type { CborMap, CborValue } from './cbor.js';
import { isOnP256, isUsableEd25519Point } from './curve-points.js';
import { refuse } from './verification-error.js';

/** COSE identifiers: EdDSA, ES256, RS256, and ML-DSA-44, -65 and -87. */
export type Algorithm = -8 | -7 | -257 | PostQuantumAlgorithm;

type PostQuantumAlgorithm = -48 | -49 | -50;

/**
 * The names of ML-DSA, and the lengths of its keys in bytes, which never differ.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9964 RFC 9964}
 */
const postQuantum: Readonly<Record<PostQuantumAlgorithm, { name: string; key: number }>> = {
  [-48]: { name: 'ML-DSA-44', key: 1312 },
  [-49]: { name: 'ML-DSA-65', key: 1952 },
  [-50]: { name: 'ML-DSA-87', key: 2592 },
};

/** Whether this runtime verifies signatures of ML-DSA: Node from 24.7 on, with its own OpenSSL. */
export const hasPostQuantum = canImport(postQuantum[-48]) && 'supports' in SubtleCrypto;

/** The algorithms that creation options offer, in their order. ML-DSA comes last, and only where it can be verified. */
export const offeredAlgorithms: readonly Algorithm[] = [
  -8,
  -7,
  -257,
  ...(hasPostQuantum ? ([-48, -49, -50] as const) : []),
];

function canImport({ name, key }: { name: string; key: number }): boolean {
  try {
    createPublicKey({ key: { kty: 'AKP', alg: name, pub: Buffer.alloc(key).toString('base64url') }, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

/** Labels of COSE keys; −1 to −3 mean what the key type says. */
const label = { keyType: 1, algorithm: 3, curve: -1, x: -2, y: -3, modulus: -1, exponent: -2, pub: -1 } as const;

/**
 * Reads which of the offered algorithms a COSE key is for and checks that its members are exactly those of such a key.
 *
 * @throws {VerificationError} if the algorithm was not offered or the key does not fit it.
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-alg-identifier WebAuthn, Cryptographic Algorithm Identifier}
 */
export function readAlgorithm(key: CborMap): Algorithm {
  const algorithm = offeredAlgorithms.find((offered) => offered === key.get(label.algorithm));
  if (algorithm === -8)
    checkMembers(key, 4, key.get(label.keyType) === 1 && key.get(label.curve) === 6 && hasBytes(key.get(label.x), 32));
  else if (algorithm === -7)
    checkMembers(key, 5, key.get(label.keyType) === 2 && key.get(label.curve) === 1 && hasP256Coordinates(key));
  else if (algorithm === -257) checkMembers(key, 4, key.get(label.keyType) === 3 && hasRsaNumbers(key));
  else if (algorithm !== undefined)
    checkMembers(key, 3, key.get(label.keyType) === 7 && hasBytes(key.get(label.pub), postQuantum[algorithm].key));
  else refuse('the algorithm of the public key was not offered');
  return algorithm;
}

/**
 * Checks that a key of fitting members is one that only its owner can sign for: a point on its curve, of full order,
 * or an RSA key of 2,048 to 4,096 bits with an odd exponent above 1. Of ML-DSA, every key of the right length is one.
 *
 * @throws {VerificationError} if it is not.
 */
export function checkKeyStrength(key: CborMap, algorithm: Algorithm): void {
  const x = key.get(label.x) as Uint8Array;
  if (algorithm === -8 && !isUsableEd25519Point(x)) refuse('the public key is not a usable point of Ed25519');
  if (algorithm === -7 && !isOnP256(x, key.get(label.y) as Uint8Array))
    refuse('the public key is not a point on P-256');
  if (algorithm === -257) checkRsaNumbers(key.get(label.modulus) as Uint8Array, key.get(label.exponent) as Uint8Array);
}

function checkMembers(key: CborMap, size: number, fit: boolean): void {
  if (!fit || key.size !== size) refuse('the public key does not fit its algorithm');
}

function hasBytes(value: CborValue | undefined, length: number): boolean {
  return value instanceof Uint8Array && value.length === length;
}

function hasP256Coordinates(key: CborMap): boolean {
  return hasBytes(key.get(label.x), 32) && hasBytes(key.get(label.y), 32);
}

function hasRsaNumbers(key: CborMap): boolean {
  return key.get(label.modulus) instanceof Uint8Array && key.get(label.exponent) instanceof Uint8Array;
}

function checkRsaNumbers(modulus: Uint8Array, exponent: Uint8Array): void {
  if (!isPositiveOdd(modulus) || modulus.length < 256 || modulus.length > 512 || countBits(modulus) < 2048) {
    refuse('an RSA public key must have 2048 to 4096 bits');
  }
  if (!isPositiveOdd(exponent) || exponent.length > 4 || (exponent.length === 1 && exponent[0] === 1)) {
    refuse('an RSA public exponent must be odd, above 1 and below 2^32');
  }
}

/** RFC 8230 wants the shortest form, so the first byte is not zero. */
function isPositiveOdd(number: Uint8Array): boolean {
  return number[0] !== undefined && number[0] !== 0 && ((number.at(-1) ?? 0) & 1) === 1;
}

function countBits(number: Uint8Array): number {
  return (number.length - 1) * 8 + (32 - Math.clz32(number[0] ?? 0));
}
