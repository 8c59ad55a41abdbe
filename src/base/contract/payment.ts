// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { flag, is, maybe, object, text } from '../client/shape.js';
import { passkeyRequestOptionsShape } from './passkey-sign-in.js';
import type { AuthenticationResponse, PaymentAnswer, PaymentOptions, PaymentOrder } from './types.js';

export const paymentTotalShape = /* @__PURE__ */ object({ currency: text, value: text });

export const paymentInstrumentShape = /* @__PURE__ */ object({
  displayName: text,
  icon: text,
  iconMustBeShown: /* @__PURE__ */ maybe(flag),
});

export const paymentDetailsShape = /* @__PURE__ */ object({
  total: paymentTotalShape,
  payeeOrigin: /* @__PURE__ */ maybe(text),
  payeeName: /* @__PURE__ */ maybe(text),
  instrument: paymentInstrumentShape,
});

export const paymentOptionsShape = /* @__PURE__ */ object({
  options: passkeyRequestOptionsShape,
  payment: paymentDetailsShape,
});

export const paymentAnswerShape = /* @__PURE__ */ object({
  confirmed: /* @__PURE__ */ is(true),
  method: /* @__PURE__ */ is('payment', 'passkey'),
  payment: paymentDetailsShape,
});

/** Starts the confirmation of a payment. */
export const startPayment: Endpoint<PaymentOrder, PaymentOptions> = {
  method: 'POST',
  path: 'payment/options',
  shape: paymentOptionsShape,
};

/** Completes the confirmation of a payment. */
export const finishPayment: Endpoint<AuthenticationResponse, PaymentAnswer> = {
  method: 'POST',
  path: 'payment/verify',
  shape: paymentAnswerShape,
};
