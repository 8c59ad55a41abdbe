/** A person's account. `handle` is the WebAuthn `user.id`: 32 random bytes in base64url that say nothing about the person. */
export interface Account {
  id: string;
  handle: string;
  /** The name in the form in which names are compared. */
  username: string;
  /** The name as the person wrote it. */
  name: string;
  displayName: string;
  passwordHash: string | null;
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
}

export type AuthMethod = 'passkey' | 'passkey-uv' | 'password' | 'signup';

/** Who is signed in, how, and since when. */
export interface Authentication {
  userId: string;
  authMethod: AuthMethod;
  authTime: number;
}

/** A session row. `id` is a keyed hash of the cookie, so that a copy of the database opens no session. */
export interface Session {
  id: string;
  /** Names the session to its person, and opens nothing. It stays when the person authenticates again in the same session, unlike `id`. */
  publicId: string;
  /** Null while the session only carries challenges. */
  authentication: Authentication | null;
  /** What it runs on, in words; empty when that is unknown. */
  device: string;
  startedAt: number;
  lastSeenAt: number;
  expires: number;
}

/** A session of somebody. */
export type SignedInSession = Session & { authentication: Authentication };

export type Purpose = 'register' | 'register-auto' | 'login' | 'step-up';

/** A challenge that waits for its response. */
export interface Challenge {
  sessionId: string;
  challenge: string;
  purpose: Purpose;
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

/** What the account is called from now on. Null leaves it as it is; `username` and `name` change together. */
export interface NameChange {
  username: string | null;
  name: string | null;
  displayName: string | null;
}

/** The failures counted for one subject, and when counting starts again. */
export interface Failures {
  failed: number;
  windowEnds: number;
}
