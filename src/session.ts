export { clientFor, type CallOptions, type Client, type RequestOptions } from './base/client/client.js';
export type { Endpoint } from './base/client/endpoint.js';
export { LatchError, type LatchErrorCode, type LatchErrorDetails } from './base/client/errors.js';
export type { SignInOutcome, StepRequired } from './base/client/sign-in-outcome.js';
export {
  announceSession,
  readSession,
  watchSession,
  type SessionState,
  type SessionUser,
  type SignedInState,
  type WatchSessionOptions,
} from './session/session.js';
export {
  changeAddresses,
  deleteAccount,
  listLinkedAccounts,
  listSecurityEvents,
  readAccount,
  readDeletion,
  restoreAccount,
  signOutOtherDevices,
  unlinkAccount,
  type AccountAnswer,
  type AccountDeletion,
  type ChangeAddressesOptions,
  type DeletionOptions,
  type DeletionPlan,
  type LinkedAccount,
  type SecurityEvent,
  type SecurityEventList,
  type SecurityEventsOptions,
  type UnlinkAccountOptions,
} from './account/account.js';
export { registerLocalData, type LocalData, type Remains } from './sign-out/local-data.js';
export {
  listSessions,
  signOutDevice,
  type ListedSession,
  type ListSessionsOptions,
  type SignOutDeviceOptions,
} from './session/session-list.js';
export { forgetCaches, forgetDatabase } from './sign-out/forget.js';
export {
  acceptTerms,
  chooseAccount,
  confirmTotpAtSignIn,
  readNextStep,
  verifySecondFactor,
  type AcceptTermsOptions,
  type ChooseAccountOptions,
  type NextStep,
  type SecondFactorOptions,
  type SignInProgress,
  type StepTaken,
} from './second-factor/next-steps.js';
export {
  approveDevice,
  signInByOtherDevice,
  type ApproveDeviceOptions,
  type OtherDeviceSignInOptions,
  type ShownCode,
  type SignedInByOtherDevice,
} from './another-device/other-device.js';
export { startOwnSession, type StartOwnSessionOptions } from './session/own-session.js';
export {
  confirmTotpInSettings,
  enrollTotp,
  readSecondFactor,
  removeTotp,
  renewRecoveryCodes,
  requireSecondFactor,
  type RecoveryCodes,
  type RequireSecondFactorOptions,
  type SecondFactorAnswer,
  type TotpEnrollment,
} from './second-factor/second-factor.js';
export { signOut, type Loss, type SignedOut, type SignOutOptions } from './sign-out/sign-out.js';
