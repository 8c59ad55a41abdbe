import { randomInt } from 'node:crypto';
import { signaturesFor } from '../crypto/derived-keys.js';
import type { Secrets } from '../crypto/secrets.js';

const digits = 6;

/** A code of six digits, all equally likely. */
export function createCode(): string {
  return String(randomInt(10 ** digits)).padStart(digits, '0');
}

/** Hashes codes for the database, and compares them. */
export interface CodeHashes {
  /**
   * Keyed, because six digits are found from a plain hash by trying them all, and bound to the session that the code
   * belongs to.
   */
  hash(code: string, sessionId: string): string;
  /** Compares in a time that says nothing about the code. */
  matches(code: string, sessionId: string, hash: string): boolean;
}

/** Creates the hashes of an app. */
export function createCodeHashes(secrets: Secrets): CodeHashes {
  const { sign, isSigned } = signaturesFor(secrets, 'latchkey one-time code v1');
  return {
    hash: (code, sessionId) => sign(`${sessionId} ${code}`),
    matches: (code, sessionId, hash) => isSigned(`${sessionId} ${code}`, hash),
  };
}
