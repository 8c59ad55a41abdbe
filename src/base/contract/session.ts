import type { LogoutAnswer, LogoutRequest, SessionAnswer } from './types.js';
import { bytes, count, is, maybe, object, record, text } from '../client/shape.js';
import type { Endpoint } from './endpoint.js';

const signedIn = object({
  signedIn: is(true),
  // Backends of version 0.1 send no id: people can sign in, and nothing that must know whose it is works.
  user: object({ id: maybe(bytes(1, 64)), name: text, displayName: text, username: maybe(text) }),
  authMethod: maybe(text),
  authTime: maybe(count),
  expires: maybe(count),
});

/** Returns the signed-in user. Writes nothing and sets no cookie. */
export const sessionEndpoint: Endpoint<void, SessionAnswer> = {
  method: 'GET',
  path: 'session',
  shape: (answer) => record(answer) || ((answer as { signedIn?: unknown }).signedIn === false ? '' : signedIn(answer)),
};

/** Ends the session, or only the one that the body names. */
export const logoutEndpoint: Endpoint<LogoutRequest | undefined, LogoutAnswer> = {
  method: 'POST',
  path: 'logout',
  shape: record,
};
