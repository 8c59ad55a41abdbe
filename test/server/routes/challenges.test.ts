import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createAuthenticator } from '../../../src/conformance/index.js';
import { minutes } from '../../support/node/clock.js';
import { signUp, signUpWithPasskey, type Person } from '../../support/node/people.js';
import { startServer, type TestServer } from '../../support/node/server.js';

describe('challenges', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  test('a response without a session: 400', async () => {
    const gil = await signUpWithPasskey(server, 'gil');
    const response = await gil.choosePasskey();
    const { status, body } = await server.visitor().post('/webauthn/login/verify', response);
    assert.deepEqual([status, body['error']], [400, 'challenge_expired']);
  });

  test('a challenge of another session: 400, and its owner can still use it', async () => {
    const hal = await signUpWithPasskey(server, 'hal');
    const response = await hal.choosePasskey();
    const other = server.visitor();
    await other.post('/webauthn/login/options');
    assert.equal((await other.post('/webauthn/login/verify', response)).status, 400);
    assert.equal((await hal.browser.post('/webauthn/login/verify', response)).status, 200);
  });

  test('a challenge is good for 5 minutes and no longer', async () => {
    const ivy = await signUpWithPasskey(server, 'ivy');
    const [early, late] = [await ivy.choosePasskey(), await ivy.choosePasskey()];
    server.clock.advance(5 * minutes);
    const refused = await ivy.browser.post('/webauthn/login/verify', late);
    assert.deepEqual([refused.status, refused.body['error']], [400, 'challenge_expired']);
    assert.equal((await ivy.browser.post('/webauthn/login/verify', early)).body['error'], 'challenge_expired');
  });

  test('a challenge just short of 5 minutes is good', async () => {
    const jo = await signUpWithPasskey(server, 'jo');
    const response = await jo.choosePasskey();
    server.clock.advance(5 * minutes - 1);
    assert.equal((await jo.browser.post('/webauthn/login/verify', response)).status, 200);
  });

  test('a visitor who asks for a new challenge every 4 minutes can sign in hours later', async () => {
    const kim = await signUpWithPasskey(server, 'kim');
    await kim.signOut();
    for (let waited = 0; waited < 120; waited += 4) {
      await kim.browser.post('/webauthn/login/options');
      server.clock.advance(4 * minutes);
    }
    assert.equal((await kim.signIn()).status, 200);
  });

  test('a session that only carries a challenge ends after 10 minutes', async () => {
    const visitor = server.visitor();
    await visitor.post('/webauthn/login/options');
    server.clock.advance(10 * minutes);
    const { headers } = await visitor.post('/webauthn/login/options');
    assert.notEqual(headers.get('Set-Cookie'), null);
  });

  test('a session holds 8 challenges: the ninth replaces the first', async () => {
    const lea = await signUpWithPasskey(server, 'lea');
    const first = await lea.choosePasskey();
    const second = await lea.choosePasskey();
    for (let count = 3; count <= 9; count += 1) await lea.browser.post('/webauthn/login/options');
    assert.equal((await lea.browser.post('/webauthn/login/verify', first)).body['error'], 'challenge_expired');
    assert.equal((await lea.browser.post('/webauthn/login/verify', second)).status, 200);
  });

  test('two tabs and autofill beside a button each use their own challenge', async () => {
    const max = await signUpWithPasskey(server, 'max');
    const autofill = await max.choosePasskey();
    const button = await max.choosePasskey({ faults: ['signature-over-other-data'] });
    assert.equal((await max.browser.post('/webauthn/login/verify', button)).status, 401);
    assert.equal((await max.browser.post('/webauthn/login/verify', autofill)).status, 200);
  });

  const purposes: { options: string; name: string; body?: object }[] = [
    { options: '/webauthn/register/options', name: 'register' },
    { options: '/webauthn/register/options?auto=1', name: 'register-auto' },
    { options: '/signup/options', name: 'signup', body: { username: 'newcomer' } },
    { options: '/webauthn/login/options', name: 'login' },
    { options: '/webauthn/login/options?step-up', name: 'step-up' },
  ];
  const verifiers = [
    { verify: '/webauthn/register/verify', name: 'register', kind: 'create' },
    { verify: '/webauthn/register/verify?auto', name: 'register-auto', kind: 'create' },
    { verify: '/signup/verify', name: 'signup', kind: 'create' },
    { verify: '/webauthn/login/verify', name: 'login', kind: 'get' },
    { verify: '/webauthn/login/verify?step-up', name: 'step-up', kind: 'get' },
  ];
  for (const purpose of purposes) {
    for (const verifier of verifiers.filter(({ name }) => name !== purpose.name)) {
      test(`a challenge for ${purpose.name} does not serve ${verifier.name}: 400, and it is used up`, async () => {
        const password = 'correct horse battery';
        const name = `${purpose.name} for ${verifier.name}`;
        const vi = await signUp(server, name, password);
        await vi.addPasskey();
        await vi.browser.post('/login', { username: name, password });
        const { body } = await vi.browser.post(purpose.options, purpose.body);
        const respond = (kind: string) => respondTo(body['challenge'] as string, kind, vi);
        const refused = await vi.browser.post(verifier.verify, await respond(verifier.kind));
        assert.deepEqual([refused.status, refused.body['error']], [400, 'challenge_expired']);
        const own = verifiers.find(({ name: candidate }) => candidate === purpose.name)!;
        assert.equal((await vi.browser.post(own.verify, await respond(own.kind))).body['error'], 'challenge_expired');
        assert.equal(await server.store.findAccountByUsername('newcomer'), undefined);
      });
    }
  }

  /** Answers any challenge with a new passkey or with the user's own. */
  function respondTo(challenge: string, kind: string, endUser: Person): Promise<object> {
    if (kind === 'get') return endUser.authenticator.get({ challenge, rpId: 'localhost' }, { origin: server.origin });
    const user = { id: 'AAAA', name: 'x', displayName: 'x' };
    const options = {
      challenge,
      rp: { id: 'localhost', name: 'x' },
      user,
      pubKeyCredParams: [{ type: 'public-key' as const, alg: -7 }],
    };
    return createAuthenticator().create(options, { origin: server.origin });
  }

  test('a body whose shape is wrong uses nothing up', async () => {
    const wes = await signUpWithPasskey(server, 'wes');
    const response = await wes.choosePasskey();
    const { clientDataJSON } = response.response;
    const wrongShapes = [
      { ...response, response: { clientDataJSON } },
      { ...response, id: undefined },
      { ...response, id: 'a\u0000b' },
      { ...response, rawId: 7 },
      { ...response, type: 'password' },
      { ...response, response: { ...response.response, signature: 'not/base64url' } },
      { ...response, response: { ...response.response, userHandle: 7 } },
      [response],
      {
        ...response,
        response: { ...response.response, clientDataJSON: Buffer.from('not JSON').toString('base64url') },
      },
    ];
    for (const wrong of wrongShapes)
      assert.equal((await wes.browser.post('/webauthn/login/verify', wrong)).status, 400);
    assert.equal((await wes.browser.post('/webauthn/login/verify', response)).status, 200);
  });

  test('a visitor whose session was moved and ended while asking gets a challenge in a new one', async () => {
    const crossed = await startServer({
      wrapStore: (store) => ({
        ...store,
        async findMovedSession(formerId, now) {
          const moved = await store.findMovedSession(formerId, now);
          if (moved) await store.endSession(moved.id, now);
          return moved;
        },
      }),
    });
    const yu = await signUpWithPasskey(crossed, 'yu');
    const tab = crossed.visitor();
    tab.cookie = yu.browser.cookie;
    await yu.signIn();
    const { body, headers } = await tab.post('/webauthn/login/options');
    assert.notEqual(headers.get('Set-Cookie'), null);
    const response = await yu.authenticator.get(
      { challenge: body['challenge'] as string, rpId: 'localhost' },
      { origin: crossed.origin },
    );
    assert.equal((await tab.post('/webauthn/login/verify', response)).status, 200);
    await crossed.stop();
  });
});
