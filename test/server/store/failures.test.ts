import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Store } from '../../../server/src/store/store.js';
import { describeOnBothEngines } from '../../support/node/engines.js';
import { openTestStore } from '../../support/node/server.js';
import { later, now, unique } from './records.js';

await describeOnBothEngines('failures in the store', (engine) => {
  let store: Store;
  let discard: () => Promise<void>;

  before(async () => ({ store, discard } = await openTestStore(engine)));
  after(() => discard());

  test('counts failures together, however many come at once', async () => {
    const subject = unique('address');
    const counts = await Promise.all(Array.from({ length: 30 }, () => store.countFailure(subject, now, later)));
    assert.deepEqual(
      counts.map(({ failed }) => failed).sort((one, other) => one - other),
      Array.from({ length: 30 }, (_, index) => index + 1),
    );
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
});
