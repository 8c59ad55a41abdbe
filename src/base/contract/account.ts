// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { count, flag, list, maybe, object, text } from '../client/shape.js';
import type { AccountAnswer, AccountChange } from './types.js';

export const ownAddressShape = /* @__PURE__ */ object({ address: text, verified: flag });

export const accountAnswerShape = /* @__PURE__ */ object({
  name: text,
  displayName: text,
  email: /* @__PURE__ */ maybe(ownAddressShape),
  phone: /* @__PURE__ */ maybe(ownAddressShape),
  methods: /* @__PURE__ */ maybe(/* @__PURE__ */ list(text)),
  deletesAt: /* @__PURE__ */ maybe(count),
  chapters: /* @__PURE__ */ maybe(/* @__PURE__ */ list(text)),
});

/** Returns the account's name and addresses. */
export const readAccount: Endpoint<void, AccountAnswer> = { method: 'GET', path: 'account', shape: accountAnswerShape };

/** Changes the account's name and addresses. */
export const changeAccount: Endpoint<AccountChange, AccountAnswer> = {
  method: 'PATCH',
  path: 'account',
  shape: accountAnswerShape,
};
