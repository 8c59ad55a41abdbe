import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Store } from '../../../demo/server/store/store.js';
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
    assert.deepEqual(await store.takeChallenge(session.id, challenges[0]!), { purpose: 'login', expires: later });
    assert.equal(await store.takeChallenge(session.id, challenges[0]!), undefined);
  });

  test('gives a challenge to one of 50 who take it at once', async () => {
    for (let round = 0; round < scaled(200); round += 1) {
      const { session, challenges } = await aSessionWithChallenges(store, 1);
      const taken = await Promise.all(Array.from({ length: 50 }, () => store.takeChallenge(session.id, challenges[0]!)));
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
      await store.addChallenge({ sessionId, challenge: unique('challenge'), purpose: 'login', expires: later }, now, { keepUntil: later + 5 });
    }
    assert.equal((await store.findSession(anonymous.id, now))?.expires, later + 5);
    assert.equal((await store.findSession(session.id, now))?.expires, later);
  });
});
