import { X509Certificate } from 'node:crypto';

/** The key of a certificate on P-256, by another library than the one under test. */
export async function keyOfCertificate(certificate: Uint8Array): Promise<CryptoKey> {
  const spki = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
  return crypto.subtle.importKey('spki', new Uint8Array(spki), { name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'verify',
  ]);
}
