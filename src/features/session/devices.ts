import type { Client } from '../../core/client.js';
import { endSession, sessionsEndpoint } from '../../core/contract/devices.js';
import type { ListedSession } from '../../core/contract-types.js';
import { LatchError } from '../../core/errors.js';
import { readSession } from '../../core/session.js';
import { unfinishedSignOut } from '../../core/unfinished-sign-out.js';

export type { ListedSession } from '../../core/contract-types.js';

/** Whose sessions. */
export interface ListSessionsOptions {
  client: Client;
  signal?: AbortSignal | undefined;
}

/**
 * Lists the sessions of the person who is signed in, on all devices; the one of this device first, then the one seen last.
 *
 * @throws {LatchError} `unauthenticated`, also after a sign-out that the backend has not confirmed yet; `unsupported` where the backend lacks the chapter, and the other errors of {@link Client.call}.
 */
export async function listSessions({ client, signal }: ListSessionsOptions): Promise<readonly ListedSession[]> {
  if (unfinishedSignOut(client) && (await readSession(client, signal)).status === 'signed-out') throw new LatchError('unauthenticated', 'The person has signed out on this device.');
  const { sessions } = await client.call(sessionsEndpoint, { signal });
  return sessions.toSorted((one, other) => Number(other.current) - Number(one.current) || other.lastSeenAt - one.lastSeenAt);
}

/** Which session. */
export interface SignOutDeviceOptions extends ListSessionsOptions {
  /** The `id` of a {@link ListedSession}. */
  id: string;
}

/**
 * Signs one device out: its next request finds nobody signed in. One that is gone already is fine.
 *
 * @throws {LatchError} `step_up_required` if the person has to prove again who they are, as {@link withStepUp} has them do; `unauthenticated`; the other errors of {@link Client.call}.
 */
export async function signOutDevice({ client, id, signal }: SignOutDeviceOptions): Promise<void> {
  try {
    await client.call(endSession(id), { signal });
  } catch (error) {
    if ((error as LatchError).code !== 'unsupported') throw error;
    // 404: somebody was faster. A backend that lacks the chapter says so here.
    const sessions = await listSessions({ client, signal });
    if (sessions.some((session) => session.id === id)) throw error;
  }
}
