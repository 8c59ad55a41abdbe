import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AuthMethod, SignedInSession } from '../../../server/src/store/records.js';
import type { Store } from '../../../server/src/store/store.js';
import { describeOnBothEngines, scaled } from '../../support/node/engines.js';
import { openTestStore } from '../../support/node/server.js';
import {
  aCredential,
  aSession,
  aSessionWithChallenges,
  anOwner,
  anOwnerWithPasskey,
  later,
  now,
  unique,
  useOf,
} from './records.js';

await describeOnBothEngines('sessions in the store', (engine) => {
  let store: Store;
  let discard: () => Promise<void>;

  before(async () => ({ store, discard } = await openTestStore(engine)));
  after(() => discard());

  test('does not find a session that is over', async () => {
    const { session } = await anOwner(store);
    assert.deepEqual(await store.findSession(session.id, later - 1), session);
    assert.equal(await store.findSession(session.id, later), undefined);
  });

  test('does not move a session that is over or was ended', async () => {
    const { account, session } = await anOwner(store);
    assert.equal(await store.startSession(aSession(account.id), later, session.id), false);
    await store.endSession(session.id, now);
    assert.equal(await store.startSession(aSession(account.id), now, session.id), false);
  });

  test('starts no session under the id of another', async () => {
    const { account, session } = await anOwner(store);
    assert.equal(await store.startSession(aSession(account.id, { id: session.id }), now), false);
    assert.deepEqual(await store.findSession(session.id, now), session);
  });

  test('moves a session to one of many new ids asked for at once', async () => {
    const { account, session } = await anOwner(store);
    const nexts = Array.from({ length: 10 }, () => aSession(account.id));
    const moved = await Promise.all(nexts.map((next) => store.startSession(next, now, session.id)));
    assert.equal(moved.filter(Boolean).length, 1);
    const alive = await Promise.all(nexts.map(({ id }) => store.findSession(id, now)));
    assert.equal(alive.filter(Boolean).length, 1);
  });

  test('finds a moved session by its former id for a minute', async () => {
    const { account, session } = await anOwner(store);
    const next = aSession(account.id, { expires: later + 60_000 });
    assert.equal(await store.startSession(next, now, session.id), true);
    assert.deepEqual(await store.findMovedSession(session.id, now + 59_999), next);
    assert.equal(await store.findMovedSession(session.id, now + 60_000), undefined);
    assert.equal(await store.findMovedSession(next.id, now), undefined);
    const { session: other } = await anOwner(store);
    for (const [one, another, isMoved] of [
      [session.id, next.id, true],
      [next.id, session.id, true],
      [session.id, other.id, false],
      [next.id, other.id, false],
    ] as const)
      assert.equal(await store.isMoved(one, another), isMoved);
  });

  for (const [what, operation] of [
    ['sign-in', 'startSession'],
    ['step-up', 'renewSession'],
  ] as const) {
    test(`ends a session that a ${what} in flight has just moved to another id, but not one moved long ago`, async () => {
      for (const [moved, survives] of [
        [now - 1, false],
        [now - 60_000, true],
      ] as const) {
        const { account, session } = await anOwner(store);
        const next = aSession(account.id);
        assert.equal(await store[operation](next, moved, session.id), true);
        await store.endSession(session.id, now);
        assert.equal((await store.findSession(next.id, now)) !== undefined, survives);
      }
    });
  }

  test('keeps a session the same one to its person when that person authenticates again', async () => {
    const { account, session } = await anOwner(store);
    const again = aSession(account.id, {
      device: 'Firefox on Linux',
      startedAt: now + 5,
      lastSeenAt: now + 5,
      expires: later + 5,
    });
    assert.equal(await store.renewSession(again, now, session.id), true);
    const { publicId, device, startedAt } = session;
    assert.deepEqual(await store.findSession(again.id, now), { ...again, publicId, device, startedAt });
    assert.equal(await store.findSession(session.id, now), undefined);
  });

  test('renews no session that is over, was ended, or is another person’s', async () => {
    const [{ account, session }, { account: stranger }] = [await anOwner(store), await anOwner(store)];
    assert.equal(await store.renewSession(aSession(account.id), later, session.id), false);
    assert.equal(await store.renewSession(aSession(stranger.id), now, session.id), false);
    assert.deepEqual(await store.findSession(session.id, now), session);
    await store.endSession(session.id, now);
    assert.equal(await store.renewSession(aSession(account.id), now, session.id), false);
  });

  test('starts a session beside another that lives, and none beside one that was ended', async () => {
    const { account, session } = await anOwner(store);
    const [second, third] = [aSession(account.id), aSession(account.id)];
    assert.equal(await store.startSessionBeside(second, now, session.id, 2), 'started');
    assert.deepEqual(await store.findSession(session.id, now), session);
    assert.deepEqual(await store.findSession(second.id, now), second);
    assert.equal(await store.startSessionBeside(third, now, session.id, 2), 'too-many');
    await store.endSession(session.id, now);
    assert.equal(await store.startSessionBeside(third, now, session.id, 2), 'session-ended');
    assert.equal(await store.findSession(third.id, now), undefined);
    assert.deepEqual(await store.findSession(second.id, now), second);
  });

  test('lists the sessions of a person and of no one else, the one seen last first, without those that are over', async () => {
    const { account, session } = await anOwner(store);
    await anOwner(store);
    await store.startSession(aSession(null), now);
    const [early, late, over] = [
      aSession(account.id, { lastSeenAt: now - 1 }),
      aSession(account.id, { lastSeenAt: now + 1 }),
      aSession(account.id, { expires: now }),
    ];
    for (const other of [early, late, over]) await store.startSession(other, now);
    assert.deepEqual(await store.listSessions(account.id, now), [late, session, early]);
    await store.noteSeen(early.id, now + 2);
    await store.noteSeen(late.id, now);
    assert.deepEqual(
      (await store.listSessions(account.id, now)).map(({ lastSeenAt }) => lastSeenAt),
      [now + 2, now + 1, now],
    );
  });

  test('lives on while it is used, until its end, and never ends earlier for it', async () => {
    const { account } = await anOwner(store);
    const expiryOf = async (idleUntil: number, changes: Partial<SignedInSession> = {}) => {
      const session = aSession(account.id, { endsAt: later + 100, ...changes });
      await store.startSession(session, now);
      await store.noteSeen(session.id, now + 1, idleUntil);
      return (await store.findSession(session.id, now + 1))?.expires;
    };
    assert.deepEqual(
      [await expiryOf(later + 50), await expiryOf(later + 200), await expiryOf(later - 50)],
      [later + 50, later + 100, later],
    );
    assert.equal(await expiryOf(later + 50, { expires: now + 1 }), undefined);
    assert.equal(
      await expiryOf(later + 50, { endsAt: null }),
      later,
      'one of an earlier version has no end of its own',
    );
  });

  test('ends with the session at its provider, or with all of them, for the users that are meant', async () => {
    const [{ account, session }, { account: stranger }] = [await anOwner(store), await anOwner(store)];
    const [first, second] = [unique('sid'), unique('sid')];
    const issuer = 'https://provider.example';
    const begin = async (userId: string, providerSession?: string, authMethod: AuthMethod = 'oidc') => {
      const begun = aSession(userId, {
        authentication: { userId, authMethod, authTime: now },
        issuer,
        providerSession,
      });
      await store.startSession(begun, now);
      return begun.id;
    };
    const one = await begin(account.id, first);
    const two = await begin(account.id, second, 'password');
    const unnamed = await begin(account.id);
    const theirs = await begin(stranger.id, first);
    const alive = async () => {
      const found = await Promise.all([one, two, unnamed, theirs, session.id].map((id) => store.findSession(id, now)));
      return found.map((living) => living !== undefined);
    };
    assert.equal(
      await store.endSessionsOfProvider('https://another.example', account.id, first, now),
      0,
      'of another provider',
    );
    assert.equal(await store.endSessionsOfProvider('https://another.example', account.id, undefined, now), 0);
    assert.equal(await store.endSessionsOfProvider(issuer, account.id, first, now), 1);
    assert.deepEqual(await alive(), [false, true, true, true, true]);
    assert.equal(await store.endSessionsOfProvider(issuer, account.id, undefined, later), 0, 'they are over by then');
    assert.equal(await store.endSessionsOfProvider(issuer, account.id, undefined, now), 2);
    assert.deepEqual(await alive(), [false, false, false, true, true]);
    assert.equal(await store.endSessionsOfProvider(issuer, undefined, first, now), 1);
    assert.deepEqual(await alive(), [false, false, false, false, true]);
    const types = (await store.listSecurityEvents(account.id, 10)).map(({ type }) => type);
    assert.equal(types.filter((type) => type === 'session-ended').length, 3);
  });

  test('ends a listed session for its person only, with its challenges', async () => {
    const [{ account, session }, { account: stranger }] = [await anOwner(store), await anOwner(store)];
    const challenge = unique('challenge');
    await store.addChallenge({ sessionId: session.id, challenge, purpose: 'step-up', expires: later }, now, {
      keepUntil: later,
    });
    const beside = await aSessionWithChallenges(store, 1);
    assert.equal(await store.endListedSession(stranger.id, session.publicId, now), undefined);
    assert.equal(await store.endListedSession(account.id, session.id, now), undefined);
    assert.deepEqual(await store.findSession(session.id, now), session);
    assert.deepEqual(await store.endListedSession(account.id, session.publicId, now), {
      publicId: session.publicId,
      userId: account.id,
      sealed: null,
    });
    assert.equal(await store.findSession(session.id, now), undefined);
    assert.equal(await store.takeChallenge(session.id, challenge), undefined);
    assert.ok(await store.takeChallenge(beside.session.id, beside.challenges[0]!), 'that of another session is left');
  });

  test('ends a listed session once, and never lets it live on under the id it is moved to at that moment', async () => {
    for (let round = 0; round < scaled(1000); round += 1) {
      const { account, session } = await anOwner(store);
      const next = aSession(account.id);
      const [first, , second] = await Promise.all([
        store.endListedSession(account.id, session.publicId, now),
        store.renewSession(next, now, session.id),
        store.endListedSession(account.id, session.publicId, now),
      ]);
      assert.equal([first, second].filter(Boolean).length, 1);
      for (const { id } of [session, next]) assert.equal(await store.findSession(id, now), undefined);
    }
  });

  test('never brings an ended session back, whatever runs beside the ending', async () => {
    for (let round = 0; round < scaled(1000); round += 1) {
      const { account, session, credential } = await anOwnerWithPasskey(store);
      const [next, other, again] = [aSession(account.id), aSession(account.id), aSession(account.id)];
      const challenge = {
        sessionId: session.id,
        challenge: unique('challenge'),
        purpose: 'login' as const,
        expires: later,
      };
      await Promise.all([
        store.startSession(next, now, session.id),
        store.addChallenge(challenge, now, { keepUntil: later }),
        store.endSession(session.id, now),
        store.signInWithCredential(useOf(credential, 1), other, session.id),
        store.addCredential(aCredential(account.id), session, now, 50),
        store.renewSession(again, now, session.id),
      ]);
      for (const { id } of [session, next, other, again]) {
        assert.equal(await store.findSession(id, now), undefined);
        assert.equal(await store.takeChallenge(id, challenge.challenge), undefined);
      }
    }
  });

  test('keeps the session of an installed app tied to one in which its user signs in again, and no other user', async () => {
    const [{ account, session }, { account: other }] = await Promise.all([anOwner(store), anOwner(store)]);
    assert.equal(
      await store.startSessionBeside(aSession(account.id, { parent: session.publicId }), now, session.id, 9),
      'started',
    );
    const again = aSession(account.id);
    assert.equal(await store.startSession(again, now, session.id), true);
    assert.equal(await store.hasInstalledApp(again.publicId, now), true);
    const others = aSession(other.id);
    assert.equal(await store.startSession(others, now, again.id), true);
    assert.equal(await store.hasInstalledApp(others.publicId, now), false);
  });

  test('follow an app that has named the user since sessions of theirs were ended, and keep no account', async () => {
    const { account, session } = await anOwner(store);
    const follower = (authTime: number) =>
      aSession(account.id, { authentication: { userId: account.id, authMethod: 'password', authTime } });
    assert.equal(await store.followSession(follower(now - 1), now), true);
    await store.endOtherSessions(account.id, session, now);
    assert.equal(await store.followSession(follower(now), now + 1), false);
    assert.equal(await store.followSession(follower(now + 1), now + 1), true);
    const deletesAt = later - 1;
    await store.scheduleDeletion(account.id, deletesAt, session, now + 2);
    assert.equal(await store.followSession(follower(now + 3), now + 3), true);
    assert.equal(await store.findDeletion(account.id), deletesAt);
    assert.equal(await store.followSession(follower(now + 4), deletesAt), false);
  });

  test('follow no app while sessions are ended at once', async () => {
    for (let round = 0; round < scaled(1000); round += 1) {
      const { account, session } = await anOwner(store);
      const followers = Array.from({ length: 5 }, () => aSession(account.id));
      await Promise.all([
        ...followers.map((follower) => store.followSession(follower, now)),
        store.endOtherSessions(account.id, session, now),
      ]);
      const left = await store.listSessions(account.id, now);
      assert.deepEqual(
        left.map(({ id }) => id),
        [session.id],
      );
    }
  });
});
