import type { AuthenticationAnswer, AuthenticationResponse, RequestOptions } from './types.js';
import { bytes, count, is, list, maybe, object, record, text } from '../client/shape.js';
import type { Endpoint } from './endpoint.js';

/** Options for `navigator.credentials.get`, as JSON. */
export const requestOptionsShape = object({
  challenge: bytes(16, 1024),
  rpId: maybe(text),
  timeout: maybe(count),
  allowCredentials: maybe(list(object({ id: bytes(1, 1023), type: maybe(text), transports: maybe(list(text)) }))),
  userVerification: maybe(text),
  hints: maybe(list(text)),
  extensions: maybe(record),
});

/** Issues a challenge for signing in; needs no session. */
export const signInOptions: Endpoint<void, RequestOptions> = {
  method: 'POST',
  path: 'webauthn/login/options',
  shape: requestOptionsShape,
};

/** Verifies what the authenticator signed, and signs its owner in under a fresh session. */
export const verifySignIn: Endpoint<AuthenticationResponse, AuthenticationAnswer> = {
  method: 'POST',
  path: 'webauthn/login/verify',
  shape: object({ verified: is(true) }),
};
