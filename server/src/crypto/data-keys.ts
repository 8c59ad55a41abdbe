import { randomBytes } from 'node:crypto';
import type { DataKeyStore } from '../store/data-keys.js';
import { createSeals, openWith, sealedBy, sealWith } from './sealed-text.js';
import type { Secrets } from './secrets.js';

/**
 * Encrypts what must outlive the secrets of the server: under a random key that is in the database, sealed with the
 * first secret. To replace a secret, only that one key is sealed again. A text names the generation of its key.
 */
export interface DataKeys {
  /** Encrypts `text` under the newest key that can be opened, bound to `owner`. The first call makes a key. */
  seal(text: string, owner: string): Promise<string>;
  /** Decrypts what `seal` made for the same owner; undefined if its key cannot be opened, or it is anything else. */
  open(sealed: string, owner: string): Promise<string | undefined>;
  /** Whether it was made under the newest key. */
  isCurrent(sealed: string): Promise<boolean>;
  /**
   * Seals all keys with the first secret that another one sealed, and begins a new generation then: who has a former
   * secret and a former copy of the database reads nothing that is sealed from now on.
   */
  reseal(): Promise<void>;
}

/** What {@link DataKeys.seal} makes. No other sealed text has a colon. */
const sealedText = /^(\d+):([\w-]+)$/;

/** The generation of the key of a sealed text; undefined if it is not one of {@link DataKeys}. */
export const generationOf = (sealed: string): string | undefined => sealedText.exec(sealed)?.[1];

/** The id of the secret that each key is sealed with, by the name of the key. */
export async function readKeySealers(store: DataKeyStore): Promise<Map<string, string>> {
  return new Map((await store.listDataKeys()).map(({ name, sealed }) => [name, sealedBy(sealed)]));
}

const newest = (generations: Iterable<string>): string | undefined =>
  [...generations].filter((name) => /^\d+$/.test(name)).sort((one, other) => Number(other) - Number(one))[0];

/** Creates them over a store. Several processes may do so at once. */
export function createDataKeys(store: DataKeyStore, secrets: Secrets): DataKeys {
  const seals = createSeals(secrets, 'latchkey data key v1');
  const sealKey = (name: string, key: Uint8Array): string => seals.seal(Buffer.from(key).toString('base64url'), name);
  const openKey = (name: string, sealed: string): Uint8Array | undefined => {
    const text = seals.open(sealed, name);
    return text === undefined ? undefined : Buffer.from(text, 'base64url');
  };

  /** The keys that were opened so far, by generation. */
  const opened = new Map<string, Uint8Array>();
  const load = async (): Promise<{ name: string; sealed: string }[]> => {
    const rows = await store.listDataKeys();
    for (const { name, sealed } of rows) {
      const key = openKey(name, sealed);
      if (key) opened.set(name, key);
    }
    return rows;
  };
  /** Begins the next generation. Another process may have begun it just now: then that is the one. */
  const begin = async (rows: readonly { name: string }[]): Promise<void> => {
    const last = newest(rows.map(({ name }) => name)) ?? '0';
    const name = String(Number(last) + 1);
    await store.addDataKey(name, sealKey(name, randomBytes(32)));
    await load();
  };
  const current = async (): Promise<string> => {
    for (;;) {
      const name = newest(opened.keys());
      if (name !== undefined) return name;
      const rows = await load();
      if (newest(opened.keys()) === undefined) await begin(rows);
    }
  };

  return {
    async seal(text, owner) {
      const generation = await current();
      return `${generation}:${sealWith(opened.get(generation)!, text, owner)}`;
    },

    async open(sealed, owner) {
      const [, generation, text] = sealedText.exec(sealed) ?? [];
      if (generation === undefined) return undefined;
      if (!opened.has(generation)) await load();
      const key = opened.get(generation);
      if (!key) return undefined;
      try {
        return openWith(key, text!, owner);
      } catch {
        // It is another's, or was changed: the reason says no more.
        return undefined;
      }
    },

    async isCurrent(sealed) {
      await load();
      return generationOf(sealed) === (await current());
    },

    async reseal() {
      const rows = await load();
      let isReplaced = false;
      for (const { name, sealed } of rows) {
        const key = seals.isCurrent(sealed) ? undefined : openKey(name, sealed);
        if (key && (await store.replaceDataKey(name, sealed, sealKey(name, key)))) isReplaced = true;
      }
      if (isReplaced) await begin(rows);
    },
  };
}
