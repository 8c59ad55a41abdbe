import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config/config-error.js';

/** What is asked of wallets, and whose credentials count. */
export interface IdentitySettings {
  /** A DCQL query; absent for the default. */
  query: unknown;
  /** Certificates of issuers' roots, in PEM. */
  roots: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

const certificate = /-----BEGIN CERTIFICATE-----[\sA-Za-z0-9+/=]+-----END CERTIFICATE-----/g;

/** Reads a file, or every `.pem` file of a folder. */
function readFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [readFileSync(path, 'utf8')];
  return readdirSync(path)
    .filter((name) => name.endsWith('.pem'))
    .sort()
    .map((name) => readFileSync(join(path, name), 'utf8'));
}

function readRoots(path: string): string[] {
  let roots: string[];
  try {
    roots = readFiles(path).flatMap((text) => text.match(certificate) ?? []);
  } catch (cause) {
    throw new ConfigError(
      `IDENTITY_ROOTS must be a file or folder of certificates in PEM, but ${path} cannot be read.`,
      { cause },
    );
  }
  if (roots.length === 0)
    throw new ConfigError(`IDENTITY_ROOTS must be a file or folder of certificates in PEM, but ${path} holds none.`);
  return roots;
}

function readQuery(text: string): unknown {
  try {
    return JSON.parse(text.trimStart().startsWith('{') ? text : readFileSync(text, 'utf8'));
  } catch (cause) {
    throw new ConfigError('IDENTITY_QUERY must be a DCQL query as JSON, or a file that holds one.', { cause });
  }
}

/**
 * Reads `IDENTITY_ROOTS`, without which digital credentials are off, and `IDENTITY_QUERY`.
 *
 * @throws {ConfigError} naming the variable that is wrong, or that stands alone.
 */
export function readIdentitySettings({
  IDENTITY_ROOTS: roots,
  IDENTITY_QUERY: query,
}: Environment): IdentitySettings | undefined {
  if (!roots) {
    if (query) throw new ConfigError('IDENTITY_ROOTS is required together with IDENTITY_QUERY.');
    return undefined;
  }
  return { roots: readRoots(roots), query: query ? readQuery(query) : undefined };
}
