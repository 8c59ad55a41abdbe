import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createAuthenticator } from '../../../src/conformance/index.js';
import type { RequestOptions } from '../../../src/core/contract-types.js';
import { minutes } from '../../support/node/clock.js';
import { describeOnBothEngines, scaled } from '../../support/node/engines.js';
import { createPerson, signUp, signUpWithPasskey, type Person } from '../../support/node/people.js';
import { startServer, type TestServer } from '../../support/node/server.js';

describe('signing in with a passkey', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  test('the options are those of the contract', async () => {
    const { status, body } = await server.visitor().post<RequestOptions>('/webauthn/login/options');
    assert.equal(status, 200);
    const { challenge, ...rest } = body;
    assert.equal(Buffer.from(challenge, 'base64url').length, 32);
    assert.deepEqual(rest, { rpId: 'localhost', timeout: 300_000, userVerification: 'preferred', allowCredentials: [] });
  });

  test('the person is signed in, and the method says whether the user was verified', async () => {
    const ada = await signUpWithPasskey(server, 'ada');
    for (const [userVerified, authMethod] of [[true, 'passkey-uv'], [false, 'passkey']] as const) {
      await ada.signOut();
      const { status, body } = await ada.signIn({ userVerified });
      assert.deepEqual([status, body], [200, { verified: true }]);
      const session = await ada.browser.get('/session');
      assert.deepEqual(session.body, {
        signedIn: true, user: { name: 'ada', displayName: 'ada' }, authMethod, authTime: server.clock.now(),
        expires: server.clock.now() + 2_592_000_000,
      });
    }
  });

  test('the counter, the backup state and the time of use are saved', async () => {
    const bo = await signUpWithPasskey(server, 'bo', { counter: 'increasing', backedUp: false });
    server.clock.advance(1 * minutes);
    await bo.signIn({ backedUp: true });
    const { credential } = (await server.store.findCredential(bo.authenticator.credentials[0]!.id))!;
    assert.deepEqual([credential.counter, credential.backedUp, credential.lastUsedAt], [2, true, server.clock.now()]);
  });

  test('the session gets a fresh id, and the old one is worth nothing', async () => {
    const cy = await signUpWithPasskey(server, 'cy');
    const old = cy.browser.cookie;
    await cy.signIn();
    assert.notEqual(cy.browser.cookie, old);
    const thief = server.visitor();
    thief.cookie = old;
    assert.deepEqual((await thief.get('/session')).body, { signedIn: false });
  });

  test('a planted session id is never signed in', async () => {
    const di = await signUpWithPasskey(server, 'di');
    const attacker = server.visitor();
    await attacker.post('/webauthn/login/options');
    const planted = attacker.cookie;
    di.browser.cookie = planted;
    assert.equal((await di.signIn()).status, 200);
    assert.notEqual(di.browser.cookie, planted);
    assert.deepEqual((await attacker.get('/session')).body, { signedIn: false });
  });

  test('a request that was under way with the old cookie brings no cookie that would compete with the new one', async () => {
    const eve = await signUpWithPasskey(server, 'eve');
    await eve.signOut();
    const otherTab = server.visitor();
    await otherTab.post('/webauthn/login/options');
    eve.browser.cookie = otherTab.cookie;
    assert.equal((await eve.signIn()).status, 200);
    const late = await otherTab.post('/webauthn/login/options');
    assert.deepEqual([late.status, late.headers.get('Set-Cookie')], [200, null]);
    server.clock.advance(1 * minutes);
    const muchLater = await otherTab.post('/webauthn/login/options');
    assert.notEqual(muchLater.headers.get('Set-Cookie'), null);
  });

  test('an invented session id starts nothing', async () => {
    const visitor = server.visitor();
    visitor.cookie = 'A'.repeat(43);
    await visitor.post('/webauthn/login/options');
    assert.notEqual(visitor.cookie, 'A'.repeat(43));
  });

  test('a visitor who has a session keeps it for the next challenge', async () => {
    const visitor = server.visitor();
    await visitor.post('/webauthn/login/options');
    const { headers } = await visitor.post('/webauthn/login/options');
    assert.equal(headers.get('Set-Cookie'), null);
  });

  test('signing in as somebody else replaces the person', async () => {
    const ed = await signUpWithPasskey(server, 'ed');
    const flo = await signUpWithPasskey(server, 'flo');
    flo.browser.cookie = ed.browser.cookie;
    await flo.signIn();
    assert.deepEqual((await flo.browser.get('/session')).body['user'], { name: 'flo', displayName: 'flo' });
  });

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

  test('an unknown credential: 404 with what the provider needs to hear, and the challenge is used up', async () => {
    const ned = createPerson(server, 'ned');
    const made = await ned.authenticator.create(
      { challenge: 'AAAAAAAAAAAAAAAAAAAAAA', rp: { id: 'localhost', name: 'x' }, user: { id: 'AAAA', name: 'x', displayName: 'x' }, pubKeyCredParams: [{ type: 'public-key', alg: -7 }] },
      { origin: server.origin },
    );
    const response = await ned.choosePasskey();
    const { status, body } = await ned.browser.post('/webauthn/login/verify', response);
    assert.deepEqual([status, body], [404, { error: 'unknown-credential', rpId: 'localhost', credentialId: made.id }]);
    assert.equal((await ned.browser.post('/webauthn/login/verify', response)).body['error'], 'challenge_expired');
  });

  test('the user handle of another account: 400', async () => {
    const [oz, pat] = [await signUpWithPasskey(server, 'oz'), await signUpWithPasskey(server, 'pat')];
    const response = await oz.choosePasskey();
    const foreign = { ...response, response: { ...response.response, userHandle: pat.authenticator.credentials[0]!.userHandle } };
    const { status, body } = await oz.browser.post('/webauthn/login/verify', foreign);
    assert.deepEqual([status, body['error']], [400, 'wrong_user_handle']);
    assert.equal((await oz.browser.get('/session')).body['authMethod'], 'signup');
  });

  test('a response without user handle is accepted', async () => {
    const quinn = await signUpWithPasskey(server, 'quinn');
    const { response, ...outer } = await quinn.choosePasskey();
    const { userHandle, ...rest } = response;
    assert.ok(userHandle);
    assert.equal((await quinn.browser.post('/webauthn/login/verify', { ...outer, response: rest })).status, 200);
  });

  test('a wrong signature: 401, and nobody is signed in', async () => {
    const ray = await signUpWithPasskey(server, 'ray');
    await ray.signOut();
    const { status, body, headers } = await ray.signIn({ faults: ['signature-over-other-data'] });
    assert.deepEqual([status, body['error'], headers.get('Set-Cookie')], [401, 'rejected', null]);
    assert.deepEqual((await ray.browser.get('/session')).body, { signedIn: false });
  });

  test('a response from another origin: 400', async () => {
    const sue = await signUpWithPasskey(server, 'sue');
    const { status, body } = await sue.signIn({ origin: 'https://phisher.example' });
    assert.deepEqual([status, body['error']], [400, 'verification_failed']);
  });

  test('a counter that did not grow: 400, nothing saved, and a warning for the operator', async () => {
    const tim = await signUpWithPasskey(server, 'tim', { counter: 'increasing' });
    await tim.signIn({ counter: 9 });
    const { id } = tim.authenticator.credentials[0]!;
    for (const counter of [9, 8, 1]) {
      const { status, body, headers } = await tim.signIn({ counter });
      assert.deepEqual([status, body['error'], headers.get('Set-Cookie')], [400, 'counter_not_increased', null]);
      assert.equal((await server.store.findCredential(id))?.credential.counter, 9);
    }
    assert.deepEqual(server.logs.filter(({ event, credentialId }) => event === 'possible-clone' && credentialId === id).length, 3);
  });

  test('a counter of 0 is accepted after any other', async () => {
    const una = await signUpWithPasskey(server, 'una', { counter: 'increasing' });
    await una.signIn({ counter: 9 });
    assert.equal((await una.signIn({ counter: 0 })).status, 200);
  });

  const purposes = [
    { options: '/webauthn/register/options', name: 'register' },
    { options: '/webauthn/register/options?auto=1', name: 'register-auto' },
    { options: '/webauthn/login/options', name: 'login' },
  ];
  const verifiers = [
    { verify: '/webauthn/register/verify', name: 'register', kind: 'create' },
    { verify: '/webauthn/register/verify?auto', name: 'register-auto', kind: 'create' },
    { verify: '/webauthn/login/verify', name: 'login', kind: 'get' },
  ];
  for (const purpose of purposes) {
    for (const verifier of verifiers.filter(({ name }) => name !== purpose.name)) {
      test(`a challenge for ${purpose.name} does not serve ${verifier.name}: 400, and it is used up`, async () => {
        const password = 'correct horse battery';
        const name = `${purpose.name} for ${verifier.name}`;
        const vi = await signUp(server, name, password);
        await vi.addPasskey();
        await vi.browser.post('/login', { username: name, password });
        const { body } = await vi.browser.post(purpose.options);
        const respond = (kind: string) => respondTo(body['challenge'] as string, kind, vi);
        const refused = await vi.browser.post(verifier.verify, await respond(verifier.kind));
        assert.deepEqual([refused.status, refused.body['error']], [400, 'challenge_expired']);
        const own = verifiers.find(({ name: candidate }) => candidate === purpose.name)!;
        assert.equal((await vi.browser.post(own.verify, await respond(own.kind))).body['error'], 'challenge_expired');
      });
    }
  }

  /** Answers any challenge with a new passkey or with the person's own. */
  function respondTo(challenge: string, kind: string, person: Person): Promise<object> {
    if (kind === 'get') return person.authenticator.get({ challenge, rpId: 'localhost' }, { origin: server.origin });
    const user = { id: 'AAAA', name: 'x', displayName: 'x' };
    const options = { challenge, rp: { id: 'localhost', name: 'x' }, user, pubKeyCredParams: [{ type: 'public-key' as const, alg: -7 }] };
    return createAuthenticator().create(options, { origin: server.origin });
  }

  test('a body whose shape is wrong uses nothing up', async () => {
    const wes = await signUpWithPasskey(server, 'wes');
    const response = await wes.choosePasskey();
    const { clientDataJSON } = response.response;
    const wrongShapes = [
      { ...response, response: { clientDataJSON } }, { ...response, id: undefined }, { ...response, id: 'a\u0000b' }, { ...response, rawId: 7 },
      { ...response, type: 'password' }, { ...response, response: { ...response.response, signature: 'not/base64url' } },
      { ...response, response: { ...response.response, userHandle: null } }, [response],
      { ...response, response: { ...response.response, clientDataJSON: Buffer.from('not JSON').toString('base64url') } },
    ];
    for (const wrong of wrongShapes) assert.equal((await wes.browser.post('/webauthn/login/verify', wrong)).status, 400);
    assert.equal((await wes.browser.post('/webauthn/login/verify', response)).status, 200);
  });

  test('extension results, PRF bytes among them, are neither kept nor logged', async () => {
    const xi = await signUpWithPasskey(server, 'xi');
    const response = { ...(await xi.choosePasskey()), clientExtensionResults: { prf: { results: { first: 'c2VjcmV0IHByZiBieXRlcw' } } } };
    const { status, text } = await xi.browser.post('/webauthn/login/verify', response);
    assert.equal(status, 200);
    const kept = JSON.stringify([text, server.logs, await server.store.findCredential(response.id)]);
    assert.ok(!kept.includes('c2VjcmV0IHByZiBieXRlcw'));
  });
});

await describeOnBothEngines('signing in at the same moment', (engine) => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ store: engine });
  });
  after(() => server.stop());

  test('of 50 verifies of one response exactly one wins', async () => {
    const ada = await signUpWithPasskey(server, 'ada');
    for (let round = 0; round < scaled(200); round += 1) {
      const response = await ada.choosePasskey();
      const { cookie } = ada.browser;
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => {
          const tab = server.visitor();
          tab.cookie = cookie;
          return tab.post('/webauthn/login/verify', response).then(({ status }) => ({ status, cookie: tab.cookie }));
        }),
      );
      const winners = answers.filter(({ status }) => status === 200);
      assert.equal(winners.length, 1);
      assert.equal(answers.filter(({ status }) => status === 400).length, 49);
      ada.browser.cookie = winners[0]!.cookie;
    }
  });

  test('of 50 registrations with one response exactly one is stored', async () => {
    const bo = await signUp(server, 'bo');
    const response = await bo.createPasskey();
    const answers = await Promise.all(Array.from({ length: 50 }, () => bo.browser.post('/webauthn/register/verify', response)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal((await server.store.listCredentials((await server.store.findAccountByUsername('bo'))!.id)).length, 1);
  });

  test('signing out ends the session, whatever else is in flight', async () => {
    for (let round = 0; round < Math.max(5, scaled(100)); round += 1) {
      const cy = await signUpWithPasskey(server, `cy ${round}`);
      const signIns = [await cy.choosePasskey(), await cy.choosePasskey()];
      const { cookie } = cy.browser;
      const tabs = Array.from({ length: 6 }, () => {
        const tab = server.visitor();
        tab.cookie = cookie;
        return tab;
      });
      await Promise.all([
        tabs[0]!.post('/webauthn/login/options'),
        tabs[1]!.post('/webauthn/register/options'),
        cy.browser.post('/logout'),
        tabs[2]!.post('/webauthn/login/verify', signIns[0]),
        tabs[3]!.post('/webauthn/login/options'),
        tabs[4]!.get('/session'),
        tabs[5]!.post('/webauthn/login/verify', signIns[1]),
      ]);
      for (const tab of tabs) assert.deepEqual((await tab.get('/session')).body, { signedIn: false });
      const witness = server.visitor();
      witness.cookie = cookie;
      assert.deepEqual((await witness.get('/session')).body, { signedIn: false });
    }
  });
});
