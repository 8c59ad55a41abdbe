import { tell } from '../../core/channel.js';
import type { Client } from '../../core/client.js';
import { logoutEndpoint } from '../../core/contract/session.js';

/** Where the session ends. */
export interface SignOutOptions {
  client: Client;
  signal?: AbortSignal;
}

/**
 * Ends the session at the backend, tells the other tabs, and has the browser ask before it hands out a saved password again.
 *
 * @throws {LatchError} what {@link Client.call} throws: the person is then still signed in.
 * @see {@link https://www.w3.org/TR/credential-management-1/#dom-credentialscontainer-preventsilentaccess Credential Management, preventSilentAccess}
 */
export async function signOut({ client, signal }: SignOutOptions): Promise<void> {
  await client.call(logoutEndpoint, { signal });
  tell({ type: 'signed-out' });
  try {
    await navigator.credentials?.preventSilentAccess();
  } catch {
    // WebKit before 17 rejects with NotSupportedError; it has no silent access that could be prevented.
  }
}
