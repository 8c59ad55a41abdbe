import { broadcast, noteSessionChange } from '../base/storage/channel.js';
import type { NextStep, RecoveryCodes, SignInAnswer } from '../base/contract/types.js';
import { readSession } from '../base/contract/session.js';
import * as secondFactor from '../base/contract/second-factor.js';
import * as nextSteps from '../base/contract/next-steps.js';
import { requiredStep } from '../base/client/sign-in-outcome.js';
import { unlessAborted } from '../base/client/errors.js';
import { codeToSend } from '../base/text/code.js';
import { afterFetches } from '../base/storage/locks/after-fetches.js';
import type { RequestOptions } from '../base/client/client.js';

export type { NextStep } from '../base/contract/types.js';

/** The sign-in that waits, or the account in its settings, and a code for it. */
export interface SecondFactorOptions extends RequestOptions {
  /** Of an authenticator app, or a recovery code, as the user typed it. */
  code: string;
}

/** The sign-in that waits, and what the user accepts. */
export interface AcceptTermsOptions extends RequestOptions {
  /** The `url` of the step. */
  url: string;
}

/** The sign-in that waits, and the account for it. */
export interface ChooseAccountOptions extends RequestOptions {
  /** The `id` in the list of the step. */
  id: string;
}

/** What is still required before the session is signed in; without `next` it is. */
export interface StepTaken {
  readonly next?: NextStep | undefined;
}

/** What {@link readNextStep} finds: the step that is required, and how the user is signed in, if at all. */
export interface SignInProgress {
  next?: NextStep | undefined;
  signedIn: boolean;
  authMethod?: string | undefined;
}

/**
 * Reads what the sign-in in this session waits for, for example when the user comes back to the page. Without a `next`,
 * nothing waits.
 *
 * @throws {LatchError} the errors of {@link Client.call}.
 */
export async function readNextStep({ client, signal }: RequestOptions): Promise<SignInProgress> {
  const { next, signedIn, authMethod } = await client.call(readSession, { signal });
  return { next, signedIn, authMethod };
}

/** Sends a step, and notifies the tabs if it was the last. */
async function finish(signal: AbortSignal | undefined, call: () => Promise<SignInAnswer>): Promise<StepTaken> {
  const next = requiredStep(await unlessAborted(signal, () => afterFetches(call)));
  if (!next) broadcast({ type: 'signed-in' });
  return { next };
}

const sendCode = ({ client, code, signal }: SecondFactorOptions): Promise<SignInAnswer> =>
  client.call(secondFactor.verifySecondFactor, { body: { code: codeToSend(code) }, signal });

function demandText(name: string, value: unknown): void {
  if (typeof value !== 'string' || !value) throw new TypeError(`"${name}" must be a text`);
}

/**
 * Signs in with the second factor. Resolves once the session is signed in, or with the step `next` that is still required.
 *
 * @throws {LatchError} `rejected` with `status` 400 for a code that is wrong or used; `unauthenticated` if no sign-in
 *   waits; `rate_limited`; `unsupported`; the other errors of
 *   {@link Client.call}.
 * @throws {TypeError} if `code` is not a text.
 */
export async function verifySecondFactor(options: SecondFactorOptions): Promise<StepTaken> {
  demandText('code', options.code);
  return finish(options.signal, () => sendCode(options));
}

/**
 * Verifies the second factor of a step-up, after the password. The user was signed in already, so other tabs are not
 * notified, and views of the session stay as they are.
 *
 * @throws {LatchError} as {@link verifySecondFactor}.
 */
export async function confirmSecondFactor(options: SecondFactorOptions): Promise<StepTaken> {
  const next = requiredStep(await sendCode(options));
  noteSessionChange();
  return { next };
}

/**
 * Accepts the terms that the sign-in waits for. Resolves as {@link verifySecondFactor}.
 *
 * @throws {LatchError} `rejected` if the terms have changed meanwhile; the rest as {@link verifySecondFactor}.
 * @throws {TypeError} if `url` is not a text.
 */
export async function acceptTerms({ client, url, signal }: AcceptTermsOptions): Promise<StepTaken> {
  demandText('url', url);
  return finish(signal, () => client.call(nextSteps.acceptTerms, { body: { url }, signal }));
}

/**
 * Chooses the account that the sign-in goes on with. Resolves as {@link verifySecondFactor}.
 *
 * @throws {LatchError} `not_found` if the account is not in the list; the rest as {@link verifySecondFactor}.
 * @throws {TypeError} if `id` is not a text.
 */
export async function chooseAccount({ client, id, signal }: ChooseAccountOptions): Promise<StepTaken> {
  demandText('id', id);
  return finish(signal, () => client.call(nextSteps.chooseAccount, { body: { id }, signal }));
}

/**
 * Takes the first code of an authenticator app for which a sign-in waits, and returns the recovery codes, which are not
 * returned again. The session is signed in then, unless `next` names another step. For a user who is signed in already,
 * see {@link confirmTotpInSettings}.
 *
 * @throws {LatchError} `rejected` with `status` 400 for a wrong code, or a secret that has expired; `step_up_required`,
 *   see {@link withStepUp}; `unauthenticated`; `rate_limited`; `unsupported`; the other errors of {@link Client.call}.
 * @throws {TypeError} if `code` is not a text.
 */
export async function confirmTotpAtSignIn({ client, code, signal }: SecondFactorOptions): Promise<RecoveryCodes> {
  demandText('code', code);
  const answer = await unlessAborted(signal, () =>
    afterFetches(() => client.call(secondFactor.confirmTotp, { body: { code: codeToSend(code) }, signal })),
  );
  if (!requiredStep(answer)) broadcast({ type: 'signed-in' });
  return answer;
}
