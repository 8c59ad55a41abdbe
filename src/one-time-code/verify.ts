import { outcomeOf, type SignInOutcome } from '../base/client/sign-in-outcome.js';
import type { Client } from '../base/client/client.js';
import type { CodeAnswer } from '../base/contract/types.js';
import * as contract from '../base/contract/one-time-codes.js';
import { unlessAborted } from '../base/client/errors.js';
import { afterFetches } from '../base/storage/locks/after-fetches.js';
import { signedInAfterStep, type SignedInAfterStep } from '../session/signed-in.js';
import { oneTimeCode } from '../base/text/code.js';
import { watched } from '../base/browser/watch-ceremonies.js';

/** A user is signed in: the backend has compared the code and set a session cookie. */
export type SignedInByCode = SignedInAfterStep;

/** A code, and who compares it. */
export interface VerifyCodeOptions {
  client: Client;
  /** 4 to 12 digits of any script, as the user typed them: spaces, hyphens and invisible marks do not count. */
  code: string;
  signal?: AbortSignal | undefined;
}

/**
 * Sends a code to the backend. Resolves with the user whom it signs in, and notifies the other tabs; with undefined if
 * the code was for an address of the signed-in user, which is now verified. The code is sent to `POST /otp/verify` and
 * not stored.
 *
 * @throws {LatchError} `rejected` for a code that is wrong, used or expired, or had too many attempts, which the
 *   backend does not distinguish; `wrong_account` if another account has the address; `rate_limited`, `unsupported` if
 *   the backend has no codes, `aborted`, and the other errors of {@link Client.call}.
 * @throws {TypeError} if `code` is not 4 to 12 digits.
 */
export function verifyCode(options: VerifyCodeOptions): Promise<SignInOutcome<SignedInByCode> | undefined> {
  return watched(submitCode(options), 'one-time-code');
}

async function submitCode({
  client,
  code: typed,
  signal,
}: VerifyCodeOptions): Promise<SignInOutcome<SignedInByCode> | undefined> {
  const code = typeof typed === 'string' ? oneTimeCode(typed) : undefined;
  if (code === undefined) throw new TypeError('"code" must be 4 to 12 digits');
  return signedInBy(
    await unlessAborted(signal, () => afterFetches(() => client.call(contract.verifyCode, { body: { code }, signal }))),
  );
}

/** How the proof of an address ended; undefined if the session is the same as before. @internal */
export function signedInBy(answer: CodeAnswer): SignInOutcome<SignedInByCode> | undefined {
  if (answer.signedIn === false && !answer.next) return undefined;
  return outcomeOf(answer, signedInAfterStep(answer.authMethod ?? 'otp'));
}
