export { capabilities, type Capabilities } from '../base/browser/capabilities.js';
export { clientFor, type CallOptions, type Client } from '../base/client/client.js';
export type { Endpoint } from '../base/client/endpoint.js';
export type { AccountAnswer, AccountChange, CredentialList, ListedCredential } from '../base/contract/types.js';
export {
  LatchError,
  type LatchErrorCode,
  type LatchErrorDetails,
  type UnknownCredential,
} from '../base/client/errors.js';
export type { SignInOutcome, StepRequired } from '../base/client/sign-in-outcome.js';
export type { Prefetched } from '../base/client/prefetch.js';
export { fetchWithStepUp, withStepUp, type AskStepUp, type StepUpMethod } from '../session/step-up.js';
export { askPasskey } from './ask-passkey.js';
export { autofill, type AutofillOptions } from './autofill.js';
export { createPasskey, type CreatePasskeyOptions, type PasskeyCreated } from './create.js';
export { signInImmediately, type ImmediateSignInOptions } from './immediate.js';
export { listPasskeys, type ManageOptions } from './list.js';
export {
  changeAccount,
  removePasskey,
  renamePasskey,
  type ChangeAccountOptions,
  type ManagePasskeyOptions,
  type RenamePasskeyOptions,
} from './manage.js';
export { evaluatePrf, type EvaluatePrfOptions, type PrfEvaluation } from './prf.js';
export { offerPasskeys } from './offer.js';
export { nameProvider } from './providers.js';
export { signIn, signInOptionsOf, type Hint, type SignedIn, type SignInOptions, type SignInPhase } from './sign-in.js';
export { signUp, type SignedUp, type SignUpOptions } from './sign-up.js';
export {
  signalAllAccepted,
  signalCurrentDetails,
  signalUnknownCredential,
  signalPasskeys,
  signalIfUnknown,
} from './signals.js';
export { stepUp, stepUpOptionsOf, type SteppedUp, type StepUpOptions } from './step-up.js';
