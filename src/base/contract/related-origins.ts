// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { list, object, text } from '../client/shape.js';
import type { RelatedOrigins } from './types.js';

export const relatedOriginsShape = /* @__PURE__ */ object({ origins: /* @__PURE__ */ list(text) });

/** Lists the origins that may use this RP ID. */
export const listRelatedOrigins: Endpoint<void, RelatedOrigins> = {
  method: 'GET',
  path: '.well-known/webauthn',
  shape: relatedOriginsShape,
};
