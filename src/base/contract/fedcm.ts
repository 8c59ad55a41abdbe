// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { is, list, maybe, object, text } from '../client/shape.js';
import { signInAnswerShape } from './shapes.js';
import type { FedCmNonceAnswer, FedCmToken, SignInAnswer } from './types.js';

export const fedCmProviderShape = /* @__PURE__ */ object({
  configURL: text,
  clientId: text,
  provider: /* @__PURE__ */ maybe(text),
  format: /* @__PURE__ */ maybe(/* @__PURE__ */ is('vc+sd-jwt')),
});

export const fedCmNonceAnswerShape = /* @__PURE__ */ object({
  nonce: text,
  providers: /* @__PURE__ */ list(fedCmProviderShape),
});

/** Begins a sign-in by FedCM. */
export const requestFedCmNonce: Endpoint<void, FedCmNonceAnswer> = {
  method: 'GET',
  path: 'auth/fedcm/nonce',
  shape: fedCmNonceAnswerShape,
};

/** Completes a sign-in by FedCM. */
export const signInWithFedCm: Endpoint<FedCmToken, SignInAnswer> = {
  method: 'POST',
  path: 'auth/fedcm',
  setsSession: true,
  shape: signInAnswerShape,
};
