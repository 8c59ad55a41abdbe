import { Database, type DBSchema } from './database.js';

interface Schema extends DBSchema {
  'latchkey.stored': { key: string; value: unknown };
}

/** The name of the database of small things that must survive the browser being killed, and of its only store. */
const name = 'latchkey.stored';
const database = new Database<Schema>({
  name,
  version: 1,
  upgrade: (database) => void database.createObjectStore(name),
  isBrief: true,
});

/** Writes `value` under `key`; `undefined` deletes what is there. Resolves once the disk has it. */
export async function write(key: string, value: unknown): Promise<void> {
  await database.transact({ mode: 'readwrite', durability: 'strict' }, async (transaction) => {
    const store = transaction.objectStore(name);
    await (value === undefined ? store.delete(key) : store.put(value, key));
  });
}

/** Reads what is under `key`; undefined if there is nothing. */
export function read(key: string): Promise<unknown> {
  return database.transact({ mode: 'readonly' }, (transaction) => transaction.objectStore(name).get(key));
}

/** Reads all keys with their values. */
export function readAll(): Promise<[key: string, value: unknown][]> {
  return database.transact({ mode: 'readonly' }, async (transaction) => {
    const store = transaction.objectStore(name);
    const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
    return keys.map((key, index) => [key, values[index]]);
  });
}
