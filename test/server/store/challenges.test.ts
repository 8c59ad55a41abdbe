import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Store } from '../../../server/src/store/store.js';
import { describeOnBothEngines, scaled } from '../../support/node/engines.js';
import { openTestStore } from '../../support/node/server.js';
import { aSession, aSessionWithChallenges, anOwner, later, now, unique } from './records.js';

await describeOnBothEngines('challenges in the store', (engine) => {
  let store: Store;
  let discard: () => Promise<void>;

  before(async () => ({ store, discard } = await openTestStore(engine)));
  after(() => discard());

  test('takes a challenge once, with its purpose and its end', async () => {
    const { session, challenges } = await aSessionWithChallenges(store, 1);
    assert.deepEqual(await store.takeChallenge(session.id, challenges[0]!), {
      purpose: 'login',
      details: null,
      expires: later,
    });
    assert.equal(await store.takeChallenge(session.id, challenges[0]!), undefined);
  });

  test('gives a challenge to one of 50 who take it at once', async () => {
    for (let round = 0; round < scaled(200); round += 1) {
      const { session, challenges } = await aSessionWithChallenges(store, 1);
      const taken = await Promise.all(
        Array.from({ length: 50 }, () => store.takeChallenge(session.id, challenges[0]!)),
      );
      assert.equal(taken.filter(Boolean).length, 1);
    }
  });

  test('does not give a challenge to another session', async () => {
    const { challenges } = await aSessionWithChallenges(store, 1);
    const { session: other } = await aSessionWithChallenges(store, 1);
    assert.equal(await store.takeChallenge(other.id, challenges[0]!), undefined);
  });

  test('keeps the newest 8 challenges of a session, also of one millisecond', async () => {
    const { session, challenges } = await aSessionWithChallenges(store, 10);
    const taken: boolean[] = [];
    for (const challenge of challenges) taken.push((await store.takeChallenge(session.id, challenge)) !== undefined);
    assert.deepEqual(taken, [false, false, true, true, true, true, true, true, true, true]);
  });

  const moves = [
    ['sign-in', 'startSession', ['login']],
    // A passkey that was made before the step-up is sent again after it.
    ['step-up', 'renewSession', ['login', 'register']],
  ] as const;
  for (const [what, operation, kept] of moves) {
    test(`a ${what} takes the challenges for ${kept.join(' and ')} along to the session's new id, and deletes the others`, async () => {
      const { account, session } = await anOwner(store);
      const next = aSession(account.id);
      const entries = (['login', 'register', 'register-auto', 'step-up'] as const).map((purpose) => ({
        purpose,
        challenge: unique('challenge'),
      }));
      for (const entry of entries) {
        await store.addChallenge({ ...entry, sessionId: session.id, expires: later }, now, { keepUntil: later });
      }
      assert.equal(await store[operation](next, now, session.id), true);
      for (const { purpose, challenge } of entries) {
        assert.equal(await store.takeChallenge(session.id, challenge), undefined);
        const isKept = kept.some((one) => one === purpose);
        assert.deepEqual(
          await store.takeChallenge(next.id, challenge),
          isKept ? { purpose, details: null, expires: later } : undefined,
        );
        assert.equal(await store.takeChallenge(next.id, challenge), undefined);
      }
    });

    test(`a ${what} that fails leaves the challenges where they are`, async () => {
      const { account } = await anOwner(store);
      const { session, challenges } = await aSessionWithChallenges(store, 1);
      assert.equal(await store[operation](aSession(account.id), later, session.id), false);
      assert.notEqual(await store.takeChallenge(session.id, challenges[0]!), undefined);
    });

    test(`ending a session that a ${what} has just moved to another id deletes the challenges that went along`, async () => {
      const { account, session } = await anOwner(store);
      const [challenge, next] = [unique('challenge'), aSession(account.id)];
      await store.addChallenge({ sessionId: session.id, challenge, purpose: 'login', expires: later }, now, {
        keepUntil: later,
      });
      await store[operation](next, now, session.id);
      await store.endSession(session.id, now);
      for (const { id } of [session, next]) assert.equal(await store.takeChallenge(id, challenge), undefined);
    });
  }

  test('a session that was moved keeps no more than 8 challenges, the newest', async () => {
    const { account } = await anOwner(store);
    const { session, challenges } = await aSessionWithChallenges(store, 8);
    const next = aSession(account.id);
    await store.startSession(next, now, session.id);
    const newest = unique('challenge');
    await store.addChallenge({ sessionId: next.id, challenge: newest, purpose: 'login', expires: later }, now, {
      keepUntil: later,
    });
    const taken: boolean[] = [];
    for (const challenge of [...challenges, newest])
      taken.push((await store.takeChallenge(next.id, challenge)) !== undefined);
    assert.deepEqual(taken, [false, true, true, true, true, true, true, true, true]);
  });

  test('a challenge that is taken while its session moves is given away once, or waits in the new one', async () => {
    for (let round = 0; round < scaled(1000); round += 1) {
      const { account } = await anOwner(store);
      const { session, challenges } = await aSessionWithChallenges(store, 1);
      const next = aSession(account.id);
      const taken = await Promise.all([
        store.takeChallenge(session.id, challenges[0]!),
        store.startSession(next, now, session.id).then(() => undefined),
        store.takeChallenge(next.id, challenges[0]!),
      ]);
      const afterwards = await store.takeChallenge(next.id, challenges[0]!);
      assert.equal([...taken, afterwards].filter(Boolean).length, 1);
    }
  });

  test('adds no challenge to a session that was ended', async () => {
    const { session } = await aSessionWithChallenges(store, 1);
    await store.endSession(session.id, now);
    const entry = { sessionId: session.id, challenge: unique('challenge'), purpose: 'login' as const, expires: later };
    assert.equal(await store.addChallenge(entry, now, { keepUntil: later }), false);
    assert.equal(await store.takeChallenge(session.id, entry.challenge), undefined);
  });

  test('a new challenge keeps a session alive that only carries challenges, and no other', async () => {
    const anonymous = aSession(null);
    await store.startSession(anonymous, now);
    const { session } = await anOwner(store);
    for (const sessionId of [anonymous.id, session.id]) {
      await store.addChallenge({ sessionId, challenge: unique('challenge'), purpose: 'login', expires: later }, now, {
        keepUntil: later + 5,
      });
    }
    assert.equal((await store.findSession(anonymous.id, now))?.expires, later + 5);
    assert.equal((await store.findSession(session.id, now))?.expires, later);
  });
});
