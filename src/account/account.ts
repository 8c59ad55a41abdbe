import type { AccountAnswer, LinkedAccount, SecurityEventList } from '../base/contract/types.js';
import * as account from '../base/contract/account.js';
import { endOtherSessions } from '../base/contract/sign-out-everywhere.js';
import * as securityEvents from '../base/contract/security-events.js';
import * as accountDeletion from '../base/contract/account-deletion.js';
import * as linkedAccounts from '../base/contract/linked-identities.js';
import { addressToSend } from '../base/text/address.js';
import type { RequestOptions } from '../base/client/client.js';
import { callForUser } from '../session/call-for-user.js';

export type { AccountAnswer, SecurityEvent, SecurityEventList } from '../base/contract/types.js';

/** Whose addresses, and what replaces them; null removes one, and what is absent stays. */
export interface ChangeAddressesOptions extends RequestOptions {
  email?: string | null | undefined;
  phone?: string | null | undefined;
}

/** Which part of the list of events. */
export interface SecurityEventsOptions extends RequestOptions {
  /** The `next` of the list before; the latest events if absent. */
  from?: string | undefined;
}

/** When an account is deleted. */
export interface AccountDeletion {
  /** Epoch milliseconds; not later than now if the backend has deleted it at once. Until then it can be restored. */
  deletesAt: number;
}

/**
 * Reads the account of the signed-in user: its name, its addresses, the ways to sign in to it, and when it is deleted, if
 * it is.
 *
 * @throws {LatchError} `unauthenticated`; `unsupported` where the backend lacks the chapter; the other errors of
 *   {@link Client.call}.
 */
export async function readAccount({ client, signal }: RequestOptions): Promise<AccountAnswer> {
  return callForUser(client, account.readAccount, { signal });
}

/**
 * Adds, replaces or removes addresses of the account. A new address is unverified until a code that was sent to it comes
 * back.
 *
 * @throws {LatchError} `rejected` with `status` 400 for what is not an address; `step_up_required`, see
 *   {@link withStepUp}; `unauthenticated`; `unsupported` where the backend lacks the chapter; the other errors of
 *   {@link Client.call}.
 * @throws {TypeError} if there is no change.
 */
export async function changeAddresses({ client, email, phone, signal }: ChangeAddressesOptions): Promise<void> {
  if (email === undefined && phone === undefined) throw new TypeError('"email" or "phone" is required');
  await callForUser(client, account.changeAccount, {
    body: {
      ...(email !== undefined && { email: email && addressToSend(email) }),
      ...(phone !== undefined && { phone: phone && addressToSend(phone) }),
    },
    signal,
  });
}

/**
 * Signs out all other devices of the signed-in user, and installed apps. To sign out everywhere, call `signOut`
 * afterwards.
 *
 * @returns how many sessions ended.
 * @throws {LatchError} `step_up_required` if the user has to authenticate again, see {@link withStepUp};
 *   `unauthenticated`; `unsupported` where the backend lacks the chapter; the other errors of {@link Client.call}.
 */
export async function signOutOtherDevices({ client, signal }: RequestOptions): Promise<number> {
  return (await callForUser(client, endOtherSessions, { signal })).ended;
}

/**
 * Lists what happened to the account of the signed-in user, the latest first: sign-ins, changed passkeys, passwords and
 * addresses, ended sessions. Ignore a `type` that you do not know.
 *
 * @throws {LatchError} `unauthenticated`; `unsupported` where the backend lacks the chapter; the other errors of
 *   {@link Client.call}.
 */
export async function listSecurityEvents({ client, signal, from }: SecurityEventsOptions): Promise<SecurityEventList> {
  const query = from === undefined ? '' : `?from=${encodeURIComponent(from)}`;
  return callForUser(client, securityEvents.listSecurityEvents, { query, signal });
}

/** What the deletion of an account would do. */
export interface DeletionPlan {
  /** The milliseconds in which the user can still keep the account; 0 if it is deleted at once. */
  grace: number;
  /** When the account is deleted, in epoch milliseconds; only after {@link deleteAccount}. */
  deletesAt?: number | undefined;
  /** What the user loses, one sentence each, in the backend's words. Show them as text. */
  consequences: readonly string[];
}

/** Whose deletion, and in which words. */
export interface DeletionOptions extends RequestOptions {
  /** The language of the consequences, as a language tag. Defaults to those of the browser. */
  language?: string | undefined;
}

/**
 * Reads what the deletion of the signed-in user's account would do, for the page to show before the user confirms it.
 *
 * @throws {LatchError} `unauthenticated`; `unsupported` where the backend lacks the chapter; the other errors of
 *   {@link Client.call}.
 */
export async function readDeletion({ client, language, signal }: DeletionOptions): Promise<DeletionPlan> {
  return callForUser(client, accountDeletion.readAccountDeletion, { language, signal });
}

export type { LinkedAccount } from '../base/contract/types.js';

/** Whose linked identity, and which. */
export interface UnlinkAccountOptions extends RequestOptions {
  /** The `id` in the list. */
  id: string;
}

/**
 * Lists the accounts at providers with which the signed-in user can sign in too.
 *
 * @throws {LatchError} `unauthenticated`; `unsupported` where the backend lacks the chapter or has no provider; the other
 *   errors of {@link Client.call}.
 */
export async function listLinkedAccounts({ client, signal }: RequestOptions): Promise<readonly LinkedAccount[]> {
  return (await callForUser(client, linkedAccounts.listLinkedAccounts, { signal })).identities;
}

/**
 * Unlinks an account at a provider. Other sessions that began there end.
 *
 * @throws {LatchError} `rejected` with `status` 409 if it is the only way to sign in; `step_up_required`, see
 *   {@link withStepUp}; `not_found` if it is not linked; `unauthenticated`; `unsupported` where the backend lacks the
 *   chapter; the other errors of {@link Client.call}.
 * @throws {TypeError} if `id` is not a string.
 */
export async function unlinkAccount({ client, id, signal }: UnlinkAccountOptions): Promise<void> {
  if (typeof id !== 'string') throw new TypeError('"id" must be a string');
  await callForUser(client, linkedAccounts.unlinkAccount, { id, signal });
}

/**
 * Has the account of the signed-in user deleted, now or after the days that the backend grants, and signs out its other
 * devices. The next sign-in within these days keeps the account. This device stays signed in where there are such days: call `signOut`, so that nothing of the account stays
 * on it.
 *
 * @throws {LatchError} `step_up_required` if the user has to authenticate again, see {@link withStepUp};
 *   `unauthenticated`; `unsupported` where the backend lacks the chapter; the other errors of {@link Client.call}.
 */
export async function deleteAccount({ client, signal }: RequestOptions): Promise<AccountDeletion> {
  const { deletesAt } = await callForUser(client, accountDeletion.deleteAccount, { signal });
  return { deletesAt };
}

/**
 * Keeps an account that is to be deleted.
 *
 * @throws {LatchError} `not_found` if it is not to be deleted; `unauthenticated`, also if it was deleted; `unsupported`
 *   where the backend lacks the chapter; the other errors of {@link Client.call}.
 */
export async function restoreAccount({ client, signal }: RequestOptions): Promise<void> {
  await callForUser(client, accountDeletion.restoreAccount, { signal });
}
