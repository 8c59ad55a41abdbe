import { OneStore } from './one-store.js';

/** The database of small things that must survive the browser being killed. */
const kept = new OneStore('latchkey.kept');

/** Writes `value` under `key`; `undefined` deletes what is there. Resolves once the disk has it. */
export async function write(key: string, value: unknown): Promise<void> {
  await kept.access('readwrite', (store) => [value === undefined ? store.delete(key) : store.put(value, key)]);
}

/** Reads what is under `key`; undefined if there is nothing. */
export async function read(key: string): Promise<unknown> {
  return (await kept.access('readonly', (store) => [store.get(key)]))[0];
}

/** Reads all keys with their values. */
export async function readAll(): Promise<[key: string, value: unknown][]> {
  const [keys, values] = await kept.access('readonly', (store) => [store.getAllKeys(), store.getAll()]);
  return (keys as string[]).map((key, index) => [key, (values as unknown[])[index]]);
}
