import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { PasswordCost, Passwords } from '../accounts/passwords.js';
import type { DataKeys } from '../crypto/data-keys.js';
import { deriveKey } from '../crypto/derived-keys.js';
import type { Secrets } from '../crypto/secrets.js';

/** Without letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
/** Twelve of 30 characters are 58 bits: more than anyone can try at a server that counts attempts. */
const groups = 3;
const groupLength = 4;
const count = 10;
const form = new RegExp(`^[${alphabet}]{${groups * groupLength}}$`);

/** 16 MiB and some 50 ms. A fifth of what a password costs, because 58 random bits are more than people choose. */
export const recoveryCodeCost: PasswordCost = { N: 2 ** 14, r: 8, p: 1 };

/** How hashes begin. Those of former versions do not: they are keyed with a secret of the server. */
export const slowHashPrefix = 'scrypt$';
const formerPurpose = 'latchkey recovery code v1';
const formerKeys = 'recovery-code-v1 ';

/** Codes for users who cannot use their authenticator app, each good for one sign-in. */
export interface RecoveryCodes {
  /** Creates ten codes as they are shown, and their hashes for the database. `client` is who waits for it. */
  create(client: string): Promise<{ codes: string[]; hashes: string[] }>;
  /**
   * The one of the stored hashes that is of the code as it was typed; undefined if none is. Takes the same time for every
   * text that {@link isRecoveryCode}, however many hashes there are.
   */
  find(userId: string, code: string, hashes: readonly string[], client: string): Promise<string | undefined>;
  /** How many of the stored hashes a code can still be compared with. */
  countUsable(hashes: readonly string[]): Promise<number>;
}

const drawGroup = (): string =>
  Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');

const spell = (code: string): string => code.toUpperCase().replaceAll(/[\s\p{Pd}]/gu, '');

/** Whether a text has the form of a recovery code, however it is typed. No code of an authenticator app has it. */
export const isRecoveryCode = (code: string): boolean => form.test(spell(code));

/** Creates them for an app. `hashing` has the cost of {@link recoveryCodeCost}. */
export function createRecoveryCodes(hashing: Passwords, dataKeys: DataKeys, secrets: Secrets): RecoveryCodes {
  const presentKeys = secrets.map(({ text }) => deriveKey(text, formerPurpose));
  const findFormer = async (userId: string, code: string, hashes: readonly string[]): Promise<string | undefined> => {
    if (hashes.length === 0) return undefined;
    const kept = (await dataKeys.readKept(formerKeys)).filter((key) => key !== undefined);
    const macs = [...presentKeys, ...kept].map((key) => createHmac('sha256', key).update(`${userId} ${code}`).digest());
    const matches = (hash: string): boolean => {
      const bytes = Buffer.from(hash, 'base64url');
      return macs.filter((mac) => mac.length === bytes.length && timingSafeEqual(mac, bytes)).length > 0;
    };
    return hashes.filter(matches)[0];
  };
  const isSlow = (hash: string): boolean => hash.startsWith(slowHashPrefix);

  return {
    async create(client) {
      const codes = Array.from({ length: count }, () => Array.from({ length: groups }, drawGroup).join('-'));
      // One salt for the codes of one user: what is typed is derived once, not ten times.
      const salt = crypto.getRandomValues(new Uint8Array(16));
      const hashes: string[] = [];
      for (const code of codes) hashes.push(await hashing.hash(spell(code), client, salt));
      return { codes, hashes };
    },

    async find(userId, typed, hashes, client) {
      const code = spell(typed);
      if (!form.test(code)) return undefined;
      const found = await hashing.find(code, hashes.filter(isSlow), client);
      const former = hashes.filter((hash) => !isSlow(hash));
      return found ?? findFormer(userId, code, former);
    },

    async countUsable(hashes) {
      const slow = hashes.filter(isSlow);
      if (slow.length === hashes.length) return slow.length;
      const isLost = (await dataKeys.readKept(formerKeys)).includes(undefined);
      return isLost ? slow.length : hashes.length;
    },
  };
}

/** Keeps what codes of former versions are compared with, so that they outlive the secrets of the server. */
export async function keepFormerKeys(dataKeys: DataKeys, secrets: Secrets): Promise<void> {
  for (const { id, text } of secrets) await dataKeys.keep(`${formerKeys}${id}`, deriveKey(text, formerPurpose));
}

/** The name of the key that is kept of each secret. */
export const formerKeyOf = (secretId: string): string => formerKeys + secretId;
