import type { LatchError } from './base/client/errors.js';
import type { StepRequired } from './base/client/sign-in-outcome.js';
import type { SignedInByFedCm } from './provider/fedcm/sign-in.js';
import type { SignedInByCode } from './one-time-code/verify.js';
import type { PasskeyCreated } from './passkey/create.js';
import type { SignedInAtProvider } from './provider/oidc/popup.js';
import type { SignedIn } from './passkey/sign-in.js';
import type { SignedUp } from './passkey/sign-up.js';
import type { SteppedUp } from './passkey/step-up.js';
import type { SignedInByPassword } from './password/sign-in.js';
import type { PaymentConfirmed } from './payment/confirm.js';
import type { SignedInByOtherDevice } from './another-device/other-device.js';
import type { SignedOut } from './sign-out/sign-out.js';
import type { LockReason } from './vault/tabs.js';

/** All events of the elements bubble, cross shadow roots, and have their value in `detail`. None contains a secret. */
abstract class LatchEvent<Detail> extends CustomEvent<Detail> {
  constructor(type: string, detail?: Detail, cancelable = false) {
    super(type, { detail: detail as Detail, bubbles: true, composed: true, cancelable });
  }
}

/** The user goes on with a session that has begun elsewhere, in another tab or by another tag. */
export interface WentOnSignedIn {
  readonly method: 'session';
}

/** How a user has come to be signed in. */
type AnySignIn =
  | SignedIn
  | SignedInByPassword
  | SignedInByFedCm
  | SignedInAtProvider
  | SignedInByCode
  | SignedInByOtherDevice
  | WentOnSignedIn;

/** A user is signed in and the session cookie is set: the page may continue. `detail.method` is the method. */
export class LatchSignedInEvent extends LatchEvent<AnySignIn> {
  constructor(detail: AnySignIn) {
    super('latch-signed-in', detail);
  }
}

/** A sign-in failed. Not dispatched for a dismissed dialog. */
export class LatchSignInFailedEvent extends LatchEvent<LatchError> {
  constructor(detail: LatchError) {
    super('latch-sign-in-failed', detail);
  }
}

/**
 * The first proof was right, and the backend requires another step, `detail.next`, before the user is signed in.
 * `latch-sign-in` shows the step itself.
 */
export class LatchNextStepEvent extends LatchEvent<StepRequired> {
  constructor(detail: StepRequired) {
    super('latch-next-step', detail);
  }
}

/** An account was created, and its user is signed in. `detail.method` is `passkey` or `password`. */
export class LatchSignedUpEvent extends LatchEvent<SignedUp | SignedInByPassword> {
  constructor(detail: SignedUp | SignedInByPassword) {
    super('latch-signed-up', detail);
  }
}

/** No account was created. Not dispatched for a dismissed dialog. */
export class LatchSignUpFailedEvent extends LatchEvent<LatchError> {
  constructor(detail: LatchError) {
    super('latch-sign-up-failed', detail);
  }
}

/**
 * The page is about to be left for a provider; `preventDefault()` prevents that. `detail.isBlocked` is true if the
 * element meant to open a popup, but the browser has blocked it.
 */
export class LatchBeforeRedirectEvent extends LatchEvent<{ readonly isBlocked: boolean }> {
  constructor(detail: { readonly isBlocked: boolean }) {
    super('latch-before-redirect', detail, true);
  }
}

/** The signed-in user has authenticated again: requests that need a fresh session may continue. */
export class LatchSteppedUpEvent extends LatchEvent<SteppedUp> {
  constructor(detail: SteppedUp) {
    super('latch-stepped-up', detail);
  }
}

/** The signed-in user has a new passkey. */
export class LatchPasskeyCreatedEvent extends LatchEvent<PasskeyCreated> {
  constructor(detail: PasskeyCreated) {
    super('latch-passkey-created', detail);
  }
}

/** Creating a passkey failed. Not dispatched for a dismissed dialog. */
export class LatchPasskeyCreateFailedEvent extends LatchEvent<LatchError> {
  constructor(detail: LatchError) {
    super('latch-passkey-create-failed', detail);
  }
}

/** The nickname of a passkey was changed or removed. */
export class LatchPasskeyRenamedEvent extends LatchEvent<{
  readonly credentialId: string;
  readonly nickname: string | null;
}> {
  constructor(detail: { readonly credentialId: string; readonly nickname: string | null }) {
    super('latch-passkey-renamed', detail);
  }
}

/** A passkey was removed from the account. */
export class LatchPasskeyRemovedEvent extends LatchEvent<{ readonly credentialId: string }> {
  constructor(detail: { readonly credentialId: string }) {
    super('latch-passkey-removed', detail);
  }
}

/** Fetching the account, or fetching or changing the list of passkeys or devices, failed. Not dispatched if the user cancelled. */
export class LatchListFailedEvent extends LatchEvent<LatchError> {
  constructor(detail: LatchError) {
    super('latch-list-failed', detail);
  }
}

/** A session of the user, on another device, was ended. */
export class LatchSessionRevokedEvent extends LatchEvent<{ readonly id: string }> {
  constructor(detail: { readonly id: string }) {
    super('latch-session-revoked', detail);
  }
}

/** The user has changed a setting of the account. `detail.section` is the section of `latch-account`. */
export class LatchAccountChangedEvent extends LatchEvent<{ readonly section: string }> {
  constructor(detail: { readonly section: string }) {
    super('latch-account-changed', detail);
  }
}

/**
 * The user has had the account deleted. `detail.deletesAt` is when, in epoch milliseconds; not later than now if it is
 * deleted already, and the user signed out on this device.
 */
export class LatchAccountDeletedEvent extends LatchEvent<{ readonly deletesAt: number }> {
  constructor(detail: { readonly deletesAt: number }) {
    super('latch-account-deleted', detail);
  }
}

/** The user is about to be signed out; `preventDefault()` keeps them signed in. */
export class LatchBeforeSignOutEvent extends LatchEvent<undefined> {
  constructor() {
    super('latch-before-sign-out', undefined, true);
  }
}

/** The user is signed out on this device. */
export class LatchSignedOutEvent extends LatchEvent<SignedOut> {
  constructor(detail: SignedOut) {
    super('latch-signed-out', detail);
  }
}

/** Signing out failed, and the user is still signed in. Not dispatched if the user cancelled. */
export class LatchSignOutFailedEvent extends LatchEvent<LatchError> {
  constructor(detail: LatchError) {
    super('latch-sign-out-failed', detail);
  }
}

/** All digits of a one-time code have been entered. The event does not say which. */
export class LatchCodeCompleteEvent extends LatchEvent<undefined> {
  constructor() {
    super('latch-code-complete');
  }
}

/** The signed-in user has verified an address with a one-time code. */
export class LatchAddressVerifiedEvent extends LatchEvent<undefined> {
  constructor() {
    super('latch-address-verified');
  }
}

/**
 * The backend has verified the response of a wallet. `detail.protocol` is the protocol; the event contains no claims.
 */
export class LatchIdentityVerifiedEvent extends LatchEvent<{ readonly protocol: string }> {
  constructor(detail: { readonly protocol: string }) {
    super('latch-identity-verified', detail);
  }
}

/** The proof from a wallet failed. Not dispatched if the user declined. */
export class LatchIdentityFailedEvent extends LatchEvent<LatchError> {
  constructor(detail: LatchError) {
    super('latch-identity-failed', detail);
  }
}

/**
 * The signed-in user has confirmed a payment. `detail.method` is `payment` if the browser has shown it, `passkey` if
 * the page has.
 */
export class LatchPaymentConfirmedEvent extends LatchEvent<PaymentConfirmed> {
  constructor(detail: PaymentConfirmed) {
    super('latch-payment-confirmed', detail);
  }
}

/** The confirmation of a payment failed. Not dispatched if the user declined. */
export class LatchPaymentFailedEvent extends LatchEvent<LatchError> {
  constructor(detail: LatchError) {
    super('latch-payment-failed', detail);
  }
}

/** The vault is unlocked, and is the element's property `vault`. */
export class LatchUnlockedEvent extends LatchEvent<undefined> {
  constructor() {
    super('latch-unlocked');
  }
}

/** The vault is locked. `detail.reason` is the reason; `asked` is the element's button or `lock()`. */
export class LatchLockedEvent extends LatchEvent<{ readonly reason: LockReason }> {
  constructor(detail: { readonly reason: LockReason }) {
    super('latch-locked', detail);
  }
}

/** Unlocking, creating or changing the vault failed. Not dispatched for a dismissed dialog. */
export class LatchUnlockFailedEvent extends LatchEvent<LatchError> {
  constructor(detail: LatchError) {
    super('latch-unlock-failed', detail);
  }
}

/** The browser has deleted the vault. After creating a new one, fetch its data again. */
export class LatchVaultLostEvent extends LatchEvent<undefined> {
  constructor() {
    super('latch-vault-lost');
  }
}

/** All changes that could be sent are sent. `detail.sent` is the number that this tab has sent. */
export class LatchReplayedEvent extends LatchEvent<{ readonly sent: number }> {
  constructor(detail: { readonly sent: number }) {
    super('latch-replayed', detail);
  }
}

/**
 * A change that the server has refused: `conflict`, the server has another version; `failed`, it does not accept the
 * change. `status` is the HTTP status.
 */
export interface RefusedChange {
  readonly id: string;
  readonly path: string;
  readonly reason: 'conflict' | 'failed';
  readonly status: number | undefined;
}

/** The server has refused a change, which stays on the device until the user decides about it. */
export class LatchReplayFailedEvent extends LatchEvent<RefusedChange> {
  constructor(detail: RefusedChange) {
    super('latch-replay-failed', detail);
  }
}

/** The user's decision about a refused change could not be applied. The change stays on the device. */
export class LatchSettleFailedEvent extends LatchEvent<LatchError> {
  constructor(detail: LatchError) {
    super('latch-settle-failed', detail);
  }
}

/** The browser has installed the page as an app. */
export class LatchInstalledEvent extends LatchEvent<undefined> {
  constructor() {
    super('latch-installed');
  }
}

/** The user has declined to install the app, in the browser's own dialog. */
export class LatchInstallDismissedEvent extends LatchEvent<undefined> {
  constructor() {
    super('latch-install-dismissed');
  }
}

/** Neither the browser's dialog nor the one with the steps could be opened. */
export class LatchInstallFailedEvent extends LatchEvent<LatchError> {
  constructor(detail: LatchError) {
    super('latch-install-failed', detail);
  }
}

/** A manifest was inspected, or inspected again after a change. */
export class LatchManifestInspectedEvent extends LatchEvent<{ readonly errors: number; readonly warnings: number }> {
  constructor(detail: { readonly errors: number; readonly warnings: number }) {
    super('latch-manifest-inspected', detail);
  }
}

/** A manifest could not be fetched or inspected. */
export class LatchManifestInspectFailedEvent extends LatchEvent<LatchError> {
  constructor(detail: LatchError) {
    super('latch-manifest-inspect-failed', detail);
  }
}

/** The events of all elements, by type. */
export interface LatchEventMap {
  'latch-signed-in': LatchSignedInEvent;
  'latch-sign-in-failed': LatchSignInFailedEvent;
  'latch-next-step': LatchNextStepEvent;
  'latch-signed-up': LatchSignedUpEvent;
  'latch-sign-up-failed': LatchSignUpFailedEvent;
  'latch-before-redirect': LatchBeforeRedirectEvent;
  'latch-stepped-up': LatchSteppedUpEvent;
  'latch-passkey-created': LatchPasskeyCreatedEvent;
  'latch-passkey-create-failed': LatchPasskeyCreateFailedEvent;
  'latch-passkey-renamed': LatchPasskeyRenamedEvent;
  'latch-passkey-removed': LatchPasskeyRemovedEvent;
  'latch-list-failed': LatchListFailedEvent;
  'latch-session-revoked': LatchSessionRevokedEvent;
  'latch-account-changed': LatchAccountChangedEvent;
  'latch-account-deleted': LatchAccountDeletedEvent;
  'latch-before-sign-out': LatchBeforeSignOutEvent;
  'latch-signed-out': LatchSignedOutEvent;
  'latch-sign-out-failed': LatchSignOutFailedEvent;
  'latch-code-complete': LatchCodeCompleteEvent;
  'latch-address-verified': LatchAddressVerifiedEvent;
  'latch-identity-verified': LatchIdentityVerifiedEvent;
  'latch-identity-failed': LatchIdentityFailedEvent;
  'latch-payment-confirmed': LatchPaymentConfirmedEvent;
  'latch-payment-failed': LatchPaymentFailedEvent;
  'latch-unlocked': LatchUnlockedEvent;
  'latch-locked': LatchLockedEvent;
  'latch-unlock-failed': LatchUnlockFailedEvent;
  'latch-vault-lost': LatchVaultLostEvent;
  'latch-replayed': LatchReplayedEvent;
  'latch-replay-failed': LatchReplayFailedEvent;
  'latch-settle-failed': LatchSettleFailedEvent;
  'latch-installed': LatchInstalledEvent;
  'latch-install-dismissed': LatchInstallDismissedEvent;
  'latch-install-failed': LatchInstallFailedEvent;
  'latch-manifest-inspected': LatchManifestInspectedEvent;
  'latch-manifest-inspect-failed': LatchManifestInspectFailedEvent;
}

declare global {
  // they bubble and are composed: listeners on an element, on `document` and on `window` all get them
  interface GlobalEventHandlersEventMap extends LatchEventMap {}
}
