import type {
  AcceptedTerms,
  ChosenAccount,
  RecoveryCodes,
  SecondFactorAnswer,
  SecondFactorChange,
  SecondFactorCode,
  SessionAnswer,
  SignInAnswer,
  TotpEnrollment,
} from './types.js';
import { count, flag, is, list, maybe, object, record, text } from '../client/shape.js';
import type { Endpoint } from './endpoint.js';

const nextStep = object({
  step: text,
  methods: maybe(list(text)),
  setUp: maybe(flag),
  address: maybe(text),
  url: maybe(text),
  accounts: maybe(list(object({ id: text, name: text, displayName: maybe(text) }))),
});

/** Returns the session, with what its sign-in waits for. */
export const sessionWithStep: Endpoint<void, SessionAnswer> = {
  method: 'GET',
  path: 'session',
  shape: object({ signedIn: flag, authMethod: maybe(text), next: maybe(nextStep) }),
};

/** Takes the code of an authenticator app or a recovery code for the sign-in that waits. */
export const verifySecondFactor: Endpoint<SecondFactorCode, SignInAnswer> = {
  method: 'POST',
  path: 'session/second-factor',
  shape: record,
};

/** Accepts the terms that the sign-in waits for. */
export const acceptTerms: Endpoint<AcceptedTerms, SignInAnswer> = {
  method: 'POST',
  path: 'session/terms',
  shape: record,
};

/** Chooses the account that the sign-in goes on with. */
export const chooseAccount: Endpoint<ChosenAccount, SignInAnswer> = {
  method: 'POST',
  path: 'session/account',
  hasNotFound: true,
  shape: record,
};

const settings = object({
  required: flag,
  policy: is('optional', 'required'),
  totp: maybe(object({ createdAt: count })),
  recoveryCodes: count,
});
const recoveryCodes = object({ recoveryCodes: list(text) });

/** Returns the second factor of the account. */
export const secondFactorEndpoint: Endpoint<void, SecondFactorAnswer> = {
  method: 'GET',
  path: 'account/second-factor',
  shape: settings,
};

/** Has the account require a second factor after the password, or no longer. */
export const changeSecondFactor: Endpoint<SecondFactorChange, SecondFactorAnswer> = {
  method: 'PATCH',
  path: 'account/second-factor',
  shape: settings,
};

/** Begins to set up an authenticator app. */
export const enrollTotp: Endpoint<void, TotpEnrollment> = {
  method: 'POST',
  path: 'account/second-factor/totp',
  shape: object({ secret: text, otpauthUri: text, expires: count }),
};

/** Takes its first code. */
export const confirmTotp: Endpoint<SecondFactorCode, RecoveryCodes> = {
  method: 'POST',
  path: 'account/second-factor/totp/confirm',
  shape: recoveryCodes,
};

/** Removes it. The answer is empty. */
export const removeTotp: Endpoint<void, unknown> = {
  method: 'DELETE',
  path: 'account/second-factor/totp',
  hasNotFound: true,
};

/** Replaces the recovery codes. */
export const renewRecoveryCodes: Endpoint<void, RecoveryCodes> = {
  method: 'POST',
  path: 'account/second-factor/recovery-codes',
  hasNotFound: true,
  shape: recoveryCodes,
};
