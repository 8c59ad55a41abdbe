import { writeStored } from '../../../src/base/storage/stored.js';
import { writeLocal } from '../../../src/base/storage/local.js';
import type { UnfinishedSignOut } from '../../../src/sign-out/state.js';
import { settled } from './clock.js';

/** Where a sign-out from the backend at the root of the origin is noted. */
const name = 'sign-out:/';
/** Where the last session is. */
const session = 'session:/';

/** What the browser has noted of a sign-out that the backend has not confirmed, as text. */
export const notedSignOut = () => localStorage.getItem(`latchkey.${name}`);

/** Notes a sign-out at the time 1000, as a page of an earlier life would have. */
export function noteEarlierSignOut(signOut: Partial<UnfinishedSignOut>): void {
  writeLocal(name, { at: 1000, ...signOut });
}

/** Deletes the note, wakes pending retries and lets them end, so that no test affects the next. */
export async function forgetSignOuts(): Promise<void> {
  localStorage.clear();
  const forgotten = Promise.all([name, session].map((kept) => writeStored(kept, undefined)));
  dispatchEvent(new StorageEvent('storage'));
  await forgotten;
  await settled();
}
