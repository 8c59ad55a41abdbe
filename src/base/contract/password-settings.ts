// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import type { PasswordChange } from './types.js';

/** Sets or replaces the password of the account. */
export const setPassword: Endpoint<PasswordChange, unknown> = { method: 'PUT', path: 'account/password' };

/** Removes the password of the account. */
export const removePassword: Endpoint<void, unknown> = {
  method: 'DELETE',
  path: 'account/password',
  hasNotFound: true,
};
