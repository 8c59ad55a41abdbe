// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { count, list, maybe, object, text } from '../client/shape.js';
import { providerNameShape } from './shapes.js';
import type { LinkedAccounts } from './types.js';

export const linkedAccountShape = /* @__PURE__ */ object({
  id: text,
  issuer: text,
  provider: /* @__PURE__ */ maybe(providerNameShape),
  linkedAt: count,
});

export const linkedAccountsShape = /* @__PURE__ */ object({ identities: /* @__PURE__ */ list(linkedAccountShape) });

/** Lists the accounts at providers that are linked to the account. */
export const listLinkedAccounts: Endpoint<void, LinkedAccounts> = {
  method: 'GET',
  path: 'account/identities',
  shape: linkedAccountsShape,
};

/** Unlinks an account at a provider. */
export const unlinkAccount: Endpoint<void, unknown> = {
  method: 'DELETE',
  path: 'account/identities/{id}',
  hasNotFound: true,
};
