import { randomInt, timingSafeEqual } from 'node:crypto';
import { hashesFor } from '../crypto/derived-keys.js';

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
export function createCodeHashes(secret: string): CodeHashes {
  const hashText = hashesFor(secret, 'latchkey one-time code v1');
  const hash: CodeHashes['hash'] = (code, sessionId) => hashText(`${sessionId} ${code}`);
  return {
    hash,
    matches: (code, sessionId, expected) => timingSafeEqual(Buffer.from(hash(code, sessionId)), Buffer.from(expected)),
  };
}
