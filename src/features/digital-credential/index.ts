export { clientFor, type CallOptions, type Client } from '../../core/client.js';
export type { Endpoint } from '../../core/contract/endpoint.js';
export type { IdentityAnswer, IdentityRequest } from '../../core/contract-types.js';
export type { Prefetched } from '../../core/prefetch.js';
export { LatchError, type LatchErrorCode, type LatchErrorDetails } from '../../core/errors.js';
export { presentDigitalCredential, type PresentedIdentity, type PresentOptions } from './present.js';
export { knownProtocols, requestsOf } from './requests.js';
