import type { Client } from '../base/client/client.js';
import * as contract from '../base/contract/email-tokens.js';
import type { SignInOutcome } from '../base/client/sign-in-outcome.js';
import { unlessAborted } from '../base/client/errors.js';
import { afterFetches } from '../base/storage/locks/after-fetches.js';
import { signedInBy, type SignedInByCode } from './verify.js';

/** Who issues the nonce. */
export interface RequestEmailNonceOptions {
  client: Client;
  signal?: AbortSignal | undefined;
}

/** A token for an email address, and who verifies it. */
export interface VerifyEmailTokenOptions extends RequestEmailNonceOptions {
  /** The email address that the user entered. */
  to: string;
  /** What the browser has put into the hidden input, an SD-JWT with key binding. */
  token: string;
  /** The nonce of the hidden input. */
  nonce: string;
}

/**
 * Requests the nonce for `<input type="hidden" autocomplete="email-verification-token" nonce="…">`. It is valid for five
 * minutes and once, in the session of this browser. Request it before the user enters the address: the browser reads it
 * then.
 *
 * @throws {LatchError} `unsupported` if the backend takes no tokens, `rate_limited`, `aborted`, and the other errors of
 *   {@link Client.call}.
 * @see {@link https://wicg.github.io/email-verification/ Email Verification API}
 */
export async function requestEmailNonce({ client, signal }: RequestEmailNonceOptions): Promise<string> {
  return (await unlessAborted(signal, () => afterFetches(() => client.call(contract.requestEmailNonce, { signal }))))
    .nonce;
}

/**
 * Sends the browser's token for an email address to the backend. Resolves like `verifyCode`: with the user whom it signs
 * in, and notifies the other tabs; with undefined if the address is one of the signed-in user, and is now verified.
 *
 * @throws {LatchError} `rejected` if the token does not verify or no account has the address, `challenge_expired` for a
 *   nonce that is used or expired, `wrong_account` if another account has the address, `rate_limited`, `unsupported`,
 *   `aborted`, and the other errors of {@link Client.call}. In each case request a code.
 * @throws {TypeError} if `token` is not a non-empty string.
 */
export async function verifyEmailToken({
  client,
  to,
  token,
  nonce,
  signal,
}: VerifyEmailTokenOptions): Promise<SignInOutcome<SignedInByCode> | undefined> {
  if (typeof token !== 'string' || !token) throw new TypeError('"token" must be the value of the hidden input');
  return signedInBy(
    await unlessAborted(signal, () =>
      afterFetches(() => client.call(contract.verifyEmailToken, { body: { to, token, nonce }, signal })),
    ),
  );
}
