import { existsSync, readFileSync } from 'node:fs';
import * as tls from 'node:tls';
import { Failure } from './failure.js';

/**
 * The text of the PEM file that `--ca` names.
 *
 * @throws {Failure} if the file cannot be read, or has no certificate.
 */
export function readCertificates(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Failure(`--ca ${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new Failure(`--ca ${file} has no certificate. It must be a PEM file.`);
  return text;
}

/** These authorities, and those that Node trusts by default, which `ca` alone would replace. */
export function withOwnAuthorities(certificates: string): string[] {
  const { getCACertificates } = tls as { getCACertificates?: (type: 'default') => string[] };
  if (getCACertificates) return [...getCACertificates('default'), certificates];
  const more = process.env['NODE_EXTRA_CA_CERTS'];
  return [...tls.rootCertificates, ...(more && existsSync(more) ? [readFileSync(more, 'utf8')] : []), certificates];
}
