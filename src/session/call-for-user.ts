import type { CallOptions, Client } from '../base/client/client.js';
import type { Endpoint } from '../base/client/endpoint.js';
import { LatchError } from '../base/client/errors.js';
import { readLocal, signOutName } from '../base/storage/local.js';
import { restoreStored } from '../base/storage/stored.js';

/**
 * Calls an endpoint for the signed-in user. The backend still has the session of a user whose sign-out it has not confirmed,
 * and who may have left the device to others: such a sign-out gets another try first, and nothing is requested without it.
 *
 * @throws {LatchError} `unauthenticated`, also while a sign-out is not confirmed; the other errors of {@link Client.call}.
 */
export async function callForUser<Body, Answer>(
  client: Client,
  endpoint: Endpoint<Body, Answer>,
  options?: CallOptions<Body>,
): Promise<Answer> {
  await restoreStored();
  if (readLocal(signOutName(client.baseUrl)) !== undefined) {
    // Loaded here, because hardly any page has such a sign-out.
    const { endUnfinished } = await import('../sign-out/state.js').catch((cause: unknown) => {
      throw new LatchError('network', 'A part of the page did not respond.', { cause, retryable: true });
    });
    if (!(await endUnfinished(client))) throw new LatchError('unauthenticated', 'The user has signed out.');
  }
  return client.call(endpoint, options);
}
