export { clientFor, type CallOptions, type Client } from '../base/client/client.js';
export type { Endpoint } from '../base/client/endpoint.js';
export type {
  AuthenticationResponse,
  PasskeyRequestOptions,
  PaymentDetails,
  PaymentOrder,
} from '../base/contract/types.js';
export { LatchError, type LatchErrorCode, type LatchErrorDetails } from '../base/client/errors.js';
export { confirmPayment, type ConfirmPaymentOptions, type PaymentConfirmed } from './confirm.js';
