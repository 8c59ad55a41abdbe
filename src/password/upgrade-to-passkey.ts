import type { Client } from '../base/client/client.js';
import type { PasskeyCreated } from '../passkey/create.js';
import { signalPasskeys } from '../passkey/signals.js';

/**
 * Has the user's password manager create a passkey after a sign-in with a password, by code that is loaded for it.
 * Resolves with the passkey if there is one. Never rejects.
 *
 * @param created Called with the passkey.
 */
export async function upgradeToPasskey(
  client: Client,
  created: (result: PasskeyCreated) => void,
): Promise<PasskeyCreated | undefined> {
  try {
    const { upgrade } = await import('../passkey/upgrade.js');
    const result = await upgrade(client);
    if (result) created(result);
    return result;
  } catch {
    // The part that creates passkeys could not be loaded. The sign-in has still succeeded.
    return undefined;
  } finally {
    // Not before: a passkey that is not in the list yet would be deleted again.
    void signalPasskeys(client);
  }
}
