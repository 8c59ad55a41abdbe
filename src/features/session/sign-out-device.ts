import { endSession } from '../../core/contract/devices.js';
import type { LatchError } from '../../core/errors.js';
import { listSessions, type ListSessionsOptions } from './devices.js';

/** Which session. */
export interface SignOutDeviceOptions extends ListSessionsOptions {
  /** The `id` of a listed session. */
  id: string;
}

/**
 * Signs one device out: its next request finds nobody signed in. One that is gone already is fine.
 *
 * @throws {LatchError} `step_up_required` if the person has to prove again who they are, as {@link withStepUp} has them
 *   do; `unauthenticated`; the other errors of {@link Client.call}.
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
