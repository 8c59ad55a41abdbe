import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hasPostQuantum } from '../../../server/src/webauthn/public-key.js';
import { createAuthenticator } from '../../../src/conformance/index.js';
import type { PasskeyCreationOptions, SessionAnswer } from '../../../src/base/contract/types.js';
import { minutes } from '../../support/node/clock.js';
import { copyOf, createPerson, signUp, signUpWithPasskey } from '../../support/node/people.js';
import { startServer, type TestServer } from '../../support/node/server.js';

describe('signing up with a passkey', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  test('the options ask for a discoverable passkey of an account that does not exist yet', async () => {
    const visitor = server.visitor();
    const { status, body } = await visitor.post<PasskeyCreationOptions>('/signup/options', {
      username: ' Ada ',
      displayName: ' Ada Lovelace ',
    });
    assert.equal(status, 200);
    const { challenge, user, ...rest } = body;
    assert.equal(Buffer.from(challenge, 'base64url').length, 32);
    assert.equal(Buffer.from(user.id, 'base64url').length, 32);
    assert.deepEqual({ name: user.name, displayName: user.displayName }, { name: 'Ada', displayName: 'Ada Lovelace' });
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
    assert.deepEqual((await visitor.get('/session')).body, { signedIn: false });
  });

  test('one ceremony creates the account with its passkey and signs it in, under a new session id', async () => {
    const bo = createPerson(server, 'Bo');
    const response = await bo.beginSignUp();
    const before = copyOf(bo, server);
    const { status, body } = await bo.browser.post('/signup/verify', response);
    assert.deepEqual([status, body], [201, { verified: true, backedUp: true }]);
    const session = (await bo.browser.get<SessionAnswer>('/session')).body;
    const own = bo.authenticator.credentials[0]!;
    assert.deepEqual(session.user, { id: own.userHandle, name: 'Bo', displayName: 'Bo' });
    assert.deepEqual([session.authMethod, session.authTime], ['passkey-uv', server.clock.now()]);
    assert.deepEqual((await before.get('/session')).body, { signedIn: false });
    const account = await server.store.findAccountByUsername('bo');
    assert.deepEqual([account?.handle, account?.passwordHash], [own.userHandle, null]);
    const [stored, ...others] = await server.store.listCredentials(account!.id);
    assert.deepEqual([stored?.id, stored?.userVerified, stored?.trustedFrom, others], [own.id, true, null, []]);
  });

  test('a passkey that did not verify its user is recorded as such', async () => {
    const cy = createPerson(server, 'cy');
    assert.equal((await cy.signUpByPasskey({ userVerified: false })).status, 201);
    assert.equal((await cy.browser.get('/session')).body['authMethod'], 'passkey');
  });

  test('the account signs in again with that passkey, and can step up and add another', async () => {
    const di = createPerson(server, 'di');
    await di.signUpByPasskey();
    await di.signOut();
    server.clock.advance(10 * minutes);
    assert.equal((await di.signIn()).status, 200);
    assert.equal((await di.stepUp()).status, 200);
    assert.equal((await di.browser.post('/webauthn/register/options')).status, 200);
  });

  test('200 sign-ups that are cancelled leave no account, and the names stay free', async () => {
    const created: string[] = [];
    const watched = await startServer({
      wrapStore: (store) => ({
        ...store,
        createAccount: (account, ...rest) => {
          created.push(account.name);
          return store.createAccount(account, ...rest);
        },
        createAccountWithPasskey: (account, ...rest) => {
          created.push(account.name);
          return store.createAccountWithPasskey(account, ...rest);
        },
      }),
    });
    const visitor = watched.visitor();
    for (let count = 0; count < 200; count += 1)
      assert.equal((await visitor.post('/signup/options', { username: `ed ${count}` })).status, 200);
    assert.deepEqual(created, []);
    for (let count = 0; count < 200; count += 1)
      assert.equal(await watched.store.findAccountByUsername(`ed ${count}`), undefined);
    assert.equal((await createPerson(watched, 'ed 7').signUpByPasskey()).status, 201);
    assert.deepEqual(created, ['ed 7']);
    await watched.stop();
  });

  for (const spelling of ['FLO', ' flo ', 'ｆｌｏ', 'fl0']) {
    test(`"${spelling}" is the same name as "flo": 409 before the browser is prompted for a passkey`, async () => {
      await server.visitor().post('/signup', { username: 'flo' });
      const { status, body } = await server.visitor().post('/signup/options', { username: spelling });
      assert.deepEqual([status, body], [409, { error: 'taken' }]);
    });
  }

  test('a name that is taken meanwhile: 409 at verify, and nothing is written', async () => {
    const gil = createPerson(server, 'gil');
    const response = await gil.beginSignUp();
    await signUp(server, 'GIL');
    const refused = await gil.browser.post('/signup/verify', response);
    assert.deepEqual([refused.status, refused.body], [409, { error: 'taken' }]);
    assert.equal(await server.store.findCredential(response.id), undefined);
    assert.deepEqual((await gil.browser.get('/session')).body, { signedIn: false });
    assert.equal((await gil.browser.post('/signup/verify', response)).body['error'], 'challenge_expired');
  });

  const wrongShapes: [what: string, body: object][] = [
    ['no name', {}],
    ['white space', { username: '  ' }],
    ['a number', { username: 7 }],
    ['a name with a line break', { username: 'a\nb' }],
    ['half a surrogate pair', { username: 'a\ud800b' }],
    ['a name with a zero-width space', { username: 'a\u200bb' }],
    ['a name in two scripts', { username: 'p\u0430ypal' }],
    ['a name of 255 characters', { username: 'a'.repeat(255) }],
    ['an empty display name', { username: 'hal', displayName: '' }],
    ['a display name of white space', { username: 'hal', displayName: ' ' }],
    ['a display name that is not a string', { username: 'hal', displayName: null }],
    ['a list', ['hal']],
  ];
  for (const [what, body] of wrongShapes) {
    test(`${what}: 400, and no session is started`, async () => {
      const answer = await server.visitor().post('/signup/options', body);
      assert.deepEqual([answer.status, answer.body['error']], [400, 'bad_request']);
      assert.equal(answer.headers.get('Set-Cookie'), null);
    });
  }

  test('nothing in the body of verify decides the name or the owner of the account', async () => {
    const ivy = createPerson(server, 'ivy');
    const response = await ivy.beginSignUp();
    const { status } = await ivy.browser.post('/signup/verify', {
      ...response,
      username: 'root',
      displayName: 'Root',
      userId: 'chosen',
      handle: 'AAAA',
    });
    assert.equal(status, 201);
    assert.equal(await server.store.findAccountByUsername('root'), undefined);
    const account = await server.store.findAccountByUsername('ivy');
    assert.deepEqual([account?.displayName, account?.handle], ['ivy', ivy.authenticator.credentials[0]!.userHandle]);
  });

  test('a response in another session or in none: 400, and its own session can still use it', async () => {
    const jo = createPerson(server, 'jo');
    const response = await jo.beginSignUp();
    const other = createPerson(server, 'jo');
    await other.beginSignUp();
    for (const browser of [other.browser, server.visitor()]) {
      const { status, body } = await browser.post('/signup/verify', response);
      assert.deepEqual([status, body['error']], [400, 'challenge_expired']);
    }
    assert.equal((await jo.browser.post('/signup/verify', response)).status, 201);
  });

  test('a response that does not verify: 400, the challenge is used up and nothing is written', async () => {
    const kim = createPerson(server, 'kim');
    const { body: options } = await kim.browser.post<PasskeyCreationOptions>('/signup/options', { username: 'kim' });
    const wrong = await kim.authenticator.create(options, { origin: 'https://phisher.example' });
    const refused = await kim.browser.post('/signup/verify', wrong);
    assert.deepEqual([refused.status, refused.body['error']], [400, 'verification_failed']);
    const right = await createAuthenticator().create(options, { origin: server.origin });
    assert.equal((await kim.browser.post('/signup/verify', right)).body['error'], 'challenge_expired');
    assert.equal(await server.store.findAccountByUsername('kim'), undefined);
  });

  test('a passkey made without the presence of its user is refused', async () => {
    const lea = createPerson(server, 'lea');
    assert.equal((await lea.signUpByPasskey({ mediation: 'conditional' })).body['error'], 'verification_failed');
    assert.equal(await server.store.findAccountByUsername('lea'), undefined);
  });

  test('a sign-up that takes 5 minutes has expired: 400 and no account', async () => {
    const max = createPerson(server, 'max');
    const response = await max.beginSignUp();
    server.clock.advance(5 * minutes);
    assert.equal((await max.browser.post('/signup/verify', response)).body['error'], 'challenge_expired');
    assert.equal(await server.store.findAccountByUsername('max'), undefined);
  });

  test('a sign-in in another tab ends a sign-up that waits, and autofill that waits outlives a sign-up', async () => {
    const ned = await signUpWithPasskey(server, 'ned');
    await ned.signOut();
    const sameBrowser = { origin: server.origin, visitor: () => ned.browser };
    const newcomer = createPerson(sameBrowser, 'ned two');
    const waiting = await newcomer.beginSignUp();
    await ned.signIn();
    assert.equal((await ned.browser.post('/signup/verify', waiting)).body['error'], 'challenge_expired');
    const autofill = await ned.choosePasskey();
    assert.equal((await newcomer.signUpByPasskey()).status, 201);
    assert.equal((await ned.browser.post('/webauthn/login/verify', autofill)).status, 200);
  });

  test('a user who is signed in may sign up as another user, and the first account keeps its passkeys', async () => {
    const oz = await signUpWithPasskey(server, 'oz');
    const second = createPerson({ origin: server.origin, visitor: () => oz.browser }, 'oz two');
    assert.equal((await second.signUpByPasskey()).status, 201);
    assert.equal((await oz.browser.get<SessionAnswer>('/session')).body.user?.name, 'oz two');
    const first = await server.store.findAccountByUsername('oz');
    assert.deepEqual(
      (await server.store.listCredentials(first!.id)).map(({ id }) => id),
      oz.authenticator.credentials.map(({ id }) => id),
    );
  });

  test('accounts count for the limit of their network whichever way they sign up, and cancelled sign-ups do not', async () => {
    const limited = await startServer({ config: { limitFailures: true, signUpsPerClient: 2 } });
    const visitor = limited.visitor();
    for (let count = 0; count < 5; count += 1) await visitor.post('/signup/options', { username: `pat ${count}` });
    assert.equal((await createPerson(limited, 'pat 0').signUpByPasskey()).status, 201);
    assert.equal((await visitor.post('/signup', { username: 'pat 1' })).status, 201);
    const { status, headers, body } = await createPerson(limited, 'pat 2').signUpByPasskey();
    assert.deepEqual([status, body['error'], headers.get('Retry-After')], [429, 'rate_limited', '3600']);
    assert.equal(await limited.store.findAccountByUsername('pat 2'), undefined);
    await limited.stop();
  });
});
