import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { goToProvider, startFederatedServer, type FederatedServer } from '../../support/node/provider-visit.js';
import type { Store } from '../../../server/src/store/store.js';

describe('asking for headers only', () => {
  const written: string[] = [];
  let server: FederatedServer;
  /** Notes what is written for a sign-in that begins or comes back. */
  const watchWrites = (store: Store): Store => ({
    ...store,
    addChallenge: (...parameters) => (written.push('challenge'), store.addChallenge(...parameters)),
    addFlow: (...flow) => (written.push('flow'), store.addFlow(...flow)),
    takeFlow: (...parameters) => (written.push('flow taken'), store.takeFlow(...parameters)),
  });
  before(async () => {
    server = await startFederatedServer({ wrapStore: watchWrites });
  });
  after(() => server.stop());

  for (const path of [
    '/auth/fedcm/nonce',
    '/auth/start',
    '/auth/start?mode=popup',
    '/auth/callback/lying?state=x&code=x',
  ]) {
    test(`of ${path} begins nothing: 405`, async () => {
      const visitor = server.visitor();
      const { status, headers } = await visitor.send(path, { method: 'HEAD' });
      assert.deepEqual([status, headers.get('Allow'), headers.getSetCookie(), written], [405, 'GET', [], []]);
    });
  }

  test('of a callback leaves the sign-in to the full request', async () => {
    const visitor = server.visitor();
    const callback = await goToProvider(visitor, server.provider);
    assert.equal((await visitor.send(callback, { method: 'HEAD' })).status, 405);
    assert.equal((await visitor.get(callback)).status, 302);
  });

  test('of what only reads is answered', async () => {
    for (const path of ['/auth/providers', '/session'])
      assert.equal((await server.visitor().send(path, { method: 'HEAD' })).status, 200, path);
  });

  test('is not said to be possible where it is not', async () => {
    assert.equal((await server.visitor().post('/auth/fedcm/nonce')).headers.get('Allow'), 'GET');
    assert.equal((await server.visitor().post('/auth/providers')).headers.get('Allow'), 'GET, HEAD');
  });
});
