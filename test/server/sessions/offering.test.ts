import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { StoreUnavailable } from '../../../server/src/store/database.js';
import { createDevice } from '../../support/node/bound-device.js';
import { minutes } from '../../support/node/clock.js';
import { startServer } from '../../support/node/server.js';
import { signUp, signUpBound, startBoundServer, whoIs } from './bound-server.js';

describe('the invitation to bind a session', () => {
  test('comes from no server that was not told to send it, which differs in nothing else', async () => {
    const [usual, binding] = [await startServer(), await startBoundServer()];
    const [one, other] = [(await signUp(usual, 'ada')).invitation, (await signUp(binding, 'ada')).invitation];
    const differing = [...other.headers.keys()].filter(
      (name) => !['set-cookie', 'x-request-id'].includes(name) && one.headers.get(name) !== other.headers.get(name),
    );
    assert.deepEqual(differing, ['secure-session-registration']);
    assert.deepEqual([one.status, one.text], [other.status, other.text]);
    for (const path of ['/session/bind', '/session/refresh']) {
      const { status, body } = await usual.visitor().post(path);
      assert.deepEqual([status, body['error']], [404, 'unsupported']);
    }
    for (const server of [usual, binding]) await server.stop();
  });

  test('is no reason for a sign-in to fail', async () => {
    let down = false;
    const server = await startBoundServer({
      wrapStore: (store) => ({
        ...store,
        addChallenge: (...values) =>
          down ? Promise.reject(new StoreUnavailable(new Error('gone'))) : store.addChallenge(...values),
      }),
    });
    down = true;
    const { browser, invitation } = await signUp(server, 'ada');
    assert.equal(invitation.headers.get('Secure-Session-Registration'), null);
    assert.equal(await whoIs(browser), 'ada');
    assert.deepEqual(
      server.logs.map(({ event }) => event),
      ['binding-not-offered'],
    );
    await server.stop();
  });

  test('comes with no failed sign-in, and with no response that starts no session of a user', async () => {
    const server = await startBoundServer();
    await signUp(server, 'ada', 'correct horse');
    const { browser } = await signUp(server, 'bo', 'correct horse');
    const answers = [
      await browser.post('/signup', { username: 'ada' }),
      await browser.post('/login', { username: 'ada', password: 'wrong' }),
      await server.visitor().post('/webauthn/login/options'),
      await browser.get('/session'),
      await browser.post('/logout'),
    ];
    assert.deepEqual(
      answers.map(({ headers }) => headers.get('Secure-Session-Registration')),
      [null, null, null, null, null],
    );
    await server.stop();
  });

  test('is forgotten together with what it bound on a server that no longer binds, where the cookie alone is enough again', async () => {
    const server = await startBoundServer();
    const { browser } = await signUpBound(server, 'ada');
    const after = await startServer({ wrapStore: () => server.store });
    after.clock.advance(60 * minutes);
    const visitor = Object.assign(after.visitor(), { cookie: browser.cookie });
    assert.equal(await whoIs(visitor), 'ada');
    for (const each of [after, server]) await each.stop();
  });

  test('is answered by one device only', async () => {
    const server = await startBoundServer();
    const { browser, invitation } = await signUp(server, 'ada');
    const [first, second] = [await createDevice(), await createDevice()];
    const id = (await first.bind(browser, invitation)).body['session_identifier'] as string;
    assert.equal((await second.bind(server.visitor(), invitation)).status, 401);
    assert.deepEqual(
      [(await second.refresh(browser, id)).status, (await first.refresh(browser, id)).status],
      [401, 200],
    );
    await server.stop();
  });
});
