import type { EmptyAnswer, SessionAnswer } from '../contract-types.js';
import { count, flag, maybe, object, record, text } from '../shape.js';
import type { Endpoint } from './endpoint.js';

/** Says who is signed in. Writes nothing and sets no cookie. */
export const sessionEndpoint: Endpoint<void, SessionAnswer> = {
  method: 'GET',
  path: 'session',
  shape: object({
    signedIn: flag,
    user: maybe(object({ name: text, displayName: text })),
    authMethod: maybe(text),
    authTime: maybe(count),
    expires: maybe(count),
  }),
};

/** Ends the session. */
export const logoutEndpoint: Endpoint<void, EmptyAnswer> = { method: 'POST', path: 'logout', shape: record };
