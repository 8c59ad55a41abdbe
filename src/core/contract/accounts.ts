import type { AccountAnswer, AccountChange } from '../contract-types.js';
import { object, text } from '../shape.js';
import type { Endpoint } from './endpoint.js';

/** Changes the account’s name. */
export const changeAccount: Endpoint<AccountChange, AccountAnswer> = {
  method: 'PATCH',
  path: 'account',
  shape: object({ name: text, displayName: text }),
};
