import type { DeletionAnswer, DeletionOutlook, EndedSessions, LinkedIdentities, PasswordChange } from './types.js';
import { count, list, maybe, object, text } from '../client/shape.js';
import type { Endpoint } from './endpoint.js';

/** Sets or replaces the password of the account. The answer is empty. */
export const setPassword: Endpoint<PasswordChange, unknown> = { method: 'PUT', path: 'account/password' };

/** Removes the password of the account. The answer is empty. */
export const removePassword: Endpoint<void, unknown> = {
  method: 'DELETE',
  path: 'account/password',
  hasNotFound: true,
};

/** Ends all sessions of the account but this one. */
export const endOtherSessions: Endpoint<void, EndedSessions> = {
  method: 'DELETE',
  path: 'sessions',
  shape: object({ ended: count }),
};

/** Has the account deleted, now or after some days, and ends its other sessions. */
export const deleteAccount: Endpoint<void, DeletionAnswer> = {
  method: 'DELETE',
  path: 'account',
  shape: object({ deletesAt: count }),
};

/** Describes what the deletion of the account would do. */
export const readDeletion: Endpoint<void, DeletionOutlook> = {
  method: 'GET',
  path: 'account/deletion',
  shape: object({ grace: count, deletesAt: maybe(count), consequences: list(text) }),
};

/** Lists the accounts at providers that are linked to the account. */
export const identitiesEndpoint: Endpoint<void, LinkedIdentities> = {
  method: 'GET',
  path: 'account/identities',
  shape: object({ identities: list(object({ id: text, issuer: text, name: maybe(text), linkedAt: count })) }),
};

/** Unlinks the identity `id` of the list. The answer is empty. */
export const unlinkIdentity = (id: string): Endpoint<void, unknown> => ({
  method: 'DELETE',
  path: `account/identities/${encodeURIComponent(id)}`,
  hasNotFound: true,
});

/** Keeps an account that was to be deleted. The answer is empty. */
export const restoreAccount: Endpoint<void, unknown> = { method: 'POST', path: 'account/restore', hasNotFound: true };
