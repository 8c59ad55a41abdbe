import type { AccountChange, CodeAnswer, EmailNonceAnswer, EmailToken } from './types.js';
import type { Endpoint } from './endpoint.js';

// Without the shapes of other endpoints: elements load this module late, and modules that they share with it would be
// files of their own for everyone.

const typeOf = (answer: unknown, member: string) => typeof (answer as Record<string, unknown> | null)?.[member];

/** Issues the nonce that a browser binds its token for an email address to. */
export const emailNonce: Endpoint<void, EmailNonceAnswer> = {
  method: 'GET',
  path: 'otp/nonce',
  shape: (answer) => (typeOf(answer, 'nonce') === 'string' ? '' : '.nonce must be a string'),
};

/** Takes a browser's token for an email address instead of a code. */
export const verifyEmailToken: Endpoint<EmailToken, CodeAnswer> = {
  method: 'POST',
  path: 'otp/token',
  shape: (answer) =>
    Object(answer) === answer && !Array.isArray(answer) && ['boolean', 'undefined'].includes(typeOf(answer, 'signedIn'))
      ? ''
      : '.signedIn must be a boolean',
};

/** Gives the account of the signed-in user an email address. */
export const giveEmailAddress: Endpoint<AccountChange, unknown> = { method: 'PATCH', path: 'account' };
