import type { Client } from '../base/client/client.js';
import { personOf, readSession } from '../session/session.js';

/** Who is signed in, compared with the owner of an outbox. */
export type Presence = 'same-person' | 'other-person' | 'signed-out';

/**
 * Asks the backend whether the person with the user handle `owner` is signed in. Asked before every write: another tab
 * may have signed another person in a moment ago.
 *
 * @throws {LatchError} what {@link Client.call} throws; `unsupported` if the backend sends no user id.
 */
export async function checkPerson(client: Client, owner: string, signal: AbortSignal): Promise<Presence> {
  const state = await readSession(client, signal);
  if (state.status === 'signed-out') return 'signed-out';
  return personOf(state) === owner ? 'same-person' : 'other-person';
}
