import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ListedSession, SessionList } from '../../../src/base/contract/types.js';
import { verifyAddress } from '../../support/node/codes.js';
import { days, minutes, seconds } from '../../support/node/clock.js';
import { copyOf, signUp, signUpWithPasskey, type Person } from '../../support/node/people.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import type { Visitor } from '../../support/node/visitor.js';

const password = 'correct horse battery';
const chromeOnWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const safariOnIos =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

async function list(browser: Visitor): Promise<ListedSession[]> {
  return (await browser.get<SessionList>('/sessions')).body.sessions;
}

describe('the sessions of an account', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  /** The user's password in another browser. */
  async function signInElsewhere({ name }: Person, userAgent?: string): Promise<Visitor> {
    const browser = server.visitor();
    const { status } = await browser.post(
      '/login',
      { username: name, password },
      userAgent === undefined ? {} : { 'User-Agent': userAgent },
    );
    assert.equal(status, 200);
    return browser;
  }

  async function isSignedIn(browser: Visitor): Promise<boolean> {
    return (await browser.get('/session')).body['signedIn'] as boolean;
  }

  test('are listed with what they run on, and when and how they began', async () => {
    const ada = await signUp(server, 'ada', password);
    const began = server.clock.now();
    server.clock.advance(1 * days);
    await signInElsewhere(ada, chromeOnWindows);
    server.clock.advance(1 * minutes);
    const sessions = await list(ada.browser);
    const elsewhere = began + 1 * days;
    assert.deepEqual(
      sessions.map(({ id: _random, installedApp: _isNone, ...rest }) => rest),
      [
        { device: '', authMethod: 'signup', createdAt: began, lastSeenAt: server.clock.now(), current: true },
        {
          device: 'Chrome on Windows',
          authMethod: 'password',
          createdAt: elsewhere,
          lastSeenAt: elsewhere,
          current: false,
        },
      ],
    );
    for (const { id } of sessions) assert.match(id, /^[\w-]{22}$/);
  });

  test('put the one that asks first, then the one seen last', async () => {
    const bo = await signUp(server, 'bo', password);
    const browsers = [bo.browser];
    for (let count = 0; count < 4; count += 1) {
      server.clock.advance(1 * minutes);
      browsers.push(await signInElsewhere(bo));
    }
    const times = (await list(browsers[1]!)).map(({ lastSeenAt }) => server.clock.now() - lastSeenAt);
    assert.deepEqual(times, [0, 0, 1 * minutes, 2 * minutes, 4 * minutes]);
    for (const browser of browsers)
      assert.deepEqual(
        (await list(browser)).map(({ current }) => current),
        [true, false, false, false, false],
      );
  });

  test('are the user’s own, without those that are over', async () => {
    const [cy, di] = [await signUp(server, 'cy', password), await signUp(server, 'di')];
    const elsewhere = await signInElsewhere(cy);
    assert.equal((await list(cy.browser)).length, 2);
    assert.equal((await list(di.browser)).length, 1);
    await elsewhere.post('/logout');
    assert.equal((await list(cy.browser)).length, 1);
  });

  test('are refused to a signed-out user: 401', async () => {
    const visitor = server.visitor();
    await visitor.post('/webauthn/login/options');
    const { cookie } = visitor;
    for (const answer of [
      await visitor.get('/sessions'),
      await visitor.post('/sessions'),
      await visitor.delete('/sessions/AAAA'),
    ]) {
      assert.deepEqual([answer.status, answer.body, visitor.cookie], [401, { error: 'unauthenticated' }, cookie]);
    }
  });

  test('hold nothing that opens them: neither cookie nor the raw header', async () => {
    const ed = await signUp(server, 'ed', password);
    await signInElsewhere(ed, 'Evil<script>/1.0 (secret; x)');
    await signInElsewhere(ed, `${chromeOnWindows} Secret/1.0`);
    const { text, body } = await ed.browser.get<SessionList>('/sessions');
    assert.doesNotMatch(text, /script|secret|Mozilla|140/i);
    assert.ok(!text.includes(ed.browser.cookie!));
    const thief = server.visitor();
    for (const { id } of body.sessions) {
      thief.cookie = id.padEnd(43, 'A');
      assert.equal(await isSignedIn(thief), false);
    }
    const stored = await server.store.listSessions(
      (await server.store.findAccountByUsername('ed'))!.id,
      server.clock.now(),
    );
    assert.doesNotMatch(JSON.stringify(stored), /script|secret|Mozilla|140/i);
  });

  test('are noted as seen by requests of their person, at most once a minute, and not by asking who is signed in or by pages', async () => {
    const noted: number[] = [];
    const watched = await startServer({
      pages: async (path) =>
        path === '/home' ? { body: new Uint8Array(), contentType: 'text/html', immutable: false } : undefined,
      wrapStore: (store) => ({
        ...store,
        async noteSeen(id, now) {
          noted.push(now);
          return store.noteSeen(id, now);
        },
      }),
    });
    const flo = await signUp(watched, 'flo');
    const began = watched.clock.now();
    for (const [wait, path] of [
      [59 * seconds, '/webauthn/credentials'],
      [10 * minutes, '/session'],
      [1 * seconds, '/home'],
      [1 * seconds, '/sessions'],
      [59 * seconds, '/sessions'],
      [1 * seconds, '/webauthn/credentials'],
    ] as const) {
      watched.clock.advance(wait);
      await flo.browser.get(path);
    }
    assert.deepEqual(
      noted.map((time) => time - began),
      [11 * minutes + 1 * seconds, 12 * minutes + 1 * seconds],
    );
    await watched.stop();
  });

  test('are listed even when the time they were last seen cannot be stored', async () => {
    const failing = await startServer({
      wrapStore: (store) => ({ ...store, noteSeen: () => Promise.reject(new Error('read-only')) }),
    });
    const gil = await signUp(failing, 'gil');
    failing.clock.advance(1 * minutes);
    assert.equal((await gil.browser.get('/sessions')).status, 200);
    assert.ok(failing.logs.some(({ event }) => event === 'note-failed'));
    await failing.stop();
  });

  test('end one by one: the others live on, and the one that ended finds no user signed in', async () => {
    const hal = await signUp(server, 'hal', password);
    const [one, other] = [await signInElsewhere(hal), await signInElsewhere(hal)];
    const { id } = (await list(one)).find(({ current }) => current)!;
    const { status, text } = await hal.browser.delete(`/sessions/${id}`);
    assert.deepEqual([status, text], [204, '']);
    assert.deepEqual(
      [await isSignedIn(one), await isSignedIn(other), await isSignedIn(hal.browser)],
      [false, true, true],
    );
    assert.equal((await one.get('/sessions')).status, 401);
    assert.equal((await hal.browser.delete(`/sessions/${id}`)).status, 404);
  });

  test('can be ended by themselves', async () => {
    const ivy = await signUp(server, 'ivy');
    const [{ id }] = (await list(ivy.browser)) as [ListedSession];
    assert.equal((await ivy.browser.delete(`/sessions/${id}`)).status, 204);
    assert.equal(await isSignedIn(ivy.browser), false);
  });

  test('end under the id of the list also after their person has authenticated again', async () => {
    const jo = await signUpWithPasskey(server, 'jo');
    const copy = copyOf(jo, server);
    assert.equal((await copy.post('/sessions')).status, 201);
    const { id } = (await list(copy)).find(({ current }) => !current)!;
    assert.equal((await jo.stepUp()).status, 200);
    assert.equal((await copy.delete(`/sessions/${id}`)).status, 204);
    assert.equal(await isSignedIn(jo.browser), false);
  });

  test('of another user do not exist: 404, and they live on', async () => {
    const [kim, lea] = [await signUp(server, 'kim'), await signUp(server, 'lea')];
    const [{ id }] = (await list(kim.browser)) as [ListedSession];
    for (const candidate of [id, 'AAAA', `${id}A`, kim.browser.cookie!]) {
      const { status, body } = await lea.browser.delete(`/sessions/${candidate}`);
      assert.deepEqual([status, body], [404, { error: 'not_found' }]);
    }
    assert.equal(await isSignedIn(kim.browser), true);
  });

  for (const id of ['%00', 'a%00b', 'a%20b', 'a%2Fb', '%E0%A4%A', '%F0%9F%94%91', "'--"]) {
    test(`have no id like ${id}: 400`, async () => {
      const endUser = await signUp(server, `asks for ${id}`);
      const { status, body } = await endUser.browser.delete(`/sessions/${id}`);
      assert.deepEqual([status, body['error']], [400, 'bad_request']);
    });
  }

  test('do not end by an authentication 5 minutes old: 403', async () => {
    const max = await signUp(server, 'max', password);
    await signInElsewhere(max);
    const [, other] = (await list(max.browser)) as [ListedSession, ListedSession];
    server.clock.advance(5 * minutes);
    const { status, body } = await max.browser.delete(`/sessions/${other.id}`);
    assert.deepEqual([status, body['error'], body['methods']], [403, 'step_up_required', ['password']]);
    assert.equal((await list(max.browser)).length, 2);
  });

  test('take their challenges with them', async () => {
    const ned = await signUpWithPasskey(server, 'ned');
    const copy = copyOf(ned, server);
    assert.equal((await copy.post('/sessions')).status, 201);
    const response = await ned.choosePasskey({}, '?step-up');
    const { id } = (await list(copy)).find(({ current }) => !current)!;
    await copy.delete(`/sessions/${id}`);
    assert.equal(
      (await ned.browser.post('/webauthn/login/verify?step-up', response)).body['error'],
      'challenge_expired',
    );
  });
});

describe('a session of its own', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  const signInElsewhere = async ({ name }: Person): Promise<Visitor> => {
    const elsewhere = server.visitor();
    assert.equal((await elsewhere.post('/login', { username: name, password })).status, 200);
    return elsewhere;
  };

  test('lets an app that was installed with a copy of the cookie and the browser end apart', async () => {
    for (const whoEnds of ['browser', 'app'] as const) {
      const ada = await signUp(server, `ada ${whoEnds}`);
      const app = copyOf(ada, server);
      const { status, body } = await app.post('/sessions', undefined, { 'User-Agent': safariOnIos });
      assert.deepEqual([status, body], [201, { started: true }]);
      assert.notEqual(app.cookie, ada.browser.cookie);
      const [ends, lives] = whoEnds === 'app' ? [app, ada.browser] : [ada.browser, app];
      await ends.post('/logout');
      assert.deepEqual(
        [(await ends.get('/session')).body['signedIn'], (await lives.get('/session')).body['signedIn']],
        [false, true],
      );
    }
  });

  test('says the same about the person and the authentication, and has a place of its own in the list', async () => {
    const bo = await signUpWithPasskey(server, 'bo');
    await bo.signIn();
    server.clock.advance(4 * minutes);
    const app = copyOf(bo, server);
    await app.post('/sessions', undefined, { 'User-Agent': safariOnIos });
    assert.deepEqual((await app.get('/session')).body, (await bo.browser.get('/session')).body);
    const [own, other] = (await app.get<SessionList>('/sessions')).body.sessions as [ListedSession, ListedSession];
    assert.deepEqual(
      [own.device, own.authMethod, own.createdAt, own.current],
      ['Safari on iOS', 'passkey-uv', other.createdAt, true],
    );
    assert.notEqual(own.id, other.id);
  });

  test('is no fresher than the one that asked, and lasts no longer', async () => {
    const cy = await signUp(server, 'cy');
    for (const wait of [13, 13, 3]) {
      server.clock.advance(wait * days);
      assert.equal((await cy.browser.get('/account')).status, 200);
    }
    const app = copyOf(cy, server);
    await app.post('/sessions');
    assert.equal((await app.patch('/account', { displayName: 'x' })).status, 403);
    server.clock.advance(1 * days);
    assert.equal((await app.get('/session')).body['signedIn'], false);
  });

  test('is one for each session, and has none itself, however often and at once it is requested', async () => {
    const eve = await signUp(server, 'eve');
    const copies = Array.from({ length: 10 }, () => copyOf(eve, server));
    const answers = await Promise.all(copies.map((copy) => copy.post('/sessions')));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [...Array.from({ length: 9 }, () => 200), 201]);
    for (const { status, body, headers } of answers)
      assert.deepEqual([body, headers.get('Set-Cookie') === null], [{ started: status === 201 }, status === 200]);
    const app = copies[answers.findIndex(({ status }) => status === 201)]!;
    assert.deepEqual((await app.post('/sessions')).body, { started: false });
    assert.equal((await list(app)).length, 2);
    await app.post('/logout');
    assert.equal((await eve.browser.post('/sessions')).status, 201, 'the app was removed, and installed again');
  });

  test('is named in the list, and its owner is notified at every verified address', async () => {
    const flo = await signUp(server, 'flo');
    await verifyAddress(server, flo, 'flo@example.com');
    const before = (await server.sent()).length;
    const app = copyOf(flo, server);
    await app.post('/sessions');
    assert.deepEqual(
      (await list(flo.browser)).map(({ installedApp }) => installedApp),
      [false, true],
    );
    const [message, ...others] = (await server.sent()).slice(before);
    assert.deepEqual([message!.to.address, others.length], ['flo@example.com', 0]);
    assert.match(message!.text, /installed from a browser/);
  });

  test('ends with the session that it began beside when that is ended from the list, and not the other way round', async () => {
    const gil = await signUp(server, 'gil', password);
    const app = copyOf(gil, server);
    await app.post('/sessions');
    const elsewhere = await signInElsewhere(gil);
    const [, ...others] = await list(elsewhere);
    await elsewhere.delete(`/sessions/${others.find(({ installedApp }) => !installedApp)!.id}`);
    for (const ended of [gil.browser, app]) assert.equal((await ended.get('/session')).body['signedIn'], false);

    const hal = await signUp(server, 'hal');
    const halsApp = copyOf(hal, server);
    await halsApp.post('/sessions');
    const own = (await list(hal.browser)).find(({ installedApp }) => installedApp)!;
    await hal.browser.delete(`/sessions/${own.id}`);
    assert.deepEqual(
      [(await halsApp.get('/session')).body['signedIn'], (await hal.browser.get('/session')).body['signedIn']],
      [false, true],
    );
  });

  test('stays when its person signs out beside it, which the answer says, or ends too if that is requested', async () => {
    for (const [query, signedIn, answer] of [
      ['', true, { installedApp: true }],
      ['?installed-app', false, {}],
    ] as const) {
      const ida = await signUp(server, `ida${query}`);
      const app = copyOf(ida, server);
      await app.post('/sessions');
      assert.deepEqual((await ida.browser.post(`/logout${query}`)).body, answer);
      assert.equal((await app.get('/session')).body['signedIn'], signedIn);
    }
  });

  for (const [what, signInAgain] of [
    ['a step-up', (endUser: Person) => endUser.stepUp()],
    ['a sign-in with a passkey', (endUser: Person) => endUser.signIn()],
    ['a sign-in with a password', ({ name, browser }: Person) => browser.post('/login', { username: name, password })],
  ] as const) {
    const signUpWithApp = async (name: string): Promise<[Person, Visitor]> => {
      const jo = await signUp(server, name, password);
      assert.equal((await jo.addPasskey()).status, 200);
      const app = copyOf(jo, server);
      await app.post('/sessions');
      assert.equal((await signInAgain(jo)).status, 200);
      assert.deepEqual((await jo.browser.post('/sessions')).body, { started: false });
      return [jo, app];
    };

    test(`ends with the session after ${what} there, if that is requested`, async () => {
      const [jo, app] = await signUpWithApp(`jo ${what}`);
      assert.deepEqual((await jo.browser.post('/logout?installed-app')).body, {});
      assert.equal((await app.get('/session')).body['signedIn'], false);
    });

    test(`ends with the session after ${what} there, when that is ended from the list`, async () => {
      const [kim, app] = await signUpWithApp(`kim ${what}`);
      const elsewhere = await signInElsewhere(kim);
      const others = (await list(elsewhere)).filter(({ current, installedApp }) => !current && !installedApp);
      assert.equal(others.length, 1);
      await elsewhere.delete(`/sessions/${others[0]!.id}`);
      assert.equal((await app.get('/session')).body['signedIn'], false);
    });
  }

  test('is not the 101st: 429, no cookie, and signing in still works', async () => {
    const ed = await signUp(server, 'ed', password);
    for (let count = 1; count < 100; count += 1) await signInElsewhere(ed);
    const { status, body, headers } = await ed.browser.post('/sessions');
    assert.deepEqual(
      [status, body['error'], headers.get('Retry-After'), headers.get('Set-Cookie')],
      [429, 'rate_limited', '3600', null],
    );
    server.clock.advance(1);
    const last = await signInElsewhere(ed);
    const sessions = await list(last);
    assert.equal(sessions.length, 100);
    assert.equal((await last.delete(`/sessions/${sessions[1]!.id}`)).status, 204);
    assert.equal((await last.post('/sessions')).status, 201);
  });

  test('is not started for a session that ended while it was requested: 401, no cookie', async () => {
    const crossed = await startServer({
      wrapStore: (store) => ({
        ...store,
        async startSessionBeside(session, now, besideId, atMost) {
          await store.endSession(besideId, now);
          return store.startSessionBeside(session, now, besideId, atMost);
        },
      }),
    });
    const di = await signUp(crossed, 'di');
    const { status, body, headers } = await di.browser.post('/sessions');
    assert.deepEqual([status, body, headers.get('Set-Cookie')], [401, { error: 'unauthenticated' }, null]);
    const account = (await crossed.store.findAccountByUsername('di'))!;
    assert.deepEqual(await crossed.store.listSessions(account.id, crossed.clock.now()), []);
    await crossed.stop();
  });
});
