import { listen } from './channel.js';
import type { Client } from './client.js';
import { logoutEndpoint, sessionEndpoint } from './contract/session.js';
import { within } from './deadline.js';
import { takeLock } from './tab-lock.js';
import { forgetSignOut, reconcile, type UnfinishedSignOut } from './unfinished-sign-out.js';

/** The lock under which one tab at a time tells the backend. */
export const signOutLock = 'latchkey.sign-out';

/** How long the backend may take for one answer, whatever has become of `fetch` on this page, in ms. */
const longestAnswer = 20_000;

/**
 * Asks the backend to end the session of this device.
 *
 * @throws {LatchError} what {@link Client.call} throws, and `timed_out`.
 */
export async function endSession(
  client: Client,
  { everything }: UnfinishedSignOut,
  signal?: AbortSignal,
): Promise<void> {
  await within(longestAnswer, () => client.call(logoutEndpoint, { query: everything ? '?everything' : '', signal }));
  forgetSignOut(client);
}

/**
 * Tries once to have an unfinished sign-out confirmed: asks first whether the session that was to end is still the one
 * there is, and gives it up for good if somebody has signed in since. Leaves it
 * to another tab that is at it. Never rejects.
 */
export async function endUnfinished(client: Client): Promise<void> {
  const giveBack = await takeLock(signOutLock);
  if (!giveBack) return;
  const over = new AbortController();
  // An answer that takes the cookie away must not arrive after a sign-in has set another.
  listen(({ type }) => type === 'signed-in' && over.abort(), over.signal);
  try {
    const answer = await within(longestAnswer, () => client.call(sessionEndpoint, { signal: over.signal }));
    const unfinished = reconcile(client, answer);
    if (unfinished) await endSession(client, unfinished, over.signal);
  } catch {
    // The backend is out of reach or in trouble, or somebody has just signed in: the next try will tell.
  } finally {
    over.abort();
    giveBack();
  }
}
