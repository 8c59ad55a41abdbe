import { awaitRequest } from './await-request.js';
import { withFreeLock } from './locks/free-lock.js';

/** Deleted as soon as it is there; one that a crash left is deleted the next time. */
const name = 'latchkey.new-log';
/** How long it may take before it is given up, in ms. */
const longest = 2_000;
let begun: Promise<void> | undefined;

/**
 * Has Chromium begin a new log for the databases of this origin, once in the life of the page. Resolves when it has,
 * and in any case soon: nothing depends on it but what a later crash can cost.
 *
 * A browser that is killed while it writes leaves half an entry at the end of its log. Chromium skips it when it
 * starts, but goes on writing behind it into the same log; the start after that finds an entry
 * that does not add up in the middle, and deletes all databases of the origin. Deleting a database, which must be one
 * that exists, makes it write what the log holds to a table and begin another.
 */
export function beginNewLog(): Promise<void> {
  return (begun ??= isChromium() ? beginSoon() : Promise.resolve());
}

async function beginSoon(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const givenUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longest);
  });
  await Promise.race([beginInOneTab().catch(() => {}), givenUp]);
  clearTimeout(timer);
}

function beginInOneTab(): Promise<void> {
  return withFreeLock(name, async () => {
    (await awaitRequest(indexedDB.open(name))).close();
    await awaitRequest(indexedDB.deleteDatabase(name));
  });
}

const isChromium = (): boolean => 'userAgentData' in navigator;
