// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { object, text } from '../client/shape.js';
import { codeAnswerShape } from './one-time-codes.js';
import type { CodeAnswer, EmailNonceAnswer, EmailToken } from './types.js';

export const emailNonceAnswerShape = /* @__PURE__ */ object({ nonce: text });

/** Begins the verification of an email address by the browser. */
export const requestEmailNonce: Endpoint<void, EmailNonceAnswer> = {
  method: 'GET',
  path: 'otp/nonce',
  shape: emailNonceAnswerShape,
};

/** Takes a browser's token for an email address instead of a code. */
export const verifyEmailToken: Endpoint<EmailToken, CodeAnswer> = {
  method: 'POST',
  path: 'otp/token',
  setsSession: true,
  shape: codeAnswerShape,
};
