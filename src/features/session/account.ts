import type { Client } from '../../core/client.js';
import type { SecurityEventList } from '../../core/contract-types.js';
import { securityEvents } from '../../core/contract/devices.js';
import * as endpoints from '../../core/contract/account-settings.js';

/** Whose account. */
export interface AccountOptions {
  client: Client;
  signal?: AbortSignal | undefined;
}

export type { SecurityEvent, SecurityEventList } from '../../core/contract-types.js';

/** Which part of the list of events. */
export interface SecurityEventsOptions extends AccountOptions {
  /** The `next` of the list before; the latest events if absent. */
  from?: string | undefined;
}

/** When an account is deleted. */
export interface AccountDeletion {
  /** Epoch milliseconds; not later than now if the backend has deleted it at once. Until then it can be restored. */
  deletesAt: number;
}

/**
 * Signs out all other devices of the signed-in user, and installed apps. To sign out everywhere, call `signOut`
 * afterwards.
 *
 * @returns how many sessions ended.
 * @throws {LatchError} `step_up_required` if the user has to authenticate again, see {@link withStepUp};
 *   `unauthenticated`; `unsupported` where the backend lacks the chapter; the other errors of {@link Client.call}.
 */
export async function signOutOtherDevices({ client, signal }: AccountOptions): Promise<number> {
  return (await client.call(endpoints.endOtherSessions, { signal })).ended;
}

/**
 * Lists what happened to the account of the signed-in user, the latest first: sign-ins, changed passkeys, passwords and
 * addresses, ended sessions. Ignore a `type` that you do not know.
 *
 * @throws {LatchError} `unauthenticated`; `unsupported` where the backend lacks the chapter; the other errors of
 *   {@link Client.call}.
 */
export async function listSecurityEvents({ client, signal, from }: SecurityEventsOptions): Promise<SecurityEventList> {
  return client.call(securityEvents(from), { signal });
}

/**
 * Has the account of the signed-in user deleted, now or after the days that the backend grants, and signs out its other
 * devices. This device stays signed in where there are such days: call `signOut`, so that nothing of the account stays
 * on it.
 *
 * @throws {LatchError} `step_up_required` if the user has to authenticate again, see {@link withStepUp};
 *   `unauthenticated`; `unsupported` where the backend lacks the chapter; the other errors of {@link Client.call}.
 */
export async function deleteAccount({ client, signal }: AccountOptions): Promise<AccountDeletion> {
  const { deletesAt } = await client.call(endpoints.deleteAccount, { signal });
  return { deletesAt };
}

/**
 * Keeps an account that is to be deleted.
 *
 * @throws {LatchError} `not_found` if it is not to be deleted; `unauthenticated`, also if it was deleted; `unsupported`
 *   where the backend lacks the chapter; the other errors of {@link Client.call}.
 */
export async function restoreAccount({ client, signal }: AccountOptions): Promise<void> {
  await client.call(endpoints.restoreAccount, { signal });
}
