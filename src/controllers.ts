export { DigitalCredentialProof, type DigitalCredentialHost } from './wallet/present-controller.js';
export { FedCmSignIn, type FedCmSignInHost } from './provider/fedcm/sign-in-controller.js';
export { Install, type InstallHost } from './install/install-controller.js';
export { ManifestInspector, type ManifestInspectorHost } from './manifest/inspector/inspector-controller.js';
export { Lifetime } from './base/element/lifetime.js';
export { OfflineStatus, type OfflineStatusHost } from './outbox/status-controller.js';
export { OidcSignIn, type OidcSignInHost, type OidcSignInPhase } from './provider/oidc/sign-in-controller.js';
export { OneTimeCode, type OneTimeCodeHost, type SignedInByCode } from './one-time-code/code-controller.js';
export { PasskeyCreation, type PasskeyCreationHost } from './passkey/creation-controller.js';
export {
  PasskeyChanges,
  type PasskeyChangeRefusal,
  type PasskeyChangesHost,
  type PasskeyChangesPhase,
} from './passkey/changes-controller.js';
export { PasskeyList, type ListedPasskey } from './passkey/list-controller.js';
export { PasskeySignIn, type PasskeySignInHost } from './passkey/sign-in-controller.js';
export { PasskeyStepUp, type PasskeyStepUpHost } from './passkey/step-up-controller.js';
export { PasswordEntry, type PasswordEntryHost } from './password/entry-controller.js';
export { PasswordSignIn, type PasswordSignInHost } from './password/sign-in-controller.js';
export { PaymentConfirmation, type PaymentConfirmationHost } from './payment/confirm-controller.js';
export { PersonalList, type PersonalListHost } from './session/personal-list.js';
export { SessionEndings, type SessionEndingsHost, type SessionEndingsPhase } from './session/endings-controller.js';
export { SessionList, type ListedSession } from './session/list-controller.js';
export { SignOut, type Loss, type SignedOut, type SignOutHost } from './sign-out/sign-out-controller.js';
export { SignUp, type SignedUp, type SignUpHost } from './sign-in/sign-up-controller.js';
export { StepUp, type StepUpHost } from './step-up/ask-step-up.js';
export { VaultKeeping, type VaultKeepingHost } from './vault/keeping-controller.js';
export { VaultLock, type VaultLockHost, type VaultState } from './vault/lock-controller.js';
