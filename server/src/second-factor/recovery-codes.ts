import { randomInt } from 'node:crypto';
import { plainCode } from '../../../src/base/text/code.js';
import type { PasswordCost, Passwords } from '../accounts/passwords.js';

/** Without letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
/** Twelve of 30 characters are 58 bits: more than anyone can try at a server that counts attempts. */
const groups = 3;
const groupLength = 4;
const count = 10;
const form = new RegExp(`^[${alphabet}]{${groups * groupLength}}$`);

/** 16 MiB and some 50 ms. A fifth of what a password costs, because 58 random bits are more than people choose. */
export const recoveryCodeCost: PasswordCost = { N: 2 ** 14, r: 8, p: 1 };

/** Codes for users who cannot use their authenticator app, each good for one sign-in. */
export interface RecoveryCodes {
  /** Creates ten codes as they are shown, and their hashes for the database. `client` is who waits for it. */
  create(client: string): Promise<{ codes: string[]; hashes: string[] }>;
  /**
   * The one of the stored hashes that is of the code as it was typed; undefined if none is. Takes the same time for every
   * text that {@link isRecoveryCode}, however many hashes there are.
   */
  find(code: string, hashes: readonly string[], client: string): Promise<string | undefined>;
}

const drawGroup = (): string =>
  Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Whether a text has the form of a recovery code, however it is typed. No code of an authenticator app has it. */
export const isRecoveryCode = (code: string): boolean => form.test(plainCode(code));

/** Creates them for an app. `hashing` has the cost of {@link recoveryCodeCost}. */
export function createRecoveryCodes(hashing: Passwords): RecoveryCodes {
  return {
    async create(client) {
      const codes = Array.from({ length: count }, () => Array.from({ length: groups }, drawGroup).join('-'));
      // One salt for the codes of one user: what is typed is derived once, not ten times.
      const salt = crypto.getRandomValues(new Uint8Array(16));
      const hashes: string[] = [];
      for (const code of codes) hashes.push(await hashing.hash(plainCode(code), client, salt));
      return { codes, hashes };
    },

    async find(typed, hashes, client) {
      const code = plainCode(typed);
      return form.test(code) ? hashing.find(code, hashes, client) : undefined;
    },
  };
}
