import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { PasskeyRequestOptions } from '../../../src/base/contract/types.js';
import { days, minutes } from '../../support/node/clock.js';
import { receiveCode, verifyAddress } from '../../support/node/codes.js';
import { copyOf, signUp, signUpWithPasskey, type Person } from '../../support/node/people.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import type { Visitor } from '../../support/node/visitor.js';

const password = 'correct horse battery';
const another = 'staple of another horse';

async function isSignedIn(browser: Visitor): Promise<boolean> {
  return (await browser.get('/session')).body['signedIn'] as boolean;
}

async function methodsOf(browser: Visitor): Promise<unknown> {
  return (await browser.get('/account')).body['methods'];
}

describe('the password of an account', () => {
  let server: TestServer;
  /** Signed up with a verified address. */
  let grace: Promise<Person> | undefined;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  /** The status of a sign-in by password in a new browser. */
  async function signInWith(username: string, chosen: string): Promise<number> {
    return (await server.visitor().post('/login', { username, password: chosen })).status;
  }

  test('is set for an account without one, which can then sign in with it', async () => {
    const { browser } = await signUp(server, 'ada');
    assert.equal(await signInWith('ada', password), 401);
    const { status, text } = await browser.put('/account/password', { password });
    assert.deepEqual([status, text], [204, '']);
    assert.equal(await signInWith('ada', password), 200);
    assert.deepEqual(await methodsOf(browser), ['password']);
  });

  test('is replaced: the old one no longer signs in, and the other sessions continue', async () => {
    const { browser } = await signUp(server, 'bo', password);
    const elsewhere = server.visitor();
    await elsewhere.post('/login', { username: 'bo', password });
    assert.equal((await browser.put('/account/password', { password: another })).status, 204);
    assert.equal(await signInWith('bo', password), 401);
    assert.equal(await signInWith('bo', another), 200);
    assert.equal(await isSignedIn(elsewhere), true);
  });

  for (const [what, chosen] of [
    ['seven characters', 'seven77'],
    ['1,025 characters', 'x'.repeat(1025)],
    ['a number', 12345678],
    ['nothing', undefined],
  ] as const)
    test(`that is ${what} is refused, and the old one stays`, async () => {
      const name = `cy ${what.replace(',', '')}`;
      const { browser } = await signUp(server, name, password);
      assert.equal((await browser.put('/account/password', { password: chosen })).status, 400);
      assert.equal(await signInWith(name, password), 200);
    });

  for (const [what, chosen] of [
    ['common', 'password'],
    ['common in another case', 'PassWord1'],
    ['common in full width', '１２３４５６７８'],
    ['eight spaces', ' '.repeat(8)],
    ['one character again and again', 'x'.repeat(12)],
    ['a series', 'hgfedcba'],
    ['the name of its owner', 'Grace Hopper'],
    ['their name without a space, with digits', 'gracehopper-1906!'],
    ['their address', 'grace.hopper@example.com'],
    ['the name of the app', 'Latchkey tests 1'],
  ] as const)
    test(`that is ${what} is refused by its own word, and the old one stays`, async () => {
      const name = 'grace hopper';
      const person = await (grace ??= signUp(server, name, password).then(async (member) => {
        await verifyAddress(server, member, 'grace.hopper@example.com');
        return member;
      }));
      const { status, body } = await person.browser.put('/account/password', { password: chosen });
      assert.deepEqual([status, body['error']], [400, 'common_password']);
      assert.equal(await signInWith(name, password), 200);
    });

  test('that is common or the name is refused at a sign-up too, and leaves no account', async () => {
    for (const [username, chosen] of [
      ['common', 'password'],
      // no common word itself
      ['thorvaldina', 'Thorvaldina'],
    ]) {
      const { status, body } = await server.visitor().post('/signup', { username, password: chosen });
      assert.deepEqual([status, body['error']], [400, 'common_password']);
      assert.equal((await server.visitor().post('/signup', { username, password })).status, 201);
    }
  });

  for (const [length, chosen] of [
    ['8', 'Eight 8!'],
    ['64', 'Aa'.repeat(32)],
    ['1,024', 'Aa'.repeat(512)],
  ] as const)
    test(`that has ${length} characters is taken, and counts whole and in its case`, async () => {
      const name = `lin ${length.replace(',', '')}`;
      const { browser } = await signUp(server, name);
      assert.equal((await browser.put('/account/password', { password: chosen })).status, 204);
      for (const wrong of [chosen.slice(0, -1), `${chosen.slice(0, -1)}x`, ` ${chosen}`, chosen.toLowerCase()])
        assert.notEqual(await signInWith(name, wrong), 200, wrong);
      assert.equal(await signInWith(name, chosen), 200);
      assert.equal((await server.visitor().post('/signup', { username: `${name} b`, password: chosen })).status, 201);
    });

  test('is as long at a sign-up as later', async () => {
    for (const chosen of ['seven77', 'x'.repeat(1025)])
      assert.equal((await server.visitor().post('/signup', { username: 'lo', password: chosen })).status, 400);
    assert.equal(await server.store.findAccountByUsername('lo'), undefined);
  });

  test('cannot be set or removed after 5 minutes without authenticating again', async () => {
    const { browser } = await signUp(server, 'di', password);
    server.clock.advance(5 * minutes);
    const change = await browser.put('/account/password', { password: another });
    assert.deepEqual([change.status, change.body['methods']], [403, ['password']]);
    assert.equal((await browser.delete('/account/password')).status, 403);
    assert.equal(await signInWith('di', password), 200);
  });

  /** Signs the owner of the address in with a code. */
  async function signInByCode(browser: Visitor, address: string): Promise<void> {
    const code = await receiveCode(server, browser, address);
    assert.equal((await browser.post('/otp/verify', { code })).status, 200);
  }

  test('that was forgotten is reset after a sign-in with a code, and is trusted a day later', async () => {
    const eve = await signUp(server, 'eve', password);
    await verifyAddress(server, eve, 'eve@example.com');
    const [elsewhere, browser] = [server.visitor(), server.visitor()];
    await elsewhere.post('/login', { username: 'eve', password });
    await signInByCode(browser, 'eve@example.com');
    const sent = (await server.sent()).length;
    assert.equal((await browser.put('/account/password', { password: another })).status, 204);
    assert.deepEqual(
      (await server.sent()).slice(sent).map(({ subject }) => subject.split(':')[0]),
      ['The password of your account was reset'],
    );
    assert.deepEqual([await signInWith('eve', password), await signInWith('eve', another)], [401, 200]);
    assert.deepEqual(await Promise.all([elsewhere, browser].map(isSignedIn)), [false, true]);
    const { body } = await browser.get<{ events: { type: string }[] }>('/security-events');
    assert.ok(body.events.some(({ type }) => type === 'password-reset'));

    const next = server.visitor();
    await next.post('/login', { username: 'eve', password: another });
    const { body: session } = await next.get('/session');
    assert.equal(session['recoveryUntil'], server.clock.now() + 1 * days);
    for (const refused of [
      await next.put('/account/password', { password }),
      await next.patch('/account', { email: null }),
      await next.delete('/account'),
      await next.delete('/sessions'),
    ])
      assert.deepEqual([refused.status, (refused.body['methods'] as string[]).includes('password')], [403, false]);

    server.clock.advance(1 * days);
    await next.post('/login', { username: 'eve', password: another });
    assert.equal((await next.get('/session')).body['recoveryUntil'], undefined);
    assert.equal((await next.put('/account/password', { password })).status, 204);
  });

  test('that was reset makes passkeys that are added with it wait as long', async () => {
    const ida = await signUp(server, 'ida', password);
    await verifyAddress(server, ida, 'ida@example.com');
    await ida.signOut();
    await signInByCode(ida.browser, 'ida@example.com');
    assert.equal((await ida.browser.put('/account/password', { password: another })).status, 204);
    const trustedFrom = server.clock.now() + 1 * days;
    await ida.browser.post('/login', { username: 'ida', password: another });
    await ida.addPasskey();
    const { body } = await ida.browser.get<{ credentials: { trustedFrom?: number }[] }>('/webauthn/credentials');
    assert.deepEqual(
      body.credentials.map((credential) => credential.trustedFrom),
      [trustedFrom],
    );
  });

  test('is trusted at once when an older factor sets it', async () => {
    const jo = await signUp(server, 'jo', password);
    await jo.addPasskey();
    await verifyAddress(server, jo, 'jo@example.com');
    const browser = server.visitor();
    await signInByCode(browser, 'jo@example.com');
    assert.equal((await browser.put('/account/password', { password: another })).status, 204);
    assert.equal(await isSignedIn(jo.browser), false, 'the session began with that password');
    await jo.signIn();
    assert.equal((await jo.browser.put('/account/password', { password })).status, 204);
    assert.equal((await jo.browser.get('/session')).body['recoveryUntil'], undefined);
    const next = server.visitor();
    await next.post('/login', { username: 'jo', password });
    assert.equal((await next.delete('/sessions')).status, 200);
  });

  test('cannot be set with a code where the account has none, or 5 minutes later', async () => {
    const kay = await signUp(server, 'kay');
    await kay.addPasskey();
    await verifyAddress(server, kay, 'kay@example.com');
    await kay.signOut();
    await signInByCode(kay.browser, 'kay@example.com');
    const first = await kay.browser.put('/account/password', { password });
    assert.deepEqual([first.status, first.body['methods']], [403, ['passkey']]);

    const lou = await signUp(server, 'lou', password);
    await verifyAddress(server, lou, 'lou@example.com');
    await lou.signOut();
    await signInByCode(lou.browser, 'lou@example.com');
    server.clock.advance(5 * minutes);
    const late = await lou.browser.put('/account/password', { password: another });
    assert.deepEqual([late.status, late.body['methods']], [403, ['password', 'otp']]);
    assert.equal(await signInWith('lou', password), 200);
  });

  test('is reset only while it exists: a removal at the same moment leaves none', async () => {
    for (let round = 0; round < 5; round += 1) {
      const name = `mo ${round}`;
      const mo = await signUp(server, name, password);
      await mo.addPasskey();
      await verifyAddress(server, mo, `mo-${round}@example.com`);
      const browser = server.visitor();
      await signInByCode(browser, `mo-${round}@example.com`);
      const [removed, reset] = await Promise.all([
        mo.browser.delete('/account/password'),
        browser.put('/account/password', { password: another }),
      ]);
      assert.equal(removed.status, 204);
      assert.ok([204, 401, 403].includes(reset.status), String(reset.status));
      assert.equal(await signInWith(name, another), 401);
    }
  });

  test('is removed from an account with a passkey, and the owner gets a message about it and about a new one', async () => {
    const ada = await signUp(server, 'flo', password);
    await ada.addPasskey();
    await verifyAddress(server, ada, 'flo@example.com');
    await ada.stepUp();
    const sent = (await server.sent()).length;
    assert.equal((await ada.browser.delete('/account/password')).status, 204);
    assert.equal(await signInWith('flo', password), 401);
    assert.equal((await ada.browser.delete('/account/password')).status, 404);
    assert.equal((await ada.browser.put('/account/password', { password: another })).status, 204);
    assert.deepEqual(
      (await server.sent()).slice(sent).map(({ subject }) => subject.split(':')[0]),
      ['The password of your account was removed', 'The password of your account was changed'],
    );
  });

  test('ends the session of the sign-up that chose it when it is removed, and no sign-up without one', async () => {
    for (const [name, chosen, stays] of [
      ['gil', password, false],
      ['gus', undefined, true],
    ] as const) {
      const endUser = await signUp(server, name, chosen);
      await endUser.addPasskey();
      if (!chosen) await endUser.browser.put('/account/password', { password });
      const elsewhere = server.visitor();
      await elsewhere.post('/login', { username: name, password });
      assert.equal((await elsewhere.delete('/account/password')).status, 204);
      assert.equal(await isSignedIn(endUser.browser), stays, name);
    }
  });

  test('ends the other sessions that began with it when it is removed, and no others', async () => {
    const hal = await signUp(server, 'hal', password);
    await hal.addPasskey();
    const [byPassword, byPasskey] = [server.visitor(), { ...hal, browser: server.visitor() }];
    await byPassword.post('/login', { username: 'hal', password });
    const { body: options } = await byPasskey.browser.post<PasskeyRequestOptions>('/webauthn/login/options');
    const response = await hal.authenticator.get(options, { origin: server.origin });
    assert.equal((await byPasskey.browser.post('/webauthn/login/verify', response)).status, 200);
    await hal.browser.post('/login', { username: 'hal', password });
    assert.equal((await hal.browser.delete('/account/password')).status, 204);
    assert.deepEqual(await Promise.all([hal.browser, byPassword, byPasskey.browser].map(isSignedIn)), [
      true,
      false,
      true,
    ]);
  });

  test('of an account with a password and one passkey: of both removals at once, one is refused', async () => {
    for (let round = 0; round < 10; round += 1) {
      const ada = await signUp(server, `gus ${round}`, password);
      await ada.addPasskey();
      const statuses = await Promise.all([
        ada.browser.delete('/account/password').then(({ status }) => status),
        ada.browser
          .delete(`/webauthn/credentials/${ada.authenticator.credentials[0]!.id}`)
          .then(({ status }) => status),
      ]);
      assert.deepEqual(statuses.sort(), [204, 409]);
    }
  });

  test('does not expire', async () => {
    await signUp(server, 'old', password);
    server.clock.advance(10 * 365 * days);
    assert.equal(await signInWith('old', password), 200);
  });
});

describe('signing out everywhere else', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  test('ends all other sessions, installed apps included, and no session of others', async () => {
    const ada = await signUp(server, 'ada', password);
    const stranger = await signUp(server, 'stranger', password);
    const others = [server.visitor(), server.visitor()];
    for (const browser of others) await browser.post('/login', { username: 'ada', password });
    const [first] = others as [Visitor];
    const installed = copyOf({ ...ada, browser: first }, server);
    assert.equal((await installed.post('/sessions')).status, 201);
    const { status, body } = await ada.browser.delete('/sessions');
    assert.deepEqual([status, body], [200, { ended: 3 }]);
    for (const browser of [...others, installed]) assert.equal(await isSignedIn(browser), false);
    assert.equal(await isSignedIn(ada.browser), true);
    assert.equal(await isSignedIn(stranger.browser), true);
    assert.deepEqual((await ada.browser.delete('/sessions')).body, { ended: 0 });
  });

  test('by two sessions at once leaves one of them', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { browser } = await signUp(server, `bo ${round}`, password);
      const other = server.visitor();
      await other.post('/login', { username: `bo ${round}`, password });
      await Promise.all([browser.delete('/sessions'), other.delete('/sessions')]);
      assert.equal(Number(await isSignedIn(browser)) + Number(await isSignedIn(other)), 1);
    }
  });
});

describe('deleting an account', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  /** A request lets the server delete what is over, unless it is still doing so. */
  async function sweep(): Promise<void> {
    await server.settled();
    await server.visitor().get('/session');
    await server.settled();
  }

  test('ends its other sessions at once, and shows when it is due', async () => {
    const { browser } = await signUp(server, 'ada', password);
    const elsewhere = server.visitor();
    await elsewhere.post('/login', { username: 'ada', password });
    assert.equal('deletesAt' in (await browser.get('/account')).body, false);
    const { status, body } = await browser.delete('/account');
    assert.deepEqual([status, body], [200, { deletesAt: server.clock.now() + 14 * days }]);
    assert.equal(await isSignedIn(elsewhere), false);
    assert.equal((await browser.get('/account')).body['deletesAt'], body['deletesAt']);
  });

  test('can be taken back until then in the session that asked, also after a step-up', async () => {
    const { browser } = await signUp(server, 'bo', password);
    await browser.delete('/account');
    server.clock.advance(13 * days);
    await browser.post('/login', { username: 'bo', password });
    assert.equal((await browser.post('/account/restore')).status, 204);
    assert.equal((await browser.post('/account/restore')).status, 404);
    server.clock.advance(2 * days);
    await sweep();
    assert.equal((await server.visitor().post('/login', { username: 'bo', password })).status, 200);
  });

  for (const [method, signInAgain] of [
    ['a password', async () => void (await server.visitor().post('/login', { username: 'gil a password', password }))],
    ['a passkey', async (ada: Person) => void (await ada.signIn())],
    [
      'a code',
      async () => {
        const browser = server.visitor();
        const code = await receiveCode(server, browser, 'gil@example.com');
        await browser.post('/otp/verify', { code });
      },
    ],
  ] as const)
    test(`is taken back by a sign-in with ${method}, and the owner can see that`, async () => {
      const ada = await signUp(server, `gil ${method}`, password);
      await ada.addPasskey();
      if (method === 'a code') await verifyAddress(server, ada, 'gil@example.com');
      await ada.browser.delete('/account');
      await ada.signOut();
      server.clock.advance(13 * days);
      await signInAgain(ada);
      server.clock.advance(2 * days);
      await sweep();
      const { status, body } = await ada.signIn();
      assert.deepEqual([status, body], [200, { verified: true }]);
      const { body: list } = await ada.browser.get<{ events: { type: string }[] }>('/security-events');
      const types = list.events.map(({ type }) => type);
      assert.equal(types.filter((type) => type === 'deletion-cancelled').length, 1);
      assert.equal((await ada.browser.post('/account/restore')).status, 404);
    });

  test('is described before: the days to think it over, and what is lost', async () => {
    const ada = await signUpWithPasskey(server, 'hal');
    await ada.browser.put('/notes/first', { title: 'One', text: 'Text' }, { 'If-None-Match': '*' });
    const { body } = await ada.browser.get('/account/deletion');
    assert.deepEqual(body, {
      grace: 14 * days,
      consequences: [
        'All your notes are deleted (1).',
        'Your passkeys stop working here (1).',
        'Someone else can take the name “hal”.',
      ],
    });
    const { deletesAt } = (await ada.browser.delete('/account')).body;
    assert.equal((await ada.browser.get('/account/deletion')).body['deletesAt'], deletesAt);
    assert.equal((await server.visitor().get('/account/deletion')).status, 401);
  });

  test('asked for again is not later', async () => {
    const { browser } = await signUp(server, 'cy', password);
    const first = (await browser.delete('/account')).body;
    server.clock.advance(1 * minutes);
    assert.deepEqual((await browser.delete('/account')).body, first);
  });

  test('happens when it is due: no way in is left, and the name is free', async () => {
    const ada = await signUpWithPasskey(server, 'di');
    await ada.browser.delete('/account');
    server.clock.advance(14 * days);
    await sweep();
    assert.equal(await isSignedIn(ada.browser), false);
    const { status, body } = await ada.signIn();
    assert.deepEqual([status, body['error']], [404, 'unknown_credential']);
    await signUp(server, 'di');
  });

  test('that is due refuses every sign-in, also before the account is gone', async () => {
    const ada = await signUp(server, 'jo', password);
    await ada.addPasskey();
    await verifyAddress(server, ada, 'jo@example.com');
    await ada.browser.delete('/account');
    await ada.signOut();
    server.clock.advance(14 * days - 1);
    // A sweep, so that none follows the next requests.
    await sweep();
    const code = await receiveCode(server, ada.browser, 'jo@example.com');
    server.clock.advance(1);
    assert.equal((await ada.browser.post('/otp/verify', { code })).status, 400);
    assert.equal((await ada.browser.post('/login', { username: 'jo', password })).status, 401);
    assert.equal((await ada.signIn()).status, 400);
    assert.equal(await isSignedIn(ada.browser), false);
    assert.equal(await server.store.isTaken('jo', 'jo'), true);
  });

  test('that is due ends open sessions at once, also before the account is gone', async () => {
    const ada = await signUp(server, 'kim', password);
    await ada.browser.delete('/account');
    const installed = copyOf(ada, server);
    assert.equal((await installed.post('/sessions')).status, 201);
    server.clock.advance(14 * days - 1);
    // A sweep, so that none follows the next requests.
    await sweep();
    for (const browser of [ada.browser, installed]) assert.equal(await isSignedIn(browser), true);
    server.clock.advance(1);
    for (const browser of [ada.browser, installed]) {
      assert.deepEqual((await browser.get('/session')).body, { signedIn: false });
      for (const [method, path] of [
        ['get', '/account'],
        ['get', '/sessions'],
        ['get', '/webauthn/credentials'],
        ['post', '/account/restore'],
        ['delete', '/account'],
        ['post', '/sessions'],
      ] as const)
        assert.equal((await browser[method](path)).status, 401, `${method} ${path}`);
    }
    assert.equal(await server.store.isTaken('kim', 'kim'), true);
    // What a visitor does needs a session of its own, which outlives the account.
    const options = await ada.browser.post('/webauthn/login/options');
    assert.match(options.headers.get('Set-Cookie') ?? '', /^__Host-sid=[^;]/);
    assert.equal((await ada.browser.post('/signup', { username: 'lou', password })).status, 201);
    assert.equal(await isSignedIn(ada.browser), true);
    server.clock.advance(1 * minutes);
    await sweep();
    assert.equal(await server.store.isTaken('kim', 'kim'), false);
    assert.equal(await isSignedIn(ada.browser), true);
  });

  test('needs a fresh authentication', async () => {
    const { browser } = await signUp(server, 'eve', password);
    server.clock.advance(5 * minutes);
    assert.equal((await browser.delete('/account')).status, 403);
    assert.equal('deletesAt' in (await browser.get('/account')).body, false);
  });

  test('tells the owner', async () => {
    const flo = await signUp(server, 'flo', password);
    await verifyAddress(server, flo, 'flo@example.com');
    await flo.browser.delete('/account');
    assert.match((await server.sent()).at(-1)!.subject, /^Your account will be deleted/);
  });

  test('happens at once where the operator grants no days, and expires the cookie', async () => {
    const strict = await startServer({ config: { deletionGrace: 0 } });
    const ada = await signUpWithPasskey(strict, 'ada');
    await verifyAddress(strict, ada, 'ada@example.com');
    await ada.stepUp();
    const { status, body, headers } = await ada.browser.delete('/account');
    assert.deepEqual([status, body], [200, { deletesAt: strict.clock.now() }]);
    assert.match((await strict.sent()).at(-1)!.subject, /^Your account was deleted/);
    assert.match(headers.get('Set-Cookie')!, /^__Host-sid=;.*Max-Age=0/);
    assert.equal((await ada.signIn()).body['error'], 'unknown_credential');
    await signUp(strict, 'ada');
    await strict.stop();
  });
});
