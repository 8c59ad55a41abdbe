import type { SecondFactorAnswer, TotpEnrollment } from '../base/contract/types.js';
import * as contract from '../base/contract/second-factor.js';
import { codeToSend } from '../base/text/code.js';
import type { RequestOptions } from '../base/client/client.js';
import type { SecondFactorOptions } from './next-steps.js';
import { callForUser } from '../session/call-for-user.js';

export type { RecoveryCodes, SecondFactorAnswer, TotpEnrollment } from '../base/contract/types.js';

/** Whose account, and whether it needs a second factor. */
export interface RequireSecondFactorOptions extends RequestOptions {
  required: boolean;
}

/**
 * Reads the second factor of the signed-in user's account.
 *
 * @throws {LatchError} `unauthenticated`; `unsupported` where the backend lacks the chapter; the other errors of
 *   {@link Client.call}.
 */
export async function readSecondFactor({ client, signal }: RequestOptions): Promise<SecondFactorAnswer> {
  return callForUser(client, contract.readSecondFactor, { signal });
}

/**
 * Has the account need a passkey or a code after the password, or no longer. An account with an authenticator app always
 * does.
 *
 * @throws {LatchError} `rejected` with `status` 409 if the account has neither an authenticator app nor a passkey;
 *   `step_up_required`, see {@link withStepUp}; `unauthenticated`; `unsupported`; the other errors of
 *   {@link Client.call}.
 * @throws {TypeError} if `required` is not a boolean.
 */
export async function requireSecondFactor({
  client,
  required,
  signal,
}: RequireSecondFactorOptions): Promise<SecondFactorAnswer> {
  if (typeof required !== 'boolean') throw new TypeError('"required" must be a boolean');
  return callForUser(client, contract.changeSecondFactor, { body: { required }, signal });
}

/**
 * Begins to set up an authenticator app: returns its secret, as a text, an address and the modules of a QR code. Nothing
 * changes before {@link confirmTotpInSettings}, or {@link confirmTotpAtSignIn} if a sign-in waits for it. Never store the
 * secret.
 *
 * @throws {LatchError} `rejected` with `status` 409 if one is set up already; `step_up_required`, see
 *   {@link withStepUp}; `unauthenticated`; `unsupported`; the other errors of {@link Client.call}.
 */
export async function enrollTotp({ client, signal }: RequestOptions): Promise<TotpEnrollment> {
  return callForUser(client, contract.enrollTotp, { signal });
}

/**
 * Takes the first code of an authenticator app that a signed-in user sets up, and returns the recovery codes, which are
 * not returned again. Unlike {@link confirmTotpAtSignIn}, it notifies no tab: nothing changes for the session.
 *
 * @throws {LatchError} what {@link confirmTotpAtSignIn} throws.
 * @throws {TypeError} if `code` is not a text.
 */
export async function confirmTotpInSettings({ client, code, signal }: SecondFactorOptions): Promise<readonly string[]> {
  if (typeof code !== 'string' || !code) throw new TypeError('"code" must be a text');
  return (await callForUser(client, contract.confirmTotp, { body: { code: codeToSend(code) }, signal })).recoveryCodes;
}

/**
 * Removes the authenticator app with its recovery codes.
 *
 * @throws {LatchError} `not_found` if no authenticator app is set up; `rejected` with `status` 409 if the backend
 *   requires it; `step_up_required`, see {@link withStepUp}; `unauthenticated`; `unsupported`; the other errors of
 *   {@link Client.call}.
 */
export async function removeTotp({ client, signal }: RequestOptions): Promise<void> {
  await callForUser(client, contract.removeTotp, { signal });
}

/**
 * Replaces the recovery codes, and returns the new ones, which are not returned again.
 *
 * @throws {LatchError} `not_found` if there is no authenticator app; the rest as {@link removeTotp}.
 */
export async function renewRecoveryCodes({ client, signal }: RequestOptions): Promise<readonly string[]> {
  return (await callForUser(client, contract.renewRecoveryCodes, { signal })).recoveryCodes;
}
