import { isIP } from 'node:net';
import { createHash } from 'node:crypto';
import 'reflect-metadata';
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';

/** A self-signed certificate in PEM, and the argument with which Chromium trusts it. */
export interface Certificate {
  key: string;
  cert: string;
  /** For `--ignore-certificate-errors-spki-list`: SHA-256 over the public key, in base64. */
  fingerprint: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Makes a certificate that is good for a day. Trusted by its key, it needs to name none of its `hosts`. */
export async function createCertificate(...hosts: readonly string[]): Promise<Certificate> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    keys,
    name: 'CN=Latchkey tests',
    signingAlgorithm: algorithm,
    notAfter: new Date(Date.now() + 86_400_000),
    extensions:
      hosts.length > 0
        ? [
            new SubjectAlternativeNameExtension(
              hosts.map((value) => ({ type: isIP(value) ? ('ip' as const) : ('dns' as const), value })),
            ),
          ]
        : [],
  });
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return {
    key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`,
    cert: certificate.toString('pem'),
    fingerprint: createHash('sha256').update(Buffer.from(certificate.publicKey.rawData)).digest('base64'),
  };
}
