import type { LatchError } from './core/errors.js';
import type { SignedInByFedCm } from './features/fedcm/sign-in.js';
import type { SignedInByCode } from './features/otp/verify.js';
import type { PasskeyCreated } from './features/passkey/create.js';
import type { SignedInAtProvider } from './features/oidc/popup.js';
import type { SignedIn } from './features/passkey/sign-in.js';
import type { SteppedUp } from './features/passkey/step-up.js';
import type { SignedInByPassword } from './features/password/sign-in.js';
import type { PaymentConfirmed } from './features/payment/confirm.js';
import type { SignedOut } from './features/session/sign-out.js';
import type { LockReason } from './features/vault/tabs.js';

/**
 * What all events of the elements have in common: they bubble, cross shadow roots, and carry their value as `detail`.
 * None carries a secret.
 */
abstract class LatchEvent<Detail> extends CustomEvent<Detail> {
  constructor(type: string, detail?: Detail, cancelable = false) {
    super(type, { detail: detail as Detail, bubbles: true, composed: true, cancelable });
  }
}

/** A person is signed in and the session cookie is set: the page may go on. `detail.method` says how. */
export class LatchSignedInEvent extends LatchEvent<
  SignedIn | SignedInByPassword | SignedInByFedCm | SignedInAtProvider | SignedInByCode
> {
  constructor(detail: SignedIn | SignedInByPassword | SignedInByFedCm | SignedInAtProvider | SignedInByCode) {
    super('latch-signed-in', detail);
  }
}

/** A sign-in came to nothing for a reason worth telling. A dismissed dialog is none. */
export class LatchSignInFailedEvent extends LatchEvent<LatchError> {
  constructor(detail: LatchError) {
    super('latch-sign-in-failed', detail);
  }
}

/**
 * The page is about to be left for a provider; `preventDefault()` keeps it. `detail.isBlocked`: it had been meant to
 * stay, but the browser has blocked the window for the provider.
 */
export class LatchBeforeRedirectEvent extends LatchEvent<{ readonly isBlocked: boolean }> {
  constructor(detail: { readonly isBlocked: boolean }) {
    super('latch-before-redirect', detail, true);
  }
}

/** The person who is signed in has proved again who they are: what asks for a fresh session may go on. */
export class LatchSteppedUpEvent extends LatchEvent<SteppedUp> {
  constructor(detail: SteppedUp) {
    super('latch-stepped-up', detail);
  }
}

/** The person who is signed in has a new passkey. */
export class LatchPasskeyCreatedEvent extends LatchEvent<PasskeyCreated> {
  constructor(detail: PasskeyCreated) {
    super('latch-passkey-created', detail);
  }
}

/** No passkey was created, for a reason worth telling. */
export class LatchPasskeyCreateFailedEvent extends LatchEvent<LatchError> {
  constructor(detail: LatchError) {
    super('latch-passkey-create-failed', detail);
  }
}

/** A passkey has another nickname, or none any more. */
export class LatchPasskeyRenamedEvent extends LatchEvent<{
  readonly credentialId: string;
  readonly nickname: string | null;
}> {
  constructor(detail: { readonly credentialId: string; readonly nickname: string | null }) {
    super('latch-passkey-renamed', detail);
  }
}

/** A passkey is no way into the account any more. */
export class LatchPasskeyRemovedEvent extends LatchEvent<{ readonly credentialId: string }> {
  constructor(detail: { readonly credentialId: string }) {
    super('latch-passkey-removed', detail);
  }
}

/**
 * The list of passkeys or devices could not be fetched, or a change in it was not made, for a reason worth telling. That
 * the person would rather not is none.
 */
export class LatchListFailedEvent extends LatchEvent<LatchError> {
  constructor(detail: LatchError) {
    super('latch-list-failed', detail);
  }
}

/** A session of the person has ended, and with it the sign-in on another device. */
export class LatchSessionRevokedEvent extends LatchEvent<{ readonly id: string }> {
  constructor(detail: { readonly id: string }) {
    super('latch-session-revoked', detail);
  }
}

/** The person is about to be signed out; `preventDefault()` keeps them signed in. */
export class LatchBeforeSignOutEvent extends LatchEvent<undefined> {
  constructor() {
    super('latch-before-sign-out', undefined, true);
  }
}

/** The person is signed out on this device. */
export class LatchSignedOutEvent extends LatchEvent<SignedOut> {
  constructor(detail: SignedOut) {
    super('latch-signed-out', detail);
  }
}

/** The person is still signed in, for a reason worth telling. That they stayed on purpose is none. */
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

/** The person who is signed in has shown by a one-time code that an address is theirs. */
export class LatchAddressVerifiedEvent extends LatchEvent<undefined> {
  constructor() {
    super('latch-address-verified');
  }
}

/**
 * The backend has verified what a wallet presented. `detail.protocol` says how it was asked; what it says about the
 * person is not in the event.
 */
export class LatchIdentityVerifiedEvent extends LatchEvent<{ readonly protocol: string }> {
  constructor(detail: { readonly protocol: string }) {
    super('latch-identity-verified', detail);
  }
}

/** Nothing about the person was verified, for a reason worth telling. That they declined is none. */
export class LatchIdentityFailedEvent extends LatchEvent<LatchError> {
  constructor(detail: LatchError) {
    super('latch-identity-failed', detail);
  }
}

/**
 * The person who is signed in has confirmed a payment. `detail.method` says who has shown it to them: the browser
 * (`payment`) or the page (`passkey`).
 */
export class LatchPaymentConfirmedEvent extends LatchEvent<PaymentConfirmed> {
  constructor(detail: PaymentConfirmed) {
    super('latch-payment-confirmed', detail);
  }
}

/** A payment was not confirmed, for a reason worth telling. That the person would rather not is none. */
export class LatchPaymentFailedEvent extends LatchEvent<LatchError> {
  constructor(detail: LatchError) {
    super('latch-payment-failed', detail);
  }
}

/** The vault is unlocked; the element has it as `vault`. */
export class LatchUnlockedEvent extends LatchEvent<undefined> {
  constructor() {
    super('latch-unlocked');
  }
}

/** The vault is locked. `detail.reason` says why; `asked` is the element's button or `lock()`. */
export class LatchLockedEvent extends LatchEvent<{ readonly reason: LockReason }> {
  constructor(detail: { readonly reason: LockReason }) {
    super('latch-locked', detail);
  }
}

/** The vault was not unlocked, created or changed, for a reason worth telling. A dismissed dialog is none. */
export class LatchUnlockFailedEvent extends LatchEvent<LatchError> {
  constructor(detail: LatchError) {
    super('latch-unlock-failed', detail);
  }
}

/** The browser has deleted the vault: once there is a new one, what it held has to be fetched again. */
export class LatchVaultLostEvent extends LatchEvent<undefined> {
  constructor() {
    super('latch-vault-lost');
  }
}

/** All changes that could be sent are sent. `detail.sent` says how many this tab has sent. */
export class LatchReplayedEvent extends LatchEvent<{ readonly sent: number }> {
  constructor(detail: { readonly sent: number }) {
    super('latch-replayed', detail);
  }
}

/**
 * What became of a change that the server has refused: `conflict`, there is another version by now; `failed`, it does
 * not accept it. `status` is that of its answer.
 */
export interface RefusedChange {
  readonly id: string;
  readonly path: string;
  readonly reason: 'conflict' | 'failed';
  readonly status: number | undefined;
}

/** The server has refused a change, which stays on the device until the person has decided about it. */
export class LatchReplayFailedEvent extends LatchEvent<RefusedChange> {
  constructor(detail: RefusedChange) {
    super('latch-replay-failed', detail);
  }
}

/** What the person has decided about a refused change could not be carried out. The change stays on the device. */
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

/** The person has declined to install the app, in the browser's own dialog. */
export class LatchInstallDismissedEvent extends LatchEvent<undefined> {
  constructor() {
    super('latch-install-dismissed');
  }
}

/** Neither the browser's dialog nor the one with the steps could be opened, for a reason worth telling. */
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

/** A manifest could not be fetched, or not be inspected. */
export class LatchManifestInspectFailedEvent extends LatchEvent<LatchError> {
  constructor(detail: LatchError) {
    super('latch-manifest-inspect-failed', detail);
  }
}

/** The events of all elements, by type. */
export interface LatchEventMap {
  'latch-signed-in': LatchSignedInEvent;
  'latch-sign-in-failed': LatchSignInFailedEvent;
  'latch-before-redirect': LatchBeforeRedirectEvent;
  'latch-stepped-up': LatchSteppedUpEvent;
  'latch-passkey-created': LatchPasskeyCreatedEvent;
  'latch-passkey-create-failed': LatchPasskeyCreateFailedEvent;
  'latch-passkey-renamed': LatchPasskeyRenamedEvent;
  'latch-passkey-removed': LatchPasskeyRemovedEvent;
  'latch-list-failed': LatchListFailedEvent;
  'latch-session-revoked': LatchSessionRevokedEvent;
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
