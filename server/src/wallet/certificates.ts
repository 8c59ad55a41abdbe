import { X509Certificate as StrictCertificate } from 'node:crypto';
// The certificate library registers its parts through this module, which must come before it.
import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509Certificate,
} from '@peculiar/x509';
import type { Bytes } from '../crypto/base64url.js';
import { algorithms, type Algorithm } from './ecdsa.js';
import { IdentityFailure, refuse } from './identity-failure.js';

/** The key of an issuer whose certificate a trusted root has signed. */
export interface IssuerKey {
  key: CryptoKey;
  algorithm: Algorithm;
  /** When its certificate begins and ends, epoch milliseconds. */
  notBefore: number;
  notAfter: number;
}

/** Issuers signing keys stand at most this far below their root. */
const longestChain = 4;
/**
 * What is understood where it is marked as critical: key usage, alternative names, basic constraints, extended key
 * usage.
 */
const understood = new Set(['2.5.29.15', '2.5.29.17', '2.5.29.19', '2.5.29.37']);
/** Name constraints. They are not checked here, so certificates with them are refused, critical or not. */
const nameConstraints = '2.5.29.30';
/**
 * Purposes that are none of ours: those of RFC 5280, such as web servers, mail and revocation, and that of asking
 * wallets for mdocs.
 */
const otherPurpose = /^1\.3\.6\.1\.5\.5\.7\.3\.[123489]$|^1\.0\.18013\.5\.1\.6$/;
/** The purpose of signing mobile driving licences and other mdocs, as ISO/IEC 18013-5, annex B.1.4, has it. */
export const signsMdocs = '1.0.18013.5.1.2';
const signatureHashes = new Set(['SHA-256', 'SHA-384', 'SHA-512']);

/** @throws when it is no certificate in DER or PEM, or not one with an elliptic curve key. */
function readCertificate(source: Bytes | string): X509Certificate {
  const certificate = new X509Certificate(source);
  if (!readStrictly(certificate).raw.equals(new Uint8Array(certificate.rawData)))
    throw new Error('the certificate is not written as DER has it');
  if (!algorithmOf(certificate))
    throw new Error('the key of the certificate is on none of the curves P-256, P-384 and P-521');
  return certificate;
}

function algorithmOf({ publicKey }: X509Certificate): Algorithm | undefined {
  const { name, namedCurve } = publicKey.algorithm as EcKeyAlgorithm;
  return name === 'ECDSA' ? algorithms.find(({ curve }) => curve === namedCurve) : undefined;
}

function isSame(one: ArrayBuffer, other: ArrayBuffer): boolean {
  return Buffer.from(one).equals(new Uint8Array(other));
}

/**
 * The system's own reading of a certificate. It reads DER only, in signatures too, but says less of what else is in it.
 */
function readStrictly({ rawData }: X509Certificate): StrictCertificate {
  return new StrictCertificate(Buffer.from(rawData));
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  if (!isSame(certificate.issuerName.toArrayBuffer(), issuer.subjectName.toArrayBuffer())) return false;
  const { name, hash } = certificate.signatureAlgorithm;
  if (name !== 'ECDSA' || !signatureHashes.has(hash.name)) return false;
  return readStrictly(certificate).verify(readStrictly(issuer).publicKey);
}

function checkTimes({ notBefore, notAfter }: X509Certificate, now: number): void {
  if (now < notBefore.getTime() || now > notAfter.getTime())
    refuse('issuer_untrusted', 'a certificate of the issuer is not valid at this time');
}

function checkCritical({ extensions }: X509Certificate): void {
  const unknown = extensions.find(
    ({ critical, type }) => type === nameConstraints || (critical && !understood.has(type)),
  );
  if (unknown)
    refuse('issuer_untrusted', 'a certificate of the issuer has an extension that is critical and not understood');
}

/** `below` is how many certificates of issuers stand between this one and the one that signs credentials. */
function checkAuthority(certificate: X509Certificate, below: number): void {
  const constraints = certificate.getExtension(BasicConstraintsExtension);
  const usages = certificate.getExtension(KeyUsagesExtension)?.usages ?? 0;
  const mayIssue =
    constraints?.ca === true &&
    (constraints.pathLength ?? below) >= below &&
    (usages & KeyUsageFlags.keyCertSign) !== 0;
  if (!mayIssue) refuse('issuer_untrusted', 'a certificate that should issue others may not');
}

function checkSigner(certificate: X509Certificate, needed: string | undefined): void {
  const usages = certificate.getExtension(KeyUsagesExtension)?.usages ?? KeyUsageFlags.digitalSignature;
  const purposes = certificate.getExtension(ExtendedKeyUsageExtension)?.usages.map(String);
  const isForOthers = purposes?.every((purpose) => otherPurpose.test(purpose)) ?? false;
  const maySign =
    !certificate.getExtension(BasicConstraintsExtension)?.ca &&
    (usages & KeyUsageFlags.digitalSignature) !== 0 &&
    !isForOthers &&
    (needed === undefined || purposes?.includes(needed) === true);
  if (!maySign) refuse('issuer_untrusted', 'the certificate of the issuer is not one that signs credentials');
}

/** Reads the certificate of a root in PEM. @throws {Error} that says what is wrong with it. */
export function readRoot(source: string): X509Certificate {
  const root = readCertificate(source);
  checkAuthority(root, 0);
  return root;
}

/** Finds the root that issued `certificate`. */
function findRoot(certificate: X509Certificate, roots: readonly X509Certificate[]): X509Certificate {
  return (
    roots.find((root) => isIssuedBy(certificate, root)) ??
    refuse('issuer_untrusted', 'the issuer does not descend from a trusted root')
  );
}

async function followChain(
  chain: readonly Bytes[],
  roots: readonly X509Certificate[],
  now: number,
  needed: string | undefined,
): Promise<IssuerKey> {
  const certificates = chain.map(readCertificate);
  const withRoot = certificates.length > 1 && roots.some((root) => isSame(root.rawData, certificates.at(-1)!.rawData));
  const path = withRoot ? certificates : [...certificates, findRoot(certificates.at(-1)!, roots)];
  for (const [index, certificate] of path.entries()) {
    checkTimes(certificate, now);
    checkCritical(certificate);
    if (index === 0) continue;
    checkAuthority(certificate, index - 1);
    if (!isIssuedBy(path[index - 1]!, certificate))
      refuse('issuer_untrusted', 'the certificates of the issuer do not follow from one another');
  }
  const [signer] = path as [X509Certificate];
  checkSigner(signer, needed);
  const algorithm = algorithmOf(signer)!;
  const key = await signer.publicKey.export({ name: 'ECDSA', namedCurve: algorithm.curve }, ['verify']);
  return { key, algorithm, notBefore: signer.notBefore.getTime(), notAfter: signer.notAfter.getTime() };
}

/**
 * Follows a chain of certificates, the issuer's first, to one of the `roots`, which may be part of it or not.
 * Revocation is not looked up.
 *
 * @param needed a purpose that the certificate of the signer must name.
 *
 * @throws {IdentityFailure} `issuer_untrusted` for everything that is wrong with it.
 * @see {@link https://www.rfc-editor.org/rfc/rfc5280#section-6 RFC 5280, Certification Path Validation}
 */
export async function trustChain(
  chain: readonly Bytes[],
  roots: readonly X509Certificate[],
  now: number,
  needed?: string,
): Promise<IssuerKey> {
  if (chain.length === 0 || chain.length > longestChain)
    refuse('issuer_untrusted', `the issuer must come with 1 to ${longestChain} certificates`);
  try {
    return await followChain(chain, roots, now, needed);
  } catch (cause) {
    if (cause instanceof IdentityFailure) throw cause;
    // The library parses a certificate lazily, and throws errors of many types for malformed ones.
    return refuse('issuer_untrusted', 'a certificate of the issuer cannot be read', cause);
  }
}
