import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { StoreUnavailable } from '../../../server/src/store/database.js';
import type { Store } from '../../../server/src/store/store.js';
import { minutes } from '../../support/node/clock.js';
import { createPerson, signUp, signUpWithPasskey, type Person } from '../../support/node/people.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import type { Answer } from '../../support/node/visitor.js';

describe('the server when all is well', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({
      config: { origins: ['http://localhost:3000', 'https://example.com', 'https://example.org'] },
    });
  });
  after(() => server.stop());

  test('it lists the origins that may use its RP ID, for anyone and without a cookie', async () => {
    const { status, body } = await server.visitor({ headers: {} }).get('/.well-known/webauthn');
    assert.deepEqual(
      [status, body],
      [200, { origins: ['http://localhost:3000', 'https://example.com', 'https://example.org'] }],
    );
  });

  test('a passkey works on every configured origin', async () => {
    const ada = await signUpWithPasskey(server, 'ada');
    assert.equal((await ada.signIn({ origin: 'https://example.org' })).status, 200);
    assert.equal((await ada.signIn({ origin: 'https://example.net' })).status, 400);
  });

  test('it is healthy', async () => {
    const { status, body } = await server.visitor({ headers: {} }).get('/healthz');
    assert.deepEqual([status, body], [200, { status: 'ok' }]);
  });

  test('it is ready until it begins to stop', async () => {
    let isStopping = false;
    const stopping = await startServer({ isStopping: () => isStopping });
    const ask = async (path: string): Promise<number> => (await stopping.visitor({ headers: {} }).get(path)).status;
    assert.deepEqual([await ask('/readyz'), await ask('/healthz')], [200, 200]);
    isStopping = true;
    assert.deepEqual([await ask('/readyz'), await ask('/healthz')], [503, 200]);
    await stopping.stop();
  });

  test('a policy report becomes one log line that cannot break out of it', async () => {
    const report = {
      'csp-report': {
        'blocked-uri': `inline\n${'x'.repeat(1000)}`,
        'effective-directive': 'script-src',
        'line-number': 7,
        secret: 'x',
      },
    };
    const answer = await server.visitor().send('/csp-report', {
      method: 'POST',
      body: JSON.stringify(report),
      headers: { 'Content-Type': 'application/csp-report', 'Sec-Fetch-Site': 'same-origin' },
    });
    assert.deepEqual([answer.status, answer.text], [204, '']);
    const entry = server.logs.find(({ event }) => event === 'csp-report')!;
    assert.deepEqual(Object.keys(entry).sort(), [
      'blocked-uri',
      'effective-directive',
      'event',
      'level',
      'line-number',
    ]);
    assert.equal(String(entry['blocked-uri']).length, 200);
  });

  for (const body of [
    'null',
    '[]',
    '7',
    '{"csp-report":null}',
    '{"csp-report":"x"}',
    '{"csp-report":{"document-uri":{"toString":1},"line-number":[{}],"blocked-uri":null}}',
  ]) {
    test(`a policy report of ${body} does no harm`, async () => {
      const init = { method: 'POST', body, headers: { 'Sec-Fetch-Site': 'same-origin' } };
      assert.equal((await server.visitor().send('/csp-report', init)).status, 204);
    });
  }

  test('policy reports put nothing into the log that stands behind a path, and no more than 10 lines of one client and 60 in all in a minute', async () => {
    const reported = await startServer();
    const visitors = Array.from({ length: 7 }, (_, index) => reported.visitor({ address: `192.0.2.${index}` }));
    const report = {
      'csp-report': {
        'document-uri': 'https://a.example/x?code=secret',
        'blocked-uri': 'https://b.example/#secret',
        'source-file': 'inline',
      },
    };
    const send = (index = 0): Promise<unknown> =>
      visitors[index]!.send('/csp-report', {
        method: 'POST',
        body: JSON.stringify(report),
        headers: { 'Sec-Fetch-Site': 'same-origin' },
      });
    for (let count = 0; count < 70; count += 1) await send();
    assert.equal(reported.logs.length, 10, 'of one client');
    for (let count = 0; count < 70; count += 1) await send(count % 7);
    assert.equal(reported.logs.length, 60);
    assert.deepEqual(reported.logs[0], {
      level: 'warn',
      event: 'csp-report',
      'document-uri': 'https://a.example/x',
      'blocked-uri': 'https://b.example/',
      'source-file': 'inline',
    });
    reported.clock.advance(1 * minutes);
    await send();
    assert.equal(reported.logs.length, 61);
    await reported.stop();
  });

  test('what is over is swept away, at most once a minute', async () => {
    const swept: number[] = [];
    const busy = await startServer({
      wrapStore: (store) => ({
        ...store,
        async sweep(now) {
          swept.push(now);
          return store.sweep(now);
        },
      }),
    });
    const visitor = busy.visitor();
    await visitor.get('/session');
    busy.clock.advance(1 * minutes);
    for (let count = 0; count < 3; count += 1) await visitor.get('/session');
    assert.deepEqual(swept, [busy.clock.now()]);
    await busy.stop();
  });
});

/** A server whose store fails in one operation from a given moment on. */
async function startFailing(
  operation: keyof Store,
  failure: Error = new StoreUnavailable(new Error('disk full at /secret/path')),
): Promise<{ server: TestServer; fail: () => void }> {
  let failing = false;
  const server = await startServer({
    wrapStore: (store) =>
      new Proxy(store, {
        get(target, name: keyof Store) {
          if (!failing || name !== operation) return target[name];
          return async () => {
            throw failure;
          };
        },
      }),
  });
  return { server, fail: () => void (failing = true) };
}

describe('the server when its database fails', () => {
  const regenerations: [
    what: string,
    operation: keyof Store,
    act: (endUser: Person, server: TestServer) => Promise<Answer>,
  ][] = [
    ['a passkey sign-in', 'signInWithCredential', (endUser) => endUser.signIn()],
    [
      'a password sign-in',
      'signInWithPassword',
      (endUser) => endUser.browser.post('/login', { username: endUser.name, password: 'correct horse battery' }),
    ],
    [
      'signing up',
      'createAccount',
      (_person, server) => createPerson(server, 'new').browser.post('/signup', { username: 'new' }),
    ],
  ];
  for (const [what, operation, act] of regenerations) {
    test(`${what} on a full disk: 503 with a time to wait, no cookie, no user signed in, and a log line`, async () => {
      const { server, fail } = await startFailing(operation);
      const ada = await signUp(server, 'ada', 'correct horse battery');
      await ada.addPasskey();
      await ada.signOut();
      fail();
      const { status, body, headers } = await act(ada, server);
      assert.deepEqual(
        [status, body, headers.get('Retry-After'), headers.get('Set-Cookie')],
        [503, { error: 'unavailable' }, '1', null],
      );
      assert.deepEqual((await ada.browser.get('/session')).body, { signedIn: false });
      assert.ok(server.logs.some(({ event, level }) => event === 'store-unavailable' && level === 'error'));
      await server.stop();
    });

    test(`${what} whose session cannot be renewed: 500, no cookie, no user signed in, and a log line`, async () => {
      const { server, fail } = await startFailing(operation, new Error('another reason'));
      const ada = await signUp(server, 'ada', 'correct horse battery');
      await ada.addPasskey();
      await ada.signOut();
      fail();
      const { status, body, headers } = await act(ada, server);
      assert.deepEqual([status, body, headers.get('Set-Cookie')], [500, { error: 'session_failed' }, null]);
      assert.deepEqual((await ada.browser.get('/session')).body, { signedIn: false });
      assert.ok(server.logs.some(({ event, level }) => event === 'session-failed' && level === 'error'));
      await server.stop();
    });
  }

  const renewals: [what: string, operation: keyof Store, act: (endUser: Person) => Promise<Answer>][] = [
    ['a step-up', 'stepUpWithCredential', (endUser) => endUser.stepUp()],
    [
      'a password given again',
      'stepUpWithPassword',
      ({ browser, name }) => browser.post('/login', { username: name, password: 'correct horse battery' }),
    ],
    ['a second session', 'startSessionBeside', ({ browser }) => browser.post('/sessions')],
  ];
  for (const [what, operation, act] of renewals) {
    test(`${what} that cannot be saved: 500, no cookie, and the session goes on as it was`, async () => {
      const { server, fail } = await startFailing(operation, new Error('another reason'));
      const ada = await signUp(server, 'ada', 'correct horse battery');
      await ada.addPasskey();
      const before = (await ada.browser.get('/session')).body;
      fail();
      const { status, body, headers } = await act(ada);
      assert.deepEqual([status, body, headers.get('Set-Cookie')], [500, { error: 'session_failed' }, null]);
      assert.deepEqual((await ada.browser.get('/session')).body, before);
      await server.stop();
    });
  }

  const unavailable: [what: string, operation: keyof Store, method: 'get' | 'post', path: string][] = [
    ['health', 'check', 'get', '/healthz'],
    ['the session', 'findSession', 'get', '/session'],
    ['request options', 'addChallenge', 'post', '/webauthn/login/options'],
    ['creation options', 'listCredentials', 'post', '/webauthn/register/options'],
    ['signing out', 'endSession', 'post', '/logout'],
  ];
  for (const [what, operation, method, path] of unavailable) {
    test(`${what}: 503 without a word about the inside, no cookie, and a log line`, async () => {
      const { server, fail } = await startFailing(operation);
      const bo = await signUp(server, 'bo');
      fail();
      const { status, body, headers } = await bo.browser[method](path);
      assert.deepEqual([status, body, headers.get('Set-Cookie')], [503, { error: 'unavailable' }, null]);
      assert.ok(server.logs.some(({ event, path: logged }) => event === 'store-unavailable' && logged === path));
      await server.stop();
    });
  }

  test('a passkey that cannot be written is not acknowledged', async () => {
    const { server, fail } = await startFailing('addCredential');
    const cy = await signUp(server, 'cy');
    const response = await cy.createPasskey();
    fail();
    assert.equal((await cy.browser.post('/webauthn/register/verify', response)).status, 503);
    assert.equal(await server.store.findCredential(response.id), undefined);
    await server.stop();
  });

  test('a failing sweep affects no request', async () => {
    const { server, fail } = await startFailing('sweep');
    fail();
    server.clock.advance(2 * minutes);
    assert.equal((await server.visitor().get('/session')).status, 200);
    await server.sent();
    assert.ok(server.logs.some(({ event }) => event === 'sweep-failed'));
    await server.stop();
  });
});
