import { LatchError } from '../base/client/errors.js';
import { ifStored, openDatabase } from '../base/storage/open-database.js';

/** The names of the origin's caches; none where the browser keeps no caches for this page. */
async function cacheNames(): Promise<string[]> {
  try {
    return (await (globalThis as { caches?: CacheStorage }).caches?.keys()) ?? [];
  } catch (error) {
    if ((error as DOMException).name === 'SecurityError') return [];
    throw error;
  }
}

/** How long another tab may keep a database open that is to be deleted, in ms. */
const deleteTimeout = 5000;

/**
 * Deletes every cache of the origin whose name begins with `prefix`, for the `wipe` of {@link LocalData}.
 *
 * @throws {TypeError} if `prefix` is empty, because that would delete the caches of other parts of the site.
 */
export async function forgetCaches(prefix: string): Promise<void> {
  if (typeof prefix !== 'string' || prefix === '') throw new TypeError('"prefix" must be a string that is not empty');
  const names = (await cacheNames()).filter((name) => name.startsWith(prefix));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/**
 * Deletes the IndexedDB database `name`, for the `wipe` of {@link LocalData}. Connections that the page has open must be closed
 * first, or close themselves on `versionchange`. Does nothing where the browser keeps no databases for this page.
 *
 * @throws {LatchError} `timed_out` if a connection to it stays open for five seconds; the browser deletes it when that
 *   closes.
 * @throws {TypeError} if `name` is not a string. Errors of the browser are passed on.
 */
export async function forgetDatabase(name: string): Promise<void> {
  if (typeof name !== 'string') throw new TypeError('"name" must be a string');
  await ifStored(
    openDatabase((databases) => deleteDatabase(databases, name)),
    undefined,
  );
}

function deleteDatabase(databases: IDBFactory, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = databases.deleteDatabase(name);
    let timer: ReturnType<typeof setTimeout> | undefined;
    request.onblocked = () =>
      (timer = setTimeout(
        () =>
          reject(new LatchError('timed_out', `The database "${name}" is still open somewhere.`, { retryable: true })),
        deleteTimeout,
      ));
    request.onsuccess = () => {
      clearTimeout(timer);
      resolve();
    };
    request.onerror = () => {
      clearTimeout(timer);
      reject(request.error as DOMException);
    };
  });
}
