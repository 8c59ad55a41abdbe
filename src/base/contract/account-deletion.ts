// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { count, list, maybe, object, text } from '../client/shape.js';
import type { DeletionAnswer, DeletionOutlook } from './types.js';

export const deletionAnswerShape = /* @__PURE__ */ object({ deletesAt: count });

export const deletionOutlookShape = /* @__PURE__ */ object({
  grace: count,
  deletesAt: /* @__PURE__ */ maybe(count),
  consequences: /* @__PURE__ */ list(text),
});

/** Has the account deleted. */
export const deleteAccount: Endpoint<void, DeletionAnswer> = {
  method: 'DELETE',
  path: 'account',
  shape: deletionAnswerShape,
};

/** Describes what the deletion of the account would do. */
export const readAccountDeletion: Endpoint<void, DeletionOutlook> = {
  method: 'GET',
  path: 'account/deletion',
  shape: deletionOutlookShape,
};

/** Keeps an account that was to be deleted. */
export const restoreAccount: Endpoint<void, unknown> = { method: 'POST', path: 'account/restore', hasNotFound: true };
