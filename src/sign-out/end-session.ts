import { listen } from '../base/storage/channel.js';
import type { Client } from '../base/client/client.js';
import { logoutEndpoint, sessionEndpoint } from '../base/contract/session.js';
import type { LogoutRequest } from '../base/contract/types.js';
import { within } from '../base/client/deadline.js';
import { restoreKept } from '../base/storage/durable.js';
import type { LatchError } from '../base/client/errors.js';
import { forgetSession } from '../session/known-session.js';
import { takeLock } from '../base/storage/locks/take-lock.js';
import { forgetSignOut, reconcile, unfinishedSignOut, type UnfinishedSignOut } from './unfinished-sign-out.js';

/** The lock under which one tab at a time sends the sign-out. */
export const signOutLock = 'latchkey.sign-out';

/** How long the backend may take for one response, even if other script has replaced `fetch`, in ms. */
const longestAnswer = 20_000;

/**
 * Asks the backend to end the session of this device, or only `named` one.
 *
 * @throws {LatchError} what {@link Client.call} throws, and `timed_out`.
 */
export async function endSession(
  client: Client,
  { everything, person }: UnfinishedSignOut,
  named?: LogoutRequest,
  signal?: AbortSignal,
): Promise<void> {
  const query = everything ? '?everything' : '';
  try {
    await within(longestAnswer, () => client.call(logoutEndpoint, { query, body: named, signal }));
  } catch (error) {
    // Another session has taken its place.
    if (!named || (error as LatchError).code !== 'wrong_account') throw error;
  }
  await Promise.all([forgetSignOut(client), forgetSession(client, person)]);
}

/**
 * Tries once to confirm an unfinished sign-out with the backend. First checks that the session to end is still the
 * current one, and drops the note if a later one has begun. The request names the session, so that the backend does not
 * end one that begins at this moment. Does nothing while another tab does this. Never rejects.
 *
 * @returns whether no sign-out is left to be confirmed.
 */
export async function endUnfinished(client: Client): Promise<boolean> {
  await restoreKept();
  if (unfinishedSignOut(client)) await tryOnce(client);
  return !unfinishedSignOut(client);
}

async function tryOnce(client: Client): Promise<void> {
  const giveBack = await takeLock(signOutLock);
  if (!giveBack) return;
  const over = new AbortController();
  // A backend of version 0.1 removes the cookie, which must not happen after a sign-in has set another one.
  listen(({ type }) => type === 'signed-in' && over.abort(), over.signal);
  try {
    const answer = await within(longestAnswer, () => client.call(sessionEndpoint, { signal: over.signal }));
    const unfinished = reconcile(client, answer);
    const { user, authTime } = answer;
    const named = user?.id !== undefined && authTime !== undefined ? { user: user.id, authTime } : undefined;
    if (unfinished) await endSession(client, unfinished, named, over.signal);
  } catch {
    // The backend cannot be reached or has a problem, or a user has just signed in: the next attempt decides.
  } finally {
    over.abort();
    giveBack();
  }
}
