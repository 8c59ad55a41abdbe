import type { Client } from '../base/client/client.js';
import * as contract from '../base/contract/devices.js';
import type { ListedSession } from '../base/contract/types.js';
import { LatchError } from '../base/client/errors.js';

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
  if (!(await isSignOutOver(client))) throw new LatchError('unauthenticated', 'The user has signed out.');
  const { sessions } = await client.call(contract.listSessions, { signal });
  return sessions.toSorted(
    (one, other) => Number(other.current) - Number(one.current) || other.lastSeenAt - one.lastSeenAt,
  );
}

/** Whether no sign-out is left unconfirmed; one that is gets another try. */
async function isSignOutOver(client: Client): Promise<boolean> {
  // A list needs the network in any case, and hardly any page has such a sign-out.
  const { endUnfinished } = await import('../sign-out/state.js').catch((cause: unknown) => {
    throw new LatchError('network', 'A part of the page did not respond.', { cause, retryable: true });
  });
  return endUnfinished(client);
}
