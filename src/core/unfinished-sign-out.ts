import type { Client } from './client.js';
import type { SessionAnswer } from './contract-types.js';
import { keep, recall } from './kept.js';

/**
 * A sign-out that the backend has not confirmed yet. It tells which session was to end, by its times, and not whose it
 * was.
 */
export interface UnfinishedSignOut {
  /** When the person signed out, by the clock of this device. */
  readonly at: number;
  /** When the person of that session authenticated; missing if nobody knew. */
  readonly authTime?: number | undefined;
  /** Whether the person wanted all data of the site gone from this device. */
  readonly everything?: boolean;
}

const nameFor = ({ baseUrl }: Client) => `sign-out:${baseUrl.pathname}`;

/**
 * Notes that the person has signed out here, whatever the backend says, until {@link reconcile} finds it done or
 * outdated.
 */
export function noteSignOut(client: Client, signOut: UnfinishedSignOut): void {
  keep(nameFor(client), signOut);
}

/** The sign-out that the backend has not confirmed, if there is one. */
export function unfinishedSignOut(client: Client): UnfinishedSignOut | undefined {
  const kept = recall(nameFor(client));
  return typeof kept === 'object' && kept !== null ? (kept as UnfinishedSignOut) : undefined;
}

/** Tells that the backend has confirmed it. */
export function forgetSignOut(client: Client): void {
  keep(nameFor(client), undefined);
}

/**
 * Holds the backend's word against an unfinished sign-out. It is over when nobody is signed in any more, and when
 * somebody has signed in since, which must not be ended: their `authTime` is neither the one
 * that was known, nor from before the sign-out. A session that says nothing about its time is taken for the one that
 * was to end.
 *
 * @returns the sign-out, if it is still to be done.
 */
export function reconcile(
  client: Client,
  { signedIn, authTime }: Pick<SessionAnswer, 'signedIn' | 'authTime'>,
): UnfinishedSignOut | undefined {
  const unfinished = unfinishedSignOut(client);
  if (
    unfinished &&
    signedIn &&
    (authTime === undefined || authTime === unfinished.authTime || authTime <= unfinished.at)
  )
    return unfinished;
  if (unfinished) forgetSignOut(client);
  return undefined;
}
