import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signUp } from '../../../support/node/people.js';
import { startServer } from '../../../support/node/server.js';

test('a request beyond what is answered at once gets 503 with Retry-After, writes nothing, and the next one is answered', async () => {
  const arrived: (() => void)[] = [];
  let holds = false;
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  const server = await startServer({
    config: { requestsAtOnce: 2 },
    wrapStore: (store) => ({
      ...store,
      async findSession(...values) {
        if (holds) {
          arrived.pop()?.();
          await released;
        }
        return store.findSession(...values);
      },
    }),
  });
  const { browser } = await signUp(server, 'ada');
  holds = true;
  const both = Promise.all([
    new Promise<void>((resolve) => arrived.push(resolve)),
    new Promise<void>((resolve) => arrived.push(resolve)),
  ]);
  const held = [browser.get('/session'), browser.get('/session')];
  await both;
  const refused = await server.visitor().post('/signup', { username: 'bo' });
  assert.deepEqual(
    [refused.status, refused.body['error'], refused.headers.get('Retry-After')],
    [503, 'unavailable', '1'],
  );
  assert.equal((await server.visitor().get('/healthz')).status, 200);
  release();
  assert.deepEqual(
    (await Promise.all(held)).map(({ status }) => status),
    [200, 200],
  );
  assert.equal(await server.store.findAccountByUsername('bo'), undefined);
  assert.equal((await server.visitor().post('/signup', { username: 'bo' })).status, 201);
  await server.stop();
});
