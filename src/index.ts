/**
 * What a page needs to sign users in and out by script. Everything else has a separate path: `latchkey/passkey`,
 * `latchkey/vault`, …
 */
export { capabilities, type Capabilities } from './core/capabilities.js';
export { clientFor, type CallOptions, type Client } from './core/client.js';
export { LatchError, type LatchErrorCode, type LatchErrorDetails } from './core/errors.js';
export {
  readSession,
  watchSession,
  type SessionState,
  type SessionUser,
  type SignedInState,
  type WatchSessionOptions,
} from './core/session.js';
export { fetchWithStepUp, withStepUp, type AskStepUp, type StepUpMethod } from './core/step-up.js';
export {
  watchCeremonies,
  type CeremonyDuration,
  type CeremonyEnd,
  type CeremonyMethod,
} from './core/watch-ceremonies.js';
export { signInWithFedCm, type FedCmSignInOptions, type SignedInByFedCm } from './features/fedcm/sign-in.js';
export { signInByPopup, type PopupSignInOptions, type SignedInAtProvider } from './features/oidc/popup.js';
export { signInByRedirect, type RedirectSignInOptions } from './features/oidc/redirect.js';
export { requestCode, type CodeRequested, type RequestCodeOptions } from './features/otp/request.js';
export { verifyCode, type SignedInByCode, type VerifyCodeOptions } from './features/otp/verify.js';
export { autofill, type AutofillOptions } from './features/passkey/autofill.js';
export { createPasskey, type CreatePasskeyOptions, type PasskeyCreated } from './features/passkey/create.js';
export { signIn, type SignedIn, type SignInOptions } from './features/passkey/sign-in.js';
export { signUp, type SignedUp, type SignUpOptions } from './features/passkey/sign-up.js';
export { stepUp, type SteppedUp, type StepUpOptions } from './features/passkey/step-up.js';
export {
  signInWithPassword,
  type PasswordSignInOptions,
  type SignedInByPassword,
} from './features/password/sign-in.js';
export { signUpWithPassword } from './features/password/sign-up.js';
export { signOut, type Loss, type SignedOut, type SignOutOptions } from './features/session/sign-out.js';
