import type { CoseKey } from '../algorithms.js';
import { decodeBase64url, joinBytes, randomBytes } from '../bytes.js';
import { encodeCbor, encodeEntries, type CborValue } from '../cbor.js';
import { listFaults } from './fault.js';

function coseKey(...entries: Array<[number, CborValue]>): CoseKey {
  return new Map(entries);
}

/** A new point of `namedCurve` as a key of `algorithm` on `curve`, by their COSE numbers, with its y after `change`. */
async function curveKey(
  namedCurve: 'P-256' | 'P-384',
  algorithm: number,
  curve: number,
  change: (y: Uint8Array) => CborValue = (y) => y,
): Promise<CoseKey> {
  const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve }, true, ['sign', 'verify']);
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  const size = (raw.length - 1) / 2;
  return coseKey([1, 2], [3, algorithm], [-1, curve], [-2, raw.slice(1, 1 + size)], [-3, change(raw.slice(1 + size))]);
}

async function generateModulus(modulusLength: number): Promise<Uint8Array> {
  const { publicKey } = await crypto.subtle.generateKey(
    { name: 'RSASSA-PKCS1-v1_5', modulusLength, publicExponent: Uint8Array.of(1, 0, 1), hash: 'SHA-256' },
    true,
    ['sign', 'verify'],
  );
  return decodeBase64url((await crypto.subtle.exportKey('jwk', publicKey)).n ?? '', 'n');
}

/** Faults of the COSE public key in a registration. */
export const publicKeyFaults = listFaults(['create'], {
  'algorithm-not-offered': {
    what: 'registers an ES384 key, which was not offered',
    change: { publicKey: () => curveKey('P-384', -35, 2) },
  },
  'key-type-does-not-fit': {
    what: 'registers an Ed25519 key as ES256',
    change: { publicKey: () => coseKey([1, 1], [3, -7], [-1, 6], [-2, randomBytes(32)]) },
  },
  'p256-key-as-eddsa': {
    what: 'registers a P-256 key as EdDSA',
    change: { publicKey: () => curveKey('P-256', -8, 1) },
  },
  'p384-key-as-es256': {
    what: 'registers a P-384 key as ES256',
    change: { publicKey: () => curveKey('P-384', -7, 2) },
  },
  'point-off-the-curve': {
    what: 'registers a point that is not on P-256',
    change: { publicKey: () => curveKey('P-256', -7, 1, (y) => Uint8Array.of(...y.subarray(0, 31), (y[31] ?? 0) ^ 1)) },
  },
  'short-point': {
    what: 'registers a P-256 point with a coordinate of 31 bytes',
    change: { publicKey: () => curveKey('P-256', -7, 1, (y) => y.subarray(1)) },
  },
  'compressed-point': {
    what: 'registers a compressed P-256 point',
    change: { publicKey: () => curveKey('P-256', -7, 1, (y) => (y[31] ?? 0) % 2 === 1) },
  },
  'ed448-key-as-eddsa': {
    what: 'registers an Ed448 key as EdDSA',
    change: { publicKey: () => coseKey([1, 1], [3, -8], [-1, 7], [-2, randomBytes(57)]) },
  },
  'ed25519-point-off-the-curve': {
    what: 'registers an Ed25519 point that is not on the curve',
    // No x belongs to y = 2.
    change: { publicKey: () => coseKey([1, 1], [3, -8], [-1, 6], [-2, Uint8Array.of(2, ...new Uint8Array(31))]) },
  },
  'ed25519-point-of-small-order': {
    what: 'registers the neutral point of Ed25519, for which anyone can sign',
    change: { publicKey: () => coseKey([1, 1], [3, -8], [-1, 6], [-2, Uint8Array.of(1, ...new Uint8Array(31))]) },
  },
  'rsa-exponent-of-one': {
    what: 'registers an RSA key with e = 1, for which anyone can sign',
    change: {
      publicKey: async () => coseKey([1, 3], [3, -257], [-1, await generateModulus(2048)], [-2, Uint8Array.of(1)]),
    },
  },
  'short-rsa-key': {
    what: 'registers an RSA key of 1,024 bits',
    change: {
      publicKey: async () =>
        coseKey([1, 3], [3, -257], [-1, await generateModulus(1024)], [-2, Uint8Array.of(1, 0, 1)]),
    },
  },
  'huge-rsa-key': {
    what: 'registers an RSA key of 65,536 bits, which is slow to verify with',
    change: {
      publicKey: () => {
        const modulus = new Uint8Array(8192).fill(0xff);
        return coseKey([1, 3], [3, -257], [-1, modulus], [-2, Uint8Array.of(1, 0, 1)]);
      },
    },
  },
  'key-without-algorithm': {
    what: 'registers a key that names no algorithm',
    change: { publicKey: (key) => new Map([...key].filter(([label]) => label !== 3)) },
  },
  'key-with-other-members': {
    what: 'registers a key with a member that COSE keys of passkeys must not have',
    change: { publicKey: (key) => new Map([...key, [-70001, 'more']]) },
  },
  'key-names-a-member-twice': {
    what: 'registers a key that names its algorithm twice',
    change: {
      publicKeyBytes: () =>
        encodeEntries([
          [1, 1],
          [3, -8],
          [3, -8],
          [-1, 6],
          [-2, randomBytes(32)],
        ]),
    },
  },
  'key-in-longer-form': {
    what: 'registers a key with a number in a longer form than canonical CBOR has',
    // The first label, 1, in two bytes instead of one.
    change: { publicKeyBytes: (bytes) => joinBytes(bytes.subarray(0, 1), Uint8Array.of(0x18), bytes.subarray(1)) },
  },
  'key-not-a-map': {
    what: 'registers a key that is no CBOR map',
    change: { publicKeyBytes: () => encodeCbor([1, 2, 3]) },
  },
  'bytes-after-the-key': {
    what: 'carries bytes after the public key',
    change: { publicKeyBytes: (bytes) => joinBytes(bytes, Uint8Array.of(0xf6)) },
  },
});
