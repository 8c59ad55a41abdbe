import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { signUp } from '../../../support/node/people.js';
import { startServer, type TestServer } from '../../../support/node/server.js';

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

describe('bodies that do not end', () => {
  let server: TestServer;
  const sockets: Socket[] = [];
  beforeEach(async () => {
    server = await startServer({ config: { requestsAtOnce: 20, trustedProxies: ['127.0.0.1'] }, listens: true });
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await server.stop();
  });

  /** Begins a sign-up that lacks the end of its body. `end` sends it and resolves to the status. */
  async function begin(client: string, name: string): Promise<() => Promise<string>> {
    const body = JSON.stringify({ username: name });
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
    sockets.push(socket);
    let answer = '';
    const heard = async (what: RegExp): Promise<string> => {
      while (!what.test(answer)) answer += String((await once(socket, 'data'))[0]);
      return what.exec(answer)![1]!;
    };
    socket.write(
      `POST /signup HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${client}\r\nSec-Fetch-Site: same-origin\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    // The server has read the headers.
    await heard(/HTTP\/1.1 (100)/);
    socket.write(body.slice(0, -1));
    return async () => {
      if (!/HTTP\/1.1 [2-5]/.test(answer)) socket.write(body.slice(-1));
      return heard(/HTTP\/1.1 ([2-5]\d\d)/);
    };
  }

  test('hold nobody else back, because one client has at most half of those that may arrive', async () => {
    const begun = [];
    for (let index = 0; index < 25; index += 1) begun.push(await begin('192.0.2.1', `mallory ${index}`));
    const other = server.visitor({ headers: { 'X-Forwarded-For': '192.0.2.2', 'Sec-Fetch-Site': 'same-origin' } });
    assert.equal((await other.get('/session')).status, 200);
    assert.equal((await other.post('/signup', { username: 'ada' })).status, 201);
    const statuses = await Promise.all(begun.map((end) => end()));
    assert.deepEqual(
      statuses.map((status) => Number(status)),
      [...Array.from({ length: 10 }, () => 201), ...Array.from({ length: 15 }, () => 503)],
    );
    assert.equal(await (await begin('192.0.2.1', 'mallory'))(), '201', 'what was refused is not counted');
  });

  test('of many clients hold back other bodies alone', async () => {
    const begun = [];
    for (let index = 0; index < 20; index += 1) begun.push(await begin(`192.0.2.${index >> 1}`, `mallory ${index}`));
    const other = server.visitor({ headers: { 'X-Forwarded-For': '198.51.100.1', 'Sec-Fetch-Site': 'same-origin' } });
    assert.equal((await other.get('/session')).status, 200);
    const refused = await other.post('/signup', { username: 'ada' });
    assert.deepEqual(
      [refused.status, refused.body['error'], refused.headers.get('Retry-After')],
      [503, 'unavailable', '1'],
    );
    for (const end of begun) assert.equal(await end(), '201');
    assert.equal((await other.post('/signup', { username: 'ada' })).status, 201);
  });
});
