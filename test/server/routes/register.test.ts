import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hasPostQuantum } from '../../../server/src/webauthn/public-key.js';
import { createAuthenticator, type Fault } from '../../../src/conformance/index.js';
import type { PasskeyCreationOptions } from '../../../src/base/contract/types.js';
import { minutes } from '../../support/node/clock.js';
import { addAnotherPasskey, signUp, signUpWithPasskey } from '../../support/node/people.js';
import { startServer, type TestServer } from '../../support/node/server.js';

const password = 'correct horse battery';

describe('registering a passkey', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  test('the options are those of the contract', async () => {
    const ada = await signUp(server, 'ada');
    const { status, body } = await ada.browser.post<PasskeyCreationOptions>('/webauthn/register/options');
    assert.equal(status, 200);
    const { challenge, user, ...rest } = body;
    assert.equal(Buffer.from(challenge, 'base64url').length, 32);
    assert.equal(Buffer.from(user.id, 'base64url').length, 32);
    assert.deepEqual({ name: user.name, displayName: user.displayName }, { name: 'ada', displayName: 'ada' });
    assert.deepEqual(rest, {
      rp: { id: 'localhost', name: 'Latchkey tests' },
      pubKeyCredParams: [-8, -7, -257, ...(hasPostQuantum ? [-48, -49, -50] : [])].map((alg) => ({
        type: 'public-key',
        alg,
      })),
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
      attestation: 'none',
      extensions: { prf: { eval: { first: 'bGF0Y2hrZXkgYXNrcyB3aGV0aGVyIFBSRiBleGlzdHM' } } },
    });
  });

  test('the user handle is the same every time and is not the account’s key', async () => {
    const bo = await signUp(server, 'bo');
    const [one, other] = [
      await bo.browser.post<PasskeyCreationOptions>('/webauthn/register/options'),
      await bo.browser.post<PasskeyCreationOptions>('/webauthn/register/options'),
    ];
    assert.equal(one.body.user.id, other.body.user.id);
    assert.notEqual(one.body.challenge, other.body.challenge);
    const account = await server.store.findAccountByUsername('bo');
    assert.notEqual(one.body.user.id, account?.id);
  });

  test('passkeys the account has are excluded, with their transports', async () => {
    const cy = await signUpWithPasskey(server, 'cy', { transports: ['usb', 'nfc'] });
    const { body } = await cy.browser.post<PasskeyCreationOptions>('/webauthn/register/options');
    assert.deepEqual(body.excludeCredentials, [
      { id: cy.authenticator.credentials[0]!.id, type: 'public-key', transports: ['usb', 'nfc'] },
    ]);
  });

  test('an account has no more passkeys than it may have: 409 before the ceremony and after it, until one is removed', async () => {
    const small = await startServer({ config: { passkeysPerAccount: 2 } });
    const ada = await signUp(small, 'ada');
    const third = await ada.createPasskey();
    const [first] = [await addAnotherPasskey(ada, small), await addAnotherPasskey(ada, small)];
    const refused = [
      await ada.browser.post('/webauthn/register/verify', third),
      await ada.browser.post('/webauthn/register/options'),
    ];
    for (const { status, body } of refused) assert.deepEqual([status, body['error']], [409, 'too_many_passkeys']);
    assert.equal((await ada.browser.delete(`/webauthn/credentials/${first}`)).status, 204);
    await addAnotherPasskey(ada, small);
    await small.stop();
  });

  test('unless configured otherwise those are 50', async () => {
    const collector = await signUp(server, 'collector');
    for (let count = 0; count < 50; count += 1) await addAnotherPasskey(collector, server);
    assert.equal((await collector.browser.post('/webauthn/register/options')).status, 409);
  });

  test('a passkey is stored with everything the settings page shows', async () => {
    const di = await signUp(server, 'di', undefined, {
      aaguid: '01020304-0506-0708-090a-0b0c0d0e0f10',
      backedUp: false,
      counter: 'increasing',
    });
    const { status, body } = await di.addPasskey('', { userVerified: false });
    assert.deepEqual([status, body], [200, { verified: true, backedUp: false }]);
    const [stored] = await server.store.listCredentials((await server.store.findAccountByUsername('di'))!.id);
    assert.equal(stored?.id, di.authenticator.credentials[0]!.id);
    assert.equal(stored?.aaguid, '01020304-0506-0708-090a-0b0c0d0e0f10');
    assert.deepEqual(stored?.transports, ['internal', 'hybrid']);
    assert.deepEqual([stored?.deviceType, stored?.backedUp, stored?.userVerified], ['multiDevice', false, false]);
    assert.deepEqual([stored?.createdAt, stored?.lastUsedAt, stored?.nickname], [server.clock.now(), null, null]);
  });

  test('a response without transports is stored without transports', async () => {
    const response = await signUp(server, 'ed').then(async (ed) => {
      const { response: inner, ...outer } = await ed.createPasskey();
      const { transports, ...rest } = inner;
      assert.ok(transports);
      return ed.browser.post('/webauthn/register/verify', { ...outer, response: rest });
    });
    assert.equal(response.status, 200);
    const [stored] = await server.store.listCredentials((await server.store.findAccountByUsername('ed'))!.id);
    assert.deepEqual(stored?.transports, []);
  });

  test('options for a user who is not signed in: 401', async () => {
    const { status, body } = await server.visitor().post('/webauthn/register/options');
    assert.deepEqual([status, body], [401, { error: 'unauthenticated' }]);
  });

  test('options in a session that only carries a challenge: 401', async () => {
    const visitor = server.visitor();
    await visitor.post('/webauthn/login/options');
    assert.equal((await visitor.post('/webauthn/register/options')).status, 401);
  });

  test('a response from a user who is not signed in: 400', async () => {
    const response = await (await signUp(server, 'flo')).createPasskey();
    assert.equal((await server.visitor().post('/webauthn/register/verify', response)).status, 400);
  });

  test('a response to a sign-in challenge of an anonymous session: 400, and the challenge is used up', async () => {
    const visitor = server.visitor();
    const { body: options } = await visitor.post('/webauthn/login/options');
    const response = await createAuthenticator().create(
      {
        challenge: options['challenge'] as string,
        rp: { id: 'localhost', name: 'x' },
        user: { id: 'AAAA', name: 'x', displayName: 'x' },
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      },
      { origin: server.origin },
    );
    assert.equal((await visitor.post('/webauthn/register/verify', response)).status, 400);
    assert.equal(
      (await visitor.post('/webauthn/login/verify', await signInResponse(options['challenge'] as string))).body[
        'error'
      ],
      'challenge_expired',
    );
  });

  /** A well-formed sign-in response that names `challenge`, by a user with a passkey. */
  async function signInResponse(challenge: string) {
    const someone = await signUpWithPasskey(server, `someone ${challenge}`);
    return someone.authenticator.get({ challenge, rpId: 'localhost' }, { origin: server.origin });
  }

  test('a response that does not verify: 400, the challenge is used up and nothing is stored', async () => {
    const hal = await signUp(server, 'hal');
    const { body: options } = await hal.browser.post<PasskeyCreationOptions>('/webauthn/register/options');
    const wrong = await hal.authenticator.create(options, { origin: 'https://phisher.example' });
    const refused = await hal.browser.post('/webauthn/register/verify', wrong);
    assert.deepEqual([refused.status, refused.body['error']], [400, 'verification_failed']);
    const right = await createAuthenticator().create(options, { origin: server.origin });
    const again = await hal.browser.post('/webauthn/register/verify', right);
    assert.deepEqual([again.status, again.body['error']], [400, 'challenge_expired']);
    assert.deepEqual(await server.store.listCredentials((await server.store.findAccountByUsername('hal'))!.id), []);
  });

  test('a credential id that exists, even for another account: 400, and its owner keeps it', async () => {
    const ivy = await signUpWithPasskey(server, 'ivy');
    const jo = await signUp(server, 'jo');
    const id = ivy.authenticator.credentials[0]!.id;
    const takenId: Fault = {
      what: 'carries a credential id that is taken',
      ceremonies: ['create'],
      change: { credentialId: () => new Uint8Array(Buffer.from(id, 'base64url')) },
    };
    const { body: options } = await jo.browser.post<PasskeyCreationOptions>('/webauthn/register/options');
    const response = await jo.authenticator.create(options, { origin: server.origin, faults: [takenId] });
    const refused = await jo.browser.post('/webauthn/register/verify', response);
    assert.deepEqual([refused.status, refused.body['error']], [400, 'already_registered']);
    assert.equal(
      (await server.store.findCredential(id))?.credential.userId,
      (await server.store.findAccountByUsername('ivy'))?.id,
    );
  });

  test('an authentication 5 minutes old: 403 at options and at verify, naming the ways to authenticate again', async () => {
    const lea = await signUpWithPasskey(server, 'lea');
    server.clock.advance(5 * minutes - 1);
    const { body } = await lea.browser.post<PasskeyCreationOptions>('/webauthn/register/options');
    const response = await createAuthenticator().create(body, { origin: server.origin });
    server.clock.advance(1);
    for (const refused of [
      await lea.browser.post('/webauthn/register/options'),
      await lea.browser.post('/webauthn/register/verify', response),
    ]) {
      assert.equal(refused.status, 403);
      assert.equal(refused.body['error'], 'step_up_required');
      assert.deepEqual(refused.body['methods'], ['passkey']);
    }
  });

  test('an account without a passkey steps up by password, and then registers', async () => {
    const max = await signUp(server, 'max', password);
    server.clock.advance(10 * minutes);
    const { status, body } = await max.browser.post('/webauthn/register/options');
    assert.deepEqual([status, body['methods']], [403, ['password']]);
    await max.browser.post('/login', { username: 'max', password });
    assert.equal((await max.addPasskey()).status, 200);
  });

  test('signing in with a passkey is enough to add another one', async () => {
    const ned = await signUpWithPasskey(server, 'ned');
    server.clock.advance(10 * minutes);
    assert.equal((await ned.signIn()).status, 200);
    const { body } = await ned.browser.post<PasskeyCreationOptions>('/webauthn/register/options');
    const response = await createAuthenticator().create(body, { origin: server.origin });
    assert.equal((await ned.browser.post('/webauthn/register/verify', response)).status, 200);
  });

  test('nothing in the body decides whose passkey it becomes', async () => {
    const oz = await signUp(server, 'oz');
    const pat = await signUp(server, 'pat');
    const target = (await server.store.findAccountByUsername('pat'))!.id;
    const response = await oz.createPasskey();
    const body = JSON.stringify(response).replace(
      /^\{/,
      `{"__proto__":{"userId":"${target}"},"constructor":1,"userId":"${target}","authMethod":"password",`,
    );
    const { status } = await oz.browser.send('/webauthn/register/verify', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
    });
    assert.equal(status, 200);
    assert.equal(
      (await server.store.findCredential(response.id))?.ownerHandle,
      oz.authenticator.credentials[0]!.userHandle,
    );
    assert.deepEqual(await server.store.listCredentials(target), []);
    assert.equal((await pat.browser.get('/session')).body['signedIn'], true);
  });

  for (const spelling of ['?auto', '?auto=', '?auto=1', '?x&auto=yes']) {
    test(`${spelling} creates silently after a password sign-in, without presence or verification`, async () => {
      const name = `quinn ${spelling}`;
      const quinn = await signUp(server, name, password);
      await quinn.browser.post('/login', { username: name, password });
      const { status, body } = await quinn.addPasskey(spelling, { mediation: 'conditional' });
      assert.deepEqual([status, body], [200, { verified: true, backedUp: true }]);
    });
  }

  test('the spellings of auto are one purpose', async () => {
    const ray = await signUp(server, 'ray', password);
    await ray.browser.post('/login', { username: 'ray', password });
    const response = await ray.createPasskey('?auto', { mediation: 'conditional' });
    assert.equal((await ray.browser.post('/webauthn/register/verify?auto=1', response)).status, 200);
  });

  test('without auto a response made without presence is refused', async () => {
    const sue = await signUp(server, 'sue');
    const { status, body } = await sue.addPasskey('', { mediation: 'conditional' });
    assert.deepEqual([status, body['error']], [400, 'verification_failed']);
  });

  test('auto needs a sign-in by password: signing up or a passkey is not enough', async () => {
    const tim = await signUp(server, 'tim', password);
    const afterSignUp = await tim.browser.post('/webauthn/register/options?auto');
    assert.deepEqual(
      [afterSignUp.status, afterSignUp.body['error'], afterSignUp.body['methods']],
      [403, 'step_up_required', ['password']],
    );
    await tim.addPasskey();
    await tim.signIn();
    assert.equal((await tim.browser.post('/webauthn/register/options?auto=1')).status, 403);
  });

  test('auto needs a password sign-in younger than 5 minutes, at options and at verify', async () => {
    const una = await signUp(server, 'una', password);
    await una.browser.post('/login', { username: 'una', password });
    const response = await una.createPasskey('?auto', { mediation: 'conditional' });
    server.clock.advance(5 * minutes);
    assert.equal((await una.browser.post('/webauthn/register/options?auto')).status, 403);
    assert.equal((await una.browser.post('/webauthn/register/verify?auto', response)).status, 403);
  });

  test('a challenge that was signed out with is gone, and the passkey is not stored', async () => {
    const vi = await signUp(server, 'vi');
    const response = await vi.createPasskey();
    const cookie = vi.browser.cookie;
    await vi.signOut();
    vi.browser.cookie = cookie;
    assert.equal((await vi.browser.post('/webauthn/register/verify', response)).status, 400);
    assert.equal(await server.store.findCredential(response.id), undefined);
  });
});
