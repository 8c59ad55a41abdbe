import { within } from './deadline.js';
import { keep } from './kept.js';

/** How long the browser may take for one value, in ms. */
const longest = 3000;

/**
 * Keeps a small thing like {@link keep}, and so that it survives the browser being killed right after this resolves:
 * Chromium writes `localStorage` to the disk only seconds later. Never rejects; where the browser refuses IndexedDB,
 * `localStorage` alone has it.
 */
export async function keepDurably(key: string, value: unknown): Promise<void> {
  keep(key, value);
  await access('readwrite', (store) => (value === undefined ? store.delete(key) : store.put(value, key))).catch(
    () => {},
  );
}

/** Reads what {@link keepDurably} has written to the disk; undefined if it is not there or can't be read. */
export function recallDurably(key: string): Promise<unknown> {
  return access('readonly', (store) => store.get(key)).catch(() => undefined);
}

let restored: Promise<void> | undefined;

/**
 * Gives back to `localStorage` what it lost when the browser was killed. Reads the disk once in the life of the
 * page. Never rejects.
 */
export function restoreKept(): Promise<void> {
  return (restored ??= restore().catch(() => {}));
}

async function restore(): Promise<void> {
  for (const key of (await access('readonly', (store) => store.getAllKeys())) as string[]) {
    const value = await recallDurably(key);
    if (value !== undefined) keep(key, value);
  }
}

/** The part that reaches the disk. Pages load it when they read the session first, long before they are left. */
function access(mode: IDBTransactionMode, request: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  return within(longest, async () => (await import('./disk.js')).access(mode, request));
}
