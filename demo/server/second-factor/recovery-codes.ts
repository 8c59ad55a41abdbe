import { randomInt } from 'node:crypto';
import { signaturesFor } from '../crypto/derived-keys.js';
import type { Secrets } from '../crypto/secrets.js';

/** Without letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
/** Twelve of 30 characters are 58 bits: more than anyone can try at a server that counts attempts. */
const groups = 3;
const groupLength = 4;
const count = 10;

/** Codes for users who cannot use their authenticator app, each good for one sign-in. */
export interface RecoveryCodes {
  /** Creates ten codes as they are shown, and their hashes for the database. */
  create(userId: string): { codes: string[]; hashes: string[] };
  /** The one of the stored hashes that is of the code as it was typed; undefined if none is. */
  find(userId: string, code: string, hashes: readonly string[]): string | undefined;
}

const drawGroup = (): string =>
  Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Creates them for an app. */
export function createRecoveryCodes(secrets: Secrets): RecoveryCodes {
  const { sign, isSigned } = signaturesFor(secrets, 'latchkey recovery code v1');
  const textOf = (userId: string, code: string): string =>
    `${userId} ${code.toUpperCase().replaceAll(/[\s\p{Pd}]/gu, '')}`;
  return {
    create(userId) {
      const codes = Array.from({ length: count }, () => Array.from({ length: groups }, drawGroup).join('-'));
      return { codes, hashes: codes.map((code) => sign(textOf(userId, code))) };
    },
    find: (userId, code, hashes) => hashes.find((hash) => isSigned(textOf(userId, code), hash)),
  };
}
