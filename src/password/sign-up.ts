import { outcomeOf, type SignInOutcome } from '../base/client/sign-in-outcome.js';
import { createAccount } from '../base/contract/accounts.js';
import { unlessAborted } from '../base/client/errors.js';
import { afterFetches } from '../base/storage/locks/after-fetches.js';
import { watched } from '../base/browser/watch-ceremonies.js';
import type { PasswordSignInOptions, SignedInByPassword } from './sign-in.js';

/**
 * Creates an account with a username and a password, signs it in, and notifies the other tabs. The password is sent to
 * `POST /signup` and not stored. With `next` in the result, the account exists, and the backend requires that step before
 * the user is signed in.
 *
 * @throws {LatchError} `rejected` for a name that is taken (`status` 409), or a name or password that is not allowed (`reason`
 *   `common_password` for a password that is easy to guess);
 *   `rate_limited`, `unsupported` where the backend lacks the chapter, `aborted`, and the other errors of `Client.call`.
 * @throws {TypeError} if `username` or `password` is not a string.
 */
export function signUpWithPassword(options: PasswordSignInOptions): Promise<SignInOutcome<SignedInByPassword>> {
  return watched(sendAccount(options), 'sign-up');
}

async function sendAccount({
  client,
  username,
  password,
  signal,
}: PasswordSignInOptions): Promise<SignInOutcome<SignedInByPassword>> {
  for (const [name, value] of Object.entries({ username, password }))
    if (typeof value !== 'string') throw new TypeError(`"${name}" must be a string`);
  const answer = await unlessAborted(signal, () =>
    afterFetches(() => client.call(createAccount, { body: { username, password }, signal })),
  );
  return outcomeOf(answer, { method: 'password' });
}
