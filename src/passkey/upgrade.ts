import { capabilities } from '../base/browser/capabilities.js';
import type { Client } from '../base/client/client.js';
import { createPasskey, type PasskeyCreated } from './create.js';
import { untilLeft } from '../base/browser/until-left.js';

/**
 * How long the password manager may take to create a passkey automatically, in ms. After that, it is not worth waiting.
 */
const upgradeDeadline = 10_000;

/**
 * Has the password manager create a passkey right after a password sign-in, if it wants to. Continues when the view is
 * removed, because pages remove the form as soon as the user is signed in. Never rejects.
 */
export async function upgrade(client: Client): Promise<PasskeyCreated | undefined> {
  const attempt = untilLeft(AbortSignal.timeout(upgradeDeadline));
  try {
    if ((await capabilities()).conditionalCreate !== true) return undefined;
    return await createPasskey({ client, conditional: true, signal: attempt.signal });
  } catch {
    // The password manager decides, and usually declines. The user did not request a passkey, so this is not reported.
    return undefined;
  } finally {
    attempt.abort();
  }
}
