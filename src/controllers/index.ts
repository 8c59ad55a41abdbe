export { Lifetime } from './lifetime.js';
export { PasskeyCreation, type PasskeyCreationHost } from './passkey-creation.js';
export { PasskeyList, type ListedPasskey, type PasskeyListHost, type PasskeyListPhase } from './passkey-list.js';
export { PasskeySignIn, type PasskeySignInHost } from './passkey-sign-in.js';
export { PasskeyStepUp, type PasskeyStepUpHost } from './passkey-step-up.js';
export { PersonalList, type PersonalListHost } from './personal-list.js';
export { SessionList, type ListedSession, type SessionListHost, type SessionListPhase } from './session-list.js';
export { SignOut, type Loss, type SignedOut, type SignOutHost } from './sign-out.js';
export { StepUp, type StepUpHost } from './step-up.js';
