// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { count, list, maybe, object, text } from '../client/shape.js';
import { providerNameShape } from './shapes.js';
import type { SecurityEventList } from './types.js';

export const securityEventShape = /* @__PURE__ */ object({
  id: text,
  type: text,
  at: count,
  device: text,
  method: /* @__PURE__ */ maybe(text),
  provider: /* @__PURE__ */ maybe(providerNameShape),
  detail: /* @__PURE__ */ maybe(text),
});

export const securityEventListShape = /* @__PURE__ */ object({
  events: /* @__PURE__ */ list(securityEventShape),
  next: /* @__PURE__ */ maybe(text),
});

/** Lists what happened to the account, the latest first. */
export const listSecurityEvents: Endpoint<void, SecurityEventList> = {
  method: 'GET',
  path: 'security-events',
  shape: securityEventListShape,
};
