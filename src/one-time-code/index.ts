export { clientFor, type CallOptions, type Client } from '../base/client/client.js';
export type { Endpoint } from '../base/client/endpoint.js';
export { LatchError, type LatchErrorCode, type LatchErrorDetails } from '../base/client/errors.js';
export type { SignInOutcome, StepRequired } from '../base/client/sign-in-outcome.js';
export {
  requestEmailNonce,
  verifyEmailToken,
  type RequestEmailNonceOptions,
  type VerifyEmailTokenOptions,
} from './email-verification.js';
export { readSms, type ReadSmsOptions } from './read-sms.js';
export { requestCode, type CodeRequested, type RequestCodeOptions } from './request.js';
export { verifyCode, type SignedInByCode, type VerifyCodeOptions } from './verify.js';
