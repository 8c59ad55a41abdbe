import type { CoseKey } from '../algorithms.js';
import { decodeBase64url, joinBytes, randomBytes } from '../bytes.js';
import { encodeCbor, encodeEntries, type CborValue } from '../cbor.js';
import { listFaults } from './fault.js';

function coseKey(...entries: Array<[number, CborValue]>): CoseKey {
  return new Map(entries);
}

async function generateCurvePoint(namedCurve: 'P-256' | 'P-384'): Promise<{ x: Uint8Array; y: Uint8Array }> {
  const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve }, true, ['sign', 'verify']);
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  const size = (raw.length - 1) / 2;
  return { x: raw.slice(1, 1 + size), y: raw.slice(1 + size) };
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
export const publicKeyFaults = listFaults({
  'algorithm-not-offered': {
    what: 'registers an ES384 key, which was not offered',
    ceremonies: ['create'],
    change: {
      publicKey: async () => {
        const { x, y } = await generateCurvePoint('P-384');
        return coseKey([1, 2], [3, -35], [-1, 2], [-2, x], [-3, y]);
      },
    },
  },
  'key-type-does-not-fit': {
    what: 'registers an Ed25519 key as ES256',
    ceremonies: ['create'],
    change: { publicKey: () => coseKey([1, 1], [3, -7], [-1, 6], [-2, randomBytes(32)]) },
  },
  'p256-key-as-eddsa': {
    what: 'registers a P-256 key as EdDSA',
    ceremonies: ['create'],
    change: {
      publicKey: async () => {
        const { x, y } = await generateCurvePoint('P-256');
        return coseKey([1, 2], [3, -8], [-1, 1], [-2, x], [-3, y]);
      },
    },
  },
  'p384-key-as-es256': {
    what: 'registers a P-384 key as ES256',
    ceremonies: ['create'],
    change: {
      publicKey: async () => {
        const { x, y } = await generateCurvePoint('P-384');
        return coseKey([1, 2], [3, -7], [-1, 2], [-2, x], [-3, y]);
      },
    },
  },
  'point-off-the-curve': {
    what: 'registers a point that is not on P-256',
    ceremonies: ['create'],
    change: {
      publicKey: async () => {
        const { x, y } = await generateCurvePoint('P-256');
        y[31] = (y[31] ?? 0) ^ 1;
        return coseKey([1, 2], [3, -7], [-1, 1], [-2, x], [-3, y]);
      },
    },
  },
  'short-point': {
    what: 'registers a P-256 point with a coordinate of 31 bytes',
    ceremonies: ['create'],
    change: {
      publicKey: async () => {
        const { x, y } = await generateCurvePoint('P-256');
        return coseKey([1, 2], [3, -7], [-1, 1], [-2, x], [-3, y.subarray(1)]);
      },
    },
  },
  'compressed-point': {
    what: 'registers a compressed P-256 point',
    ceremonies: ['create'],
    change: {
      publicKey: async () => {
        const { x, y } = await generateCurvePoint('P-256');
        return coseKey([1, 2], [3, -7], [-1, 1], [-2, x], [-3, (y[31] ?? 0) % 2 === 1]);
      },
    },
  },
  'ed448-key-as-eddsa': {
    what: 'registers an Ed448 key as EdDSA',
    ceremonies: ['create'],
    change: { publicKey: () => coseKey([1, 1], [3, -8], [-1, 7], [-2, randomBytes(57)]) },
  },
  'ed25519-point-off-the-curve': {
    what: 'registers an Ed25519 point that is not on the curve',
    ceremonies: ['create'],
    // No x belongs to y = 2.
    change: { publicKey: () => coseKey([1, 1], [3, -8], [-1, 6], [-2, Uint8Array.of(2, ...new Uint8Array(31))]) },
  },
  'ed25519-point-of-small-order': {
    what: 'registers the neutral point of Ed25519, for which anyone can sign',
    ceremonies: ['create'],
    change: { publicKey: () => coseKey([1, 1], [3, -8], [-1, 6], [-2, Uint8Array.of(1, ...new Uint8Array(31))]) },
  },
  'rsa-exponent-of-one': {
    what: 'registers an RSA key with e = 1, for which anyone can sign',
    ceremonies: ['create'],
    change: {
      publicKey: async () => coseKey([1, 3], [3, -257], [-1, await generateModulus(2048)], [-2, Uint8Array.of(1)]),
    },
  },
  'short-rsa-key': {
    what: 'registers an RSA key of 1,024 bits',
    ceremonies: ['create'],
    change: {
      publicKey: async () =>
        coseKey([1, 3], [3, -257], [-1, await generateModulus(1024)], [-2, Uint8Array.of(1, 0, 1)]),
    },
  },
  'huge-rsa-key': {
    what: 'registers an RSA key of 65,536 bits, which is slow to verify with',
    ceremonies: ['create'],
    change: {
      publicKey: () => {
        const modulus = new Uint8Array(8192).fill(0xff);
        return coseKey([1, 3], [3, -257], [-1, modulus], [-2, Uint8Array.of(1, 0, 1)]);
      },
    },
  },
  'key-without-algorithm': {
    what: 'registers a key that names no algorithm',
    ceremonies: ['create'],
    change: { publicKey: (key) => new Map([...key].filter(([label]) => label !== 3)) },
  },
  'key-with-other-members': {
    what: 'registers a key with a member that COSE keys of passkeys must not have',
    ceremonies: ['create'],
    change: { publicKey: (key) => new Map([...key, [-70001, 'more']]) },
  },
  'key-names-a-member-twice': {
    what: 'registers a key that names its algorithm twice',
    ceremonies: ['create'],
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
    ceremonies: ['create'],
    // The first label, 1, in two bytes instead of one.
    change: { publicKeyBytes: (bytes) => joinBytes(bytes.subarray(0, 1), Uint8Array.of(0x18), bytes.subarray(1)) },
  },
  'key-not-a-map': {
    what: 'registers a key that is no CBOR map',
    ceremonies: ['create'],
    change: { publicKeyBytes: () => encodeCbor([1, 2, 3]) },
  },
  'bytes-after-the-key': {
    what: 'carries bytes after the public key',
    ceremonies: ['create'],
    change: { publicKeyBytes: (bytes) => joinBytes(bytes, Uint8Array.of(0xf6)) },
  },
});
