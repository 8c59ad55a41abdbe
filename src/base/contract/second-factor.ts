// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { count, flag, is, list, maybe, object, text } from '../client/shape.js';
import { signInAnswerShape } from './shapes.js';
import type {
  RecoveryCodes,
  SecondFactorAnswer,
  SecondFactorChange,
  SecondFactorCode,
  SignInAnswer,
  TotpEnrollment,
} from './types.js';

export const secondFactorAnswerShape = /* @__PURE__ */ object({
  required: flag,
  policy: /* @__PURE__ */ is('optional', 'required'),
  totp: /* @__PURE__ */ maybe(/* @__PURE__ */ object({ createdAt: count, unreadable: /* @__PURE__ */ maybe(flag) })),
  recoveryCodes: count,
});

export const totpEnrollmentShape = /* @__PURE__ */ object({ secret: text, otpauthUri: text, expires: count });

export const recoveryCodesShape = /* @__PURE__ */ object({ recoveryCodes: /* @__PURE__ */ list(text) });

/** Returns the second factor of the account. */
export const readSecondFactor: Endpoint<void, SecondFactorAnswer> = {
  method: 'GET',
  path: 'account/second-factor',
  shape: secondFactorAnswerShape,
};

/** Requires a second factor after the password, or no longer. */
export const changeSecondFactor: Endpoint<SecondFactorChange, SecondFactorAnswer> = {
  method: 'PATCH',
  path: 'account/second-factor',
  shape: secondFactorAnswerShape,
};

/** Begins to set up an authenticator app. */
export const enrollTotp: Endpoint<void, TotpEnrollment> = {
  method: 'POST',
  path: 'account/second-factor/totp',
  shape: totpEnrollmentShape,
};

/** Removes the authenticator app and its recovery codes. */
export const removeTotp: Endpoint<void, unknown> = {
  method: 'DELETE',
  path: 'account/second-factor/totp',
  hasNotFound: true,
};

/** Takes the first code of an authenticator app, which is then set up. */
export const confirmTotp: Endpoint<SecondFactorCode, RecoveryCodes> = {
  method: 'POST',
  path: 'account/second-factor/totp/confirm',
  setsSession: true,
  shape: recoveryCodesShape,
};

/** Replaces the recovery codes. */
export const renewRecoveryCodes: Endpoint<void, RecoveryCodes> = {
  method: 'POST',
  path: 'account/second-factor/recovery-codes',
  hasNotFound: true,
  shape: recoveryCodesShape,
};

/** Takes the second factor of a sign-in. */
export const verifySecondFactor: Endpoint<SecondFactorCode, SignInAnswer> = {
  method: 'POST',
  path: 'session/second-factor',
  setsSession: true,
  shape: signInAnswerShape,
};
