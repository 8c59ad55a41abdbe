import { awaitRequest } from './await-request.js';
import { beginNewLog } from './database-log.js';

/** A database with a single store of the same name, for pages and workers that have no need of more. */
export class OneStore {
  readonly #name: string;
  readonly #options: IDBObjectStoreParameters;

  constructor(name: string, options: IDBObjectStoreParameters = {}) {
    this.#name = name;
    this.#options = options;
  }

  /**
   * Runs requests in a separate transaction. Resolves with their results once it is complete, with `readwrite` once the
   * disk has it.
   *
   * @throws {DOMException} the browser's error.
   */
  async access(mode: IDBTransactionMode, request: (store: IDBObjectStore) => IDBRequest[]): Promise<unknown[]> {
    await beginNewLog();
    const opening = indexedDB.open(this.#name);
    opening.onupgradeneeded = () => opening.result.createObjectStore(this.#name, this.#options);
    const database = await awaitRequest(opening);
    try {
      const transaction = database.transaction(this.#name, mode, { durability: 'strict' });
      const asked = request(transaction.objectStore(this.#name));
      return await new Promise<unknown[]>((resolve, reject) => {
        transaction.oncomplete = () => resolve(asked.map(({ result }) => result as unknown));
        transaction.onabort = () => reject(transaction.error as DOMException);
      });
    } finally {
      database.close();
    }
  }
}
