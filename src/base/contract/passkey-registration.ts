// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { bytes, count, flag, integer, is, list, maybe, object, record, text } from '../client/shape.js';
import { credentialDescriptorShape } from './shapes.js';
import type { PasskeyCreationOptions, RegistrationAnswer, RegistrationResponse } from './types.js';

export const passkeyCreationOptionsShape = /* @__PURE__ */ object({
  challenge: /* @__PURE__ */ bytes(16, 1023),
  rp: /* @__PURE__ */ object({ id: /* @__PURE__ */ maybe(text), name: text }),
  user: /* @__PURE__ */ object({ id: /* @__PURE__ */ bytes(1, 64), name: text, displayName: text }),
  pubKeyCredParams: /* @__PURE__ */ list(/* @__PURE__ */ object({ type: text, alg: integer })),
  timeout: /* @__PURE__ */ maybe(count),
  excludeCredentials: /* @__PURE__ */ maybe(/* @__PURE__ */ list(credentialDescriptorShape)),
  authenticatorSelection: /* @__PURE__ */ maybe(record),
  hints: /* @__PURE__ */ maybe(/* @__PURE__ */ list(text)),
  attestation: /* @__PURE__ */ maybe(text),
  attestationFormats: /* @__PURE__ */ maybe(/* @__PURE__ */ list(text)),
  extensions: /* @__PURE__ */ maybe(record),
});

export const registrationAnswerShape = /* @__PURE__ */ object({ verified: /* @__PURE__ */ is(true), backedUp: flag });

/** Starts the registration of a passkey. */
export const startPasskeyRegistration: Endpoint<void, PasskeyCreationOptions> = {
  method: 'POST',
  path: 'webauthn/register/options',
  shape: passkeyCreationOptionsShape,
};

/** Completes the registration of a passkey. */
export const finishPasskeyRegistration: Endpoint<RegistrationResponse, RegistrationAnswer> = {
  method: 'POST',
  path: 'webauthn/register/verify',
  shape: registrationAnswerShape,
};
