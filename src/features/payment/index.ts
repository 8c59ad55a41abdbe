export { clientFor, type CallOptions, type Client } from '../../core/client.js';
export type { Endpoint } from '../../core/contract/endpoint.js';
export type {
  AuthenticationResponse,
  PaymentDetails,
  PaymentOrder,
  RequestOptions,
} from '../../core/contract-types.js';
export { LatchError, type LatchErrorCode, type LatchErrorDetails } from '../../core/errors.js';
export { confirmPayment, type ConfirmPaymentOptions, type PaymentConfirmed } from './confirm.js';
