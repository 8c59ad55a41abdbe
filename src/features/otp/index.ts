export { clientFor, type CallOptions, type Client } from '../../core/client.js';
export type { Endpoint } from '../../core/contract/endpoint.js';
export { LatchError, type LatchErrorCode, type LatchErrorDetails } from '../../core/errors.js';
export {
  requestEmailNonce,
  verifyEmailToken,
  type RequestEmailNonceOptions,
  type VerifyEmailTokenOptions,
} from './email-token.js';
export { readSms, type ReadSmsOptions } from './read-sms.js';
export { requestCode, type CodeRequested, type RequestCodeOptions } from './request.js';
export { verifyCode, type SignedInByCode, type VerifyCodeOptions } from './verify.js';
