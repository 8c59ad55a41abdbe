import type { AuthenticationResponse, PaymentAnswer, PaymentOptions, PaymentOrder } from './types.js';
import { flag, is, maybe, object, text } from '../client/shape.js';
import type { Endpoint } from './endpoint.js';
import { requestOptionsShape } from './sign-in.js';

const paymentDetails = object({
  total: object({ currency: text, value: text }),
  payeeOrigin: maybe(text),
  payeeName: maybe(text),
  instrument: object({ displayName: text, icon: text, iconMustBeShown: maybe(flag) }),
});

/** Takes down what is to be paid, and to whom, and issues a challenge for it. */
export const paymentOptions: Endpoint<PaymentOrder, PaymentOptions> = {
  method: 'POST',
  path: 'payment/options',
  shape: object({ options: requestOptionsShape, payment: paymentDetails }),
};

/** Verifies that the person who is signed in has confirmed it. */
export const verifyPayment: Endpoint<AuthenticationResponse, PaymentAnswer> = {
  method: 'POST',
  path: 'payment/verify',
  shape: object({
    confirmed: is(true),
    method: is('payment', 'passkey'),
    payment: paymentDetails,
  }),
};
