// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { each, is, object, record, text } from '../client/shape.js';
import type { IdentityAnswer, IdentityRequest, IdentityResponse } from './types.js';

export const identityRequestShape = /* @__PURE__ */ object({ protocol: text, data: record });

export const identityAnswerShape = /* @__PURE__ */ object({
  verified: /* @__PURE__ */ is(true),
  claims: /* @__PURE__ */ each(record),
});

/** Returns a request for a wallet. */
export const requestWalletProof: Endpoint<void, IdentityRequest> = {
  method: 'GET',
  path: 'identity/request',
  shape: identityRequestShape,
};

/** Verifies the response of a wallet. */
export const verifyWalletProof: Endpoint<IdentityResponse, IdentityAnswer> = {
  method: 'POST',
  path: 'identity/verify',
  shape: identityAnswerShape,
};
