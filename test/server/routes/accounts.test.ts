import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { signUp } from '../../support/node/people.js';
import { startServer, type TestServer } from '../../support/node/server.js';

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
    assert.deepEqual(session.body['user'], { name: 'Ada Lovelace', displayName: 'Ada Lovelace' });
    assert.deepEqual([session.body['authMethod'], session.body['authTime']], ['signup', server.clock.now()]);
  });

  test('takes the place of the anonymous session, whose id is worth nothing afterwards', async () => {
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

  test('of many who ask for a name at once one gets it', async () => {
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await server.visitor().post('/signup', { username: 'di' })).status));
    assert.deepEqual(statuses.filter((status) => status !== 409), [201]);
  });

  const wrongShapes: [what: string, body: object][] = [
    ['no name', {}], ['an empty name', { username: '' }], ['white space', { username: '  ' }], ['a number', { username: 7 }],
    ['a name with U+0000', { username: 'a\u0000b' }], ['a name with a line break', { username: 'a\nb' }],
    ['half a surrogate pair', { username: 'a\ud800b' }], ['a name of 255 characters', { username: 'a'.repeat(255) }],
    ['a short password', { username: 'ed', password: '1234567' }], ['an empty password', { username: 'ed', password: '' }],
    ['a password that is no text', { username: 'ed', password: null }], ['a list', ['ed']],
  ];
  for (const [what, body] of wrongShapes) {
    test(`${what}: 400`, async () => {
      const answer = await server.visitor().post('/signup', body);
      assert.deepEqual([answer.status, answer.body['error']], [400, 'bad_request']);
    });
  }

  test('other members of the body have no effect', async () => {
    const visitor = server.visitor();
    await visitor.post('/signup', { username: 'flo', id: 'chosen', handle: 'chosen', authMethod: 'passkey-uv', displayName: 'Admin' });
    const account = await server.store.findAccountByUsername('flo');
    assert.notEqual(account?.id, 'chosen');
    assert.notEqual(account?.handle, 'chosen');
    assert.equal(account?.displayName, 'flo');
    assert.equal((await visitor.get('/session')).body['authMethod'], 'signup');
  });

  test('somebody who is signed in may sign up again as somebody else', async () => {
    const gil = await signUp(server, 'gil');
    assert.equal((await gil.browser.post('/signup', { username: 'gil two' })).status, 201);
    assert.deepEqual((await gil.browser.get('/session')).body['user'], { name: 'gil two', displayName: 'gil two' });
  });

  test('keeps no password, only a salted hash with its parameters', async () => {
    await signUp(server, 'hal', 'correct horse battery');
    await signUp(server, 'ivy', 'correct horse battery');
    const [one, other] = await Promise.all(['hal', 'ivy'].map((name) => server.store.findAccountByUsername(name)));
    assert.match(one!.passwordHash!, /^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
    assert.notEqual(one!.passwordHash, other!.passwordHash);
  });
});
