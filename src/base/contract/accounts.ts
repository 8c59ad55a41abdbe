import type { AccountAnswer, AccountChange } from './types.js';
import { count, flag, list, maybe, object, text } from '../client/shape.js';
import type { Endpoint } from './endpoint.js';

/** Changes the account’s name. */
export const changeAccount: Endpoint<AccountChange, AccountAnswer> = {
  method: 'PATCH',
  path: 'account',
  shape: object({ name: text, displayName: text }),
};

const address = object({ address: text, verified: flag });

/** Returns the account’s name and addresses, and the ways to sign in to it. */
export const accountEndpoint: Endpoint<void, AccountAnswer> = {
  method: 'GET',
  path: 'account',
  shape: object({
    name: text,
    displayName: text,
    email: maybe(address),
    phone: maybe(address),
    methods: maybe(list(text)),
    deletesAt: maybe(count),
    chapters: maybe(list(text)),
  }),
};
