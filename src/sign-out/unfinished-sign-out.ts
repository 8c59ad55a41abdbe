import type { Client } from '../base/client/client.js';
import type { SessionAnswer } from '../base/contract/types.js';
import { keepDurably } from '../base/storage/durable.js';
import { recall, signOutName } from '../base/storage/kept.js';
import type { KnownSession } from '../session/known-session.js';

/** A sign-out that the backend has not confirmed yet, and the session that was to end. */
export interface UnfinishedSignOut extends KnownSession {
  /** When the person signed out, by the clock of this device. */
  readonly at: number;
  /** Whether the person wanted all data of the site gone from this device. */
  readonly everything?: boolean;
}

/**
 * Notes that the user has signed out here, regardless of the backend, until {@link reconcile} finds it confirmed or
 * outdated. Once this resolves, the note survives the browser being killed.
 */
export function noteSignOut(client: Client, signOut: UnfinishedSignOut): Promise<void> {
  return keepDurably(signOutName(client.baseUrl), signOut);
}

/** Resolves when the last sign-out that this page performs, or has performed, is over. */
export let signingOut: Promise<unknown> | undefined;

/** Notes that this page signs out until `ended` settles. */
export function noteSigningOut(ended: Promise<unknown>): void {
  signingOut = ended.catch(() => {});
}

/** The sign-out that the backend has not confirmed, if there is one. */
export function unfinishedSignOut(client: Client): UnfinishedSignOut | undefined {
  const kept = recall(signOutName(client.baseUrl));
  return typeof kept === 'object' && kept !== null ? (kept as UnfinishedSignOut) : undefined;
}

/** Removes the note. Once this resolves, it does not come back when the browser is killed. */
export function forgetSignOut(client: Client): Promise<void> {
  return keepDurably(signOutName(client.baseUrl), undefined);
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
  const { at, person, authTime: known } = unfinished;
  const isOthers = person !== undefined && user?.id !== undefined && person !== user.id;
  const isLater = authTime !== undefined && authTime !== known && authTime > at;
  if (signedIn && !isOthers && !isLater) return unfinished;
  void forgetSignOut(client);
  return undefined;
}
