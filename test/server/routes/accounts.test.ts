import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { PasskeyCreationOptions } from '../../../src/base/contract/types.js';
import { createPasswords } from '../../../server/src/accounts/passwords.js';
import { minutes } from '../../support/node/clock.js';
import { signUp, signUpWithPasskey } from '../../support/node/people.js';
import { namesIn } from '../../support/node/session-names.js';
import { startServer, type TestServer } from '../../support/node/server.js';

/** The account's names in an answer of `GET /session`. */
describe('signing up', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  test('creates an account and signs it in', async () => {
    const visitor = server.visitor();
    const { status, body } = await visitor.post('/signup', { username: 'Ada Lovelace' });
    assert.deepEqual([status, body], [201, {}]);
    const session = await visitor.get('/session');
    assert.deepEqual(namesIn(session.body), { name: 'Ada Lovelace', displayName: 'Ada Lovelace' });
    assert.deepEqual([session.body['authMethod'], session.body['authTime']], ['signup', server.clock.now()]);
  });

  test('replaces the anonymous session, whose id is worth nothing afterwards', async () => {
    const visitor = server.visitor();
    await visitor.post('/webauthn/login/options');
    const anonymous = visitor.cookie;
    await visitor.post('/signup', { username: 'bo' });
    const witness = server.visitor();
    witness.cookie = anonymous;
    assert.deepEqual((await witness.get('/session')).body, { signedIn: false });
  });

  for (const spelling of ['CY', ' cy ', 'ｃｙ']) {
    test(`"${spelling}" is the same name as "cy": 409`, async () => {
      await server.visitor().post('/signup', { username: 'cy' });
      const { status, body } = await server.visitor().post('/signup', { username: spelling });
      assert.deepEqual([status, body], [409, { error: 'taken' }]);
    });
  }

  test('a name that looks like another is that name: 409 at the sign-up and at a change, and signing in tells them apart', async () => {
    await server.visitor().post('/signup', { username: 'coca', password: 'correct horse battery' });
    for (const lookalike of ['соса', 'c0ca', 'C0CA'])
      assert.equal((await server.visitor().post('/signup', { username: lookalike })).status, 409, lookalike);
    const other = await signUp(server, 'zoe');
    assert.equal((await other.browser.patch('/account', { name: 'соса' })).status, 409);
    assert.equal((await other.browser.patch('/account', { name: 'ZOE' })).status, 200);
    const login = { username: 'c0ca', password: 'correct horse battery' };
    assert.equal((await server.visitor().post('/login', login)).status, 401);
  });

  test('of many who ask for a name at once one gets it', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await server.visitor().post('/signup', { username: 'di' })).status),
    );
    assert.deepEqual(
      statuses.filter((status) => status !== 409),
      [201],
    );
  });

  const wrongShapes: [what: string, body: object][] = [
    ['no name', {}],
    ['an empty name', { username: '' }],
    ['white space', { username: '  ' }],
    ['a number', { username: 7 }],
    ['a name with U+0000', { username: 'a\u0000b' }],
    ['a name with a line break', { username: 'a\nb' }],
    ['an invisible name to show', { displayName: '\u200b\u2060' }],
    ['half a surrogate pair', { username: 'a\ud800b' }],
    ['a name with a zero-width space', { username: 'a\u200bb' }],
    ['a name in two scripts', { username: 'p\u0430ypal' }],
    ['a name of 255 characters', { username: 'a'.repeat(255) }],
    ['a short password', { username: 'ed', password: '1234567' }],
    ['an empty password', { username: 'ed', password: '' }],
    ['a password that is not a string', { username: 'ed', password: null }],
    ['a list', ['ed']],
  ];
  for (const [what, body] of wrongShapes) {
    test(`${what}: 400`, async () => {
      const answer = await server.visitor().post('/signup', body);
      assert.deepEqual([answer.status, answer.body['error']], [400, 'bad_request']);
    });
  }

  test('other members of the body have no effect', async () => {
    const visitor = server.visitor();
    await visitor.post('/signup', {
      username: 'flo',
      id: 'chosen',
      handle: 'chosen',
      authMethod: 'passkey-uv',
      displayName: 'Admin',
    });
    const account = await server.store.findAccountByUsername('flo');
    assert.notEqual(account?.id, 'chosen');
    assert.notEqual(account?.handle, 'chosen');
    assert.equal(account?.displayName, 'flo');
    assert.equal((await visitor.get('/session')).body['authMethod'], 'signup');
  });

  test('a form of a page without script creates an account with a password, and goes on to the start page', async () => {
    const visitor = server.visitor();
    const fields = { username: 'kim', password: 'correct horse battery' };
    const { status, headers } = await visitor.post('/signup', new URLSearchParams(fields));
    assert.deepEqual([status, headers.get('Location')], [303, '/']);
    assert.deepEqual(namesIn((await visitor.get('/session')).body), { name: 'kim', displayName: 'kim' });
    const again = await server.visitor().post('/signup', new URLSearchParams(fields), { Accept: 'text/html' });
    assert.equal(again.status, 409);
    assert.match(again.text, /That name is taken\./);
    const empty = new URLSearchParams({ username: 'lou', password: '' });
    assert.equal((await server.visitor().post('/signup', empty)).status, 400);
    assert.equal(await server.store.findAccountByUsername('lou'), undefined);
  });

  test('a user who is signed in may sign up again as another user', async () => {
    const gil = await signUp(server, 'gil');
    assert.equal((await gil.browser.post('/signup', { username: 'gil two' })).status, 201);
    assert.deepEqual(namesIn((await gil.browser.get('/session')).body), { name: 'gil two', displayName: 'gil two' });
  });

  test('keeps no password, only a salted hash with its parameters', async () => {
    const costly = await startServer({ passwords: createPasswords() });
    await signUp(costly, 'hal', 'correct horse battery');
    await signUp(costly, 'ivy', 'correct horse battery');
    const [one, other] = await Promise.all(['hal', 'ivy'].map((name) => costly.store.findAccountByUsername(name)));
    assert.match(one!.passwordHash!, /^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
    assert.notEqual(one!.passwordHash, other!.passwordHash);
    await costly.stop();
  });
});

describe('reading the account', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  test('names the ways to sign in to it, also when there is none', async () => {
    const methodsOf = async ({ browser }: Awaited<ReturnType<typeof signUp>>) =>
      (await browser.get<{ methods: string[] }>('/account')).body.methods;
    assert.deepEqual(await methodsOf(await signUp(server, 'without')), []);
    assert.deepEqual(await methodsOf(await signUp(server, 'typist', 'correct horse battery')), ['password']);
    assert.deepEqual(await methodsOf(await signUpWithPasskey(server, 'modern')), ['passkey']);
  });
});

describe('changing the account', () => {
  const password = 'correct horse battery';
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  test('changes what is given and leaves the rest', async () => {
    const { browser } = await signUp(server, 'ada');
    const changes: [body: object, answer: object][] = [
      [{ displayName: 'Ada Lovelace' }, { name: 'ada', displayName: 'Ada Lovelace' }],
      [{ name: 'ada.l' }, { name: 'ada.l', displayName: 'Ada Lovelace' }],
      [
        { name: ' Ada King ', displayName: '\u3000Countess' },
        { name: 'Ada King', displayName: 'Countess' },
      ],
    ];
    for (const [change, names] of changes) {
      const { status, body } = await browser.patch('/account', change);
      assert.deepEqual([status, body], [200, names]);
      assert.deepEqual(namesIn((await browser.get('/session')).body), names);
    }
  });

  test('changes the name one signs in with, and sets the old one free', async () => {
    const { browser } = await signUp(server, 'bo', password);
    await browser.patch('/account', { name: 'Bo Two' });
    const statusAs = async (username: string): Promise<number> =>
      (await server.visitor().post('/login', { username, password })).status;
    assert.deepEqual([await statusAs('bo'), await statusAs('bo two')], [401, 200]);
    assert.equal((await server.visitor().post('/signup', { username: 'BO' })).status, 201);
  });

  test('shows in the options of the next passkey, under the same user handle', async () => {
    const cy = await signUpWithPasskey(server, 'cy');
    await cy.browser.patch('/account', { name: 'cy new', displayName: 'Cy' });
    const { user } = (await cy.browser.post<PasskeyCreationOptions>('/webauthn/register/options')).body;
    assert.deepEqual(user, { id: cy.authenticator.credentials[0]!.userHandle, name: 'cy new', displayName: 'Cy' });
  });

  for (const [index, spelling] of ['di', ' DI ', '\uff44\uff49'].entries()) {
    test(`to "${spelling}" is 409 when "di" is the name of another user, and changes nothing`, async () => {
      await server.visitor().post('/signup', { username: 'di' });
      const name = `wants a name ${index}`;
      const { browser } = await signUp(server, name);
      const { status, body } = await browser.patch('/account', { name: spelling, displayName: 'x' });
      assert.deepEqual([status, body], [409, { error: 'taken' }]);
      assert.deepEqual(namesIn((await browser.get('/session')).body), { name, displayName: name });
    });
  }

  test('to another spelling of the own name is no conflict', async () => {
    const { browser } = await signUp(server, 'ed');
    assert.deepEqual((await browser.patch('/account', { name: 'ED' })).body, { name: 'ED', displayName: 'ed' });
  });

  test('of an authentication 5 minutes old is 403, before anybody hears that a name is taken', async () => {
    await server.visitor().post('/signup', { username: 'flo' });
    const { browser } = await signUp(server, 'gil', password);
    server.clock.advance(5 * minutes);
    const { status, body } = await browser.patch('/account', { name: 'flo' });
    assert.deepEqual([status, body['error'], body['methods']], [403, 'step_up_required', ['password']]);
  });

  test('is refused to a signed-out user: 401', async () => {
    assert.equal((await server.visitor().patch('/account', { name: 'x' })).status, 401);
  });

  const wrongChanges: [what: string, body: object][] = [
    ['nothing', {}],
    ['other members only', { username: 'x', address: 'x@example.com' }],
    ['an empty name', { name: '' }],
    ['white space', { name: ' \u00a0' }],
    ['a name that is null', { name: null }],
    ['a number', { displayName: 7 }],
    ['U+0000', { name: 'a\u0000b' }],
    ['a line break', { displayName: 'a\nb' }],
    ['half a surrogate pair', { displayName: 'a\udc00b' }],
    ['255 characters', { name: 'a'.repeat(255) }],
    ['a list', [{ name: 'x' }]],
    ['a wrong name beside a right one', { name: ' ', displayName: 'x' }],
  ];
  for (const [what, body] of wrongChanges) {
    test(`to ${what} is 400, and changes nothing`, async () => {
      const name = `given ${what}`;
      const { browser } = await signUp(server, name);
      const answer = await browser.patch('/account', body);
      assert.deepEqual([answer.status, answer.body['error']], [400, 'bad_request']);
      assert.deepEqual(namesIn((await browser.get('/session')).body), { name, displayName: name });
    });
  }

  test('changes nothing but names, whatever else the body holds', async () => {
    const { browser } = await signUp(server, 'hal', password);
    const before = await server.store.findAccountByUsername('hal');
    await browser.patch('/account', {
      displayName: 'Hal',
      id: 'chosen',
      handle: 'chosen',
      passwordHash: 'x',
      username: 'root',
      ['__proto__']: { name: 'root' },
    });
    assert.deepEqual(await server.store.findAccountByUsername('hal'), { ...before, displayName: 'Hal' });
  });
});
