import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import type { Value } from '../../../server/src/store/database.js';
import type { PasskeyRequestOptions, SessionAnswer, SessionList } from '../../../src/base/contract/types.js';
import { minutes } from '../../support/node/clock.js';
import { describeOnBothEnginesInFullRuns } from '../../support/node/engines.js';
import type { Lie } from '../../support/node/lying-provider.js';
import { createPerson, signUpWithPasskey } from '../../support/node/people.js';
import { watchStatements } from '../../support/node/plans.js';
import { signInAtProvider, startFederatedServer, type FederatedServer } from '../../support/node/provider-visit.js';
import { openTestStore } from '../../support/node/server.js';
import type { Visitor } from '../../support/node/visitor.js';

await describeOnBothEnginesInFullRuns('the grant of a session that began at a provider', (engine) => {
  let server: FederatedServer;
  let ada: Visitor;
  /** All that the database has been given. */
  const stored: Value[] = [];
  before(async () => {
    server = await startFederatedServer({
      open: () =>
        openTestStore(engine, (database) => watchStatements(database, ({ values }) => stored.push(...values))),
    });
  });
  after(() => server.stop());
  beforeEach(async () => {
    server.provider.lie = {};
    server.provider.grants.clear();
    ada = server.visitor();
    await signInAtProvider(ada, server.provider);
  });

  const isSignedIn = async (visitor: Visitor): Promise<boolean> =>
    (await visitor.get<SessionAnswer>('/session')).body.signedIn;
  const countUses = (): number => server.provider.requests.filter((request) => request === 'POST /token').length;

  test('is used every 10 minutes, and replaced by the one that comes back', async () => {
    const before = countUses();
    const [first] = server.provider.grants;
    await ada.get('/sessions');
    assert.equal(countUses(), before);
    for (let round = 1; round <= 3; round += 1) {
      server.clock.advance(10 * minutes);
      assert.deepEqual([(await ada.get('/sessions')).status, (await ada.get('/sessions')).status], [200, 200]);
      assert.equal(countUses(), before + round);
    }
    assert.deepEqual([server.provider.grants.size, server.provider.grants.has(first!)], [1, false]);
  });

  test('of 50 requests at once one uses it', async () => {
    const before = countUses();
    server.clock.advance(10 * minutes);
    const answers = await Promise.all(Array.from({ length: 50 }, () => ada.get('/sessions')));
    assert.ok(answers.every(({ status }) => status === 200));
    assert.equal(countUses(), before + 1);
  });

  test('ends the session when the provider says that it is gone', async () => {
    server.provider.grants.clear();
    assert.equal((await ada.get('/sessions')).status, 200);
    server.clock.advance(10 * minutes);
    assert.equal((await ada.get('/sessions')).status, 401);
    assert.equal(await isSignedIn(ada), false);
  });

  const answering =
    (status: number, body = '') =>
    (response: ServerResponse): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
    };
  const troubles: Record<string, Lie> = {
    'is down': { refresh: () => answering(503) },
    'speaks nonsense': { refresh: () => [] },
    'does not want to know this client': { refresh: () => answering(401, '{"error":"invalid_client"}') },
  };
  for (const [what, lie] of Object.entries(troubles)) {
    test(`lets the session live on while the provider ${what}`, async () => {
      server.provider.lie = lie;
      const before = countUses();
      server.clock.advance(10 * minutes);
      assert.equal((await ada.get('/sessions')).status, 200);
      assert.equal((await ada.get('/sessions')).status, 200);
      assert.equal(countUses(), before + 1);
      assert.equal(await isSignedIn(ada), true);
    });
  }

  test('ends the session when it is now for another user', async () => {
    const idToken = { callback: undefined as unknown as string };
    const other = server.visitor();
    server.provider.endUser = { sub: 'bo', preferred_username: 'bo' };
    server.provider.lie = { token: (body) => ((idToken.callback = body['id_token'] as string), body) };
    await signInAtProvider(other, server.provider);
    server.provider.endUser = { sub: 'ada', preferred_username: 'ada' };
    server.provider.lie = { refresh: (body) => ({ ...body, id_token: idToken.callback }) };
    server.clock.advance(10 * minutes);
    assert.equal((await ada.get('/sessions')).status, 401);
    assert.equal(await isSignedIn(ada), false);
  });

  test('is revoked by signing out', async () => {
    assert.equal(server.provider.grants.size, 1);
    await ada.post('/logout');
    assert.equal(server.provider.grants.size, 0);
  });

  test('is revoked when the session is ended on another device', async () => {
    const phone = server.visitor();
    await signInAtProvider(phone, server.provider);
    const { sessions } = (await ada.get<SessionList>('/sessions')).body;
    assert.equal((await ada.delete(`/sessions/${sessions.find(({ current }) => !current)!.id}`)).status, 204);
    assert.equal(server.provider.grants.size, 1);
    assert.equal(await isSignedIn(phone), false);
  });

  const takeovers: Record<string, (visitor: Visitor) => Promise<unknown>> = {
    'an account of its own': (visitor) => visitor.post('/signup', { username: `di ${engine}` }),
    'a password': async (visitor) => {
      await server.visitor().post('/signup', { username: `ed ${engine}`, password: 'correct horse' });
      return visitor.post('/login', { username: `ed ${engine}`, password: 'correct horse' });
    },
    'a passkey': async (visitor) => {
      const flo = await signUpWithPasskey(server, `flo ${engine}`);
      const { body } = await visitor.post<PasskeyRequestOptions>('/webauthn/login/options');
      return visitor.post('/webauthn/login/verify', await flo.authenticator.get(body, server));
    },
  };
  for (const [what, takeOver] of Object.entries(takeovers)) {
    test(`is revoked when another user signs in over it with ${what}`, async () => {
      await takeOver(ada);
      assert.equal(((await ada.get<SessionAnswer>('/session')).body.user?.name ?? 'ada') === 'ada', false);
      await server.sent();
      assert.equal(server.provider.grants.size, 0);
      assert.deepEqual(await server.store.takeLeftGrants(), []);
    });
  }

  test('is revoked when another user signs in over it at the provider, whose own stays', async () => {
    const [first] = server.provider.grants;
    server.provider.endUser = { sub: 'gil', preferred_username: 'gil' };
    await signInAtProvider(ada, server.provider);
    server.provider.endUser = { sub: 'ada', preferred_username: 'ada' };
    await server.sent();
    assert.deepEqual([server.provider.grants.size, server.provider.grants.has(first!)], [1, false]);
  });

  test('is not revoked when its person steps up, or gets another one for the same session, which providers may take for one grant', async () => {
    server.provider.requests.length = 0;
    await signInAtProvider(ada, server.provider, '?max_age=0');
    const { browser, addPasskey, stepUp } = createPerson(server, 'ada');
    browser.cookie = ada.cookie;
    assert.deepEqual([(await addPasskey()).status, (await stepUp()).status], [200, 200]);
    await server.sent();
    assert.equal(server.provider.requests.includes('POST /revoke'), false);
  });

  test('does not delay a sign-in over it while the provider does not answer, and logs when the revocation fails', async () => {
    server.provider.lie = { revocation: () => () => {} };
    server.logs.length = 0;
    assert.equal((await ada.post('/signup', { username: `hal ${engine}` })).status, 201);
    assert.deepEqual(server.logs, [], 'the revocation has not been given up before the answer');
    server.provider.lie = { revocation: () => (response) => void response.socket!.destroy() };
    const bo = server.visitor();
    await signInAtProvider(bo, server.provider);
    server.logs.length = 0;
    assert.equal((await bo.post('/signup', { username: `ivy ${engine}` })).status, 201);
    await server.sent();
    assert.deepEqual(
      server.logs.map(({ level, event }) => [level, event]),
      [['warn', 'revocation-failed']],
    );
  });

  test('stays when the sign-in over it fails', async () => {
    await ada.post('/login', { username: 'unknown', password: 'wrong' });
    assert.equal((await ada.post('/signup', { username: 'ada' })).status, 409);
    await server.sent();
    assert.equal(server.provider.grants.size, 1);
  });

  test('does not delay a sign-out while the provider does not answer', async () => {
    server.provider.lie = { revocation: () => () => {} };
    assert.equal((await ada.post('/logout')).status, 200);
    assert.equal(await isSignedIn(ada), false);
  });

  test('signing out works without a provider', async () => {
    server.provider.lie = { revocation: () => (response) => void response.socket!.destroy() };
    assert.equal((await ada.post('/logout')).status, 200);
    assert.equal(await isSignedIn(ada), false);
  });

  test('belongs to one session: another one that was signed in after it has none', async () => {
    await ada.post('/signup', { username: `cy ${engine}` });
    const before = countUses();
    server.clock.advance(10 * minutes);
    assert.equal((await ada.get('/sessions')).status, 200);
    assert.equal(countUses(), before);
  });

  test('opens in no other session, also for the same person', async () => {
    const phone = server.visitor();
    await signInAtProvider(phone, server.provider);
    const owner = (await server.store.findOwner(server.provider.settings.issuer, 'ada'))!;
    const publicIds = await Promise.all(
      [ada, phone].map(async (visitor) => (await visitor.get<SessionList>('/sessions')).body.sessions[0]!.id),
    );
    server.clock.advance(10 * minutes);
    const now = server.clock.now();
    const listed = await server.store.listSessions(owner, now);
    const [own, other] = await Promise.all(
      publicIds.map((id) => server.store.claimGrant(listed.find(({ publicId }) => publicId === id)!.id, now, now)),
    );
    assert.equal(await server.store.replaceGrant(publicIds[0]!, own!, other!), true);
    const before = countUses();
    assert.deepEqual(
      [(await ada.get('/sessions')).status, (await phone.get('/sessions')).status, countUses()],
      [401, 200, before + 1],
    );
    assert.deepEqual(server.logs.pop(), { level: 'error', event: 'grant-unreadable', userId: owner });
  });

  test('goes along when the person authenticates again, and the next one takes its place', async () => {
    await signInAtProvider(ada, server.provider, '?max_age=0');
    const before = countUses();
    server.clock.advance(10 * minutes);
    assert.equal((await ada.get('/sessions')).status, 200);
    assert.equal(countUses(), before + 1);
  });

  test('is all that is used after the sign-in: the access token goes nowhere', async () => {
    server.clock.advance(10 * minutes);
    assert.equal((await ada.get('/sessions')).status, 200);
    await ada.post('/logout');
    assert.deepEqual([...new Set(server.provider.requests)].toSorted(), [
      'GET /.well-known/openid-configuration',
      'GET /keys',
      'POST /revoke',
      'POST /token',
    ]);
  });

  test('is in no response, log or cookie, nor readable in the database, and neither is any token', async () => {
    server.provider.lie = { token: (body) => ({ ...body, id_token: `${body['id_token'] as string}x` }) };
    await signInAtProvider(server.visitor(), server.provider);
    server.provider.lie = {};
    server.clock.advance(10 * minutes);
    await ada.get('/sessions');
    const answers = server.exchanges.map(({ body, headers }) => [body, [...headers]]);
    const seen = JSON.stringify([server.logs, answers, stored]);
    assert.ok(stored.length > 100);
    assert.ok(server.provider.tokens.length > 20);
    for (const token of server.provider.tokens) assert.equal(seen.includes(token), false);
  });
});
