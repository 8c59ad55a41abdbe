import type { EmptyAnswer, SessionAnswer } from '../contract-types.js';
import { count, maybe, object, record, text } from '../shape.js';
import type { Endpoint } from './endpoint.js';

const signedOut = object({ signedIn: (value) => value === false });
const signedIn = object({
  signedIn: (value) => value === true,
  user: object({ name: text, displayName: text }),
  authMethod: maybe(text),
  authTime: maybe(count),
  expires: maybe(count),
});

/** Says who is signed in. Writes nothing and sets no cookie. */
export const sessionEndpoint: Endpoint<void, SessionAnswer> = {
  method: 'GET',
  path: 'session',
  shape: (answer) => signedOut(answer) || signedIn(answer),
};

/** Ends the session. */
export const logoutEndpoint: Endpoint<void, EmptyAnswer> = { method: 'POST', path: 'logout', shape: record };
