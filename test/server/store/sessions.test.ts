import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Store } from '../../../demo/server/store/store.js';
import { describeOnBothEngines, scaled } from '../../support/node/engines.js';
import { openTestStore } from '../../support/node/server.js';
import { aCredential, aSession, anOwner, anOwnerWithPasskey, later, now, unique, useOf } from './records.js';

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
  });

  test('ends a session that a sign-in in flight has just moved to another id, but not one moved long ago', async () => {
    for (const [moved, survives] of [[now - 1, false], [now - 60_000, true]] as const) {
      const { account, session } = await anOwner(store);
      const next = aSession(account.id);
      assert.equal(await store.startSession(next, moved, session.id), true);
      await store.endSession(session.id, now);
      assert.equal((await store.findSession(next.id, now)) !== undefined, survives);
    }
  });

  test('never brings an ended session back, whatever runs beside the ending', async () => {
    for (let round = 0; round < scaled(1000); round += 1) {
      const { account, session, credential } = await anOwnerWithPasskey(store);
      const [next, other] = [aSession(account.id), aSession(account.id)];
      const challenge = { sessionId: session.id, challenge: unique('challenge'), purpose: 'login' as const, expires: later };
      await Promise.all([
        store.startSession(next, now, session.id),
        store.addChallenge(challenge, now, { keepUntil: later }),
        store.endSession(session.id, now),
        store.signInWithCredential(useOf(credential, 1), other, session.id),
        store.addCredential(aCredential(account.id), session, now),
      ]);
      for (const { id } of [session, next, other]) assert.equal(await store.findSession(id, now), undefined);
      assert.equal(await store.takeChallenge(session.id, challenge.challenge), undefined);
    }
  });
});
