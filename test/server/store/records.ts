import assert from 'node:assert/strict';
import type {
  Account,
  Credential,
  CredentialUse,
  PendingSignIn,
  Session,
  SignedInSession,
} from '../../../server/src/store/records.js';
import type { Store } from '../../../server/src/store/store.js';

/** The moment in which these tests happen, epoch milliseconds. */
export const now = 1_900_000_000_000;
/** When the things of these tests are over. */
export const later = now + 60_000;
let serial = 0;

/** A unique text. */
export function unique(kind: string): string {
  serial += 1;
  return `${kind}-${serial}`;
}

export function anAccount(changes: Partial<Account> = {}): Account {
  const name = unique('person');
  return {
    id: `id of ${name}`,
    handle: `handle of ${name}`,
    username: name,
    skeleton: `skeleton of ${name}`,
    name,
    displayName: name,
    passwordHash: null,
    passwordTrustedFrom: null,
    createdAt: now,
    ...changes,
  };
}

/** A session, anonymous without `userId`. */
export function aSession(userId: string, changes?: Partial<SignedInSession>): SignedInSession;
export function aSession(userId: null, changes?: Partial<Session>): Session;
export function aSession(userId: string | null, changes: Partial<Session> = {}): Session {
  return {
    id: unique('session'),
    publicId: unique('public'),
    authentication: userId === null ? null : { userId, authMethod: 'signup', authTime: now },
    device: 'Chrome on Windows',
    startedAt: now,
    lastSeenAt: now,
    expires: later,
    endsAt: userId === null ? null : later,
    grantDue: null,
    binding: null,
    parent: null,
    recoveryUntil: null,
    ...changes,
  };
}

/** A sign-in of the user that waits. */
export function aPendingSignIn(userId: string, changes: Partial<PendingSignIn> = {}): PendingSignIn {
  return {
    publicId: unique('public'),
    authentication: { userId, authMethod: 'password', authTime: now },
    secondFactor: null,
    recoveryUntil: null,
    credentialId: null,
    providerSession: null,
    issuer: null,
    grant: null,
    expires: later,
    ...changes,
  };
}

export function aCredential(userId: string, changes: Partial<Credential> = {}): Credential {
  return {
    id: unique('credential'),
    userId,
    publicKey: Uint8Array.of(0, 1, 2, 255),
    counter: 0,
    transports: ['internal', 'hybrid'],
    aaguid: '00000000-0000-0000-0000-000000000000',
    deviceType: 'multiDevice',
    backedUp: true,
    userVerified: false,
    nickname: null,
    createdAt: now,
    lastUsedAt: null,
    trustedFrom: null,
    ...changes,
  };
}

/** Stores a user with an account and its first session. */
export async function anOwner(store: Store): Promise<{ account: Account; session: Session }> {
  const account = anAccount();
  const session = aSession(account.id);
  assert.equal(await store.createAccount(account, session, now), 'created');
  return { account, session };
}

/** Stores a user who has a passkey too. */
export async function anOwnerWithPasskey(
  store: Store,
  changes: Partial<Credential> = {},
): Promise<{ account: Account; session: Session; credential: Credential }> {
  const { account, session } = await anOwner(store);
  const credential = aCredential(account.id, changes);
  assert.equal(await store.addCredential(credential, session, now, 50), 'added');
  return { account, session, credential };
}

/** A sign-in with the passkey that presents `counter`. */
export function useOf({ id, userId }: Credential, counter: number): CredentialUse {
  return { credentialId: id, userId, counter, backedUp: false, usedAt: now };
}

/** Stores an anonymous session that carries `count` challenges for signing in, the oldest first. */
export async function aSessionWithChallenges(
  store: Store,
  count: number,
): Promise<{ session: Session; challenges: string[] }> {
  const session = aSession(null);
  const challenges = Array.from({ length: count }, () => unique('challenge'));
  for (const [index, challenge] of challenges.entries()) {
    const entry = { sessionId: session.id, challenge, purpose: 'login' as const, expires: later };
    assert.equal(await store.addChallenge(entry, now, index === 0 ? { create: session } : { keepUntil: later }), true);
  }
  return { session, challenges };
}
