import { byteLengthOf } from '../base/bytes.js';
import * as passkeySettings from '../base/contract/passkey-settings.js';
import * as accountContract from '../base/contract/account.js';
import type { AccountAnswer, AccountChange, ListedCredential } from '../base/contract/types.js';
import type { ManageOptions } from './list.js';
import { signalPasskeys } from './signals.js';
import { callForUser } from '../session/call-for-user.js';

/** One passkey of the account. */
export interface ManagePasskeyOptions extends ManageOptions {
  /** Its credential, as base64url. */
  id: string;
}

/** What a passkey is to be called. */
export interface RenamePasskeyOptions extends ManagePasskeyOptions {
  /** At most 100 characters. White space around it is removed; an empty result removes the nickname. */
  nickname: string;
}

/** How the account is to be called. What is left out stays. */
export interface ChangeAccountOptions extends ManageOptions, AccountChange {}

/**
 * Sets or removes the nickname of a passkey.
 *
 * @throws {LatchError} `unauthenticated`, `not_found` for a passkey that the account does not have (any more),
 *   `rejected` for a nickname that is too long, and the other errors of `Client.call`.
 * @throws {TypeError} if `id` is not a credential.
 */
export async function renamePasskey({ client, id, nickname, signal }: RenamePasskeyOptions): Promise<ListedCredential> {
  const passkey = await callForUser(client, passkeySettings.renamePasskey, {
    id: checkId(id),
    body: { nickname: nickname.trim() || null },
    signal,
  });
  void signalPasskeys(client, signal);
  return passkey;
}

/**
 * Removes a passkey from the account, so that it no longer signs in. Its provider is notified, and may delete it.
 *
 * @throws {LatchError} `step_up_required`, `unauthenticated`, `not_found` for a passkey that the account does not have
 *   (any more), `rejected` with the `reason` `last_way_in` if it is the last way into the account, and the other errors of
 *   `Client.call`.
 * @throws {TypeError} if `id` is not a credential.
 */
export async function removePasskey({ client, id, signal }: ManagePasskeyOptions): Promise<void> {
  await callForUser(client, passkeySettings.removePasskey, { id: checkId(id), signal });
  void signalPasskeys(client, signal, { removed: id });
}

/**
 * Changes the account’s name, at the backend and then in the passkey providers.
 *
 * @throws {LatchError} `step_up_required`, `unauthenticated`, `rejected` for a name that is taken, `unsupported` where
 *   the backend lacks the chapter, and the other errors of `Client.call`.
 */
export async function changeAccount({
  client,
  name,
  displayName,
  signal,
}: ChangeAccountOptions): Promise<AccountAnswer> {
  const account = await callForUser(client, accountContract.changeAccount, {
    body: { ...(name !== undefined && { name }), ...(displayName !== undefined && { displayName }) },
    signal,
  });
  void signalPasskeys(client, signal);
  return account;
}

function checkId(id: string): string {
  if (byteLengthOf(id) < 1) throw new TypeError(`"id" must be a credential in base64url, not "${id}"`);
  return id;
}
