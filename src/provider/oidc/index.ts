export { clientFor, type CallOptions, type Client } from '../../base/client/client.js';
export type { Endpoint } from '../../base/client/endpoint.js';
export { LatchError, type LatchErrorCode, type LatchErrorDetails } from '../../base/client/errors.js';
export type { SignInOutcome, StepRequired } from '../../base/client/sign-in-outcome.js';
export { chooseMode, type FlowMode, type FlowSurroundings } from './choose-mode.js';
export type { Provider } from '../../base/contract/types.js';
export { readChosenProvider, rememberProvider, rememberVisit } from './chosen-provider.js';
export {
  prepareHandOff,
  signInByHandOff,
  type HandOffSignInOptions,
  type PreparedHandOff,
  type PrepareHandOffOptions,
  type SignedInByHandOff,
} from './hand-off.js';
export { signInByPopup, type PopupSignIn, type PopupSignInOptions, type SignedInAtProvider } from './popup.js';
export { signInByRedirect, type RedirectSignInOptions } from './redirect.js';
export type { StartOptions } from './start-address.js';
export { findProvider, listProviders, type CompanyProvider, type FindProviderOptions } from '../provider-list.js';
