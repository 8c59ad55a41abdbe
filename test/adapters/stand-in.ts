import { randomBytes, randomUUID } from 'node:crypto';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

/** A passkey of the only user. */
export interface StoredPasskey {
  readonly id: number;
  readonly uuid: string;
  readonly credential: WebAuthnCredential;
  readonly createdAt: Date;
  readonly backedUp: boolean;
  lastUsedAt: Date | null;
  name: string;
}

/** A session: whether the user is signed in, the challenge that the next response must have, and a token against CSRF. */
export interface Session {
  isSignedIn: boolean;
  challenge: string | undefined;
  readonly csrf: string;
}

const newSession = (isSignedIn: boolean): Session => ({
  isSignedIn,
  challenge: undefined,
  csrf: randomBytes(16).toString('base64url'),
});

export const user = { id: 7, email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' };

/**
 * What the stand-ins for frameworks have in common: one user, sessions in memory, and passkeys that are really verified.
 * Each stand-in has the paths, bodies and answers of its framework's documentation.
 */
export class StandIn {
  readonly #origin: string;
  readonly #sessions = new Map<string, Session>();
  readonly passkeys: StoredPasskey[] = [];

  constructor(origin: string) {
    this.#origin = origin;
  }

  /**
   * The session of a request; a new one if it has none. A request that a sign-in has overtaken has an old one: its
   * answer must not replace the cookie of the new session.
   */
  sessionOf(context: Context): Session {
    const id = getCookie(context, 'session');
    if (id === undefined) return this.#begin(context, false);
    return this.#sessions.get(id) ?? newSession(false);
  }

  /** Begins no session: it would replace that of a page which is loading. */
  isSignedIn(context: Context): boolean {
    return !!this.#sessions.get(getCookie(context, 'session') ?? '')?.isSignedIn;
  }

  /** Starts a session with a new id, in place of the one before. */
  signIn(context: Context): Session {
    this.signOut(context);
    return this.#begin(context, true);
  }

  signOut(context: Context): void {
    this.#sessions.delete(getCookie(context, 'session') ?? '');
    setCookie(context, 'session', '', { path: '/', maxAge: 0 });
  }

  #begin(context: Context, isSignedIn: boolean): Session {
    const id = randomUUID();
    const session = newSession(isSignedIn);
    this.#sessions.set(id, session);
    setCookie(context, 'session', id, { path: '/', httpOnly: true, sameSite: 'Lax' });
    return session;
  }

  async creationOptions(session: Session) {
    const options = await generateRegistrationOptions({
      rpName: 'An app',
      rpID: 'localhost',
      userID: new TextEncoder().encode(String(user.id)),
      userName: user.email,
      userDisplayName: user.name,
      excludeCredentials: this.passkeys.map(({ credential }) => ({ id: credential.id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    });
    session.challenge = options.challenge;
    return options;
  }

  /** @param names Whether the options name the passkeys of the only user. */
  async requestOptions(session: Session, names = false) {
    const options = await generateAuthenticationOptions({
      rpID: 'localhost',
      userVerification: 'preferred',
      ...(names && { allowCredentials: this.passkeys.map(({ credential }) => ({ id: credential.id })) }),
    });
    session.challenge = options.challenge;
    return options;
  }

  /** Stores a passkey; undefined if the response is wrong. */
  async register(session: Session, response: RegistrationResponseJSON, name: string) {
    const expectedChallenge = session.challenge ?? '';
    session.challenge = undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: this.#origin,
      expectedRPID: 'localhost',
      requireUserVerification: false,
    }).catch(() => ({ verified: false, registrationInfo: undefined }));
    if (!verified || !registrationInfo) return undefined;
    const { credential, credentialBackedUp: backedUp } = registrationInfo;
    const id = this.passkeys.length + 1;
    const passkey = { id, uuid: randomUUID(), credential, createdAt: new Date(), backedUp, lastUsedAt: null, name };
    this.passkeys.push(passkey);
    return passkey;
  }

  /** The passkey that has signed; undefined if the response is wrong. */
  async verify(session: Session, response: AuthenticationResponseJSON) {
    const expectedChallenge = session.challenge ?? '';
    session.challenge = undefined;
    const passkey = this.passkeys.find(({ credential }) => credential.id === response.id);
    if (!passkey) return undefined;
    const { verified } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: this.#origin,
      expectedRPID: 'localhost',
      credential: passkey.credential,
      requireUserVerification: false,
    }).catch(() => ({ verified: false }));
    if (!verified) return undefined;
    passkey.lastUsedAt = new Date();
    return passkey;
  }
}
