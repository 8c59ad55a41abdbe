export { clientFor, type CallOptions, type Client } from '../../core/client.js';
export type { Endpoint } from '../../core/contract/endpoint.js';
export { LatchError, type LatchErrorCode, type LatchErrorDetails } from '../../core/errors.js';
export { readSession, watchSession, type SessionState, type WatchSessionOptions } from '../../core/session.js';
export { announceSession } from './announce.js';
export { signOut, type SignOutOptions } from './sign-out.js';
