export { clientFor, type CallOptions, type Client } from '../../core/client.js';
export type { Endpoint } from '../../core/contract/endpoint.js';
export { LatchError, type LatchErrorCode, type LatchErrorDetails } from '../../core/errors.js';
export { confirmPassword, type ConfirmPasswordOptions } from './confirm.js';
export { readSavedPassword, type SavedPassword } from './password-credential.js';
export { rememberPassword } from './remember.js';
export { signInSilently, type SilentSignInOptions } from './sign-in-silently.js';
export { signUpWithPassword } from './sign-up.js';
export { signInWithPassword, type PasswordSignInOptions, type SignedInByPassword } from './sign-in.js';
