import { watchPage } from '../base/browser/page.js';
import { Backoff, Wait } from '../base/browser/retry.js';
import type { Client } from '../base/client/client.js';
import { within } from '../base/client/deadline.js';
import type { LatchError } from '../base/client/errors.js';
import { endCurrentSession, readSession } from '../base/contract/session.js';
import type { LogoutAnswer, LogoutRequest, SessionAnswer } from '../base/contract/types.js';
import { listen } from '../base/storage/channel.js';
import { writeStored, restoreStored } from '../base/storage/stored.js';
import { readLocal, signOutName } from '../base/storage/local.js';
import { takeLock } from '../base/storage/locks/take-lock.js';
import { forgetSession, type KnownSession } from '../base/storage/known-session.js';

/*
 * The states of a sign-out, all in one stored note, the `UnfinishedSignOut`:
 *
 *   noted      `noteSignOut`: the user is signed out here, whatever happens to the page, the browser or the network
 *   ended      `endOwnSession`: the backend has ended the session, and the note is gone
 *   outdated   `reconcile`: a later session has begun, or none is left, so the note is gone
 *
 * Between "noted" and "ended" the page deletes the local data of the user (local-data.ts); a page that finds a note at its
 * start deletes them again. `finishSignOut` leads from "noted" to one of the others, in any page, until it is there.
 */

/** A sign-out that the backend has not confirmed yet, and the session that was to end. */
export interface UnfinishedSignOut extends KnownSession {
  /** When the user signed out, by the clock of this device. */
  readonly at: number;
  /** Whether the user wanted all data of the site gone from this device. */
  readonly everything?: boolean;
  /** Whether the session of the installed app ends too. */
  readonly installedApp?: boolean;
}

/**
 * Notes that the user has signed out here, regardless of the backend, until {@link reconcile} finds it confirmed or
 * outdated. Once this resolves, the note survives the browser being killed.
 */
export function noteSignOut(client: Client, signOut: UnfinishedSignOut): Promise<void> {
  return writeStored(signOutName(client.baseUrl), signOut);
}

/** Resolves when the last sign-out that this page performs, or has performed, is over. */
export let signingOut: Promise<unknown> | undefined;

/** Notes that this page signs out until `ended` settles. */
export function noteSigningOut(ended: Promise<unknown>): void {
  signingOut = ended.catch(() => {});
}

/** The sign-out that the backend has not confirmed, if there is one. */
export function unfinishedSignOut(client: Client): UnfinishedSignOut | undefined {
  const kept = readLocal(signOutName(client.baseUrl));
  return typeof kept === 'object' && kept !== null ? (kept as UnfinishedSignOut) : undefined;
}

/** Removes the note. Once this resolves, it does not come back when the browser is killed. */
export function forgetSignOut(client: Client): Promise<void> {
  return writeStored(signOutName(client.baseUrl), undefined);
}

/**
 * Compares the backend's response with an unfinished sign-out. The sign-out is done if the session has ended, or if a
 * later session has begun, which must not be ended: one of another user, or one whose `authTime` is neither the known
 * one nor from before the sign-out. A session without `authTime` counts as the one to end.
 *
 * @returns the sign-out, if it is still to be done.
 */
export function reconcile(
  client: Client,
  { signedIn, user, authTime }: Pick<SessionAnswer, 'signedIn' | 'authTime'> & { user?: { id?: string } },
): UnfinishedSignOut | undefined {
  const unfinished = unfinishedSignOut(client);
  if (!unfinished) return undefined;
  const { at, userId, authTime: known } = unfinished;
  const isOthers = userId !== undefined && user?.id !== undefined && userId !== user.id;
  const isLater = authTime !== undefined && authTime !== known && authTime > at;
  if (signedIn && !isOthers && !isLater) return unfinished;
  void forgetSignOut(client);
  return undefined;
}

/** The lock under which one tab at a time sends the sign-out. */
export const signOutLock = 'latchkey.sign-out';

/** How long the backend may take for one response, even if other script has replaced `fetch`, in ms. */
const answerTimeout = 20_000;

/**
 * Asks the backend to end the session of this device, or only `named` one. Resolves with its response; nothing if another
 * session has taken the place of that one.
 *
 * @throws {LatchError} what {@link Client.call} throws, and `timed_out`.
 */
export async function endOwnSession(
  client: Client,
  { everything, installedApp, userId }: UnfinishedSignOut,
  named?: LogoutRequest,
  signal?: AbortSignal,
): Promise<LogoutAnswer> {
  const parameters = [everything && 'everything', installedApp && 'installed-app'].filter(Boolean);
  const query = parameters.length > 0 ? `?${parameters.join('&')}` : '';
  const answer = await within(answerTimeout, () =>
    client.call(endCurrentSession, { query, body: named, signal }),
  ).catch((error: LatchError) => {
    // Another session has taken its place.
    if (named && error.code === 'wrong_account') return {};
    throw error;
  });
  await Promise.all([forgetSignOut(client), forgetSession(client, userId)]);
  return answer;
}

/**
 * Tries once to confirm an unfinished sign-out with the backend. First checks that the session to end is still the
 * current one, and drops the note if a later one has begun. The request names the session, so that the backend does not
 * end one that begins at this moment. Does nothing while another tab does this. Never rejects.
 *
 * @returns whether no sign-out is left to be confirmed.
 */
export async function endUnfinished(client: Client): Promise<boolean> {
  await restoreStored();
  if (unfinishedSignOut(client)) await tryOnce(client);
  return !unfinishedSignOut(client);
}

async function tryOnce(client: Client): Promise<void> {
  const giveBack = await takeLock(signOutLock);
  if (!giveBack) return;
  const over = new AbortController();
  // A late answer must not remove the cookie that a sign-in has set meanwhile.
  listen(({ type }) => type === 'signed-in' && over.abort(), over.signal);
  try {
    const answer = await within(answerTimeout, () => client.call(readSession, { signal: over.signal }));
    const unfinished = reconcile(client, answer);
    const { user, authTime } = answer;
    const named = user?.id !== undefined && authTime !== undefined ? { user: user.id, authTime } : undefined;
    if (unfinished) await endOwnSession(client, unfinished, named, over.signal);
  } catch {
    // The backend cannot be reached or has a problem, or a user has just signed in: the next attempt decides.
  } finally {
    over.abort();
    giveBack();
  }
}

/** The first pause between two tries, and the longest, in ms. */
const firstPause = 2000;
const longestPause = 5 * 60_000;

const underWay = new Map<string, Promise<void>>();

/**
 * Makes the backend confirm an unfinished sign-out: tries now, or when a sign-out that this page performs is over, then
 * after 2, 4, 8 … seconds, and when the page is visible, focused or online again, in one tab at a time. Stops
 * permanently if a user has signed in since. Runs once per page, however often it is called.
 *
 * @returns a promise for the moment when nothing is left to be confirmed. Never rejects.
 */
export function finishSignOut(client: Client): Promise<void> {
  const { href } = client.baseUrl;
  let finished = underWay.get(href);
  if (!finished) underWay.set(href, (finished = tryUntilConfirmed(client).finally(() => underWay.delete(href))));
  return finished;
}

async function tryUntilConfirmed(client: Client): Promise<void> {
  // The page's own sign-out deletes first, and then asks the backend itself.
  await signingOut;
  const over = new AbortController();
  const rest = new Wait();
  const backoff = new Backoff(firstPause, longestPause);
  watchPage((event) => event !== 'left' && rest.end(), over.signal);
  // Another tab has had it confirmed, or a user has signed in since.
  addEventListener('storage', () => rest.end(), { signal: over.signal });
  listen(({ type }) => type === 'signed-in' && rest.end(), over.signal);
  while (!(await endUnfinished(client))) await rest.start(backoff.next());
  over.abort();
}
