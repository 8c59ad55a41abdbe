import { outcomeOf, type SignInOutcome } from '../base/client/sign-in-outcome.js';
import type { Client } from '../base/client/client.js';
import * as contract from '../base/contract/passwords.js';
import { unlessAborted } from '../base/client/errors.js';
import { afterFetches } from '../base/storage/locks/after-fetches.js';
import { nameToSend } from '../base/text/username.js';
import { watched } from '../base/browser/watch-ceremonies.js';

/** The user is signed in: the backend has checked the password and set a session cookie. */
export interface SignedInByPassword {
  readonly method: 'password';
}

/** Who signs in, and where. */
export interface PasswordSignInOptions {
  client: Client;
  username: string;
  password: string;
  signal?: AbortSignal | undefined;
}

/**
 * Signs the user in with a username and a password, and notifies the other tabs. The password is sent to `POST /login`
 * and not stored. With `next` in the result, the backend requires that step before the user is signed in.
 *
 * @throws {LatchError} `rejected` for a name and a password that do not belong together, whichever of the two is wrong;
 *   `rate_limited`, `unsupported` where the backend knows no passwords, `aborted`, and the other errors of {@link
 *   Client.call}.
 * @throws {TypeError} if `username` or `password` is not a string.
 */
export function signInWithPassword(options: PasswordSignInOptions): Promise<SignInOutcome<SignedInByPassword>> {
  return watched(sendPassword(options), 'password');
}

/** The same as a part of another ceremony, for which those who watch ceremonies hear one end. */
export async function sendPassword({
  client,
  username,
  password,
  signal,
}: PasswordSignInOptions): Promise<SignInOutcome<SignedInByPassword>> {
  for (const [name, value] of Object.entries({ username, password }))
    if (typeof value !== 'string') throw new TypeError(`"${name}" must be a string`);
  const answer = await unlessAborted(signal, () =>
    afterFetches(() =>
      client.call(contract.signInWithPassword, { body: { username: nameToSend(username), password }, signal }),
    ),
  );
  return outcomeOf(answer, { method: 'password' });
}
