// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import { bytes, list, maybe, object, record, text } from '../client/shape.js';

export const credentialDescriptorShape = /* @__PURE__ */ object({
  id: /* @__PURE__ */ bytes(1, 1023),
  type: /* @__PURE__ */ maybe(text),
  transports: /* @__PURE__ */ maybe(/* @__PURE__ */ list(text)),
});

export const providerNameShape = /* @__PURE__ */ object({ id: text, name: text });

export const signInAnswerShape = record;
