import type { Client } from '../base/client/client.js';
import { LatchError } from '../base/client/errors.js';
import { readLocal, signOutName } from '../base/storage/local.js';
import { restoreStored } from '../base/storage/stored.js';

/**
 * Call it before anything is requested for the signed-in user: the backend still has the session of a user whose
 * sign-out it has not confirmed, and who has left the device to others. Such a sign-out gets another try first.
 *
 * @throws {LatchError} `unauthenticated` while it is not confirmed.
 */
export async function requireSession(client: Client): Promise<void> {
  await restoreStored();
  if (readLocal(signOutName(client.baseUrl)) === undefined) return;
  // Loaded here, because hardly any page has such a sign-out.
  const { endUnfinished } = await import('../sign-out/state.js').catch((cause: unknown) => {
    throw new LatchError('network', 'A part of the page did not respond.', { cause, retryable: true });
  });
  if (!(await endUnfinished(client))) throw new LatchError('unauthenticated', 'The user has signed out.');
}
