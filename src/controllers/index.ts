export { DigitalCredentialProof, type DigitalCredentialHost } from './digital-credential.js';
export { FedCmSignIn, type FedCmSignInHost } from './fedcm-sign-in.js';
export { Install, type InstallHost } from './install.js';
export { ManifestInspector, type ManifestInspectorHost } from './manifest-inspector.js';
export { Lifetime } from './lifetime.js';
export { OfflineStatus, type OfflineStatusHost } from './offline-status.js';
export { OidcSignIn, type OidcSignInHost, type OidcSignInPhase } from './oidc-sign-in.js';
export { OneTimeCode, type OneTimeCodeHost, type SignedInByCode } from './one-time-code.js';
export { PasskeyCreation, type PasskeyCreationHost } from './passkey-creation.js';
export {
  PasskeyChanges,
  type PasskeyChangeRefusal,
  type PasskeyChangesHost,
  type PasskeyChangesPhase,
} from './passkey-changes.js';
export { PasskeyList, type ListedPasskey } from './passkey-list.js';
export { PasskeySignIn, type PasskeySignInHost } from './passkey-sign-in.js';
export { PasskeyStepUp, type PasskeyStepUpHost } from './passkey-step-up.js';
export { PasswordEntry, type PasswordEntryHost } from './password-entry.js';
export { PasswordSignIn, type PasswordSignInHost } from './password-sign-in.js';
export { PaymentConfirmation, type PaymentConfirmationHost } from './payment-confirmation.js';
export { PersonalList, type PersonalListHost } from './personal-list.js';
export { SessionEndings, type SessionEndingsHost, type SessionEndingsPhase } from './session-endings.js';
export { SessionList, type ListedSession } from './session-list.js';
export { SignOut, type Loss, type SignedOut, type SignOutHost } from './sign-out.js';
export { SignUp, type SignedUp, type SignUpHost } from './sign-up.js';
export { StepUp, type StepUpHost } from './step-up.js';
export { VaultKeeping, type VaultKeepingHost } from './vault-keeping.js';
export { VaultLock, type VaultLockHost, type VaultState } from './vault.js';
