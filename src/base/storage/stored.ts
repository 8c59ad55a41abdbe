import { within } from '../client/deadline.js';
import type * as StoredDatabase from './stored-database.js';
import { writeLocal } from './local.js';

/** How long the browser may take for one value, in ms. */
const storageTimeout = 3000;

/**
 * Stores a small thing like {@link writeLocal}, and so that it survives the browser being killed right after this resolves:
 * Chromium writes `localStorage` to the disk only seconds later. Never rejects; where the browser refuses IndexedDB,
 * `localStorage` alone has it.
 */
export async function writeStored(key: string, value: unknown): Promise<void> {
  writeLocal(key, value);
  await inDatabase(({ write }) => write(key, value)).catch(() => {});
}

/** Reads what {@link writeStored} has written to the disk; undefined if it is not there or can't be read. */
export function readStored(key: string): Promise<unknown> {
  return inDatabase(({ read }) => read(key)).catch(() => undefined);
}

let restored: Promise<void> | undefined;

/**
 * Gives back to `localStorage` what it lost when the browser was killed. Reads the disk once in the life of the
 * page. Never rejects.
 */
export function restoreStored(): Promise<void> {
  return (restored ??= restore().catch(() => {}));
}

async function restore(): Promise<void> {
  for (const [key, value] of await inDatabase(({ readAll }) => readAll())) writeLocal(key, value);
}

/** Uses the part that reaches the disk. Pages load it when they read the session first, long before they are left. */
function inDatabase<Result>(use: (database: typeof StoredDatabase) => Promise<Result>): Promise<Result> {
  return within(storageTimeout, async () => use(await import('./stored-database.js')));
}
