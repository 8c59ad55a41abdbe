import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoreUnavailable, type Database } from '../../../server/src/store/database.js';
import type { Store } from '../../../server/src/store/store.js';
import { describeOnBothEngines } from '../../support/node/engines.js';
import { openTestStore } from '../../support/node/server.js';
import { aSession, aSessionWithChallenges, later, now, unique } from './records.js';

await describeOnBothEngines('the store', (engine) => {
  let store: Store;
  let database: Database;
  let discard: () => Promise<void>;

  before(async () => {
    ({ store, discard } = await openTestStore(engine, (opened) => (database = opened)));
  });
  after(() => discard());

  test('begins without users, ways to sign in and sessions', async () => {
    for (const table of ['users', 'credentials', 'identities', 'addresses', 'sessions'])
      assert.deepEqual(await database.query({ sql: `select * from ${table}`, values: [] }), [], table);
  });

  test('sweeps what is over and nothing else', async () => {
    const over = await aSessionWithChallenges(store, 1);
    const lasting = aSession(null, { expires: later + 10 });
    const challenge = unique('challenge');
    await store.addChallenge({ sessionId: lasting.id, challenge, purpose: 'login', expires: later + 10 }, now, {
      create: lasting,
    });
    await store.sweep(later);
    assert.equal(await store.findSession(over.session.id, now), undefined);
    assert.equal(await store.takeChallenge(over.session.id, over.challenges[0]!), undefined);
    assert.deepEqual(await store.findSession(lasting.id, now), lasting);
    assert.notEqual(await store.takeChallenge(lasting.id, challenge), undefined);
  });

  test('sweeps many rows away, few at once', async () => {
    const many = Array.from({ length: 250 }, () => aSession(null, { expires: later }));
    for (const session of many) await store.startSession(session, now);
    const lasting = aSession(null, { expires: later + 1 });
    await store.startSession(lasting, now);
    await store.sweep(later);
    for (const { id } of many) assert.equal(await store.findSession(id, now), undefined);
    assert.deepEqual(await store.findSession(lasting.id, now), lasting);
  });

  test('takes a transaction back whose last statement fails, and goes on with the next', async () => {
    const subject = unique('subject');
    const first = { sql: 'insert into failures values (?, 1, ?) returning subject', values: [subject, later] };
    const last = { sql: 'insert into nothing values (1)', values: [] };
    await assert.rejects(database.transact([first, last]), StoreUnavailable);
    assert.deepEqual(await database.query({ sql: 'select * from failures where subject = ?', values: [subject] }), []);
    assert.ok((await database.transact([first])).committed);
  });

  test('says that it is unavailable when its database is gone', async () => {
    const closed = await openTestStore(engine);
    await closed.discard();
    await assert.rejects(closed.store.check(), StoreUnavailable);
  });
});
