import { toBase64Url } from '../base/bytes.js';
import { decodeBase64url, type Bytes } from './bytes.js';
import type { CborValue } from './cbor.js';
import { encodeEcdsaSignature } from './ecdsa-signature.js';

/**
 * COSE identifiers of the signature algorithms the authenticator can use: EdDSA over Ed25519, ES256 over P-256, RS256;
 * and ML-DSA-44, -65 and -87 where Web Crypto has them, as in Node from 24.7 on.
 */
export type Algorithm = -8 | -7 | -257 | PostQuantumAlgorithm;

type PostQuantumAlgorithm = -48 | -49 | -50;

/** The algorithms that every runtime has, the most wanted first. */
export const algorithms: readonly Algorithm[] = [-8, -7, -257];

/** Every algorithm that the authenticator knows. */
export const knownAlgorithms: readonly Algorithm[] = [...algorithms, -48, -49, -50];

/** A COSE key as a map, its entries in CTAP2 canonical order. */
export type CoseKey = Map<number, CborValue>;

interface Parameters {
  readonly generate: AlgorithmIdentifier | EcKeyGenParams | RsaHashedKeyGenParams;
  readonly sign: AlgorithmIdentifier | EcdsaParams;
}

const parameters: Record<Algorithm, Parameters> = {
  [-8]: { generate: { name: 'Ed25519' }, sign: { name: 'Ed25519' } },
  [-7]: {
    generate: { name: 'ECDSA', namedCurve: 'P-256' } as EcKeyGenParams,
    sign: { name: 'ECDSA', hash: 'SHA-256' } as EcdsaParams,
  },
  [-257]: {
    generate: {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: 2048,
      publicExponent: Uint8Array.of(1, 0, 1),
      hash: 'SHA-256',
    } as RsaHashedKeyGenParams,
    sign: { name: 'RSASSA-PKCS1-v1_5' },
  },
  [-48]: { generate: { name: 'ML-DSA-44' }, sign: { name: 'ML-DSA-44' } },
  [-49]: { generate: { name: 'ML-DSA-65' }, sign: { name: 'ML-DSA-65' } },
  [-50]: { generate: { name: 'ML-DSA-87' }, sign: { name: 'ML-DSA-87' } },
};

/** Generates a key pair for `algorithm`; RSA keys have 2048 bits. */
export async function generateKeys(algorithm: Algorithm): Promise<CryptoKeyPair> {
  return (await crypto.subtle.generateKey(parameters[algorithm].generate, true, ['sign', 'verify'])) as CryptoKeyPair;
}

/** Signs `data` in the form WebAuthn asks for: ECDSA as DER, the others as they are. */
export async function signData(algorithm: Algorithm, privateKey: CryptoKey, data: Bytes): Promise<Bytes> {
  const signature = new Uint8Array(await crypto.subtle.sign(parameters[algorithm].sign, privateKey, data));
  return algorithm === -7 ? encodeEcdsaSignature(signature) : signature;
}

/**
 * Describes a public key in COSE.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9053 RFC 9053}, {@link https://www.rfc-editor.org/rfc/rfc8230 RFC 8230}
 *   and, for ML-DSA, {@link https://www.rfc-editor.org/rfc/rfc9964 RFC 9964}
 */
export async function describePublicKey(algorithm: Algorithm, publicKey: CryptoKey): Promise<CoseKey> {
  if (algorithm === -257) {
    const { n = '', e = '' } = await crypto.subtle.exportKey('jwk', publicKey);
    return new Map<number, CborValue>([
      [1, 3],
      [3, -257],
      [-1, decodeBase64url(n, 'n')],
      [-2, decodeBase64url(e, 'e')],
    ]);
  }
  if (algorithm === -48 || algorithm === -49 || algorithm === -50) {
    const { pub = '' } = (await crypto.subtle.exportKey('jwk', publicKey)) as { pub?: string };
    return new Map<number, CborValue>([
      [1, 7],
      [3, algorithm],
      [-1, decodeBase64url(pub, 'pub')],
    ]);
  }
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  if (algorithm === -8)
    return new Map<number, CborValue>([
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, raw],
    ]);
  return new Map<number, CborValue>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, raw.slice(1, 33)],
    [-3, raw.slice(33)],
  ]);
}

/** Encodes a public key as the base64url SubjectPublicKeyInfo that `getPublicKey()` returns in a browser. */
export async function encodeSubjectPublicKeyInfo(publicKey: CryptoKey): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.exportKey('spki', publicKey)));
}
