import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type {
  PasskeyCreationOptions,
  CredentialList,
  ListedCredential,
  PasskeyRequestOptions,
} from '../../../src/base/contract/types.js';
import { minutes } from '../../support/node/clock.js';
import { createAuthenticator } from '../../../src/conformance/index.js';
import {
  addAnotherPasskey,
  copyOf,
  createPerson,
  signUp,
  signUpWithPasskey,
  type Person,
} from '../../support/node/people.js';
import { startServer, type TestServer } from '../../support/node/server.js';

const password = 'correct horse battery';
const pathOf = (id: string): string => `/webauthn/credentials/${id}`;
const onlyPasskeyOf = (endUser: Person): string => endUser.authenticator.credentials[0]!.id;

describe('the passkeys of an account', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  async function list(endUser: Person): Promise<ListedCredential[]> {
    return (await endUser.browser.get<CredentialList>('/webauthn/credentials')).body.credentials;
  }

  for (const [where, attachment, device] of [
    ['on the device of the page, with its browser and system', 'platform', 'Firefox on Linux'],
    ['on another device, with nothing of the page', 'cross-platform', undefined],
  ] as const)
    test(`are listed as created ${where}`, async () => {
      const endUser = await signUp(server, `creator-${attachment}`);
      const { body } = await endUser.browser.post<PasskeyCreationOptions>('/webauthn/register/options');
      const response = await createAuthenticator({ attachment }).create(body, { origin: server.origin });
      const agent = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
      assert.equal((await endUser.browser.post('/webauthn/register/verify', response, agent)).status, 200);
      assert.deepEqual(
        (await list(endUser)).map((passkey) => passkey.device),
        [device],
      );
    });

  test('are listed with what their owner needs to tell them apart, and nothing else', async () => {
    const ada = await signUpWithPasskey(server, 'ada', {
      aaguid: '01020304-0506-0708-090a-0b0c0d0e0f10',
      backedUp: false,
    });
    const [id, createdAt] = [onlyPasskeyOf(ada), server.clock.now()];
    server.clock.advance(2 * minutes);
    await ada.signIn({ backedUp: true });
    const { status, body } = await ada.browser.get<CredentialList>('/webauthn/credentials');
    assert.deepEqual(
      [status, body],
      [
        200,
        {
          rpId: 'localhost',
          userId: ada.authenticator.credentials[0]!.userHandle,
          name: 'ada',
          displayName: 'ada',
          credentials: [
            {
              id,
              nickname: null,
              aaguid: '01020304-0506-0708-090a-0b0c0d0e0f10',
              transports: ['internal', 'hybrid'],
              deviceType: 'multiDevice',
              backedUp: true,
              createdAt,
              lastUsedAt: server.clock.now(),
            },
          ],
        },
      ],
    );
  });

  test('are listed with whether they open no vault, as the browser said when they were made', async () => {
    const nil = createPerson(server, 'nil');
    const said = (made: object, clientExtensionResults: unknown) => ({ ...made, clientExtensionResults });
    await nil.browser.post('/signup/verify', said(await nil.beginSignUp(), { prf: { enabled: false } }));
    for (const results of [{ prf: { enabled: true } }, { prf: {} }, { prf: null }, {}, undefined]) {
      server.clock.advance(1);
      const { body } = await nil.browser.post<PasskeyCreationOptions>('/webauthn/register/options');
      const made = await createAuthenticator().create(body, { origin: server.origin });
      assert.equal((await nil.browser.post('/webauthn/register/verify', said(made, results))).status, 200);
    }
    const listed = (await list(nil)).map((passkey) => ('prf' in passkey ? passkey.prf : 'not said'));
    assert.deepEqual(listed, [false, ...Array<string>(5).fill('not said')]);
  });

  test('are listed all at once, the oldest first, and to their owner only', async () => {
    const bo = await signUpWithPasskey(server, 'bo');
    const ids = [onlyPasskeyOf(bo)];
    for (let count = 0; count < 30; count += 1) {
      server.clock.advance(1);
      ids.push(await addAnotherPasskey(bo, server));
    }
    assert.deepEqual(
      (await list(bo)).map(({ id }) => id),
      ids,
    );
    assert.deepEqual(await list(await signUp(server, 'stranger to bo')), []);
  });

  test('are refused to a signed-out user: 401', async () => {
    const visitor = server.visitor();
    await visitor.post('/webauthn/login/options');
    for (const answer of [
      await visitor.get('/webauthn/credentials'),
      await visitor.patch(pathOf('AAAA'), { nickname: 'x' }),
      await visitor.delete(pathOf('AAAA')),
    ]) {
      assert.deepEqual([answer.status, answer.body], [401, { error: 'unauthenticated' }]);
    }
  });

  test('can be given a name, another name and none, also in an old session', async () => {
    const cy = await signUpWithPasskey(server, 'cy');
    server.clock.advance(10 * minutes);
    for (const [nickname, kept] of [
      ['Blue key', 'Blue key'],
      [' \u00a0My phone\u3000 ', 'My phone'],
      ['cafe\u0301', 'caf\u00e9'],
      [null, null],
    ] as const) {
      const { status, body } = await cy.browser.patch<ListedCredential>(pathOf(onlyPasskeyOf(cy)), { nickname });
      assert.deepEqual([status, body.nickname], [200, kept]);
      assert.deepEqual(await list(cy), [body]);
    }
  });

  test('can have names of 100 characters, counted without white space around them', async () => {
    const di = await signUpWithPasskey(server, 'di');
    const rename = async (nickname: string): Promise<number> =>
      (await di.browser.patch(pathOf(onlyPasskeyOf(di)), { nickname })).status;
    assert.deepEqual(
      [await rename('x'.repeat(100)), await rename('🔑'.repeat(100)), await rename(` ${'x'.repeat(100)} `)],
      [200, 200, 200],
    );
    assert.deepEqual(
      [await rename('x'.repeat(101)), await rename('🔑'.repeat(101)), await rename('\u0958'.repeat(51))],
      [400, 400, 400],
    );
  });

  const wrongNicknames: [what: string, body: object][] = [
    ['nothing', {}],
    ['a list', ['x']],
    ['a number', { nickname: 7 }],
    ['an empty text', { nickname: '' }],
    ['white space', { nickname: ' \u3000' }],
    ['nothing that can be seen', { nickname: '\u200b\ufeff' }],
    ['U+0000', { nickname: 'a\u0000b' }],
    ['a line break', { nickname: 'a\nb' }],
    ['half a surrogate pair', { nickname: 'a\ud800b' }],
    ['an object', { nickname: { toString: 'x' } }],
  ];
  for (const [what, body] of wrongNicknames) {
    test(`cannot be given ${what} for a name: 400`, async () => {
      const endUser = await signUpWithPasskey(server, `named ${what}`);
      const answer = await endUser.browser.patch(pathOf(onlyPasskeyOf(endUser)), body);
      assert.deepEqual([answer.status, answer.body['error']], [400, 'bad_request']);
      assert.equal((await list(endUser))[0]!.nickname, null);
    });
  }

  test('keep 500 hostile names as the text they are', async () => {
    const ed = await signUpWithPasskey(server, 'ed');
    const pieces = fc.constantFrom(
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "';drop table credentials;--",
      '${7*7}',
      '{{7*7}}',
      '%00',
      '\\u0000',
      '&lt;',
      '__proto__',
      'javascript:',
      '\u202e',
      '\u200d',
      '\ufeff',
      '?',
      '$1',
      '\\',
      '`',
      '🔑',
      'é',
      '\u2028',
      'null',
    );
    const hostile = fc
      .array(pieces, { minLength: 1, maxLength: 4 })
      .map((list) => list.join(' ').slice(0, 100).trim().normalize('NFC'));
    await fc.assert(
      fc.asyncProperty(hostile, async (nickname) => {
        fc.pre(!/^[\s\p{Default_Ignorable_Code_Point}]*$|\p{Surrogate}/u.test(nickname));
        const { status, body } = await ed.browser.patch<ListedCredential>(pathOf(onlyPasskeyOf(ed)), { nickname });
        assert.deepEqual([status, body.nickname, (await list(ed))[0]!.nickname], [200, nickname, nickname]);
      }),
      { numRuns: 500, seed: 20_300_101 },
    );
    assert.deepEqual(
      server.logs.filter(({ level }) => level === 'error'),
      [],
    );
  });

  test('change in nothing but their name, whatever else the body holds', async () => {
    const flo = await signUpWithPasskey(server, 'flo');
    const body = {
      nickname: 'x',
      id: 'AAAA',
      userId: 'someone',
      counter: 99,
      backedUp: false,
      publicKey: 'AAAA',
      ['__proto__']: { nickname: 'y' },
    };
    const before = await server.store.findCredential(onlyPasskeyOf(flo));
    await flo.browser.patch(pathOf(onlyPasskeyOf(flo)), body);
    assert.deepEqual((await server.store.findCredential(onlyPasskeyOf(flo)))?.credential, {
      ...before!.credential,
      nickname: 'x',
    });
  });

  test('do not exist for anybody else: 404 to name or to remove them, and nothing happens', async () => {
    const [gil, hal] = [await signUpWithPasskey(server, 'gil'), await signUpWithPasskey(server, 'hal')];
    for (const id of [onlyPasskeyOf(gil), 'AAAA']) {
      for (const answer of [
        await hal.browser.patch(pathOf(id), { nickname: 'mine' }),
        await hal.browser.delete(pathOf(id)),
      ]) {
        assert.deepEqual([answer.status, answer.body], [404, { error: 'not_found' }]);
      }
    }
    assert.equal((await list(gil))[0]!.nickname, null);
  });

  for (const id of ['%00', 'a%00b', 'A', 'AA==', 'a%2Fb', '%E0%A4%A', '%F0%9F%94%91', '..%2f..', '*']) {
    test(`have no id like ${id}: 400`, async () => {
      const endUser = await signUpWithPasskey(server, `asks for ${id}`);
      assert.equal((await endUser.browser.patch(pathOf(id), { nickname: 'x' })).status, 400);
      assert.equal((await endUser.browser.delete(pathOf(id))).status, 400);
    });
  }

  test('sign no user in any more once they are removed, and leave the others and the session that removed them as they are', async () => {
    const ivy = await signUpWithPasskey(server, 'ivy');
    const other = await addAnotherPasskey(ivy, server);
    await ivy.signIn();
    const pending = await ivy.choosePasskey();
    const { status, text } = await ivy.browser.delete(pathOf(onlyPasskeyOf(ivy)));
    assert.deepEqual([status, text], [204, '']);
    assert.deepEqual(
      (await list(ivy)).map(({ id }) => id),
      [other],
    );
    assert.equal((await ivy.browser.get('/session')).body['signedIn'], true);
    assert.equal((await ivy.browser.delete(pathOf(onlyPasskeyOf(ivy)))).status, 404);
    assert.deepEqual((await ivy.browser.post('/webauthn/login/verify', pending)).body['error'], 'unknown_credential');
    await ivy.signOut();
    assert.equal((await ivy.signIn()).status, 404);
  });

  test('end the other sessions that began with them, and the apps that were installed there, and no others', async () => {
    const jo = await signUpWithPasskey(server, 'jody');
    await jo.browser.put('/account/password', { password: 'correct horse battery' });
    const elsewhere = { ...jo, browser: server.visitor() };
    const kept = server.visitor();
    await kept.post('/login', { username: 'jody', password: 'correct horse battery' });
    const { body: options } = await elsewhere.browser.post<PasskeyRequestOptions>('/webauthn/login/options');
    const response = await jo.authenticator.get(options, { origin: server.origin });
    assert.equal((await elsewhere.browser.post('/webauthn/login/verify', response)).status, 200);
    const installed = copyOf(elsewhere, server);
    assert.equal((await installed.post('/sessions')).status, 201);
    const installedHere = copyOf(jo, server);
    assert.equal((await installedHere.post('/sessions')).status, 201);
    await jo.stepUp();
    assert.equal((await jo.browser.delete(pathOf(onlyPasskeyOf(jo)))).status, 204);
    const browsers = [jo.browser, installedHere, elsewhere.browser, installed, kept];
    const signedIn = await Promise.all(
      browsers.map(async (browser) => (await browser.get('/session')).body['signedIn']),
    );
    assert.deepEqual(signedIn, [true, true, false, false, true]);
  });

  test('end the sessions of installed apps that go back to them, also when the browser has signed out', async () => {
    const jill = await signUpWithPasskey(server, 'jill');
    await addAnotherPasskey(jill, server);
    const elsewhere = { ...jill, browser: server.visitor() };
    const { body: options } = await elsewhere.browser.post<PasskeyRequestOptions>('/webauthn/login/options');
    const response = await jill.authenticator.get(options, { origin: server.origin });
    assert.equal((await elsewhere.browser.post('/webauthn/login/verify', response)).status, 200);
    const installed = copyOf(elsewhere, server);
    assert.equal((await installed.post('/sessions')).status, 201);
    assert.equal((await elsewhere.browser.post('/logout')).status, 200);
    assert.equal((await installed.get('/session')).body['signedIn'], true);
    assert.equal((await jill.browser.delete(pathOf(onlyPasskeyOf(jill)))).status, 204);
    assert.equal((await installed.get('/session')).body['signedIn'], false);
  });

  test('stay if one is the last way into the account: 409', async () => {
    const jo = await signUpWithPasskey(server, 'jo');
    const { status, body } = await jo.browser.delete(pathOf(onlyPasskeyOf(jo)));
    assert.deepEqual([status, body['error']], [409, 'last_way_in']);
    await jo.signOut();
    assert.equal((await jo.signIn()).status, 200);
  });

  test('can all go from an account that has a password', async () => {
    const kim = await signUp(server, 'kim', password);
    await kim.addPasskey();
    assert.equal((await kim.browser.delete(pathOf(onlyPasskeyOf(kim)))).status, 204);
    assert.equal((await server.visitor().post('/login', { username: 'kim', password })).status, 200);
  });

  test('are not removed by an authentication 5 minutes old: 403 with the ways to authenticate again', async () => {
    const lea = await signUp(server, 'lea', password);
    await lea.addPasskey();
    server.clock.advance(5 * minutes);
    const { status, body } = await lea.browser.delete(pathOf(onlyPasskeyOf(lea)));
    assert.deepEqual([status, body['error'], body['methods']], [403, 'step_up_required', ['passkey', 'password']]);
    assert.equal((await lea.stepUp()).status, 200);
    assert.equal((await lea.browser.delete(pathOf(onlyPasskeyOf(lea)))).status, 204);
  });

  test('that a sign-in names while they are removed are unknown, not cloned', async () => {
    const crossed = await startServer({
      wrapStore: (store) => ({
        ...store,
        async signInWithCredential(use, session, previousId) {
          await store.removeCredential(use.credentialId, use.userId);
          return store.signInWithCredential(use, session, previousId);
        },
      }),
    });
    const max = await signUpWithPasskey(crossed, 'max');
    await addAnotherPasskey(max, crossed);
    const { status, body } = await max.signIn();
    assert.deepEqual([status, body['error'], crossed.logs], [404, 'unknown_credential', []]);
    await crossed.stop();
  });
});

describe('/.well-known/passkey-endpoints', () => {
  test('names the page where passkeys are created and managed, on the first origin, for anyone', async () => {
    const server = await startServer({ config: { origins: ['https://example.com', 'https://example.org'] } });
    const { status, body } = await server.visitor({ headers: {} }).get('/.well-known/passkey-endpoints');
    assert.deepEqual(
      [status, body],
      [
        200,
        {
          enroll: 'https://example.com/home',
          manage: 'https://example.com/home',
          prfUsageDetails: 'https://example.com/docs/vault',
        },
      ],
    );
    await server.stop();
  });
});
