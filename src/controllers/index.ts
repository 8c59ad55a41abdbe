export { Lifetime } from './lifetime.js';
export { PasskeyCreation, type PasskeyCreationHost } from './passkey-creation.js';
export { PasskeySignIn, type PasskeySignInHost } from './passkey-sign-in.js';
export { SignOut, type SignOutHost } from './sign-out.js';
