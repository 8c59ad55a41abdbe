// The certificate library registers its parts through this module, which must come first.
import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
  type X509Certificate,
} from '@peculiar/x509';

/**
 * An authority that issues credentials: its root, which verifiers trust, and the key that signs, with its certificate
 * in DER.
 */
export interface Authority {
  /** In PEM. */
  root: string;
  certificate: Uint8Array<ArrayBuffer>;
  key: CryptoKey;
}

/** What may differ from an authority whose papers are in order. */
export interface AuthorityOptions {
  name?: string;
  /** Epoch milliseconds; certificates begin a day earlier. */
  now?: number;
  /** How long the certificate of the signing key is good, in milliseconds; by default a year. */
  lifetime?: number;
  /** Whether the certificate names the purpose of signing mdocs; it does unless given. */
  signsMdocs?: boolean;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const day = 86_400_000;
/** The purpose of signing mdocs, as ISO/IEC 18013-5, annex B.1.4, has it. */
const documentSigning = '1.0.18013.5.1.2';

async function createRoot(name: string, now: number, keys: CryptoKeyPair): Promise<X509Certificate> {
  return X509CertificateGenerator.createSelfSigned({
    keys,
    name: `CN=${name} root, C=DE`,
    signingAlgorithm: algorithm,
    notBefore: new Date(now - day),
    notAfter: new Date(now + 3650 * day),
    extensions: [new BasicConstraintsExtension(true, 0, true), new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true)],
  });
}

/** Creates an authority with new keys. The root's key is discarded once it has signed. */
export async function createAuthority({
  name = 'Latchkey development',
  now = Date.now(),
  lifetime = 365 * day,
  signsMdocs = true,
}: AuthorityOptions = {}): Promise<Authority> {
  const rootKeys = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const root = await createRoot(name, now, rootKeys);
  const certificate = await X509CertificateGenerator.create({
    subject: `CN=${name} issuer, C=DE`,
    issuer: root.subject,
    publicKey: keys.publicKey,
    signingKey: rootKeys.privateKey,
    signingAlgorithm: algorithm,
    notBefore: new Date(now - day),
    notAfter: new Date(now + lifetime),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      ...(signsMdocs ? [new ExtendedKeyUsageExtension([documentSigning], true)] : []),
    ],
  });
  return { root: root.toString('pem'), certificate: new Uint8Array(certificate.rawData), key: keys.privateKey };
}
