import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createPasswords } from '../../../server/src/accounts/passwords.js';
import { signUp } from '../../support/node/people.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import type { Answer, Visitor } from '../../support/node/visitor.js';

const password = 'correct horse battery';

describe('signing in with a password', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
    await signUp(server, 'Ada', password);
    await signUp(server, 'no password');
  });
  after(() => server.stop());

  test('as JSON: 200 and a fresh session', async () => {
    const visitor = server.visitor();
    const { status, body } = await visitor.post('/login', { username: 'Ada', password });
    assert.deepEqual([status, body], [200, {}]);
    const session = (await visitor.get('/session')).body;
    assert.deepEqual(
      [session['authMethod'], session['authTime'], (session['user'] as { name: string }).name],
      ['password', server.clock.now(), 'Ada'],
    );
  });

  test('in another case and with white space around the name', async () => {
    assert.equal((await server.visitor().post('/login', { username: ' ADA', password })).status, 200);
  });

  test('with a password in another Unicode form', async () => {
    await signUp(server, 'bo', 'caf\u00e9 au lait');
    assert.equal(
      (await server.visitor().post('/login', { username: 'bo', password: 'cafe\u0301 au lait' })).status,
      200,
    );
  });

  test('again rotates the session id', async () => {
    const visitor = server.visitor();
    await visitor.post('/login', { username: 'Ada', password });
    const first = visitor.cookie;
    await visitor.post('/login', { username: 'Ada', password });
    const witness = server.visitor();
    witness.cookie = first;
    assert.deepEqual((await witness.get('/session')).body, { signedIn: false });
  });

  test('hashes it again when the cost has changed, once, and not after a wrong password', async () => {
    const costly = await startServer({ passwords: createPasswords({ N: 4, r: 1, p: 1 }) });
    const hashOf = async (): Promise<string> => (await costly.store.findAccountByUsername('eve'))!.passwordHash!;
    await signUp(costly, 'eve', password);
    const former = await createPasswords({ N: 2, r: 1, p: 1 }).hash(password, 'tests');
    const { id } = (await costly.store.findAccountByUsername('eve'))!;
    assert.equal(await costly.store.replacePasswordHash(id, await hashOf(), former), true);

    const tryPassword = (guess: string): Promise<Answer> =>
      costly.visitor().post('/login', { username: 'eve', password: guess });
    assert.deepEqual([(await tryPassword('wrong horse battery')).status, await hashOf()], [401, former]);
    assert.equal((await tryPassword(password)).status, 200);
    const renewed = await hashOf();
    assert.match(renewed, /^scrypt\$4\$1\$1\$/);
    assert.equal((await tryPassword(password)).status, 200);
    assert.equal(await hashOf(), renewed);
    assert.equal(await costly.store.replacePasswordHash(id, former, former), false);
    await costly.stop();
  });

  const changes: [what: string, change: (browser: Visitor) => Promise<Answer>][] = [
    ['is replaced', (browser) => browser.put('/account/password', { password: 'another horse battery' })],
    ['is removed', (browser) => browser.delete('/account/password')],
  ];
  for (const [what, change] of changes)
    for (const isStepUp of [false, true])
      test(`with a password that ${what} meanwhile: 401, and ${isStepUp ? 'the session that it was to renew is no fresher' : 'no session'}`, async () => {
        const plain = createPasswords({ N: 2, r: 1, p: 1 });
        let meanwhile = async (): Promise<void> => {};
        const slow = await startServer({
          passwords: {
            ...plain,
            async matches(...values) {
              const isRight = await plain.matches(...values);
              await meanwhile();
              return isRight;
            },
          },
        });
        const owner = await signUp(slow, 'fay', password);
        assert.equal((await owner.addPasskey()).status, 200);
        const visitor = slow.visitor();
        if (isStepUp) assert.equal((await visitor.post('/login', { username: 'fay', password })).status, 200);
        const before = (await visitor.get('/session')).body;
        slow.clock.advance(1);
        meanwhile = async () => {
          meanwhile = async () => {};
          assert.equal((await change(owner.browser)).status, 204);
        };
        const answer = await visitor.post('/login', { username: 'fay', password });
        assert.deepEqual(
          [answer.status, answer.body, answer.headers.get('Set-Cookie')],
          [401, { error: 'rejected' }, null],
        );
        const isEnded = isStepUp && what === 'is removed';
        assert.deepEqual((await visitor.get('/session')).body, isEnded ? { signedIn: false } : before);
        await slow.stop();
      });

  test('at once in several browsers while its hash is renewed: 200 in each', async () => {
    const costly = await startServer({ passwords: createPasswords({ N: 4, r: 1, p: 1 }) });
    await signUp(costly, 'gus', password);
    const { id, passwordHash } = (await costly.store.findAccountByUsername('gus'))!;
    const former = await createPasswords({ N: 2, r: 1, p: 1 }).hash(password, 'tests');
    await costly.store.replacePasswordHash(id, passwordHash!, former);
    const statuses = await Promise.all(
      [1, 2, 3].map(async (network) => {
        const visitor = costly.visitor({ address: `192.0.2.${network}` });
        return (await visitor.post('/login', { username: 'gus', password })).status;
      }),
    );
    assert.deepEqual(statuses, [200, 200, 200]);
    await costly.stop();
  });

  test('to another account ends the session before', async () => {
    await signUp(server, 'Cleo', password);
    const visitor = server.visitor();
    await visitor.post('/login', { username: 'Ada', password });
    const [former, witness] = [visitor.cookie, server.visitor()];
    await visitor.post('/login', { username: 'Cleo', password });
    witness.cookie = former;
    assert.deepEqual((await witness.get('/session')).body, { signedIn: false });
  });

  const rejected = [
    ['a wrong password', { username: 'Ada', password: 'wrong horse battery' }],
    ['an unknown name', { username: 'unknown', password }],
    ['an account without a password', { username: 'no password', password }],
  ] as const;
  for (const [what, body] of rejected) {
    test(`${what}: 401, the same for all, and no cookie`, async () => {
      const answer = await server.visitor().post('/login', body);
      assert.deepEqual(
        [answer.status, answer.text, answer.headers.get('Set-Cookie')],
        [401, '{"error":"rejected"}', null],
      );
    });
    test(`${what}, in a form: back to the page`, async () => {
      const answer = await server.visitor().post('/login', new URLSearchParams(body));
      assert.deepEqual(
        [answer.status, answer.headers.get('Location'), answer.headers.get('Set-Cookie')],
        [303, '/login?error=rejected', null],
      );
    });
  }

  test('a form of a page without script: to the start page, signed in', async () => {
    const visitor = server.visitor();
    const { status, headers, text } = await visitor.post(
      '/login',
      new URLSearchParams({ username: 'Ada', password, remember: 'yes' }),
    );
    assert.deepEqual([status, headers.get('Location'), text], [303, '/', '']);
    assert.equal((await visitor.get('/session')).body['signedIn'], true);
  });

  const wrongBodies: [what: string, body: object | URLSearchParams][] = [
    ['no password', { username: 'Ada' }],
    ['no name', { password }],
    ['nothing', {}],
    ['U+0000 in the name', { username: 'Ada\u0000', password }],
    ['an empty form', new URLSearchParams()],
    [
      'a form with two names',
      new URLSearchParams([
        ['username', 'Ada'],
        ['username', 'bo'],
        ['password', password],
      ]),
    ],
  ];
  for (const [what, body] of wrongBodies) {
    test(`${what}: 400`, async () => {
      const answer = await server.visitor().post('/login', body);
      assert.deepEqual([answer.status, answer.body['error']], [400, 'bad_request']);
    });
  }

  test('a burst of sign-ins beyond what can wait: some 429, none lost, and the next one works', async () => {
    const statuses = await Promise.all(
      Array.from(
        { length: 45 },
        async () => (await server.visitor().post('/login', { username: 'unknown', password })).status,
      ),
    );
    assert.deepEqual(new Set(statuses), new Set([401, 429]));
    assert.equal((await server.visitor().post('/login', { username: 'Ada', password })).status, 200);
  });
});
