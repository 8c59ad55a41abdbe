import { within } from '../../base/client/deadline.js';
import { LatchError } from '../../base/client/errors.js';

/** Which account at which provider. */
export interface DisconnectOptions {
  /** The config file of the provider, an absolute URL. */
  configURL: string;
  /** The client ID of the site at the provider. */
  clientId: string;
  /** The account, in a form that the provider understands: its id there, or its address. */
  accountHint: string;
}

/** How long browser and provider may take, in ms. There is no prompt. */
const disconnectTimeout = 15_000;

/**
 * Makes provider and browser forget that an account was used here: the next sign-in with it asks the user again. For
 * "Disconnect" in an account's settings. Does not sign the user out, and is never called automatically.
 *
 * @throws {LatchError} `unsupported`, `provider_failed` if the browser or the provider has no such account here or did
 *   not respond, `timed_out` after 15 seconds.
 * @throws {TypeError} for a member that is missing.
 * @see {@link https://www.w3.org/TR/fedcm/#browser-api-identitycredential-disconnect FedCM, disconnect}
 */
export async function disconnectFedCm({ configURL, clientId, accountHint }: DisconnectOptions): Promise<void> {
  const account = { configURL, clientId, accountHint };
  for (const [name, value] of Object.entries(account))
    if (typeof value !== 'string' || !value) throw new TypeError(`"${name}" must be given`);
  const { IdentityCredential } = globalThis as {
    IdentityCredential?: { disconnect?(account: DisconnectOptions): Promise<void> };
  };
  if (!IdentityCredential?.disconnect)
    throw new LatchError('unsupported', 'The browser has no FedCM, or cannot disconnect.');
  try {
    await within(disconnectTimeout, () => IdentityCredential.disconnect!(account));
  } catch (cause) {
    throw cause instanceof LatchError
      ? cause
      : new LatchError('provider_failed', 'The account could not be disconnected.', { cause, retryable: true });
  }
}
