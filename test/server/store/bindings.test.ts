import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Store } from '../../../server/src/store/store.js';
import { describeOnBothEngines } from '../../support/node/engines.js';
import { openTestStore } from '../../support/node/server.js';
import { anOwner, aSession, later, now, aSessionWithChallenges } from './records.js';

await describeOnBothEngines('bindings in the store', (engine) => {
  let store: Store;
  let discard: () => Promise<void>;

  before(async () => ({ store, discard } = await openTestStore(engine)));
  after(() => discard());

  test('are part of the session of a user, by the first key', async () => {
    const { session } = await anOwner(store);
    assert.equal(await store.bindSession(session.id, 'key', now + 1), session.publicId);
    assert.deepEqual(await store.findSession(session.id, now), { ...session, binding: { key: 'key', since: now + 1 } });
    assert.equal(await store.bindSession(session.id, 'other key', now + 2), undefined);
    assert.equal((await store.findSession(session.id, now))?.binding?.key, 'key');
  });

  test('are made by exactly one of 50 callers at once', async () => {
    const { session } = await anOwner(store);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) => store.bindSession(session.id, `key ${index}`, now)),
    );
    const winner = outcomes.findIndex((outcome) => outcome !== undefined);
    assert.equal(outcomes.filter((outcome) => outcome !== undefined).length, 1);
    assert.equal((await store.findSession(session.id, now))?.binding?.key, `key ${winner}`);
  });

  test('are not made of a session that is over, has been ended, or belongs to no user', async () => {
    const { session } = await anOwner(store);
    assert.equal(await store.bindSession(session.id, 'key', later), undefined);
    await store.endSession(session.id, now);
    assert.equal(await store.bindSession(session.id, 'key', now), undefined);
    const { session: anonymous } = await aSessionWithChallenges(store, 1);
    assert.equal(await store.bindSession(anonymous.id, 'key', now), undefined);
  });

  test('stay when the person authenticates again in the session, and end when a user signs in in its place', async () => {
    const { account, session } = await anOwner(store);
    await store.bindSession(session.id, 'key', now);
    const renewed = aSession(account.id);
    assert.ok(await store.renewSession(renewed, now, session.id));
    assert.deepEqual((await store.findSession(renewed.id, now))?.binding, { key: 'key', since: now });
    const next = aSession(account.id);
    assert.ok(await store.startSession(next, now, renewed.id));
    assert.equal((await store.findSession(next.id, now))?.binding, null);
  });
});
