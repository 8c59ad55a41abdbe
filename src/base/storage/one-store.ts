import { awaitRequest } from './await-request.js';
import { beginNewLog } from './database-log.js';
import { within } from '../client/deadline.js';
import { openDatabase } from './open-database.js';

/** How long the browser may take to open the database, and for the requests, in ms: some never answer. */
const longest = 10_000;

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
   * @throws {LatchError} `storage_lost` where the browser keeps no databases, see `ifStored`; `timed_out`.
   * @throws {DOMException} the browser's error.
   */
  async access(mode: IDBTransactionMode, request: (store: IDBObjectStore) => IDBRequest[]): Promise<unknown[]> {
    await beginNewLog();
    const opened = openDatabase((databases) => {
      const opening = databases.open(this.#name);
      opening.onupgradeneeded = () => opening.result.createObjectStore(this.#name, this.#options);
      return awaitRequest(opening);
    });
    try {
      return await within(longest, async () => runIn(await opened, this.#name, mode, request));
    } finally {
      // One that is opened too late, too.
      opened.then(
        (database) => database.close(),
        () => {},
      );
    }
  }
}

function runIn(
  database: IDBDatabase,
  name: string,
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest[],
): Promise<unknown[]> {
  const transaction = database.transaction(name, mode, { durability: 'strict' });
  const asked = request(transaction.objectStore(name));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(asked.map(({ result }) => result as unknown));
    transaction.onabort = () => reject(transaction.error as DOMException);
  });
}
