import { toBase64Url } from '../base/bytes.js';
import { outboxStore } from './outbox-store.js';
import { joinParts } from './parts.js';
import { type Bytes, sign } from './secrets.js';

/** Where a private vault has the key of its names: the only record under its own name. */
export const namesPlace = ['latchkey.names', 'key'] as const;

/** How many bytes of an authentication code stand for a name. */
const length = 16;

/**
 * The names of a private vault. Records are stored under codes that only the key of the names leads to; each record has
 * its names inside. The store of the outbox keeps its name, so that its records can be counted without a key.
 */
export class PrivateNames {
  readonly #key: CryptoKey;
  readonly #stores = new Map<string, Promise<string>>();
  /** The ids that were read so far, by their codes. */
  readonly #ids = new Map<string, string>();

  private constructor(key: CryptoKey) {
    this.#key = key;
  }

  /** @param secret 32 bytes, which are overwritten. */
  static async of(secret: Bytes): Promise<PrivateNames> {
    try {
      const algorithm = { name: 'HMAC', hash: 'SHA-256' };
      return new PrivateNames(await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign']));
    } finally {
      secret.fill(0);
    }
  }

  /** The code of a store. */
  async store(store: string): Promise<string> {
    if (store === outboxStore) return store;
    let code = this.#stores.get(store);
    if (!code) this.#stores.set(store, (code = this.#encode('store', store)));
    return code;
  }

  /** The codes of a store and an id. */
  place(store: string, id: string): Promise<[store: string, id: string]> {
    return Promise.all([this.store(store), this.#encode('id', store, id)]);
  }

  /** Remembers the id that a record has inside. */
  note(code: string, id: string): void {
    this.#ids.set(code, id);
  }

  /** The id of a record that was read before. */
  idOf(code: string): string | undefined {
    return this.#ids.get(code);
  }

  async #encode(...parts: string[]): Promise<string> {
    return toBase64Url((await sign(this.#key, joinParts('wcv/name/v2', ...parts))).subarray(0, length));
  }
}
