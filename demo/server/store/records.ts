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
  /** Null while the session only carries challenges. */
  authentication: Authentication | null;
  expires: number;
}

export type Purpose = 'register' | 'register-auto' | 'login';

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

/** The failures counted for one subject, and when counting starts again. */
export interface Failures {
  failed: number;
  windowEnds: number;
}
