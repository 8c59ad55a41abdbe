export { clientFor, type CallOptions, type Client } from '../../base/client/client.js';
export type { Endpoint } from '../../base/client/endpoint.js';
export type { FedCmNonceAnswer, FedCmProvider } from '../../base/contract/types.js';
export type { Prefetched } from '../../base/client/prefetch.js';
export {
  LatchError,
  type LatchErrorCode,
  type LatchErrorDetails,
  type ProviderFailure,
} from '../../base/client/errors.js';
export type { SignInOutcome, StepRequired } from '../../base/client/sign-in-outcome.js';
export type { FedCmContext } from './browser-shapes.js';
export { disconnectFedCm, type DisconnectOptions } from './disconnect.js';
export { setLoginStatus, type LoginStatus } from './login-status.js';
export { offerFedCm, type FedCmOfferOptions } from './offer.js';
export { isFedCmPermitted, isFedCmSupported } from './request-token.js';
export {
  noncesOf,
  signInWithFedCm,
  type FedCmChoices,
  type FedCmPhase,
  type FedCmSignInOptions,
  type SignedInByFedCm,
} from './sign-in.js';
