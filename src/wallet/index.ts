export { clientFor, type CallOptions, type Client } from '../base/client/client.js';
export type { Endpoint } from '../base/client/endpoint.js';
export type { IdentityAnswer, IdentityRequest } from '../base/contract/types.js';
export type { Prefetched } from '../base/client/prefetch.js';
export { LatchError, type LatchErrorCode, type LatchErrorDetails } from '../base/client/errors.js';
export { presentDigitalCredential, type PresentedIdentity, type PresentOptions } from './present.js';
export { knownProtocols, requestsOf } from './requests.js';
