export { Lifetime } from './lifetime.js';
export { PasskeySignIn, type PasskeySignInHost, type PasskeySignInStatus } from './passkey-sign-in.js';
