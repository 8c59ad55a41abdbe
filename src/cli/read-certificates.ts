import { readFileSync } from 'node:fs';
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
