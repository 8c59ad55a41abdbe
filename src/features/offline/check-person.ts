import type { Client } from '../../core/client.js';
import { credentialsEndpoint } from '../../core/contract/passkey-settings.js';
import { readSession } from '../../core/session.js';

/** Who is signed in, seen from somebody's outbox. */
export type Presence = 'same-person' | 'other-person' | 'signed-out';

/**
 * Makes what asks the backend whether the person with this user handle is signed in. The session is asked each time,
 * because another tab may have signed somebody else in a moment ago; whose it is only when it is another one:
 * names can be changed, and given to somebody else, so the user handle decides.
 *
 * @throws {LatchError} what {@link Client.call} throws.
 */
export function watchPerson(client: Client, owner: string): (signal: AbortSignal) => Promise<Presence> {
  let known: { session: string; presence: Presence } | undefined;
  return async (signal) => {
    const state = await readSession(client, signal);
    if (state.status === 'signed-out') return 'signed-out';
    const session = JSON.stringify([state.user, state.authMethod, state.authTime]);
    if (known?.session !== session) {
      const { userId } = await client.call(credentialsEndpoint, { signal });
      known = { session, presence: userId === owner ? 'same-person' : 'other-person' };
    }
    return known.presence;
  };
}
