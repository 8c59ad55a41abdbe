import type { SignInAnswer, FedCmNonceAnswer, FedCmToken } from './types.js';
import { list, maybe, object, record, text } from '../client/shape.js';
import type { Endpoint } from './endpoint.js';

/**
 * Issues the nonce of one sign-in by FedCM, good for 5 minutes, and names the providers that it is for; needs no
 * session.
 */
export const fedCmNonce: Endpoint<void, FedCmNonceAnswer> = {
  method: 'GET',
  path: 'auth/fedcm/nonce',
  shape: object({ nonce: text, providers: list(object({ configURL: text, clientId: text, format: maybe(text) })) }),
};

/** Verifies the token that the browser got from a provider, and signs its person in under a fresh session. */
export const fedCmSignIn: Endpoint<FedCmToken, SignInAnswer> = { method: 'POST', path: 'auth/fedcm', shape: record };
