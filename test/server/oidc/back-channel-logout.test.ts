import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { StoreUnavailable } from '../../../server/src/store/database.js';
import type { Claims, Lie } from '../../support/node/lying-provider.js';
import type { HandOff } from '../../../src/base/contract/types.js';
import {
  confirmationIn,
  confirmHandOff,
  goToProvider,
  signInAtProvider,
  startFederatedServer,
  type FederatedServer,
} from '../../support/node/provider-visit.js';
import type { Answer, Visitor } from '../../support/node/visitor.js';

const event = 'http://schemas.openid.net/event/backchannel-logout';

describe('a logout by the provider', () => {
  let server: FederatedServer;
  let isDown = false;
  before(async () => {
    server = await startFederatedServer({
      wrapStore: (store) => ({
        ...store,
        endSessionsOfProvider: (...values) =>
          isDown ? Promise.reject(new StoreUnavailable('down')) : store.endSessionsOfProvider(...values),
      }),
    });
  });
  after(() => server.stop());
  afterEach(() => {
    server.provider.lie = {};
    server.provider.endUser = { sub: 'ada', preferred_username: 'ada' };
  });

  /** What the provider sends: no page of ours, no cookie. */
  const send = (fields: Record<string, string>): Promise<Answer> =>
    server.visitor({ headers: {} }).post('/auth/backchannel-logout', new URLSearchParams(fields), {
      'Content-Type': 'application/x-www-form-urlencoded',
    });
  const issue = (claims: Claims): Promise<string> => server.provider.issueLogoutToken(claims, server.clock.now());
  const logOut = async (claims: Claims): Promise<Answer> => send({ logout_token: await issue(claims) });

  async function signIn(sid?: string): Promise<Visitor> {
    const visitor = server.visitor();
    if (sid !== undefined) server.provider.endUser = { ...server.provider.endUser, sid };
    assert.equal((await signInAtProvider(visitor, server.provider)).status, 302);
    assert.equal(await isSignedIn(visitor), true);
    return visitor;
  }
  const isSignedIn = async (visitor: Visitor): Promise<unknown> => (await visitor.get('/session')).body['signedIn'];

  test('ends the sessions of its own session only, by sid, with or without sub', async () => {
    const [first, second, third] = [await signIn('first'), await signIn('second'), await signIn('third')];
    const { status, headers, text } = await logOut({ sid: 'first' });
    assert.deepEqual([status, headers.get('Cache-Control'), text], [200, 'no-store', '']);
    assert.equal((await logOut({ sid: 'second', sub: 'ada' })).status, 200);
    assert.deepEqual(await Promise.all([first, second, third].map(isSignedIn)), [false, false, true]);
    await server.settled();
    const { events } = (await third.get<{ events: { type: string }[] }>('/security-events')).body;
    assert.equal(events.filter(({ type }) => type === 'session-ended').length, 2);
    assert.equal((await logOut({ sid: 'third', sub: 'someone else' })).status, 200);
    assert.equal(await isSignedIn(third), true);
  });

  test('ends the session of an installed app whose browser has signed out, by sid', async () => {
    const browser = await signIn('installed');
    const app = server.visitor();
    app.cookie = browser.cookie;
    assert.equal((await app.post('/sessions')).status, 201);
    assert.equal((await browser.post('/logout')).status, 200);
    assert.equal(await isSignedIn(app), true);
    assert.equal((await logOut({ sid: 'installed' })).status, 200);
    assert.equal(await isSignedIn(app), false);
  });

  test('ends all sessions of the user that began there, by sub, and no others', async () => {
    server.provider.endUser = { sub: 'bo', preferred_username: 'bo' };
    const sessions = [await signIn(), await signIn('x')];
    const password = server.visitor();
    await sessions[0]!.put('/account/password', { password: 'correct horse battery' });
    await password.post('/login', { username: 'bo', password: 'correct horse battery' });
    server.provider.endUser = { sub: 'cy', preferred_username: 'cy' };
    const stranger = await signIn();
    assert.equal((await logOut({ sub: 'bo' })).status, 200);
    assert.deepEqual(await Promise.all(sessions.map(isSignedIn)), [false, false]);
    assert.deepEqual(await Promise.all([password, stranger].map(isSignedIn)), [true, true]);
    await server.settled();
    assert.equal((await logOut({ sub: 'unknown' })).status, 200);
  });

  for (const [what, claims] of [
    ['sid', { sid: 'in flight' }],
    ['sub', { sub: 'ada' }],
  ] as [string, Claims][])
    test(`ends a sign-in whose code is being redeemed, by ${what}, and a later one goes on`, async () => {
      server.provider.endUser = { sub: 'ada', preferred_username: 'ada', sid: 'in flight' };
      const visitor = server.visitor();
      const callback = await goToProvider(visitor, server.provider);
      assert.equal((await logOut(claims)).status, 200);
      const { status } = await visitor.get(callback);
      assert.equal(status, 400);
      assert.equal(await isSignedIn(visitor), false);
      await signIn('in flight');
    });

  test('ends a hand-off that its user has confirmed at the provider', async () => {
    for (const claims of [{ sid: 'handed off' }, { sub: 'ada' }] as Claims[]) {
      server.provider.endUser = { sub: 'ada', preferred_username: 'ada', sid: 'handed off' };
      const [app, browser] = [server.visitor(), server.visitor()];
      const { id, code } = (await app.post<HandOff>('/auth/handoff')).body;
      const question = await signInAtProvider(browser, server.provider, `?mode=handoff&handoff=${id}`);
      await confirmHandOff(browser, confirmationIn(question.headers.get('Location')!), { code });
      assert.equal((await logOut(claims)).status, 200);
      assert.ok([404, 410].includes((await app.post('/auth/handoff/redeem', { id })).status));
      assert.equal(await isSignedIn(app), false);
    }
  });

  test('ends the session of a hand-off, and of a device that such a session let in', async () => {
    for (const claims of [{ sid: 'handed off' }, { sub: 'ada' }] as Claims[]) {
      server.provider.endUser = { sub: 'ada', preferred_username: 'ada', sid: 'handed off' };
      const [app, browser, device] = [server.visitor(), server.visitor(), server.visitor()];
      const handOff = (await app.post<HandOff>('/auth/handoff')).body;
      const question = await signInAtProvider(browser, server.provider, `?mode=handoff&handoff=${handOff.id}`);
      await confirmHandOff(browser, confirmationIn(question.headers.get('Location')!), handOff);
      assert.equal((await app.post('/auth/handoff/redeem', { id: handOff.id })).status, 200);
      const owner = await signIn('handed off');
      const { id, code } = (await device.post<HandOff>('/auth/device')).body;
      assert.equal((await owner.post('/auth/device/approve', { code })).status, 200);
      assert.equal((await device.post('/auth/device/redeem', { id })).status, 200);
      assert.equal((await logOut(claims)).status, 200);
      assert.deepEqual(await Promise.all([app, owner, device].map(isSignedIn)), [false, false, false]);
    }
  });

  test('is accepted once, also when the same token arrives several times at once', async () => {
    const token = await issue({ sub: 'ada' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => send({ logout_token: token })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400, 400, 400]);
    assert.equal((await send({ logout_token: token })).status, 400);
  });

  test('that failed because of the database can be repeated', async () => {
    const visitor = await signIn('again');
    const token = await issue({ sid: 'again' });
    isDown = true;
    assert.equal((await send({ logout_token: token })).status, 503);
    isDown = false;
    assert.equal(await isSignedIn(visitor), true);
    assert.equal((await send({ logout_token: token })).status, 200);
    assert.equal(await isSignedIn(visitor), false);
  });

  const seconds = (): number => Math.floor(server.clock.now() / 1000);
  /** What is wrong with a token that ends nothing, and the claims that it has instead of the right ones. */
  const refused: Record<string, (() => Claims) | Lie> = {
    'another issuer': () => ({ iss: 'https://attacker.example' }),
    'no issuer': () => ({ iss: undefined }),
    'another client': () => ({ aud: 'another' }),
    'no client': () => ({ aud: undefined }),
    'no iat': () => ({ iat: undefined }),
    'an iat in the future': () => ({ iat: seconds() + 120 }),
    'an iat of long ago': () => ({ iat: seconds() - 700, exp: seconds() + 700 }),
    'an iat that is not a number': () => ({ iat: 'now' }),
    'no exp': () => ({ exp: undefined }),
    'an exp that has passed': () => ({ iat: seconds() - 300, exp: seconds() - 61 }),
    'no jti': () => ({ jti: undefined }),
    'a jti that is not text': () => ({ jti: 7 }),
    'an empty jti': () => ({ jti: '' }),
    'no events': () => ({ events: undefined }),
    'events that are a list': () => ({ events: [event] }),
    'another event': () => ({ events: { 'http://schemas.openid.net/event/other': {} } }),
    'an event that is not an object': () => ({ events: { [event]: true } }),
    'events without one': () => ({ events: {} }),
    'neither sub nor sid': () => ({ sub: undefined }),
    'a sub that is not text': () => ({ sub: 7 }),
    'a sid that is not text': () => ({ sid: ['x'] }),
    'a sid that is too long': () => ({ sid: 'x'.repeat(256) }),
    'a nonce, as an ID token has': () => ({ nonce: 'x' }),
    'another type': { header: (usual) => ({ ...usual, typ: 'at+jwt' }) },
    'a key that was never published': { key: ({ unpublished }) => unpublished },
    'a key that is not known': { header: (usual) => ({ ...usual, kid: 'second' }) },
    'an algorithm with the public key as a secret': {
      header: (usual) => ({ ...usual, alg: 'HS256' }),
      key: ({ publishedJwk }) => Buffer.from(JSON.stringify(publishedJwk)),
    },
  };
  for (const [what, wrong] of Object.entries(refused))
    test(`with ${what} is refused, and ends nothing: 400`, async () => {
      const visitor = await signIn();
      const claims = typeof wrong === 'function' ? wrong() : {};
      if (typeof wrong !== 'function') server.provider.lie = wrong;
      const { status, body } = await logOut({ sub: 'ada', ...claims });
      assert.deepEqual([status, body['error']], [400, 'rejected']);
      assert.equal(await isSignedIn(visitor), true);
    });

  test('without a signature is refused, and so is what is no token', async () => {
    const visitor = await signIn();
    const [, payload] = (await issue({ sub: 'ada' })).split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    for (const token of [unsigned, `${unsigned}AAAA`, 'x', 'a.b.c', '..'])
      assert.equal((await send({ logout_token: token })).status, 400);
    assert.equal((await send({ logout_token: '' })).status, 400);
    assert.equal((await send({ token: await issue({ sub: 'ada' }) })).status, 400);
    const json = await server
      .visitor({ headers: {} })
      .post('/auth/backchannel-logout', { logout_token: await issue({ sub: 'ada' }) });
    assert.equal(json.status, 400);
    const idToken = await server.provider.issueToken('nonce', server.clock.now());
    assert.equal((await send({ logout_token: idToken })).status, 400);
    assert.equal(await isSignedIn(visitor), true);
  });

  test('cannot be checked while the keys of the provider cannot be fetched: 502', async () => {
    const fresh = await startFederatedServer();
    fresh.provider.lie = { keys: () => (response) => void response.writeHead(500).end() };
    const token = await fresh.provider.issueLogoutToken({ sub: 'ada' }, fresh.clock.now());
    const { status } = await fresh
      .visitor({ headers: {} })
      .post('/auth/backchannel-logout', new URLSearchParams({ logout_token: token }));
    assert.equal(status, 502);
    await fresh.stop();
  });

  test('is not there without a provider: 404', async () => {
    const alone = await startFederatedServer({ config: { providers: [] } });
    assert.equal((await alone.visitor().post('/auth/backchannel-logout')).status, 404);
    await alone.stop();
  });
});
