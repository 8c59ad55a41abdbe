import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { NoteChange } from '../../../server/src/store/notes.js';
import type { Store } from '../../../server/src/store/store.js';
import { describeOnBothEngines } from '../../support/node/engines.js';
import { openTestStore } from '../../support/node/server.js';
import { anOwner, later, now, unique } from './records.js';

const plenty = { notes: 100, requests: 100 };

await describeOnBothEngines('notes in the store', (engine) => {
  let store: Store;
  let discard: () => Promise<void>;

  before(async () => ({ store, discard } = await openTestStore(engine)));
  after(() => discard());

  /** A user, and what changes their note `n`; each change makes a version of its own. */
  async function anAuthor() {
    const { account, session } = await anOwner(store);
    const change = (changes: Partial<NoteChange>, atMost = plenty, time = now) =>
      store.changeNote(
        {
          sessionId: session.id,
          userId: account.id,
          owner: undefined,
          id: 'n',
          content: { title: 'a', text: 'b' },
          precondition: 'absent',
          version: unique('version'),
          request: undefined,
          ...changes,
        },
        time,
        atMost,
      );
    return { userId: account.id, handle: account.handle, session, change, read: () => store.findNote(account.id, 'n') };
  }

  test('are created, changed and deleted by version', async () => {
    const { userId, change, read } = await anAuthor();
    assert.deepEqual(await change({ version: 'one' }), { status: 201, version: 'one', changedAt: now });
    assert.deepEqual(
      await change({ version: 'two', precondition: { version: 'one' }, content: { title: 'c', text: 'd' } }),
      { status: 200, version: 'two', changedAt: now },
    );
    assert.deepEqual(await read(), { id: 'n', title: 'c', text: 'd', version: 'two', changedAt: now });
    assert.equal(await change({ precondition: { version: 'one' }, content: null }), 'conflict');
    assert.deepEqual(await change({ precondition: { version: 'two' }, content: null }), {
      status: 204,
      version: null,
      changedAt: now,
    });
    assert.deepEqual(await store.listNotes(userId), []);
  });

  test('are changed by their owner alone, where the change names one, and its key stays unused otherwise', async () => {
    const other = await anAuthor();
    const { handle, change, read } = await anAuthor();
    const request = { key: 'k', fingerprint: 'f', expires: later };
    assert.equal(await change({ owner: other.handle, request }), 'wrong-account');
    assert.equal(await change({ owner: '', request }), 'wrong-account');
    assert.equal(await read(), undefined);
    assert.deepEqual(await change({ owner: handle, version: 'one', request }), {
      status: 201,
      version: 'one',
      changedAt: now,
    });
  });

  test('of 50 changes of one version at once exactly one happens', async () => {
    const { change, read } = await anAuthor();
    await change({ version: 'one' });
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) => change({ precondition: { version: 'one' }, version: `next ${index}` })),
    );
    const done = outcomes.filter((outcome) => outcome !== 'conflict');
    assert.equal(done.length, 1);
    assert.deepEqual(done, [{ status: 200, version: (await read())!.version, changedAt: now }]);
  });

  test('a request that comes 20 times at once has its effect once, and one outcome', async () => {
    const { change } = await anAuthor();
    const request = { key: 'k', fingerprint: 'f', expires: later };
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => change({ request })));
    assert.equal(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size, 1);
    assert.equal((outcomes[0] as { status: number }).status, 201);
  });

  test('a key that is used for something else is refused', async () => {
    const { change, read } = await anAuthor();
    await change({ version: 'one', request: { key: 'k', fingerprint: 'f', expires: later } });
    assert.equal(
      await change({ precondition: 'present', request: { key: 'k', fingerprint: 'g', expires: later } }),
      'key-reused',
    );
    assert.equal((await read())?.version, 'one');
  });

  test('a request that was refused leaves its key unused', async () => {
    const { change } = await anAuthor();
    const request = { key: 'k', fingerprint: 'f', expires: later };
    assert.equal(await change({ precondition: { version: 'one' }, request }), 'conflict');
    await change({ version: 'one' });
    assert.equal(((await change({ precondition: { version: 'one' }, request })) as { status: number }).status, 200);
  });

  test('keys are forgotten when their time is over', async () => {
    const { change } = await anAuthor();
    const request = { key: 'k', fingerprint: 'f', expires: now + 1 };
    await change({ request });
    await store.sweep(now + 1);
    assert.equal(await change({ request }), 'conflict');
  });

  test('no user gets more of them than allowed, however many are created at once', async () => {
    const { userId, change } = await anAuthor();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) => change({ id: `n${index}` }, { ...plenty, notes: 3 })),
    );
    assert.equal(outcomes.filter((outcome) => outcome === 'full').length, 7);
    assert.equal((await store.listNotes(userId)).length, 3);
  });

  test('do not change for a session that has ended', async () => {
    const { session, change, read } = await anAuthor();
    await store.endSession(session.id, now);
    assert.equal(await change({}), 'signed-out');
    assert.equal(await read(), undefined);
  });

  test('of many answers to repeated writes the newest are kept', async () => {
    const { change } = await anAuthor();
    const request = (key: string, time: number) => ({ key, fingerprint: key, expires: time + 1000 });
    const write = (key: string, version: string, time: number) =>
      change(
        { version, precondition: { version: 'one' }, request: request(key, time) },
        { notes: 9, requests: 2 },
        time,
      );
    await change({ version: 'one' });
    for (const [index, key] of ['a', 'b', 'c'].entries())
      assert.equal(((await write(key, 'one', now + index)) as { status: number }).status, 200);
    const again = (key: string) => write(key, 'again', now + 5);
    assert.equal(((await again('c')) as { version: string }).version, 'one');
    assert.equal(((await again('a')) as { version: string }).version, 'again');
  });
});
