import type { Client } from '../base/client/client.js';
import type { AccountAnswer } from '../base/contract/types.js';
import { accountEndpoint } from '../base/contract/accounts.js';

export type { AccountAnswer } from '../base/contract/types.js';

/** Whose account. */
export interface AccountOptions {
  client: Client;
  signal?: AbortSignal | undefined;
}

/**
 * Reads the account of the signed-in user: its name, its addresses, the ways to sign in to it, and when it is deleted, if
 * it is.
 *
 * @throws {LatchError} `unauthenticated`; `unsupported` where the backend lacks the chapter; the other errors of
 *   {@link Client.call}.
 */
export async function readAccount({ client, signal }: AccountOptions): Promise<AccountAnswer> {
  return client.call(accountEndpoint, { signal });
}
