import type { Client } from '../../core/client.js';
import { sessionsEndpoint } from '../../core/contract/devices.js';
import type { ListedSession } from '../../core/contract-types.js';
import { endUnfinished } from '../../core/end-session.js';
import { LatchError } from '../../core/errors.js';
import { unfinishedSignOut } from '../../core/unfinished-sign-out.js';

export type { ListedSession } from '../../core/contract-types.js';

/** Whose sessions. */
export interface ListSessionsOptions {
  client: Client;
  signal?: AbortSignal | undefined;
}

/**
 * Lists the sessions of the person who is signed in, on all devices; the one of this device first, then the one seen
 * last.
 *
 * @throws {LatchError} `unauthenticated`, also after a sign-out that the backend has not confirmed yet; `unsupported`
 *   where the backend lacks the chapter, and the other errors of {@link Client.call}.
 */
export async function listSessions({ client, signal }: ListSessionsOptions): Promise<readonly ListedSession[]> {
  if (unfinishedSignOut(client)) await endUnfinished(client);
  if (unfinishedSignOut(client)) throw new LatchError('unauthenticated', 'signed out');
  const { sessions } = await client.call(sessionsEndpoint, { signal });
  return sessions.toSorted(
    (one, other) => Number(other.current) - Number(one.current) || other.lastSeenAt - one.lastSeenAt,
  );
}
