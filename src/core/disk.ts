import { awaitRequest } from './await-request.js';
import { beginNewLog } from './database-log.js';

/** The database of small things that must survive the browser being killed, and its only store. */
const name = 'latchkey.kept';

/** Does one request in a transaction of its own. Resolves with its result once the disk has it. */
export async function access(
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  await beginNewLog();
  const opening = indexedDB.open(name);
  opening.onupgradeneeded = () => opening.result.createObjectStore(name);
  const database = await awaitRequest(opening);
  try {
    const transaction = database.transaction(name, mode, { durability: 'strict' });
    const asked = request(transaction.objectStore(name));
    return await new Promise<unknown>((resolve, reject) => {
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onabort = () => reject(transaction.error as DOMException);
    });
  } finally {
    database.close();
  }
}
