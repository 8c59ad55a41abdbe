import type { IdentityProtocol } from '../../../src/base/contract/types.js';

/**
 * A user's account. `handle` is the WebAuthn `user.id`: 32 random bytes in base64url that say nothing about the
 * user.
 */
export interface Account {
  id: string;
  handle: string;
  /** The name in the form in which names are compared. */
  username: string;
  /** What it has in common with names that look alike. */
  skeleton: string;
  /** The name as the user wrote it. */
  name: string;
  displayName: string;
  passwordHash: string | null;
  /** From when on the password satisfies a step-up, if it was reset after a sign-in with a code; else absent or null. */
  passwordTrustedFrom?: number | null;
  createdAt: number;
}

export type DeviceType = 'singleDevice' | 'multiDevice';

/** A registered passkey. `id` is base64url, `publicKey` a COSE key, times are epoch milliseconds. */
export interface Credential {
  id: string;
  userId: string;
  publicKey: Uint8Array;
  counter: number;
  transports: string[];
  aaguid: string;
  deviceType: DeviceType;
  backedUp: boolean;
  userVerified: boolean;
  nickname: string | null;
  createdAt: number;
  lastUsedAt: number | null;
  /** From when on it satisfies a step-up, if it was registered after a sign-in with a code; else null. */
  trustedFrom: number | null;
  /** The browser and system in which it was created, such as "Chrome on Windows". Absent if it is on another device. */
  device?: string;
  /** False if the browser reported at the registration that it derives no secrets. Absent otherwise. */
  prf?: false;
}

/** `other_device`: the user has let the device in from another one, and has not authenticated here yet. */
export type AuthMethod = 'passkey' | 'passkey-uv' | 'password' | 'oidc' | 'fedcm' | 'otp' | 'signup' | 'other_device';

/**
 * What was accepted as the second factor of a sign-in. `otp`, a code to an address, only beside another proof, in the
 * place of an authenticator app whose secret the server cannot open any more.
 */
export type SecondFactor = 'totp' | 'recovery-code' | 'passkey' | 'password' | 'otp' | 'other-device';

/** A sign-in that waits for its next step, and what its session gets once that is done. */
export interface PendingSignIn {
  /** The public id that its session will have, to which a grant is sealed. */
  publicId: string;
  authentication: Authentication;
  /** Null until one was accepted. */
  secondFactor: SecondFactor | null;
  recoveryUntil: number | null;
  credentialId: string | null;
  providerSession: string | null;
  issuer: string | null;
  beganWith?: AuthMethod | null | undefined;
  grant: Grant | null;
  expires: number;
}

/** Who is signed in, how, and since when. */
export interface Authentication {
  userId: string;
  authMethod: AuthMethod;
  authTime: number;
}

/**
 * The session that something is saved in: one that lives, and is kept alive if it has no user; or a new one. With
 * `replacedBy`, the new one takes an id that a sign-in has just left, and is created only while the session lives that
 * has the next id.
 */
export type Carrier = { keepUntil: number } | { create: Session; replacedBy?: string };

/** A session row. `id` is a keyed hash of the cookie, so that a copy of the database opens no session. */
export interface Session {
  id: string;
  /**
   * Names the session to its user, and opens nothing. It stays when the user authenticates again in the same
   * session, unlike `id`.
   */
  publicId: string;
  /** Null while the session only carries challenges. */
  authentication: Authentication | null;
  /** What it runs on, in words; empty when that is unknown. */
  device: string;
  startedAt: number;
  lastSeenAt: number;
  /** When it ends if it is not used before. */
  expires: number;
  /** When it ends even if it is used; null while no user is signed in. */
  endsAt: number | null;
  /** The passkey that it began with, and ends with. Only written. */
  credentialId?: string | null;
  /** What the OpenID provider that it began at calls its own session. Only written. */
  providerSession?: string | null | undefined;
  /** The issuer of the provider that it began at. */
  issuer?: string | null | undefined;
  /** The way in that it goes back to, and ends with, if that is another one than its `authMethod`. Only written. */
  beganWith?: AuthMethod | null | undefined;
  /**
   * When the OpenID provider is to be asked whether its grant still stands; null for a session that did not begin
   * there.
   */
  grantDue: number | null;
  /** Null for a session that is not bound to its device. */
  binding: Binding | null;
  /**
   * The public id of the session from which an installed app started this one; null for a session that began with a
   * sign-in.
   */
  parent: string | null;
  /**
   * Until when it satisfies no step-up, because it rests on a one-time code alone or on a provider that does not say when;
   * null when it does not.
   */
  recoveryUntil: number | null;
  /**
   * With `appSessions`: an authentication at the app counts as a new one only if it is later than this time, in epoch
   * milliseconds. Null until the app has named the user of a session that began here.
   */
  appAuthTime?: number | null;
  /** What was accepted as the second factor. Only written. */
  secondFactor?: SecondFactor | null;
  /**
   * The browser that it began in, by the hash of its mark, and whether the account does not know it yet. Only written,
   * once a user is signed in.
   */
  knownBrowser?: { hash: string; isNew: boolean };
  /**
   * The sign-in that waits in it. A session of the same user keeps its authentication meanwhile; any other has none. Only
   * written.
   */
  pending?: PendingSignIn;
  /** The sign-in whose last step this session completes, which must still wait. Only written. */
  completes?: PendingSignIn;
  /** The hand-off that it redeems, which must not have ended meanwhile. Only written. */
  redeems?: string | undefined;
  /** What its provider has said, which must not have been followed by a logout there. Only written. */
  logoutCheck?: ProviderLogoutCheck | undefined;
  /** The identity at the provider that it was proven with, which must still be its user's. Only written. */
  identity?: Pick<Identity, 'issuer' | 'subject'> | undefined;
}

/** What a logout at an OpenID provider can name: the user, or the provider's session. One after `since` ends the sign-in. */
export interface ProviderLogoutCheck {
  names: readonly string[];
  since: number;
}

/** What a session began with, and ends with. */
export type SessionOrigin = Required<Pick<PendingSignIn, 'credentialId' | 'providerSession' | 'issuer' | 'beganWith'>>;

/** What binds a session to its device: a public key as a JWK, in JSON, and since when. */
export interface Binding {
  key: string;
  since: number;
}

/** A signed-in session. */
export type SignedInSession = Session & { authentication: Authentication };

/** What can happen to an account that its owner should know of. Clients ignore those that they do not know. */
export type SecurityEventType =
  | 'account-created'
  | 'address-changed'
  | 'address-removed'
  | 'address-verified'
  | 'deletion-cancelled'
  | 'deletion-requested'
  | 'identity-linked'
  | 'identity-unlinked'
  | 'installed-app-signed-in'
  | 'locked-out'
  | 'name-changed'
  | 'other-device-signed-in'
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkey-renamed'
  | 'password-removed'
  | 'password-reset'
  | 'password-set'
  | 'recovery'
  | 'recovery-code-used'
  | 'recovery-codes-replaced'
  | 'second-factor-added'
  | 'second-factor-changed'
  | 'second-factor-removed'
  | 'second-factor-unreadable'
  | 'session-ended'
  | 'sessions-ended'
  | 'signed-in'
  | 'signed-out'
  | 'stepped-up';

/**
 * Something that happened to an account. `method` is how the user authenticated, `device` what the session ran on, in
 * words. `detail` is the nickname of a passkey, or the kind of an address; `issuer` names the provider.
 */
export interface SecurityEvent {
  id: string;
  userId: string;
  type: SecurityEventType;
  at: number;
  method: AuthMethod | null;
  device: string;
  detail: string | null;
  issuer: string | null;
}

/** When something happened, and on which device, in words. */
export interface Cause {
  at: number;
  device: string;
}

/** What a session does at `at`, and its public id. */
export const causeOf = (
  { device, publicId }: Pick<Session, 'device' | 'publicId'>,
  at: number,
): Cause & Pick<Session, 'publicId'> => ({ at, device, publicId });

/** What keeps a session tied to the OpenID provider: a sealed refresh token, and when to use it. */
export interface Grant {
  sealed: string;
  due: number;
}

/** What tells a session from the ones before and after it in the same browser. */
export interface NamedSession {
  /** The user handle of its user. */
  user: string;
  /** When they authenticated, epoch milliseconds. */
  authTime: number;
}

/** A session that was ended just now. */
export interface EndedSession {
  publicId: string;
  userId: string | null;
  /** The sealed refresh token that it had. */
  sealed: string | null;
}

/** An identity at an OpenID provider: a subject is unique for its issuer only. */
export interface Identity {
  issuer: string;
  subject: string;
  userId: string;
  createdAt: number;
}

/** What an OpenID flow is for. A flow to step up or to link belongs to the user who was signed in when it began. */
export type FlowPurpose = 'sign-in' | 'step-up' | 'link';

/** An OpenID flow between its start and its callback. `state` and `browser` are keyed hashes. */
export interface Flow {
  state: string;
  browser: string;
  nonce: string;
  verifier: string;
  /** The issuer of the provider that it is at. */
  issuer: string;
  /** The page that began it, as a path; null where that is unknown. */
  startedFrom: string | null;
  returnTo: string;
  mode: 'redirect' | 'popup' | 'handoff';
  purpose: FlowPurpose;
  userId: string | null;
  /** The session that it began in; null for a hand-off, which ends in another one. */
  sessionId: string | null;
  /** Seconds, if the user must authenticate again. */
  maxAge: number | null;
  /** The hand-off that the mode is about. */
  handOff: string | null;
  startedAt: number;
  expires: number;
}

/**
 * The state of a hand-off: `open` until the provider has authenticated a user, `proven` until the user answers,
 * `confirmed` until it is `taken` to be redeemed; `declined` and `failed` are the reasons why it never will be, and
 * `ended` that the user has ended what was in flight.
 */
export type HandOffStatus = 'open' | 'proven' | 'confirmed' | 'taken' | 'redeemed' | 'declined' | 'failed' | 'ended';

/** A sign-in that the session `sessionId` waits for while the user is in another browser or at another device. `id` is a keyed hash. */
export interface HandOff {
  id: string;
  sessionId: string;
  code: string;
  /** What the session runs on, in words; empty when that is unknown. */
  device: string;
  status: HandOffStatus;
  expires: number;
}

/** The question that is asked in the browser which has come back from the provider. Both are keyed hashes. */
export interface HandOffQuestion {
  browser: string;
  confirmation: string;
}

export type Purpose =
  'register' | 'register-auto' | 'signup' | 'login' | 'step-up' | 'fedcm' | 'email' | 'payment' | 'bind' | 'refresh';

/** A challenge that waits for its response. */
export interface Challenge {
  sessionId: string;
  challenge: string;
  purpose: Purpose;
  /** The data stored with it; null if there is none. */
  details?: string | null;
  expires: number;
}

/** A request to a wallet that waits for its response. Its nonce and the key that opens the response are sealed. */
export interface WalletRequest {
  id: string;
  sessionId: string;
  protocol: IdentityProtocol;
  sealed: string;
  requestedAt: number;
  expires: number;
}

/** What a sign-in with a passkey changes in its credential. */
export interface CredentialUse {
  credentialId: string;
  userId: string;
  counter: number;
  backedUp: boolean;
  usedAt: number;
}

/** The new name of the account. Null leaves it as it is; `username` and `name` change together. */
export interface NameChange {
  username: string | null;
  /** Goes with `username`. */
  skeleton?: string | null;
  name: string | null;
  displayName: string | null;
}

export type AddressKind = 'email' | 'phone';

/**
 * Where a user can be reached, in the one spelling in which addresses are compared. Null until a code that was sent
 * there came back.
 */
export interface Address {
  userId: string;
  kind: AddressKind;
  address: string;
  verifiedAt: number | null;
}

/** The address of this kind that the account has from now on; null for none. */
export interface AddressChange {
  kind: AddressKind;
  address: string | null;
}

/**
 * A code that was sent and not yet entered. `hash` is a keyed one. `userId` is the account of the address; null if
 * there is none, so that no code was sent and none is valid.
 */
export interface OneTimeCode {
  sessionId: string;
  hash: string;
  purpose: 'sign-in' | 'verify-address';
  userId: string | null;
  address: string;
  expires: number;
}

/** The failures counted for one subject, and when counting starts again. */
export interface Failures {
  failed: number;
  windowEnds: number;
}
