// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { count, flag, maybe, object, text } from '../client/shape.js';
import type { CodeAnswer, CodeRequest, CodeRequestAnswer, CodeVerification } from './types.js';

export const codeRequestAnswerShape = /* @__PURE__ */ object({ expires: count });

export const codeAnswerShape = /* @__PURE__ */ object({
  signedIn: /* @__PURE__ */ maybe(flag),
  authMethod: /* @__PURE__ */ maybe(text),
});

/** Sends a one-time code to an address. */
export const requestCode: Endpoint<CodeRequest, CodeRequestAnswer> = {
  method: 'POST',
  path: 'otp/request',
  setsSession: true,
  shape: codeRequestAnswerShape,
};

/** Takes a one-time code back. */
export const verifyCode: Endpoint<CodeVerification, CodeAnswer> = {
  method: 'POST',
  path: 'otp/verify',
  setsSession: true,
  shape: codeAnswerShape,
};
