/**
 * What a page needs to sign users in and out by script. Everything else has a separate path: `latchkey/passkey`,
 * `latchkey/vault`, …
 */
export { capabilities, type Capabilities } from './base/browser/capabilities.js';
export { clientFor, type CallOptions, type Client } from './base/client/client.js';
export { LatchError, type LatchErrorCode, type LatchErrorDetails } from './base/client/errors.js';
export type { SignInOutcome, StepRequired } from './base/client/sign-in-outcome.js';
export {
  readSession,
  watchSession,
  type SessionState,
  type SessionUser,
  type SignedInState,
  type WatchSessionOptions,
} from './session/session.js';
export { fetchWithStepUp, withStepUp, type AskStepUp, type StepUpMethod } from './session/step-up.js';
export {
  watchCeremonies,
  type CeremonyDuration,
  type CeremonyEnd,
  type CeremonyMethod,
} from './base/browser/watch-ceremonies.js';
export { signInWithFedCm, type FedCmSignInOptions, type SignedInByFedCm } from './provider/fedcm/sign-in.js';
export { signInByPopup, type PopupSignInOptions, type SignedInAtProvider } from './provider/oidc/popup.js';
export { signInByRedirect, type RedirectSignInOptions } from './provider/oidc/redirect.js';
export { requestCode, type CodeRequested, type RequestCodeOptions } from './one-time-code/request.js';
export { verifyCode, type SignedInByCode, type VerifyCodeOptions } from './one-time-code/verify.js';
export { autofill, type AutofillOptions } from './passkey/autofill.js';
export { createPasskey, type CreatePasskeyOptions, type PasskeyCreated } from './passkey/create.js';
export { signIn, type SignedIn, type SignInOptions } from './passkey/sign-in.js';
export { signUp, type SignedUp, type SignUpOptions } from './passkey/sign-up.js';
export { stepUp, type SteppedUp, type StepUpOptions } from './passkey/step-up.js';
export { signInWithPassword, type PasswordSignInOptions, type SignedInByPassword } from './password/sign-in.js';
export { signUpWithPassword } from './password/sign-up.js';
export { signOut, type Loss, type SignedOut, type SignOutOptions } from './sign-out/sign-out.js';
