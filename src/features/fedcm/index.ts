export { clientFor, type CallOptions, type Client } from '../../core/client.js';
export type { Endpoint } from '../../core/contract/endpoint.js';
export type { FedCmNonceAnswer, FedCmProvider } from '../../core/contract-types.js';
export type { Prefetched } from '../../core/prefetch.js';
export { LatchError, type LatchErrorCode, type LatchErrorDetails } from '../../core/errors.js';
export { providerFailureOf, type FedCmContext, type ProviderFailure } from './browser-shapes.js';
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
