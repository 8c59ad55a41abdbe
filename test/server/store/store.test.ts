import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoreUnavailable } from '../../../demo/server/store/database.js';
import type { Account, Credential, Session } from '../../../demo/server/store/records.js';
import type { Store } from '../../../demo/server/store/store.js';
import { describeOnBothEngines, scaled } from '../../support/node/engines.js';
import { openTestStore } from '../../support/node/server.js';

const now = 1_900_000_000_000;
const later = now + 60_000;
let serial = 0;

function unique(kind: string): string {
  serial += 1;
  return `${kind}-${serial}`;
}

function anAccount(changes: Partial<Account> = {}): Account {
  const name = unique('person');
  return { id: `id of ${name}`, handle: `handle of ${name}`, username: name, name, displayName: name, passwordHash: null, createdAt: now, ...changes };
}

function aSession(userId: string | null, changes: Partial<Session> = {}): Session {
  return { id: unique('session'), authentication: userId === null ? null : { userId, authMethod: 'signup', authTime: now }, expires: later, ...changes };
}

function aCredential(userId: string, changes: Partial<Credential> = {}): Credential {
  return {
    id: unique('credential'), userId, publicKey: Uint8Array.of(0, 1, 2, 255), counter: 0, transports: ['internal', 'hybrid'],
    aaguid: '00000000-0000-0000-0000-000000000000', deviceType: 'multiDevice', backedUp: true, userVerified: false, nickname: null,
    createdAt: now, lastUsedAt: null, ...changes,
  };
}

await describeOnBothEngines('the store', (engine) => {
  let store: Store;
  let discard: () => Promise<void>;

  before(async () => ({ store, discard } = await openTestStore(engine)));
  after(() => discard());

  async function anOwner(): Promise<{ account: Account; session: Session }> {
    const account = anAccount();
    const session = aSession(account.id);
    assert.equal(await store.createAccount(account, session, now), 'created');
    return { account, session };
  }

  async function anOwnerWithPasskey(changes: Partial<Credential> = {}): Promise<{ account: Account; session: Session; credential: Credential }> {
    const { account, session } = await anOwner();
    const credential = aCredential(account.id, changes);
    assert.equal(await store.addCredential(credential, session, now), 'added');
    return { account, session, credential };
  }

  function useOf({ id, userId }: Credential, counter: number) {
    return { credentialId: id, userId, counter, backedUp: false, usedAt: now };
  }

  test('says that it works', () => store.check());

  test('finds an account by its id and by its name', async () => {
    const { account } = await anOwner();
    assert.deepEqual(await store.findAccount(account.id), account);
    assert.deepEqual(await store.findAccountByUsername(account.username), account);
    assert.equal(await store.findAccountByUsername('nobody'), undefined);
  });

  test('gives a name to one account only, and starts no session for the other', async () => {
    const { account } = await anOwner();
    const second = aSession('somebody else');
    assert.equal(await store.createAccount(anAccount({ username: account.username }), second, now), 'taken');
    assert.equal(await store.findSession(second.id, now), undefined);
  });

  test('gives a name to one of many who ask at once', async () => {
    const username = unique('wanted');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => {
        const account = anAccount({ username });
        return store.createAccount(account, aSession(account.id), now);
      }),
    );
    assert.deepEqual(outcomes.filter((outcome) => outcome === 'created').length, 1);
  });

  test('creates no account when the session it should take the place of was ended', async () => {
    const account = anAccount();
    assert.equal(await store.createAccount(account, aSession(account.id), now, aSession(null)), 'session-ended');
    assert.equal(await store.findAccount(account.id), undefined);
  });

  test('keeps every member of a passkey', async () => {
    const { account, credential } = await anOwnerWithPasskey({ counter: 4_294_967_295, nickname: 'Blue key', backedUp: false, userVerified: true });
    assert.deepEqual(await store.findCredential(credential.id), { credential, ownerHandle: account.handle });
    assert.deepEqual(await store.listCredentials(account.id), [credential]);
  });

  test('keeps a key that is a view into a larger buffer', async () => {
    const publicKey = new Uint8Array([9, 9, 1, 2, 3, 9]).subarray(2, 5);
    const { credential } = await anOwnerWithPasskey({ publicKey });
    assert.deepEqual((await store.findCredential(credential.id))?.credential.publicKey, Uint8Array.of(1, 2, 3));
  });

  test('adds a credential id once, whoever asks', async () => {
    const { credential } = await anOwnerWithPasskey();
    const { account, session } = await anOwner();
    assert.equal(await store.addCredential(aCredential(account.id, { id: credential.id }), session, now), 'exists');
    assert.equal((await store.findCredential(credential.id))?.credential.userId, credential.userId);
  });

  test('adds no passkey for a session that was ended, is over or is another person’s', async () => {
    const { account, session } = await anOwner();
    const { session: foreign } = await anOwner();
    assert.equal(await store.addCredential(aCredential(account.id), foreign, now), 'session-ended');
    assert.equal(await store.addCredential(aCredential(account.id), session, later), 'session-ended');
    await store.endSession(session.id, now);
    assert.equal(await store.addCredential(aCredential(account.id), session, now), 'session-ended');
    assert.deepEqual(await store.listCredentials(account.id), []);
  });

  test('saves a sign-in: counter, backup state, time, and the session under its new id', async () => {
    const { account, session, credential } = await anOwnerWithPasskey();
    const next = aSession(account.id);
    assert.equal(await store.signInWithCredential(useOf(credential, 7), next, session), 'signed-in');
    assert.deepEqual((await store.findCredential(credential.id))?.credential, { ...credential, counter: 7, backedUp: false, lastUsedAt: now });
    assert.deepEqual(await store.findSession(next.id, now), next);
    assert.equal(await store.findSession(session.id, now), undefined);
  });

  const counterRules: [stored: number, presented: number, accepted: boolean][] = [
    [0, 0, true], [0, 1, true], [5, 6, true], [5, 0, true], [5, 5, false], [5, 4, false], [4_294_967_294, 4_294_967_295, true],
  ];
  for (const [stored, presented, accepted] of counterRules) {
    test(`${accepted ? 'accepts' : 'refuses'} counter ${presented} after ${stored}`, async () => {
      const { account, session, credential } = await anOwnerWithPasskey({ counter: stored });
      const next = aSession(account.id);
      assert.equal(await store.signInWithCredential(useOf(credential, presented), next, session), accepted ? 'signed-in' : 'counter');
      const found = (await store.findCredential(credential.id))!.credential;
      assert.equal(found.counter, accepted ? presented : stored);
      assert.equal(found.lastUsedAt, accepted ? now : null);
      assert.equal((await store.findSession(session.id, now)) === undefined, accepted);
    });
  }

  test('lets one counter value through once when several sign-ins present it together', async () => {
    const { account, credential } = await anOwnerWithPasskey({ counter: 5 });
    const sessions = Array.from({ length: 10 }, () => aSession(null));
    for (const session of sessions) await store.startSession(session, now);
    const outcomes = await Promise.all(sessions.map((session) => store.signInWithCredential(useOf(credential, 6), aSession(account.id), session)));
    assert.equal(outcomes.filter((outcome) => outcome === 'signed-in').length, 1);
  });

  test('refuses the use of a passkey for somebody who is not its owner', async () => {
    const { session, credential } = await anOwnerWithPasskey();
    const { account } = await anOwner();
    const use = { ...useOf(credential, 1), userId: account.id };
    assert.notEqual(await store.signInWithCredential(use, aSession(account.id), session), 'signed-in');
  });

  test('does not save the counter of a sign-in whose session was ended', async () => {
    const { account, session, credential } = await anOwnerWithPasskey();
    await store.endSession(session.id, now);
    assert.equal(await store.signInWithCredential(useOf(credential, 7), aSession(account.id), session), 'session-ended');
    assert.equal((await store.findCredential(credential.id))?.credential.counter, 0);
  });

  test('does not find a session that is over', async () => {
    const { session } = await anOwner();
    assert.deepEqual(await store.findSession(session.id, later - 1), session);
    assert.equal(await store.findSession(session.id, later), undefined);
  });

  test('does not move a session that is over or was ended', async () => {
    const { account, session } = await anOwner();
    assert.equal(await store.startSession(aSession(account.id), later, session), false);
    await store.endSession(session.id, now);
    assert.equal(await store.startSession(aSession(account.id), now, session), false);
  });

  test('moves a session to one of many new ids asked for at once', async () => {
    const { account, session } = await anOwner();
    const nexts = Array.from({ length: 10 }, () => aSession(account.id));
    const moved = await Promise.all(nexts.map((next) => store.startSession(next, now, session)));
    assert.equal(moved.filter(Boolean).length, 1);
    const alive = await Promise.all(nexts.map(({ id }) => store.findSession(id, now)));
    assert.equal(alive.filter(Boolean).length, 1);
  });

  test('ends a session that a sign-in in flight has just moved to another id, but not one moved long ago', async () => {
    for (const [moved, survives] of [[now - 1, false], [now - 60_000, true]] as const) {
      const { account, session } = await anOwner();
      const next = aSession(account.id);
      assert.equal(await store.startSession(next, moved, session), true);
      await store.endSession(session.id, now);
      assert.equal((await store.findSession(next.id, now)) !== undefined, survives);
    }
  });

  test('never brings an ended session back, whatever runs beside the ending', async () => {
    for (let round = 0; round < scaled(1000); round += 1) {
      const { account, session, credential } = await anOwnerWithPasskey();
      const [next, other] = [aSession(account.id), aSession(account.id)];
      const challenge = { sessionId: session.id, challenge: unique('challenge'), purpose: 'login' as const, expires: later };
      await Promise.all([
        store.startSession(next, now, session),
        store.addChallenge(challenge, now, { keepUntil: later }),
        store.endSession(session.id, now),
        store.signInWithCredential(useOf(credential, 1), other, session),
        store.addCredential(aCredential(account.id), session, now),
      ]);
      for (const { id } of [session, next, other]) assert.equal(await store.findSession(id, now), undefined);
      assert.equal(await store.takeChallenge(session.id, challenge.challenge), undefined);
    }
  });

  async function pendingChallenges(count: number): Promise<{ session: Session; challenges: string[] }> {
    const session = aSession(null);
    const challenges = Array.from({ length: count }, () => unique('challenge'));
    for (const [index, challenge] of challenges.entries()) {
      const entry = { sessionId: session.id, challenge, purpose: 'login' as const, expires: later };
      assert.equal(await store.addChallenge(entry, now, index === 0 ? { create: session } : { keepUntil: later }), true);
    }
    return { session, challenges };
  }

  test('takes a challenge once, with its purpose and its end', async () => {
    const { session, challenges } = await pendingChallenges(1);
    assert.deepEqual(await store.takeChallenge(session.id, challenges[0]!), { purpose: 'login', expires: later });
    assert.equal(await store.takeChallenge(session.id, challenges[0]!), undefined);
  });

  test('gives a challenge to one of 50 who take it at once', async () => {
    for (let round = 0; round < scaled(200); round += 1) {
      const { session, challenges } = await pendingChallenges(1);
      const taken = await Promise.all(Array.from({ length: 50 }, () => store.takeChallenge(session.id, challenges[0]!)));
      assert.equal(taken.filter(Boolean).length, 1);
    }
  });

  test('does not give a challenge to another session', async () => {
    const { challenges } = await pendingChallenges(1);
    const { session: other } = await pendingChallenges(1);
    assert.equal(await store.takeChallenge(other.id, challenges[0]!), undefined);
  });

  test('keeps the newest 8 challenges of a session, also of one millisecond', async () => {
    const { session, challenges } = await pendingChallenges(10);
    const taken: boolean[] = [];
    for (const challenge of challenges) taken.push((await store.takeChallenge(session.id, challenge)) !== undefined);
    assert.deepEqual(taken, [false, false, true, true, true, true, true, true, true, true]);
  });

  test('adds no challenge to a session that was ended', async () => {
    const { session } = await pendingChallenges(1);
    await store.endSession(session.id, now);
    const entry = { sessionId: session.id, challenge: unique('challenge'), purpose: 'login' as const, expires: later };
    assert.equal(await store.addChallenge(entry, now, { keepUntil: later }), false);
    assert.equal(await store.takeChallenge(session.id, entry.challenge), undefined);
  });

  test('a new challenge keeps a session alive that only carries challenges, and no other', async () => {
    const anonymous = aSession(null);
    await store.startSession(anonymous, now);
    const { session } = await anOwner();
    for (const sessionId of [anonymous.id, session.id]) {
      await store.addChallenge({ sessionId, challenge: unique('challenge'), purpose: 'login', expires: later }, now, { keepUntil: later + 5 });
    }
    assert.equal((await store.findSession(anonymous.id, now))?.expires, later + 5);
    assert.equal((await store.findSession(session.id, now))?.expires, later);
  });

  test('counts failures together, however many come at once', async () => {
    const subject = unique('address');
    const counts = await Promise.all(Array.from({ length: 30 }, () => store.countFailure(subject, now, later)));
    assert.deepEqual(counts.map(({ failed }) => failed).sort((one, other) => one - other), Array.from({ length: 30 }, (_, index) => index + 1));
    assert.deepEqual(await store.readFailures(subject, now), { failed: 30, windowEnds: later });
  });

  test('starts counting again when the window is over', async () => {
    const subject = unique('address');
    await store.countFailure(subject, now, later);
    assert.equal((await store.readFailures(subject, later)).failed, 0);
    assert.deepEqual(await store.countFailure(subject, later, later + 10), { failed: 1, windowEnds: later + 10 });
  });

  test('takes a counted failure back, but never below nothing', async () => {
    const subject = unique('account');
    await store.countFailure(subject, now, later);
    await store.forgiveFailure(subject);
    await store.forgiveFailure(subject);
    assert.equal((await store.readFailures(subject, now)).failed, 0);
  });

  test('sweeps what is over and nothing else', async () => {
    const over = await pendingChallenges(1);
    const lasting = aSession(null, { expires: later + 10 });
    const challenge = unique('challenge');
    await store.addChallenge({ sessionId: lasting.id, challenge, purpose: 'login', expires: later + 10 }, now, { create: lasting });
    await store.sweep(later);
    assert.equal(await store.findSession(over.session.id, now), undefined);
    assert.equal(await store.takeChallenge(over.session.id, over.challenges[0]!), undefined);
    assert.deepEqual(await store.findSession(lasting.id, now), lasting);
    assert.notEqual(await store.takeChallenge(lasting.id, challenge), undefined);
  });

  test('says that it is unavailable when its database is gone', async () => {
    const closed = await openTestStore(engine);
    await closed.discard();
    await assert.rejects(closed.store.check(), StoreUnavailable);
  });
});
