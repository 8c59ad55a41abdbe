import { awaitRequest } from './await-request.js';
import { beginNewLog } from './database-log.js';

/** The database of small things that must survive the browser being killed, and its only store. */
const name = 'latchkey.kept';

/** Writes `value` under `key`; `undefined` deletes what is there. Resolves once the disk has it. */
export async function write(key: string, value: unknown): Promise<void> {
  await access('readwrite', (store) => [value === undefined ? store.delete(key) : store.put(value, key)]);
}

/** Reads what is under `key`; undefined if there is nothing. */
export async function read(key: string): Promise<unknown> {
  return (await access('readonly', (store) => [store.get(key)]))[0];
}

/** Reads all keys with their values. */
export async function readAll(): Promise<[key: string, value: unknown][]> {
  const [keys, values] = await access('readonly', (store) => [store.getAllKeys(), store.getAll()]);
  return (keys as string[]).map((key, index) => [key, (values as unknown[])[index]]);
}

/** Runs requests in a separate transaction. Resolves with their results once it is complete. */
async function access(mode: IDBTransactionMode, request: (store: IDBObjectStore) => IDBRequest[]): Promise<unknown[]> {
  await beginNewLog();
  const opening = indexedDB.open(name);
  opening.onupgradeneeded = () => opening.result.createObjectStore(name);
  const database = await awaitRequest(opening);
  try {
    const transaction = database.transaction(name, mode, { durability: 'strict' });
    const asked = request(transaction.objectStore(name));
    return await new Promise<unknown[]>((resolve, reject) => {
      transaction.oncomplete = () => resolve(asked.map(({ result }) => result as unknown));
      transaction.onabort = () => reject(transaction.error as DOMException);
    });
  } finally {
    database.close();
  }
}
