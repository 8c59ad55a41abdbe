import type { Client } from '../base/client/client.js';
import * as contract from '../base/contract/password-settings.js';
import { callForUser } from '../session/call-for-user.js';

/** Whose password. */
export interface RemovePasswordOptions {
  client: Client;
  signal?: AbortSignal | undefined;
}

/** Whose password, and the new one. */
export interface SetPasswordOptions extends RemovePasswordOptions {
  /** 8 to 1,024 characters. */
  password: string;
}

/**
 * Sets or replaces the password of the signed-in account. Other sessions continue: see `signOutOtherDevices` of
 * `latchkey/session`. The password is sent to `PUT /account/password` and not stored.
 *
 * A user who has forgotten the password and signed in with a one-time code can replace it for five minutes. The other
 * sessions that began with the old one end, and the new one satisfies no step-up for a day.
 *
 * @throws {LatchError} `step_up_required` if the user has to authenticate again, see {@link withStepUp}; `rejected` for
 *   a password that is not allowed, with the `reason` `common_password` for one that is easy to guess; `unauthenticated`; `unsupported` where the backend lacks the chapter; the other
 *   errors of {@link Client.call}.
 * @throws {TypeError} if `password` is not a string.
 */
export async function setPassword({ client, password, signal }: SetPasswordOptions): Promise<void> {
  if (typeof password !== 'string') throw new TypeError('"password" must be a string');
  await callForUser(client, contract.setPassword, { body: { password }, signal });
}

/**
 * Removes the password of the signed-in account, which then signs in with passkeys or at a provider only.
 *
 * @throws {LatchError} `rejected` with `status` 409 if it is the only way to sign in; `step_up_required`, see
 *   {@link withStepUp}; `not_found` if the account has no password; `unauthenticated`; `unsupported` where the backend
 *   lacks the chapter; the other errors of {@link Client.call}.
 */
export async function removePassword({ client, signal }: RemovePasswordOptions): Promise<void> {
  await callForUser(client, contract.removePassword, { signal });
}
