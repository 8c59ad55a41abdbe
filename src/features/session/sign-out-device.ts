import { endSession } from '../../core/contract/devices.js';
import type { LatchError } from '../../core/errors.js';
import { listSessions, type ListSessionsOptions } from './devices.js';

/** Which session. */
export interface SignOutDeviceOptions extends ListSessionsOptions {
  /** The `id` of a listed session. */
  id: string;
}

/**
 * Signs one device out: its next request is not signed in. Resolves too if its session has already ended.
 *
 * @throws {LatchError} `step_up_required` if the user has to authenticate again, see {@link withStepUp}; `unauthenticated`; the other errors of {@link Client.call}.
 */
export async function signOutDevice({ client, id, signal }: SignOutDeviceOptions): Promise<void> {
  try {
    await client.call(endSession(id), { signal });
  } catch (error) {
    const { code } = error as LatchError;
    if (code === 'not_found') return;
    if (code !== 'unsupported') throw error;
    // Backends of version 0.1 may answer like this for a session that is gone. One without the chapter fails here.
    const sessions = await listSessions({ client, signal });
    if (sessions.some((session) => session.id === id)) throw error;
  }
}
