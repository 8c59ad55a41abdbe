import type { Client } from '../base/client/client.js';
import { requireUserId, readSession } from '../session/session.js';

/** Who is signed in, compared with the owner of an outbox. */
export type Presence = 'same-user' | 'other-user' | 'signed-out';

/**
 * Asks the backend whether the user with the user handle `owner` is signed in. Asked before every write: another tab
 * may have signed another user in a moment ago.
 *
 * @throws {LatchError} what {@link Client.call} throws; `unsupported` if the backend sends no user id.
 */
export async function checkUser(client: Client, owner: string, signal: AbortSignal): Promise<Presence> {
  const state = await readSession(client, signal);
  if (state.status === 'signed-out') return 'signed-out';
  return requireUserId(state) === owner ? 'same-user' : 'other-user';
}
