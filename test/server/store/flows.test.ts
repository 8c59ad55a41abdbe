import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Flow } from '../../../server/src/store/records.js';
import type { Store } from '../../../server/src/store/store.js';
import { describeOnBothEngines, scaled } from '../../support/node/engines.js';
import { openTestStore } from '../../support/node/server.js';
import { anOwner, aSession, later, now, unique } from './records.js';

function aFlow(changes: Partial<Flow> = {}): Flow {
  return {
    state: unique('state'),
    browser: unique('browser'),
    issuer: 'https://provider.example',
    startedFrom: '/sign-in',
    nonce: 'nonce',
    verifier: 'verifier',
    returnTo: '/home',
    mode: 'popup',
    purpose: 'link',
    userId: 'ada',
    sessionId: null,
    maxAge: 0,
    handOff: 'hand-off',
    startedAt: now,
    expires: later,
    ...changes,
  };
}

await describeOnBothEngines('OpenID flows in the store', (engine) => {
  let store: Store;
  let discard: () => Promise<void>;

  before(async () => ({ store, discard } = await openTestStore(engine)));
  after(() => discard());

  test('are taken once, as they were', async () => {
    for (const flow of [
      aFlow(),
      aFlow({ mode: 'redirect', purpose: 'sign-in', userId: null, maxAge: null, handOff: null, startedFrom: null }),
    ]) {
      await store.addFlow(flow, now);
      assert.deepEqual(await store.takeFlow(flow.state, flow.browser), flow);
      assert.equal(await store.takeFlow(flow.state, flow.browser), undefined);
    }
  });

  test('go to one of 50 who take it at once', async () => {
    for (let round = 0; round < scaled(200); round += 1) {
      const flow = aFlow();
      await store.addFlow(flow, now);
      const taken = await Promise.all(Array.from({ length: 50 }, () => store.takeFlow(flow.state, flow.browser)));
      assert.equal(taken.filter(Boolean).length, 1);
    }
  });

  test('are not taken by another browser, which leaves them where they are', async () => {
    const [flow, other] = [aFlow(), aFlow()];
    await store.addFlow(flow, now);
    await store.addFlow(other, now);
    assert.equal(await store.takeFlow(flow.state, other.browser), undefined);
    assert.deepEqual(await store.takeFlow(flow.state, flow.browser), flow);
  });

  test('are kept for 10 minutes after their end, to tell who comes back late', async () => {
    const flow = aFlow();
    await store.addFlow(flow, now);
    await store.sweep(later + 599_999);
    assert.deepEqual(await store.takeFlow(flow.state, flow.browser), flow);
    await store.addFlow(flow, now);
    await store.sweep(later + 600_000);
    assert.equal(await store.takeFlow(flow.state, flow.browser), undefined);
  });

  test('begin in a session that lives, or in a new one, and move along with it', async () => {
    const visitor = aSession(null, { expires: later });
    const flow = aFlow({ sessionId: visitor.id });
    assert.equal(await store.addFlow(flow, now, { create: visitor }), true);
    const { account } = await anOwner(store);
    const next = aSession(account.id);
    assert.equal(await store.startSession(next, now, visitor.id), true);
    assert.deepEqual(await store.takeFlow(flow.state, flow.browser), { ...flow, sessionId: next.id });

    const second = aFlow({ sessionId: next.id });
    assert.equal(await store.addFlow(second, now, { keepUntil: later }), true);
    await store.endSession(next.id, now);
    assert.equal(await store.addFlow(aFlow({ sessionId: next.id }), now, { keepUntil: later }), false);
  });
});
