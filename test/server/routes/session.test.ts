import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { days } from '../../support/node/clock.js';
import { copyOf, signUp, signUpWithPasskey, type Person } from '../../support/node/people.js';
import { startServer, type TestServer } from '../../support/node/server.js';

describe('the session', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  test('no user is signed in: 200, no cookie, no row', async () => {
    const visitor = server.visitor();
    const { status, body } = await visitor.get('/session');
    assert.deepEqual([status, body, visitor.cookie], [200, { signedIn: false }, undefined]);
  });

  test('a session that only carries a challenge counts as signed out', async () => {
    const visitor = server.visitor();
    await visitor.post('/webauthn/login/options');
    assert.deepEqual((await visitor.get('/session')).body, { signedIn: false });
  });

  for (const cookie of ['', 'short', 'A'.repeat(43), 'A'.repeat(4000), '%00', 'a b'.repeat(15)]) {
    test(`a cookie that was never issued (${cookie.length} characters, "${cookie.slice(0, 8)}") counts as signed out`, async () => {
      const visitor = server.visitor();
      visitor.cookie = cookie;
      assert.deepEqual((await visitor.get('/session')).body, { signedIn: false });
    });
  }

  test('it names the person by the user handle, which stays the same when they change their name', async () => {
    const zoe = await signUp(server, 'zoe');
    const account = await server.store.findAccountByUsername('zoe');
    const before = (await zoe.browser.get('/session')).body['user'];
    assert.deepEqual(before, { id: account!.handle, name: 'zoe', displayName: 'zoe' });
    await zoe.browser.patch('/account', { name: 'zoe.lee' });
    const after = (await zoe.browser.get('/session')).body['user'];
    assert.deepEqual(after, { id: account!.handle, name: 'zoe.lee', displayName: 'zoe' });
    assert.equal((await zoe.browser.get('/webauthn/credentials')).body['userId'], account!.handle);
  });

  test('it ends after 14 days without use, and after 30 days with it', async () => {
    const [ada, idle] = [await signUp(server, 'ada'), await signUp(server, 'idle')];
    server.clock.advance(14 * days - 1);
    assert.equal((await idle.browser.get('/session')).body['signedIn'], true);
    assert.equal((await ada.browser.get('/account')).status, 200);
    server.clock.advance(1);
    assert.deepEqual((await idle.browser.get('/session')).body, { signedIn: false });
    server.clock.advance(13 * days);
    assert.equal((await ada.browser.get('/account')).status, 200);
    server.clock.advance(3 * days - 1);
    assert.equal((await ada.browser.get('/session')).body['signedIn'], true);
    server.clock.advance(1);
    assert.deepEqual((await ada.browser.get('/session')).body, { signedIn: false });
    assert.equal((await ada.browser.get('/account')).status, 401);
  });

  test('a step-up has it begin once more, and its user sees when it ends', async () => {
    const ada = await signUpWithPasskey(server, 'lee');
    const endOf = async (): Promise<number> =>
      ((await ada.browser.get('/session')).body['expires'] as number) - server.clock.now();
    assert.equal(await endOf(), 14 * days);
    server.clock.advance(10 * days);
    assert.equal(await endOf(), 4 * days);
    await ada.browser.get('/account');
    assert.equal(await endOf(), 14 * days);
    server.clock.advance(10 * days);
    await ada.browser.get('/account');
    assert.equal(await endOf(), 10 * days);
    await ada.stepUp();
    assert.equal(await endOf(), 14 * days);
  });

  test('it cannot be configured to last longer than its cookie, or no time at all', async () => {
    for (const config of [
      { sessionLifetime: 31 * days },
      { sessionIdleTime: 31 * days },
      { sessionLifetime: 0 },
      { sessionIdleTime: NaN },
    ])
      await assert.rejects(startServer({ config }), /must be a number of milliseconds up to 30 days/);
  });

  test('it lasts as long as the operator says', async () => {
    const brief = await startServer({ config: { sessionLifetime: 3 * days, sessionIdleTime: 1 * days } });
    const { browser } = await signUp(brief, 'ada');
    for (let day = 0; day < 3; day += 1) {
      brief.clock.advance(1 * days - 1);
      assert.equal((await browser.get('/account')).status, 200);
    }
    brief.clock.advance(3);
    assert.equal((await browser.get('/account')).status, 401);
    await brief.stop();
  });

  test('the database does not hold what the cookie holds', async () => {
    const bo = await signUp(server, 'bo');
    assert.equal(await server.store.findSession(bo.browser.cookie!, server.clock.now()), undefined);
  });

  test('signing out ends it, expires the cookie and clears the cache only', async () => {
    const cy = await signUp(server, 'cy');
    const { cookie } = cy.browser;
    const { status, body, headers } = await cy.signOut();
    assert.deepEqual(
      [status, body, headers.get('Clear-Site-Data'), cy.browser.cookie],
      [200, {}, '"cache"', undefined],
    );
    const witness = server.visitor();
    witness.cookie = cookie;
    assert.deepEqual((await witness.get('/session')).body, { signedIn: false });
  });

  test('signing out with ?everything clears cookies and storage too', async () => {
    const di = await signUp(server, 'di');
    for (const spelling of ['?everything', '?everything=', '?everything=1']) {
      const { headers } = await di.browser.post(`/logout${spelling}`);
      assert.equal(headers.get('Clear-Site-Data'), '"cache", "cookies", "storage"');
    }
  });

  /** What GET /session says about a user's session that POST /logout can name. */
  async function nameSession({ browser }: Person): Promise<{ user: string; authTime: number }> {
    const { user, authTime } = (await browser.get<{ user: { id: string }; authTime: number }>('/session')).body;
    return { user: user.id, authTime };
  }

  test('signing out of a session by its name ends that one, and leaves the cookie alone', async () => {
    const hal = await signUp(server, 'hal');
    const { cookie } = hal.browser;
    const { status, headers } = await hal.browser.post('/logout', await nameSession(hal));
    assert.deepEqual([status, headers.get('Set-Cookie'), hal.browser.cookie], [200, null, cookie]);
    assert.deepEqual((await hal.browser.get('/session')).body, { signedIn: false });
    assert.equal((await hal.browser.post('/logout', { user: 'AAAA', authTime: 1 })).status, 200);
  });

  test('signing out of a session by its name ends no later one of the same person, and none of another, whichever cookie comes with it', async () => {
    const password = 'correct horse battery staple';
    const ida = await signUp(server, 'ida', password);
    const named = await nameSession(ida);
    const { cookie } = ida.browser;
    server.clock.advance(1000);
    assert.equal((await ida.browser.post('/login', { username: 'ida', password })).status, 200);
    // The request was in flight with the cookie that the sign-in has replaced.
    const late = copyOf(ida, server);
    late.cookie = cookie;
    for (const browser of [ida.browser, late]) {
      const { status, body } = await browser.post('/logout', named);
      assert.deepEqual([status, body['error']], [409, 'wrong_account']);
    }
    assert.equal((await ida.browser.get('/session')).body['signedIn'], true);
    const joe = await signUp(server, 'joe');
    const { authTime } = await nameSession(joe);
    assert.equal((await joe.browser.post('/logout', { user: named.user, authTime })).status, 409);
    assert.equal((await joe.browser.get('/session')).body['signedIn'], true);
  });

  test('signing out twice, or without a session, is the same', async () => {
    const ed = await signUp(server, 'ed');
    await ed.signOut();
    assert.equal((await ed.signOut()).status, 200);
    const { status, body } = await server.visitor().post('/logout');
    assert.deepEqual([status, body], [200, {}]);
  });

  test('signing out uses up the challenges of the session', async () => {
    const flo = await signUpWithPasskey(server, 'flo');
    const response = await flo.choosePasskey();
    const { cookie } = flo.browser;
    await flo.signOut();
    flo.browser.cookie = cookie;
    assert.equal((await flo.browser.post('/webauthn/login/verify', response)).status, 400);
  });

  test('signing out in one browser leaves the other signed in', async () => {
    const gil = await signUpWithPasskey(server, 'gil');
    const elsewhere = server.visitor();
    const { body } = await elsewhere.post('/webauthn/login/options');
    await elsewhere.post(
      '/webauthn/login/verify',
      await gil.authenticator.get(
        { challenge: body['challenge'] as string, rpId: 'localhost' },
        { origin: server.origin },
      ),
    );
    await gil.signOut();
    assert.equal((await elsewhere.get('/session')).body['signedIn'], true);
  });
});
