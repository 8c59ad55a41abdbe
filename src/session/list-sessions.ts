import type { Client } from '../base/client/client.js';
import * as contract from '../base/contract/devices.js';
import type { ListedSession } from '../base/contract/types.js';
import { callForUser } from './call-for-user.js';

export type { ListedSession } from '../base/contract/types.js';

/** Whose sessions. */
export interface ListSessionsOptions {
  client: Client;
  signal?: AbortSignal | undefined;
}

/**
 * Lists the sessions of the signed-in user, on all devices; the one of this device first, then the one seen last.
 *
 * @throws {LatchError} `unauthenticated`, also after a sign-out that the backend has not confirmed yet; `unsupported`
 *   where the backend lacks the chapter, and the other errors of {@link Client.call}.
 */
export async function listSessions({ client, signal }: ListSessionsOptions): Promise<readonly ListedSession[]> {
  const { sessions } = await callForUser(client, contract.listSessions, { signal });
  return sessions.toSorted(
    (one, other) => Number(other.current) - Number(one.current) || other.lastSeenAt - one.lastSeenAt,
  );
}
