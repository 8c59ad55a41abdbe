import type { Bytes } from '../crypto/base64url.js';
import type { CborMap, CborValue } from '../webauthn/cbor.js';
import { algorithms, isSignedBy, type Algorithm } from './ecdsa.js';
import { encodeCbor } from './encode-cbor.js';
import { refuse, type FailureReason } from './identity-failure.js';
import { readArray, readBytes, readCbor, readMap } from './read-cbor.js';

const label = { algorithm: 1, critical: 2, certificates: 33 } as const;

/** A COSE_Sign1 structure. */
export interface CoseSignature {
  /** The protected header as it was signed. */
  header: Bytes;
  algorithm: Algorithm;
  /** The certificates beside it, the signer's first. */
  chain: Bytes[];
  /** Null when what is signed stands elsewhere. */
  payload: Bytes | null;
  signature: Bytes;
}

/**
 * Reads a COSE_Sign1 structure. @throws {IdentityFailure} `malformed`, or `algorithm` for another than the accepted
 * ones.
 */
export function readSignature(value: CborValue | undefined, name: string): CoseSignature {
  const [header, unprotected, payload, signature, ...others] = readArray(value, name);
  if (others.length > 0) refuse('malformed', `${name} must have four parts`);
  const bytes = readBytes(header, `the header of ${name}`);
  const members = readMap(readCbor(bytes, `the header of ${name}`), `the header of ${name}`);
  if (members.has(label.critical)) refuse('malformed', `the header of ${name} holds critical parts`);
  const identifier = members.get(label.algorithm);
  const algorithm = algorithms.find(({ cose }) => cose.includes(identifier as number));
  if (!algorithm) refuse('algorithm', `${name} is made by an algorithm that is not accepted`);
  return {
    header: bytes,
    algorithm,
    chain: readCertificates(members, readMap(unprotected, `the open header of ${name}`)),
    payload: payload === null ? null : readBytes(payload, `the payload of ${name}`),
    signature: readBytes(signature, name),
  };
}

function readCertificates(header: CborMap, unprotected: CborMap): Bytes[] {
  const certificates = header.get(label.certificates) ?? unprotected.get(label.certificates);
  if (certificates === undefined) return [];
  return Array.isArray(certificates)
    ? certificates.map((certificate) => readBytes(certificate, 'a certificate'))
    : [readBytes(certificates, 'the certificate')];
}

/**
 * Checks that `key` signed `payload`. @throws {IdentityFailure} `algorithm` when the key is for another, else `reason`.
 */
export async function checkSignature(
  { header, algorithm, signature }: CoseSignature,
  payload: Bytes,
  key: CryptoKey,
  reason: FailureReason,
): Promise<void> {
  if ((key.algorithm as EcKeyAlgorithm).namedCurve !== algorithm.curve)
    refuse('algorithm', 'a signature names another algorithm than that of its key');
  const signed = encodeCbor(['Signature1', header, new Uint8Array(), payload]);
  if (!(await isSignedBy(key, algorithm, signature, signed))) refuse(reason, 'a signature is not that of its key');
}
