import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { SessionList } from '../../../src/base/contract/types.js';
import { minutes } from '../../support/node/clock.js';
import { createPerson } from '../../support/node/people.js';
import { startFederatedServer, type FederatedServer } from '../../support/node/provider-visit.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import type { Visitor } from '../../support/node/visitor.js';

describe('rows that a client without an account causes', () => {
  let server: FederatedServer;
  before(async () => {
    server = await startFederatedServer({
      config: { limitFailures: true, signUpsPerClient: 5 },
      pages: async () => ({
        body: new TextEncoder().encode('<!doctype html><p><!-- latchkey:request-options --></p>'),
        contentType: 'text/html; charset=utf-8',
        immutable: false,
      }),
    });
  });
  after(() => server.stop());

  let accounts = 0;
  const kinds: [what: string, most: number, windowMinutes: number, cause: (visitor: Visitor) => Promise<number>][] = [
    [
      'accounts',
      5,
      60,
      async (visitor) => (await visitor.post('/signup', { username: `stranger${(accounts += 1)}` })).status,
    ],
    [
      'sessions that carry challenges',
      300,
      10,
      async (visitor) => (await visitor.post('/webauthn/login/options')).status,
    ],
    ['nonces for FedCM', 300, 10, async (visitor) => (await visitor.get('/auth/fedcm/nonce')).status],
    ['flows at a provider', 300, 10, async (visitor) => (await visitor.get('/auth/start')).status],
    ['hand-offs', 100, 10, async (visitor) => (await visitor.post('/auth/handoff')).status],
  ];
  for (const [index, [what, most, windowMinutes, cause]] of kinds.entries()) {
    test(`are limited to so many ${what}, and the next client is not affected`, async () => {
      const address = `192.0.2.${index + 1}`;
      for (let count = 0; count < most; count += 1)
        assert.ok((await cause(server.visitor({ address }))) < 400, `number ${count + 1}`);
      assert.equal(await cause(server.visitor({ address })), 429);
      assert.ok((await cause(server.visitor({ address: `198.51.100.${index + 1}` }))) < 400);
      server.clock.advance(windowMinutes * minutes);
      assert.ok((await cause(server.visitor({ address }))) < 400);
    });
  }

  test('are not needed by a visitor who has a session already', async () => {
    const address = '192.0.2.50';
    const first = server.visitor({ address });
    await first.post('/webauthn/login/options');
    for (let count = 1; count < 301; count += 1) await server.visitor({ address }).post('/webauthn/login/options');
    assert.equal((await first.post('/webauthn/login/options')).status, 200);
  });

  test('do not keep a page from being shown: it comes without a challenge', async () => {
    const address = '192.0.2.60';
    assert.match((await server.visitor({ address }).get('/login')).text, /<script type="application\/json">/);
    for (let count = 1; count < 301; count += 1) await server.visitor({ address }).post('/webauthn/login/options');
    const visitor = server.visitor({ address });
    const { status, text } = await visitor.get('/login');
    assert.deepEqual([status, text, visitor.cookie], [200, '<!doctype html><p></p>', undefined]);
  });
});

describe('names that one network asks for', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ config: { limitFailures: true } });
    await createPerson(server, 'taken').browser.post('/signup', { username: 'taken' });
  });
  after(() => server.stop());

  /** The statuses of the ways to ask, each with a free name and with the one that is taken. */
  const askInEachWay = async (address: string, account: Visitor): Promise<[free: number[], taken: number[]]> => {
    const asked = async (name: string): Promise<number[]> => [
      (await server.visitor({ address }).post('/signup', { username: name })).status,
      (await server.visitor({ address }).post('/signup/options', { username: name })).status,
      (await account.patch('/account', { name })).status,
    ];
    return [await asked(`free${address.replaceAll('.', '-')}`), await asked('taken')];
  };
  const accountAt = async (address: string, username: string): Promise<Visitor> => {
    const account = server.visitor({ address });
    assert.equal((await account.post('/signup', { username })).status, 201);
    return account;
  };

  test('are 100 an hour in all ways to ask, also where the session has an account; then none is told from another', async () => {
    const address = '192.0.2.1';
    const account = await accountAt(address, 'asker');
    for (let count = 1; count < 100; count += 1) {
      const visitor = server.visitor({ address });
      const asked = [
        () => visitor.post('/signup', { username: 'taken' }),
        () => visitor.post('/signup/options', { username: 'taken' }),
        () => account.patch('/account', { name: 'taken' }),
      ][count % 3]!;
      assert.equal((await asked()).status, 409, `number ${count + 1}`);
    }
    const all = [429, 429, 429];
    assert.deepEqual(await askInEachWay(address, account), [all, all]);
    const { headers, body } = await account.patch('/account', { name: 'taken' });
    assert.deepEqual([body['error'], headers.get('Retry-After')], ['rate_limited', '3600']);
    assert.equal((await account.patch('/account', { displayName: 'Asks nothing' })).status, 200);
    const next = '198.51.100.1';
    assert.deepEqual(await askInEachWay(next, await accountAt(next, 'neighbour')), [
      [201, 409, 409],
      [409, 409, 409],
    ]);
    server.clock.advance(60 * minutes);
    assert.equal((await server.visitor({ address }).post('/signup/options', { username: 'taken' })).status, 409);
  });

  test('that are no names count for nothing', async () => {
    const address = '192.0.2.2';
    const visitor = server.visitor({ address });
    for (let count = 0; count < 110; count += 1)
      assert.equal((await visitor.post('/signup/options', { username: '\u202e' })).status, 400);
    assert.equal((await visitor.post('/signup/options', { username: 'taken' })).status, 409);
  });

  test('are three times as many as sign-ups where more than 33 of those are allowed', async () => {
    const open = await startServer({ config: { limitFailures: true, signUpsPerClient: 40 } });
    const visitor = open.visitor();
    const ask = async (): Promise<number> => (await visitor.post('/signup/options', { username: 'free' })).status;
    for (let count = 0; count < 120; count += 1) assert.equal(await ask(), 200, `number ${count + 1}`);
    assert.equal(await ask(), 429);
    await open.stop();
  });
});

describe('sessions of one person', () => {
  test('are 100 at most: the next sign-in ends the one that was seen longest ago', async () => {
    const server = await startServer();
    const password = 'correct horse battery';
    const first = createPerson(server, 'ada').browser;
    await first.post('/signup', { username: 'ada', password });
    const browsers = [];
    for (let count = 1; count <= 100; count += 1) {
      server.clock.advance(1);
      const browser = server.visitor();
      assert.equal((await browser.post('/login', { username: 'ada', password })).status, 200);
      browsers.push(browser);
    }
    assert.deepEqual((await first.get('/session')).body, { signedIn: false });
    assert.equal((await browsers[0]!.get('/session')).body['signedIn'], true);
    assert.equal((await browsers[99]!.get<SessionList>('/sessions')).body.sessions.length, 100);
    await server.stop();
  });
});

describe('the sweep', () => {
  test('lets no request wait for it', async () => {
    let end: (() => void) | undefined;
    const server = await startServer({
      wrapStore: (store) => ({ ...store, sweep: () => new Promise<void>((resolve) => (end = resolve)) }),
    });
    server.clock.advance(2 * minutes);
    assert.equal((await server.visitor().get('/session')).status, 200);
    assert.equal((await server.visitor().get('/healthz')).status, 200);
    end!();
    await server.stop();
  });
});
