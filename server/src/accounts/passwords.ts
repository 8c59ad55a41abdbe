import { passwordComparisons, passwordHashes } from '../config/limits.js';
import { scrypt, timingSafeEqual } from 'node:crypto';
import { encodeBase64url } from '../crypto/base64url.js';
import { createTurns } from './turns.js';

/** The cost of a hash: the parameters of scrypt. Memory is 128 × N × r bytes, work grows with N × r × p. */
export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

/**
 * 16 MiB, and about a fifth of a second: one of the settings that OWASP's password storage cheat sheet lists as equal.
 */
export const productionCost: PasswordCost = { N: 2 ** 14, r: 8, p: 5 };

/** Derives `hashBytes` bytes from a password. */
export type Derive = (password: string, salt: Uint8Array, cost: PasswordCost) => Promise<Uint8Array>;

/** Hashes passwords and compares them with their hashes. */
export interface Passwords {
  /**
   * Returns a text that holds the parameters and the salt beside the hash. `client` is who waits for it. The salt is
   * random unless given.
   */
  hash(password: string, client: string, salt?: Uint8Array): Promise<string>;
  /** Compares a password with a stored hash. Without a hash the answer is false after the same work. */
  matches(password: string, stored: string | null | undefined, client: string): Promise<boolean>;
  /**
   * The one of the stored hashes that is of the password; undefined if none is. Derives once for all that share a salt,
   * and once without a hash.
   */
  find(password: string, stored: readonly string[], client: string): Promise<string | undefined>;
  /** Whether a stored hash has the cost of new ones. */
  isCurrent(stored: string): boolean;
  /** How many wait for their turn. */
  waiting?(): number;
}

const hashBytes = 32;

const deriveWithScrypt: Derive = (password, salt, cost) =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, hashBytes, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });

const prefixOf = ({ N, r, p }: PasswordCost): string => `scrypt$${N}$${r}$${p}$`;

/** Writes a hash down with everything that is needed to compute it again. */
function write(cost: PasswordCost, salt: Uint8Array, hash: Uint8Array): string {
  return `${prefixOf(cost)}${encodeBase64url(salt)}$${encodeBase64url(hash)}`;
}

const upToSalt = (stored: string): string => stored.slice(0, stored.lastIndexOf('$') + 1);

/**
 * Creates the hashing of an app, with scrypt at the cost given. Few derivations run at once, so that a burst of
 * sign-ins takes neither all memory nor all threads; those of new accounts have a separate queue, and clients take
 * turns in both. A client with too many waiting derivations gets 429.
 */
export function createPasswords(cost: PasswordCost = productionCost, derive: Derive = deriveWithScrypt): Passwords {
  const takeTurnToCompare = createTurns(passwordComparisons);
  const takeTurnToHash = createTurns(passwordHashes);
  // The same password typed on two systems may come in two Unicode forms.
  const deriveNormalized: Derive = (password, salt, parameters) => derive(password.normalize('NFKC'), salt, parameters);
  const prefix = prefixOf(cost);
  /** Derived with if there is no account, so that the response takes the same time. */
  const unknownSalt = write(cost, new Uint8Array(16), new Uint8Array());

  async function find(password: string, stored: readonly string[], client: string): Promise<string | undefined> {
    let found: string | undefined;
    const salts = new Set(stored.length > 0 ? stored.map(upToSalt) : [unknownSalt]);
    for (const salted of salts) {
      const [, N, r, p, salt] = salted.split('$');
      const parameters = { N: Number(N), r: Number(r), p: Number(p) };
      const derived = await takeTurnToCompare(client, () =>
        deriveNormalized(password, Buffer.from(salt!, 'base64url'), parameters),
      );
      for (const hash of stored)
        if (upToSalt(hash) === salted && timingSafeEqual(derived, Buffer.from(hash.slice(salted.length), 'base64url')))
          found = hash;
    }
    return found;
  }

  return {
    async hash(password, client, salt = crypto.getRandomValues(new Uint8Array(16))) {
      return write(cost, salt, await takeTurnToHash(client, () => deriveNormalized(password, salt, cost)));
    },

    find,
    matches: async (password, stored, client) => (await find(password, stored ? [stored] : [], client)) !== undefined,
    isCurrent: (stored) => stored.startsWith(prefix),
    waiting: () => takeTurnToCompare.waiting() + takeTurnToHash.waiting(),
  };
}
