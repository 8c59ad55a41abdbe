import { endSession } from '../base/contract/devices.js';
import { LatchError } from '../base/client/errors.js';
import { listSessions, type ListSessionsOptions } from './list-sessions.js';
import { callForUser } from './call-for-user.js';

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
    await callForUser(client, endSession, { id, signal });
  } catch (error) {
    const { code, status } = error as LatchError;
    if (code !== 'not_found' && code !== 'unsupported') throw error;
    // Both may be the answer for a session that is gone, and that of a backend which lacks the endpoint. The list knows.
    const sessions = await listSessions({ client, signal });
    if (sessions.some((session) => session.id === id))
      throw new LatchError('unsupported', 'The backend cannot end one session.', { cause: error, status: status ?? 0 });
  }
}
