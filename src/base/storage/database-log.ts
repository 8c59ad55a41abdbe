import { deleteDB, openDB } from 'idb';
import { atMost } from '../browser/retry.js';
import { withFreeLock } from './locks/lock.js';

/** Deleted right after it is created; one that a crash left is deleted the next time. */
const name = 'latchkey.new-log';
/** How long it may take before it is given up, in ms. */
const logTimeout = 2_000;
let begun: Promise<void> | undefined;

/**
 * Has Chromium begin a new log for the databases of this origin, once in the life of the page: when it loads this
 * module. Resolves when it has, and in any case soon: nothing depends on it but what a later crash can cost.
 *
 * If the browser is killed while it writes, the last entry of its log is incomplete. Chromium skips the entry at the
 * next start, but continues to write behind it into the same log. The start after that finds an invalid entry in the
 * middle, and deletes all databases of the origin. Deleting an existing database makes Chromium write the log to a
 * table and start a new log.
 */
export function beginNewLog(): Promise<void> {
  return (begun ??= isChromium() ? beginSoon() : Promise.resolve());
}

async function beginSoon(): Promise<void> {
  await atMost(
    logTimeout,
    beginInOneTab().catch(() => {}),
  );
}

function beginInOneTab(): Promise<void> {
  return withFreeLock(name, async () => {
    (await openDB(name)).close();
    await deleteDB(name);
  });
}

/** Whether the browser keeps IndexedDB as Chromium does. */
export const isChromium = (): boolean => 'userAgentData' in navigator;

// A page may use IndexedDB by its own code before this package does, and would write behind an incomplete entry.
if ((globalThis as { document?: Document }).document) void beginNewLog();
