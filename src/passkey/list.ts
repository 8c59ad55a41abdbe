import type { Client } from '../base/client/client.js';
import * as contract from '../base/contract/passkey-settings.js';
import type { CredentialList } from '../base/contract/types.js';
import { signalPasskeys } from './signals.js';
import { callForUser } from '../session/call-for-user.js';

/** Whose passkeys they are. */
export interface ManageOptions {
  client: Client;
  /** Ends the call, and the report to providers after it. */
  signal?: AbortSignal | undefined;
}

/**
 * Lists the passkeys of the signed-in user, oldest first. Afterwards it reports the list to passkey providers, as every
 * change of the list does: see {@link signalPasskeys}.
 *
 * @throws {LatchError} `unauthenticated`, `unsupported` where the backend has no passkey settings, and the other errors
 *   of {@link Client.call}.
 */
export async function listPasskeys({ client, signal }: ManageOptions): Promise<CredentialList> {
  const list = await callForUser(client, contract.listPasskeys, { signal });
  void signalPasskeys(client, signal);
  return list;
}
