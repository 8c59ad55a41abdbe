import type { DeletionAnswer, EndedSessions, PasswordChange } from '../contract-types.js';
import { count, object } from '../shape.js';
import type { Endpoint } from './endpoint.js';

/** Sets or replaces the password of the account. The answer is empty. */
export const setPassword: Endpoint<PasswordChange, unknown> = { method: 'PUT', path: 'account/password' };

/** Removes the password of the account. The answer is empty. */
export const removePassword: Endpoint<void, unknown> = { method: 'DELETE', path: 'account/password' };

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

/** Keeps an account that was to be deleted. The answer is empty. */
export const restoreAccount: Endpoint<void, unknown> = { method: 'POST', path: 'account/restore' };
