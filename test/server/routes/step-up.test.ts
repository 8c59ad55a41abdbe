import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { PasskeyCreationOptions, PasskeyRequestOptions, SessionList } from '../../../src/base/contract/types.js';
import { createAuthenticator } from '../../../src/conformance/authenticator.js';
import { minutes } from '../../support/node/clock.js';
import { addAnotherPasskey, copyOf, signUp, signUpWithPasskey, type Person } from '../../support/node/people.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import { namesIn } from '../../support/node/session-names.js';
import type { Answer } from '../../support/node/visitor.js';

const password = 'correct horse battery';

describe('stepping up', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  async function currentSessionOf({ browser }: Person) {
    return (await browser.get<SessionList>('/sessions')).body.sessions.find(({ current }) => current)!;
  }

  for (const spelling of ['?step-up', '?step-up=', '?step-up=1']) {
    test(`with ${spelling} asks for one of the account's own passkeys, and for the user to be verified`, async () => {
      const ada = await signUpWithPasskey(server, `ada ${spelling}`, { transports: ['usb'] });
      const other = await addAnotherPasskey(ada, server);
      const { status, body } = await ada.browser.post<PasskeyRequestOptions>(`/webauthn/login/options${spelling}`);
      const { challenge, ...rest } = body;
      assert.equal(Buffer.from(challenge, 'base64url').length, 32);
      const descriptors = [
        { id: ada.authenticator.credentials[0]!.id, transports: ['usb'] },
        { id: other, transports: ['internal', 'hybrid'] },
      ];
      const byId = (one: { id: string }, another: { id: string }): number => (one.id < another.id ? -1 : 1);
      assert.equal(status, 200);
      assert.deepEqual(
        { ...rest, allowCredentials: rest.allowCredentials!.toSorted(byId) },
        {
          rpId: 'localhost',
          timeout: 300_000,
          userVerification: 'required',
          allowCredentials: descriptors.map((descriptor) => ({ ...descriptor, type: 'public-key' })).sort(byId),
        },
      );
    });
  }

  test('needs a user who is signed in: 401, and no session is started', async () => {
    const visitor = server.visitor();
    const { status, body } = await visitor.post('/webauthn/login/options?step-up');
    assert.deepEqual([status, body, visitor.cookie], [401, { error: 'unauthenticated' }, undefined]);
    await visitor.post('/webauthn/login/options');
    assert.equal((await visitor.post('/webauthn/login/options?step-up')).status, 401);
  });

  test('without a passkey names the ways the account has: 403', async () => {
    const [bo, cy] = [await signUp(server, 'bo', password), await signUp(server, 'cy')];
    for (const [{ browser }, methods] of [
      [bo, ['password']],
      [cy, []],
    ] as const) {
      const { status, body } = await browser.post('/webauthn/login/options?step-up');
      assert.deepEqual([status, body['error'], body['methods']], [403, 'step_up_required', methods]);
    }
  });

  test('keeps the person and the place in the list, and renews the id, the time and the method', async () => {
    const di = await signUpWithPasskey(server, 'di');
    const before = await currentSessionOf(di);
    const witness = copyOf(di, server);
    server.clock.advance(20 * minutes);
    const { status, body } = await di.stepUp();
    assert.deepEqual([status, body], [200, { verified: true }]);
    assert.deepEqual((await witness.get('/session')).body, { signedIn: false });
    const session = (await di.browser.get('/session')).body;
    assert.deepEqual(
      [namesIn(session), session['authMethod'], session['authTime']],
      [{ name: 'di', displayName: 'di' }, 'passkey-uv', server.clock.now()],
    );
    assert.deepEqual(await currentSessionOf(di), {
      ...before,
      authMethod: 'passkey-uv',
      lastSeenAt: server.clock.now(),
    });
  });

  test('by password does the same', async () => {
    const ed = await signUp(server, 'ed', password);
    const before = await currentSessionOf(ed);
    const witness = copyOf(ed, server);
    server.clock.advance(20 * minutes);
    assert.equal((await ed.browser.post('/login', { username: 'ed', password })).status, 200);
    assert.deepEqual((await witness.get('/session')).body, { signedIn: false });
    assert.deepEqual(await currentSessionOf(ed), { ...before, authMethod: 'password', lastSeenAt: server.clock.now() });
  });

  test('is not what signing in is: that begins another session', async () => {
    const flo = await signUp(server, 'flo', password);
    await flo.addPasskey();
    const first = await currentSessionOf(flo);
    server.clock.advance(1 * minutes);
    await flo.signIn();
    const second = await currentSessionOf(flo);
    assert.notEqual(second.id, first.id);
    assert.equal(second.createdAt, server.clock.now());
    await signUp(server, 'gil', password);
    await flo.browser.post('/login', { username: 'gil', password });
    assert.notEqual((await currentSessionOf(flo)).id, second.id);
  });

  const guarded: [what: string, act: (endUser: Person) => Promise<Answer>][] = [
    ['adding a passkey', ({ browser }) => browser.post('/webauthn/register/options')],
    ['removing a passkey', ({ browser }) => browser.delete('/webauthn/credentials/AAAA')],
    ['ending a session', ({ browser }) => browser.delete('/sessions/AAAA')],
    ['changing the account', ({ browser, name }) => browser.patch('/account', { displayName: name })],
  ];
  for (const [what, act] of guarded) {
    test(`opens ${what} for 5 minutes, as signing up does`, async () => {
      const hal = await signUp(server, `hal ${what}`, password);
      assert.notEqual((await act(hal)).status, 403);
      await hal.addPasskey();
      for (const authenticate of [
        () => hal.stepUp(),
        () => hal.browser.post('/login', { username: hal.name, password }),
      ]) {
        server.clock.advance(5 * minutes);
        const refused = await act(hal);
        assert.deepEqual(
          [refused.status, refused.body['error'], refused.body['methods']],
          [403, 'step_up_required', ['passkey', 'password']],
        );
        assert.equal((await authenticate()).status, 200);
        server.clock.advance(5 * minutes - 1);
        assert.notEqual((await act(hal)).status, 403);
      }
    });
  }

  test('with a passkey of another account is 400 before its signature is looked at, and changes nothing', async () => {
    const [ivy, jo] = [
      await signUpWithPasskey(server, 'ivy'),
      await signUpWithPasskey(server, 'jo', { counter: 'increasing' }),
    ];
    const { authTime } = (await ivy.browser.get('/session')).body as { authTime: number };
    server.clock.advance(6 * minutes);
    for (const faults of [[], ['signature-over-other-data'], ['wrong-rp-id-hash']] as const) {
      const { body } = await ivy.browser.post<PasskeyRequestOptions>('/webauthn/login/options?step-up');
      const response = await jo.authenticator.get(
        { ...body, allowCredentials: [] },
        { origin: server.origin, faults: [...faults] },
      );
      const refused = await ivy.browser.post('/webauthn/login/verify?step-up', response);
      assert.deepEqual(
        [refused.status, refused.body, refused.headers.get('Set-Cookie')],
        [400, { error: 'wrong_account' }, null],
      );
    }
    const session = (await ivy.browser.get('/session')).body;
    assert.deepEqual([namesIn(session), session['authTime']], [{ name: 'ivy', displayName: 'ivy' }, authTime]);
    assert.equal((await server.store.findCredential(jo.authenticator.credentials[0]!.id))?.credential.lastUsedAt, null);
  });

  test('with an unknown passkey is 404, and with the user handle of another account 400, before that', async () => {
    const [kim, lea] = [await signUpWithPasskey(server, 'kim'), await signUpWithPasskey(server, 'lea')];
    const respond = async () => {
      const { body } = await kim.browser.post<PasskeyRequestOptions>('/webauthn/login/options?step-up');
      return lea.authenticator.get({ ...body, allowCredentials: [] }, { origin: server.origin });
    };
    const unknown = await kim.browser.post('/webauthn/login/verify?step-up', {
      ...(await respond()),
      id: 'AAAA',
      rawId: 'AAAA',
    });
    assert.deepEqual([unknown.status, unknown.body['error']], [404, 'unknown_credential']);
    const { response, ...outer } = await respond();
    const mixed = await kim.browser.post('/webauthn/login/verify?step-up', {
      ...outer,
      response: { ...response, userHandle: kim.authenticator.credentials[0]!.userHandle },
    });
    assert.deepEqual([mixed.status, mixed.body['error']], [400, 'wrong_user_handle']);
  });

  test('without verification of the user is 400, and the session stays as it was', async () => {
    const max = await signUpWithPasskey(server, 'max');
    server.clock.advance(6 * minutes);
    const { status, body, headers } = await max.stepUp({ userVerified: false });
    assert.deepEqual([status, body['error'], headers.get('Set-Cookie')], [400, 'verification_failed', null]);
    assert.equal((await max.browser.get('/session')).body['authMethod'], 'signup');
    assert.equal((await max.browser.patch('/account', { displayName: 'x' })).status, 403);
  });

  test('with a wrong signature is 401, from another origin 400, with a counter that did not grow 400', async () => {
    const ned = await signUpWithPasskey(server, 'ned', { counter: 'increasing' });
    await ned.stepUp({ counter: 9 });
    assert.equal((await ned.stepUp({ faults: ['signature-over-other-data'] })).status, 401);
    assert.equal((await ned.stepUp({ origin: 'https://phisher.example' })).status, 400);
    const { status, body } = await ned.stepUp({ counter: 9 });
    assert.deepEqual([status, body['error']], [400, 'counter_not_increased']);
    const { id } = ned.authenticator.credentials[0]!;
    assert.equal((await server.store.findCredential(id))?.credential.counter, 9);
    assert.ok(server.logs.some(({ event, credentialId }) => event === 'possible-clone' && credentialId === id));
  });

  test('saves the counter, the backup state and the time of use', async () => {
    const oz = await signUpWithPasskey(server, 'oz', { counter: 'increasing', backedUp: false });
    server.clock.advance(1 * minutes);
    await oz.stepUp({ counter: 5, backedUp: true });
    const { credential } = (await server.store.findCredential(oz.authenticator.credentials[0]!.id))!;
    assert.deepEqual([credential.counter, credential.backedUp, credential.lastUsedAt], [5, true, server.clock.now()]);
  });

  test('in a session that was signed out meanwhile is 400, and signs no user in', async () => {
    const pat = await signUpWithPasskey(server, 'pat');
    const response = await pat.choosePasskey({}, '?step-up');
    const { cookie } = pat.browser;
    await pat.signOut();
    pat.browser.cookie = cookie;
    const { status, body, headers } = await pat.browser.post('/webauthn/login/verify?step-up', response);
    assert.deepEqual([status, body['error'], headers.get('Set-Cookie')], [400, 'challenge_expired', null]);
  });

  for (const way of ['passkey', 'password'] as const)
    test(`by a ${way} keeps the challenge of a passkey that is registered afterwards, for one use`, async () => {
      const ada = await signUp(server, `keeper ${way}`, password);
      if (way === 'passkey') await ada.addPasskey();
      server.clock.advance(4 * minutes);
      const { body } = await ada.browser.post<PasskeyCreationOptions>('/webauthn/register/options');
      const response = await createAuthenticator().create(body, { origin: server.origin });
      server.clock.advance(2 * minutes);
      const late = await ada.browser.post('/webauthn/register/verify', response);
      assert.deepEqual([late.status, late.body['error']], [403, 'step_up_required']);
      const again =
        way === 'passkey'
          ? await ada.stepUp()
          : await ada.browser.post('/login', { username: `keeper ${way}`, password });
      assert.equal(again.status, 200);
      assert.equal((await ada.browser.post('/webauthn/register/verify', response)).status, 200);
      const { status, body: used } = await ada.browser.post('/webauthn/register/verify', response);
      assert.deepEqual([status, used['error']], [400, 'challenge_expired']);
    });

  test('in a session that is ended between the challenge and the verification is 400 too', async () => {
    for (const operation of ['findCredential', 'stepUpWithCredential'] as const) {
      let crossing = '';
      const crossed = await startServer({
        wrapStore: (store) => ({
          ...store,
          async takeChallenge(sessionId, challenge) {
            crossing = sessionId;
            return store.takeChallenge(sessionId, challenge);
          },
          async [operation](...values: [never, never, never]) {
            await store.endSession(crossing, 0);
            return store[operation](...values) as never;
          },
        }),
      });
      const quinn = await signUpWithPasskey(crossed, 'quinn');
      const { status, body, headers } = await quinn.stepUp();
      assert.deepEqual([status, body['error'], headers.get('Set-Cookie')], [400, 'challenge_expired', null]);
      assert.deepEqual((await quinn.browser.get('/session')).body, { signedIn: false });
      await crossed.stop();
    }
  });
});
