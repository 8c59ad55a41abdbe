import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { PasskeyRequestOptions } from '../../../src/base/contract/types.js';
import { minutes } from '../../support/node/clock.js';
import { createPerson, signUpWithPasskey } from '../../support/node/people.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import { namesIn } from '../../support/node/session-names.js';

describe('signing in with a passkey', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  test('the options are those of the contract', async () => {
    const { status, body } = await server.visitor().post<PasskeyRequestOptions>('/webauthn/login/options');
    assert.equal(status, 200);
    const { challenge, ...rest } = body;
    assert.equal(Buffer.from(challenge, 'base64url').length, 32);
    assert.deepEqual(rest, {
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'preferred',
      allowCredentials: [],
    });
  });

  test('the person is signed in, and the method says whether the user was verified', async () => {
    const ada = await signUpWithPasskey(server, 'ada');
    for (const [userVerified, authMethod] of [
      [true, 'passkey-uv'],
      [false, 'passkey'],
    ] as const) {
      await ada.signOut();
      const { status, body } = await ada.signIn({ userVerified });
      assert.deepEqual([status, body], [200, { verified: true }]);
      const session = await ada.browser.get('/session');
      assert.deepEqual(session.body, {
        signedIn: true,
        user: { id: ada.authenticator.credentials[0]!.userHandle, name: 'ada', displayName: 'ada' },
        authMethod,
        authTime: server.clock.now(),
        expires: server.clock.now() + 1_209_600_000,
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

  test('a request that was in progress with the old cookie brings no cookie that would compete with the new one', async () => {
    const eve = await signUpWithPasskey(server, 'eve');
    await eve.signOut();
    const otherTab = server.visitor();
    await otherTab.post('/webauthn/login/options');
    eve.browser.cookie = otherTab.cookie;
    assert.equal((await eve.signIn()).status, 200);
    const late = await otherTab.post('/webauthn/login/options');
    assert.deepEqual([late.status, late.headers.get('Set-Cookie')], [200, null]);
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

  test('signing in as another user replaces the person', async () => {
    const ed = await signUpWithPasskey(server, 'ed');
    const flo = await signUpWithPasskey(server, 'flo');
    flo.browser.cookie = ed.browser.cookie;
    await flo.signIn();
    assert.deepEqual(namesIn((await flo.browser.get('/session')).body), { name: 'flo', displayName: 'flo' });
  });

  test('an unknown credential: 404 with what the provider needs to hear, and the challenge is used up', async () => {
    const ned = createPerson(server, 'ned');
    const made = await ned.authenticator.create(
      {
        challenge: 'AAAAAAAAAAAAAAAAAAAAAA',
        rp: { id: 'localhost', name: 'x' },
        user: { id: 'AAAA', name: 'x', displayName: 'x' },
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      },
      { origin: server.origin },
    );
    const response = await ned.choosePasskey();
    const { status, body } = await ned.browser.post('/webauthn/login/verify', response);
    assert.deepEqual([status, body], [404, { error: 'unknown_credential', rpId: 'localhost', credentialId: made.id }]);
    assert.equal((await ned.browser.post('/webauthn/login/verify', response)).body['error'], 'challenge_expired');
  });

  test('the user handle of another account: 400', async () => {
    const [oz, pat] = [await signUpWithPasskey(server, 'oz'), await signUpWithPasskey(server, 'pat')];
    const response = await oz.choosePasskey();
    const foreign = {
      ...response,
      response: { ...response.response, userHandle: pat.authenticator.credentials[0]!.userHandle },
    };
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

  test('a wrong signature: 401, and no user is signed in', async () => {
    const ray = await signUpWithPasskey(server, 'ray');
    await ray.signOut();
    const { status, body, headers } = await ray.signIn({ faults: ['signature-over-other-data'] });
    assert.deepEqual([status, body['error'], headers.get('Set-Cookie')], [401, 'rejected', null]);
    assert.deepEqual((await ray.browser.get('/session')).body, { signedIn: false });
  });

  test('a response from another origin: 400, and both origins in the log', async () => {
    const sue = await signUpWithPasskey(server, 'sue');
    const { status, body } = await sue.signIn({ origin: 'https://phisher.example' });
    assert.deepEqual([status, body['error']], [400, 'verification_failed']);
    assert.ok(!JSON.stringify(body).includes('phisher'));
    const { page, configured } = server.logs.findLast(({ event }) => event === 'foreign-origin')!;
    assert.deepEqual([page, configured], ['https://phisher.example', [server.origin]]);
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
    assert.deepEqual(
      server.logs.filter(({ event, credentialId }) => event === 'possible-clone' && credentialId === id).length,
      3,
    );
  });

  test('a counter of 0 is accepted after any other', async () => {
    const una = await signUpWithPasskey(server, 'una', { counter: 'increasing' });
    await una.signIn({ counter: 9 });
    assert.equal((await una.signIn({ counter: 0 })).status, 200);
  });

  test('extension results, PRF bytes among them, are neither kept nor logged', async () => {
    const xi = await signUpWithPasskey(server, 'xi');
    const response = {
      ...(await xi.choosePasskey()),
      clientExtensionResults: { prf: { results: { first: 'c2VjcmV0IHByZiBieXRlcw' } } },
    };
    const { status, text } = await xi.browser.post('/webauthn/login/verify', response);
    assert.equal(status, 200);
    const kept = JSON.stringify([text, server.logs, await server.store.findCredential(response.id)]);
    assert.ok(!kept.includes('c2VjcmV0IHByZiBieXRlcw'));
  });

  for (const [what, change] of [
    ['a user handle that is null', { response: { userHandle: null } }],
    ['an empty user handle', { response: { userHandle: '' } }],
    ['no attachment, written as null', { authenticatorAttachment: null }],
    ['no extension results, written as null', { clientExtensionResults: null }],
  ] as [string, { response?: object }][])
    test(`a response with ${what} signs in`, async () => {
      const ada = await signUpWithPasskey(server, `null ${what}`.slice(0, 30));
      await ada.signOut();
      const { body } = await ada.browser.post<PasskeyRequestOptions>('/webauthn/login/options');
      const response = await ada.authenticator.get(body, server);
      const sent = { ...response, ...change, response: { ...response.response, ...change.response } };
      assert.equal((await ada.browser.post('/webauthn/login/verify', sent)).status, 200);
    });

  test('a passkey that says otherwise than at its registration whether it may be backed up is refused: 400', async () => {
    const una = await signUpWithPasskey(server, 'wes');
    await una.signOut();
    const { status, body } = await una.signIn({ backupEligible: false, backedUp: false });
    assert.deepEqual([status, body['error']], [400, 'passkey_moved']);
    const forged = await una.signIn({ backupEligible: false, backedUp: false, faults: ['signature-over-other-data'] });
    assert.deepEqual([forged.status, forged.body['error']], [401, 'rejected']);
    assert.equal((await una.signIn({ backedUp: false })).status, 200, 'whether it is backed up may change');

    const device = await signUpWithPasskey(server, 'xia', { backupEligible: false, backedUp: false });
    await device.signOut();
    for (let count = 0; count < 20; count++)
      assert.equal((await device.signIn({ backupEligible: true })).status, 400, 'it is no guess');
    assert.equal((await device.signIn()).status, 200);
  });
});
