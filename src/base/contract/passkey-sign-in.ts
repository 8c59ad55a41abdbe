// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { bytes, count, is, list, maybe, object, record, text } from '../client/shape.js';
import { credentialDescriptorShape } from './shapes.js';
import type { AuthenticationAnswer, AuthenticationResponse, PasskeyRequestOptions } from './types.js';

export const passkeyRequestOptionsShape = /* @__PURE__ */ object({
  challenge: /* @__PURE__ */ bytes(16, 1023),
  rpId: /* @__PURE__ */ maybe(text),
  timeout: /* @__PURE__ */ maybe(count),
  userVerification: /* @__PURE__ */ maybe(text),
  allowCredentials: /* @__PURE__ */ maybe(/* @__PURE__ */ list(credentialDescriptorShape)),
  hints: /* @__PURE__ */ maybe(/* @__PURE__ */ list(text)),
  extensions: /* @__PURE__ */ maybe(record),
});

export const authenticationAnswerShape = /* @__PURE__ */ object({ verified: /* @__PURE__ */ is(true) });

/** Starts a sign-in with a passkey, or a step-up. */
export const startPasskeySignIn: Endpoint<void, PasskeyRequestOptions> = {
  method: 'POST',
  path: 'webauthn/login/options',
  setsSession: true,
  shape: passkeyRequestOptionsShape,
};

/** Completes a sign-in with a passkey, or a step-up. */
export const finishPasskeySignIn: Endpoint<AuthenticationResponse, AuthenticationAnswer> = {
  method: 'POST',
  path: 'webauthn/login/verify',
  setsSession: true,
  shape: authenticationAnswerShape,
};
