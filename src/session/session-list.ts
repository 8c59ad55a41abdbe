import type { Client } from '../base/client/client.js';
import { LatchError } from '../base/client/errors.js';
import * as contract from '../base/contract/session-list.js';
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

/** Which session. */
export interface SignOutDeviceOptions extends ListSessionsOptions {
  /** The `id` of a listed session. */
  id: string;
}

/**
 * Signs one device out: its next request is not signed in. Resolves too if its session has already ended.
 *
 * @throws {LatchError} `step_up_required` if the user has to authenticate again, see {@link withStepUp}; `unauthenticated`;
 *   `unsupported` where the backend lacks the endpoint; the other errors of {@link Client.call}.
 */
export async function signOutDevice({ client, id, signal }: SignOutDeviceOptions): Promise<void> {
  try {
    await callForUser(client, contract.endSession, { id, signal });
  } catch (error) {
    const { code, status } = error as LatchError;
    if (code !== 'not_found' && code !== 'unsupported') throw error;
    // Both may be the answer for a session that is gone, and that of a backend which lacks the endpoint. The list knows.
    const sessions = await listSessions({ client, signal });
    if (sessions.some((session) => session.id === id))
      throw new LatchError('unsupported', 'The backend cannot end one session.', { cause: error, status: status ?? 0 });
  }
}

/** Which sentence of `sessionMethods` names how a session began, by the contract's word for it. */
export const sentenceOf = (authMethod: string): string =>
  authMethod.replace('-uv', '').replace(/oidc|fedcm/, 'provider');
