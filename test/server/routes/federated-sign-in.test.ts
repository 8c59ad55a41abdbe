import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { StoreUnavailable } from '../../../server/src/store/database.js';
import type { LinkedAccounts, SessionAnswer, SessionList } from '../../../src/base/contract/types.js';
import { minutes } from '../../support/node/clock.js';
import { verifyAddress } from '../../support/node/codes.js';
import { createPerson, signUp, type Person } from '../../support/node/people.js';
import {
  goToProvider,
  messageOf,
  signInAtProvider,
  startFederatedServer,
  type FederatedServer,
} from '../../support/node/provider-visit.js';
import { namesIn } from '../../support/node/session-names.js';
import type { Visitor } from '../../support/node/visitor.js';

const signedOut = { signedIn: false };

describe('signing in at a provider', () => {
  let server: FederatedServer;
  before(async () => {
    server = await startFederatedServer();
  });
  after(() => server.stop());
  beforeEach(() => {
    server.provider.lie = {};
  });

  const become = (sub: string, claims: object = { preferred_username: sub }): void =>
    void (server.provider.endUser = { sub, ...claims });
  const readSession = async (visitor: Visitor): Promise<SessionAnswer> =>
    (await visitor.get<SessionAnswer>('/session')).body;
  const nameOf = async (visitor: Visitor): Promise<string | undefined> => (await readSession(visitor)).user?.name;
  /** A user who has signed up here, in the browser that the test goes on with. */
  const member = (name: string): Promise<Person> => signUp(server, name);

  test('asks for what the contract says, and for the secrets of this flow', async () => {
    const [one, other] = await Promise.all(
      [0, 1].map(async () => new URL((await server.visitor().get('/auth/start')).headers.get('Location')!)),
    );
    const { state, nonce, code_challenge: challenge, ...rest } = Object.fromEntries(one!.searchParams);
    assert.deepEqual(rest, {
      response_type: 'code',
      client_id: 'latchkey',
      redirect_uri: `${server.origin}/auth/callback/lying`,
      scope: 'openid profile email',
      code_challenge_method: 'S256',
    });
    for (const secret of [state, nonce, challenge]) assert.match(secret!, /^[\w-]{43}$/);
    for (const name of ['state', 'nonce', 'code_challenge'])
      assert.notEqual(one!.searchParams.get(name), other!.searchParams.get(name));
  });

  test('makes an account at the first time and finds it again afterwards', async () => {
    become('ada', { preferred_username: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' });
    const [first, second] = [server.visitor(), server.visitor()];
    const answer = await signInAtProvider(first, server.provider, '?returnTo=/home%3Fx=1');
    assert.deepEqual([answer.status, answer.headers.get('Location')], [302, '/home?x=1']);
    const session = await readSession(first);
    assert.deepEqual([namesIn(session), session.authMethod], [{ name: 'ada', displayName: 'Ada Lovelace' }, 'oidc']);
    await signInAtProvider(second, server.provider);
    assert.equal(await nameOf(second), 'ada');
  });

  test('never gets into an account that has the same name or address', async () => {
    await signUp(server, 'bo@example.com', 'correct horse battery');
    become('bo', { email: 'bo@example.com', email_verified: true });
    const visitor = server.visitor();
    await signInAtProvider(visitor, server.provider);
    assert.equal(await nameOf(visitor), 'bo 2');
    become('another bo', { preferred_username: 'BO@example.com' });
    const another = server.visitor();
    await signInAtProvider(another, server.provider);
    assert.equal(await nameOf(another), 'BO');
  });

  for (const [what, claims, name] of [
    ['no name at all', {}, 'person'],
    ['names of white space and control characters', { preferred_username: ' \u0000\t ', name: '\ud800' }, 'person 2'],
    ['a name with markup', { name: '<b>Cy</b>' }, '<b>Cy</b>'],
    ['a name of 10,000 characters', { preferred_username: 'd'.repeat(10_000) }, 'd'.repeat(200)],
    [
      'a name that is a number',
      { preferred_username: 7, email: 'seven@example.com', email_verified: true },
      'seven@example.com',
    ],
    ['an address that is not verified', { preferred_username: '', email: 'eight@example.com' }, 'eight'],
    ['an address that is verified in text', { email: 'nine@example.com', email_verified: 'true' }, 'nine@example.com'],
  ] as const) {
    test(`a person with ${what} gets an account too`, async () => {
      become(what, claims);
      const visitor = server.visitor();
      assert.equal((await signInAtProvider(visitor, server.provider)).status, 302);
      assert.equal(await nameOf(visitor), name);
    });
  }

  test('a bad returnTo leads to the start page', async () => {
    for (const bad of ['https://evil.example', '//evil.example', '/\\evil.example', '%2F%09%2Fevil.example']) {
      assert.equal(
        (await signInAtProvider(server.visitor(), server.provider, `?returnTo=${bad}`)).headers.get('Location'),
        '/',
        bad,
      );
    }
  });

  test('a wrong mode or max_age is 400, and the user is not redirected', async () => {
    for (const query of [
      'mode=frame',
      'mode=',
      'max_age=-1',
      'max_age=x',
      'max_age=',
      'max_age=2592001',
      'max_age=1e3',
    ]) {
      const { status, body } = await server.visitor().get(`/auth/start?${query}`);
      assert.deepEqual([status, body['error']], [400, 'bad_request'], query);
    }
  });

  test('passes on a max_age of 30 days, the longest', async () => {
    const { status, headers } = await server.visitor().get('/auth/start?max_age=2592000');
    assert.equal(status, 302);
    assert.equal(new URL(headers.get('Location')!).searchParams.get('max_age'), '2592000');
  });

  test('fails for an identity that is unlinked at the same moment', async () => {
    let meanwhile = async (): Promise<void> => {};
    const own = await startFederatedServer({
      wrapStore: (store) => ({
        ...store,
        async findOwner(...values) {
          const owner = await store.findOwner(...values);
          await meanwhile();
          return owner;
        },
      }),
    });
    const [owner, visitor] = [own.visitor(), own.visitor()];
    await signInAtProvider(owner, own.provider);
    assert.equal((await owner.put('/account/password', { password: 'correct horse battery' })).status, 204);
    const [identity] = (await owner.get<LinkedAccounts>('/account/identities')).body.identities;
    const callback = await goToProvider(visitor, own.provider);
    meanwhile = async () => {
      meanwhile = async () => {};
      assert.equal((await owner.delete(`/account/identities/${identity!.id}`)).status, 204);
    };
    assert.equal((await visitor.get(callback)).status, 400);
    assert.deepEqual(await readSession(visitor), signedOut);
    await own.stop();
  });

  test('gives the session a new id', async () => {
    const visitor = server.visitor();
    visitor.cookie = 'A'.repeat(43);
    await visitor.post('/webauthn/login/options');
    const planted = visitor.cookie;
    await signInAtProvider(visitor, server.provider);
    assert.notEqual(visitor.cookie, planted);
    const copy = server.visitor();
    copy.cookie = planted;
    assert.deepEqual(await readSession(copy), signedOut);
  });

  test('tells the popup that it worked, and keeps every reason inside the script', async () => {
    const popup = await signInAtProvider(server.visitor(), server.provider, '?mode=popup');
    assert.deepEqual([popup.status, messageOf(popup)], [200, { type: 'signed-in' }]);
    const [, nonce] = /script-src 'nonce-([\w-]+)'/.exec(popup.headers.get('Content-Security-Policy')!)!;
    assert.ok(popup.text.includes(`<script nonce="${nonce}">`));
    assert.equal(popup.headers.get('Referrer-Policy'), 'no-referrer');

    for (const error of [
      '</script><script>alert(1)</script>',
      '<!--',
      '\u2028alert(1)\u2029',
      '"+alert(1)+"',
      "');alert(1)//",
      '&lt;',
      '\\',
      '${alert(1)}',
    ]) {
      server.provider.lie = { callback: (parameters) => (parameters.delete('code'), parameters.set('error', error)) };
      const visitor = server.visitor();
      const answer = await signInAtProvider(visitor, server.provider, '?mode=popup');
      assert.deepEqual([answer.status, messageOf(answer)], [200, { type: 'sign-in-failed', reason: error }]);
      assert.equal(answer.text.match(/<\/?script|<!--|[\u2028\u2029]/g)?.length, 2);
      assert.deepEqual(await readSession(visitor), signedOut);
    }
  });

  test('a cancellation goes back to the page that began it, in other words than a failure of the provider; no user is signed in', async () => {
    server.provider.lie = {
      callback: (parameters) => (parameters.delete('code'), parameters.set('error', 'access_denied')),
    };
    const visitor = server.visitor();
    const answer = await signInAtProvider(visitor, server.provider, '?from=/shop%3Fitem=7%26error=x%23cart');
    assert.deepEqual(
      [answer.status, answer.headers.get('Location')],
      [302, '/shop?item=7&error=cancelled&provider=lying#cart'],
    );
    assert.deepEqual(messageOf(await signInAtProvider(visitor, server.provider, '?mode=popup')), {
      type: 'sign-in-failed',
      reason: 'access_denied',
    });
    server.provider.lie = {
      callback: (parameters) => (parameters.delete('code'), parameters.set('error', 'temporarily_unavailable')),
    };
    const failed = await signInAtProvider(visitor, server.provider, '?from=//elsewhere.example');
    assert.equal(failed.headers.get('Location'), '/?error=refused&provider=lying');
    server.provider.lie = { callback: (parameters) => parameters.delete('code') };
    const silent = await signInAtProvider(visitor, server.provider);
    assert.equal(silent.headers.get('Location'), '/login?error=cancelled&provider=lying');
    assert.deepEqual(messageOf(await signInAtProvider(visitor, server.provider, '?mode=popup')), {
      type: 'sign-in-failed',
      reason: 'cancelled',
    });
    assert.deepEqual(await readSession(visitor), signedOut);
  });

  test('a callback in another browser is 400, and the first browser can still use it', async () => {
    const [mallory, victim] = [server.visitor(), server.visitor()];
    const callback = await goToProvider(mallory, server.provider);
    await goToProvider(victim, server.provider);
    for (const browser of [victim, server.visitor()]) {
      assert.equal((await browser.get(callback)).status, 400);
      assert.deepEqual(await readSession(browser), signedOut);
    }
    assert.equal((await mallory.get(callback)).status, 302);
  });

  test('a callback works once', async () => {
    const visitor = server.visitor();
    const callback = await goToProvider(visitor, server.provider);
    assert.equal((await visitor.get(callback)).status, 302);
    const { status, text } = await visitor.get(callback);
    assert.deepEqual([status, text], [400, 'This sign-in has expired. Go back to the app and try again.']);
  });

  test('a flow expires after 10 minutes, and the popup is notified', async () => {
    const visitor = server.visitor();
    const inTime = await goToProvider(visitor, server.provider);
    server.clock.advance(10 * minutes - 1);
    assert.equal((await visitor.get(inTime)).status, 302);
    const late = server.visitor();
    const [callback, popup] = [
      await goToProvider(late, server.provider),
      await goToProvider(late, server.provider, '?mode=popup'),
    ];
    server.clock.advance(10 * minutes);
    assert.equal((await late.get(callback)).status, 400);
    const answer = await late.get(popup);
    assert.deepEqual([answer.status, messageOf(answer)], [400, { type: 'sign-in-failed', reason: 'expired' }]);
    assert.deepEqual(await readSession(late), signedOut);
  });

  test('several flows in one browser do not disturb each other', async () => {
    const visitor = server.visitor();
    const callbacks = [
      await goToProvider(visitor, server.provider, '?returnTo=/one'),
      await goToProvider(visitor, server.provider, '?returnTo=/two'),
    ];
    assert.deepEqual(
      [
        (await visitor.get(callbacks[1]!)).headers.get('Location'),
        (await visitor.get(callbacks[0]!)).headers.get('Location'),
      ],
      ['/two', '/one'],
    );
  });

  test('two providers’ people with one subject would be two: the issuer is part of who they are', async () => {
    become('ed');
    const visitor = server.visitor();
    await signInAtProvider(visitor, server.provider);
    assert.equal(await server.store.findOwner('https://another.example', 'ed'), undefined);
    assert.notEqual(await server.store.findOwner(server.provider.settings.issuer, 'ed'), undefined);
  });

  test('in a session of the same person it stays that session, under another id', async () => {
    become('flo');
    const visitor = server.visitor();
    await signInAtProvider(visitor, server.provider);
    const [before] = (await visitor.get<SessionList>('/sessions')).body.sessions;
    const { cookie } = visitor;
    await signInAtProvider(visitor, server.provider);
    const { sessions } = (await visitor.get<SessionList>('/sessions')).body;
    assert.deepEqual([sessions.length, sessions[0]!.id], [1, before!.id]);
    assert.notEqual(visitor.cookie, cookie);
  });

  test('says when the person authenticated, which may be long ago', async () => {
    const before = Date.now();
    const toldAt = Math.floor(before / 1000) - 3600;
    become('gil', { preferred_username: 'gil', auth_time: toldAt });
    const gil = createPerson(server, 'gil');
    await signInAtProvider(gil.browser, server.provider);
    const { authTime } = await readSession(gil.browser);
    const age = server.clock.now() - authTime!;
    assert.ok(before - toldAt * 1000 <= age && age <= Date.now() - toldAt * 1000, String(age));
    assert.deepEqual((await gil.browser.post('/webauthn/register/options')).body, {
      error: 'step_up_required',
      methods: ['oidc'],
      message: 'Authenticate again first.',
    });
  });

  test('a provider that does not say when proves nothing recent', async () => {
    become('hal', { preferred_username: 'hal', auth_time: undefined });
    const visitor = server.visitor();
    await signInAtProvider(visitor, server.provider);
    assert.equal((await visitor.post('/webauthn/register/options')).status, 403);
  });

  test('with max_age it is a step-up: it is requested, checked, and makes the session fresh', async () => {
    become('ida');
    const ida = createPerson(server, 'ida');
    await signInAtProvider(ida.browser, server.provider);
    server.clock.advance(5 * minutes);
    assert.equal((await ida.browser.post('/webauthn/register/options')).status, 403);
    const { headers } = await ida.browser.get('/auth/start?max_age=0');
    assert.equal(new URL(headers.get('Location')!).searchParams.get('max_age'), '0');

    for (const claims of [{ auth_time: Math.floor(Date.now() / 1000) - 3600 }, { auth_time: undefined }]) {
      become('ida', claims);
      assert.equal((await signInAtProvider(ida.browser, server.provider, '?max_age=0')).status, 502);
    }
    become('ida');
    const { cookie } = ida.browser;
    assert.equal((await signInAtProvider(ida.browser, server.provider, '?max_age=0')).status, 302);
    assert.notEqual(ida.browser.cookie, cookie);
    assert.equal((await ida.addPasskey()).status, 200);
  });

  test('a person may take minutes for a step-up', async () => {
    become('jo');
    const jo = server.visitor();
    await signInAtProvider(jo, server.provider);
    const callback = await goToProvider(jo, server.provider, '?max_age=0');
    server.clock.advance(9 * minutes);
    assert.equal((await jo.get(callback)).status, 302);
  });

  test('a step-up that comes back with another user is refused, and the session stays as it was', async () => {
    become('kim');
    const kim = server.visitor();
    await signInAtProvider(kim, server.provider);
    const { cookie } = kim;
    for (const stranger of ['ada', 'unknown yet']) {
      become(stranger);
      const grants = server.provider.grants.size;
      const answer = await signInAtProvider(kim, server.provider, '?max_age=0&mode=popup');
      assert.deepEqual([answer.status, messageOf(answer)], [400, { type: 'sign-in-failed', reason: 'wrong_account' }]);
      assert.deepEqual([kim.cookie, await nameOf(kim), server.provider.grants.size], [cookie, 'kim', grants]);
    }
  });

  test('without max_age it is a sign-in, also of another user than the one who is signed in', async () => {
    become('liv');
    const visitor = server.visitor();
    await signInAtProvider(visitor, server.provider);
    become('moe');
    assert.equal((await signInAtProvider(visitor, server.provider)).status, 302);
    assert.equal(await nameOf(visitor), 'moe');
  });

  test('a step-up that comes back after signing out signs no user in', async () => {
    become('lea');
    const lea = server.visitor();
    await signInAtProvider(lea, server.provider);
    const callback = await goToProvider(lea, server.provider, '?max_age=0');
    await lea.post('/logout');
    assert.equal((await lea.get(callback)).status, 400);
    assert.deepEqual(await readSession(lea), signedOut);
  });

  test('links the identity to the account that is signed in, which is then a way in', async () => {
    const max = await member('max');
    await max.addPasskey();
    become('max at the provider');
    const { cookie } = max.browser;
    assert.equal(
      (await signInAtProvider(max.browser, server.provider, '?link&returnTo=/home')).headers.get('Location'),
      '/home',
    );
    assert.deepEqual([await nameOf(max.browser), max.browser.cookie], ['max', cookie]);
    assert.equal((await signInAtProvider(max.browser, server.provider, '?link')).status, 302);
    assert.equal(
      (await max.browser.delete(`/webauthn/credentials/${max.authenticator.credentials[0]!.id}`)).status,
      204,
    );
    const elsewhere = server.visitor();
    await signInAtProvider(elsewhere, server.provider);
    assert.equal(await nameOf(elsewhere), 'max');
  });

  test('loses against a sign-out, regardless of who was signed in and where the sign-out was', async () => {
    become('val');
    const ways: [what: string, prepare: () => Promise<Person>, end: (endUser: Person) => Promise<unknown>][] = [
      ['the person signs out', () => member('sam'), ({ signOut }) => signOut()],
      [
        'a visitor leaves, in whose session the flow began',
        async () => createPerson(server, 'visitor'),
        ({ browser }) => browser.post('/logout'),
      ],
      [
        'the session is ended from another device',
        () => signUp(server, 'tom', 'correct horse battery'),
        async ({ name, browser }) => {
          const elsewhere = server.visitor();
          await elsewhere.post('/login', { username: name, password: 'correct horse battery' });
          const { sessions } = (await elsewhere.get<SessionList>('/sessions')).body;
          assert.equal((await elsewhere.delete(`/sessions/${sessions.at(-1)!.id}`)).status, 204);
          assert.equal(await nameOf(browser), undefined);
        },
      ],
    ];
    for (const [what, prepare, end] of ways) {
      const endUser = await prepare();
      const callback = await goToProvider(endUser.browser, server.provider);
      const grants = [...server.provider.grants];
      await end(endUser);
      const { status } = await endUser.browser.get(callback);
      assert.deepEqual([status, await readSession(endUser.browser)], [400, signedOut], what);
      assert.deepEqual([...server.provider.grants], grants, what);
    }
  });

  test('goes on in a session in which someone else has signed in meanwhile', async () => {
    become('wim');
    const visitor = server.visitor();
    const callback = await goToProvider(visitor, server.provider);
    await visitor.post('/signup', { username: 'uma' });
    assert.equal((await visitor.get(callback)).status, 302);
    assert.equal(await nameOf(visitor), 'wim');
  });

  test('is begun by no page of another site: that leads to the sign-in page, and writes nothing', async () => {
    const { origin } = server;
    const starts: [what: string, headers: Record<string, string>, query: string, status: number][] = [
      ['from another site', { 'Sec-Fetch-Site': 'cross-site' }, '', 303],
      ['from another site, in a popup', { 'Sec-Fetch-Site': 'cross-site' }, '?mode=popup', 303],
      ['from a subdomain', { 'Sec-Fetch-Site': 'same-site', Referer: `${origin}/login` }, '', 303],
      ['from a page without a referrer, in an older browser', {}, '', 303],
      ['from another page, in an older browser', { Referer: 'https://evil.example/' }, '', 303],
      ['from nonsense, in an older browser', { Referer: 'nonsense' }, '', 303],
      ['from our page', { 'Sec-Fetch-Site': 'same-origin' }, '', 302],
      ['typed', { 'Sec-Fetch-Site': 'none' }, '', 302],
      ['from our page, in an older browser', { Referer: `${origin}/login` }, '', 302],
    ];
    for (const [what, headers, query, status] of starts) {
      const visitor = server.visitor();
      const answer = await visitor.send(`/auth/start${query}`, { headers });
      assert.equal(answer.status, status, what);
      assert.equal(answer.headers.get('Location') === '/login', status === 303, what);
      assert.equal(visitor.flowCookie === undefined, status === 303, what);
    }
  });

  test('unlinks the identity, which ends the other sessions that began with it, and tells the owner', async () => {
    const rob = await member('rob');
    await rob.addPasskey();
    await verifyAddress(server, rob, 'rob@example.com');
    await rob.stepUp();
    become('rob at the provider');
    await signInAtProvider(rob.browser, server.provider, '?link');
    const elsewhere = server.visitor();
    await signInAtProvider(elsewhere, server.provider);
    assert.equal(await nameOf(elsewhere), 'rob');
    const { body } = await rob.browser.get<LinkedAccounts>('/account/identities');
    const [linked, ...others] = body.identities;
    assert.deepEqual([linked!.issuer, others], [server.provider.settings.issuer, []]);
    assert.ok(!JSON.stringify(body).includes('rob at the provider'), 'the subject is not in the answer');
    const stranger = await member('ros');
    assert.equal((await stranger.browser.delete(`/account/identities/${linked!.id}`)).status, 404);

    assert.equal((await rob.browser.delete(`/account/identities/${linked!.id}`)).status, 204);
    assert.equal((await rob.browser.delete(`/account/identities/${linked!.id}`)).status, 404);
    assert.ok((await server.sent()).some(({ subject }) => subject.startsWith('A sign-in service was unlinked')));
    assert.equal(await nameOf(elsewhere), undefined);
    await signInAtProvider(elsewhere, server.provider);
    assert.notEqual(await nameOf(elsewhere), 'rob');
  });

  test('does not unlink the last way in, nor in an old session', async () => {
    become('sue');
    const sue = server.visitor();
    await signInAtProvider(sue, server.provider);
    const { body } = await sue.get<LinkedAccounts>('/account/identities');
    const path = `/account/identities/${body.identities[0]!.id}`;
    const refused = await sue.delete(path);
    assert.deepEqual([refused.status, refused.body['error']], [409, 'last_way_in']);
    server.clock.advance(5 * minutes);
    const old = await sue.delete(path);
    assert.deepEqual([old.status, old.body['methods']], [403, ['oidc']]);
  });

  test('links nothing without a session, for an old authentication, or for another site', async () => {
    const ned = await member('ned');
    assert.equal((await server.visitor().get('/auth/start?link')).status, 401);
    for (const site of ['cross-site', 'same-site', 'none']) {
      assert.equal((await ned.browser.get('/auth/start?link', { 'Sec-Fetch-Site': site })).body['error'], 'csrf', site);
    }
    assert.equal((await ned.browser.send('/auth/start?link', {})).body['error'], 'csrf');
    server.clock.advance(5 * minutes);
    assert.equal((await ned.browser.get('/auth/start?link')).body['error'], 'step_up_required');
  });

  test('refuses to link an identity of another account: 409', async () => {
    become('ada');
    const ole = await member('ole');
    const grants = server.provider.grants.size;
    const answer = await signInAtProvider(ole.browser, server.provider, '?link');
    assert.deepEqual([answer.status, answer.text], [409, 'That account is already linked to another account here.']);
    const popup = await signInAtProvider(ole.browser, server.provider, '?link&mode=popup');
    assert.deepEqual([popup.status, messageOf(popup)], [409, { type: 'sign-in-failed', reason: 'identity_taken' }]);
    assert.deepEqual([await nameOf(ole.browser), server.provider.grants.size], ['ole', grants]);
  });

  test('a link that comes back to another user’s session, or to none, attaches nothing', async () => {
    become('pia at the provider');
    const pia = await member('pia');
    const [toAnother, toUnknown] = [
      await goToProvider(pia.browser, server.provider, '?link'),
      await goToProvider(pia.browser, server.provider, '?link'),
    ];
    await pia.browser.post('/signup', { username: 'quin' });
    assert.equal((await pia.browser.get(toAnother)).status, 400);
    await pia.signOut();
    assert.equal((await pia.browser.get(toUnknown)).status, 400);
    assert.equal(await server.store.findOwner(server.provider.settings.issuer, 'pia at the provider'), undefined);
  });

  test('says in words, or to the page that waits, that the database does not answer', async () => {
    const failing = await startFederatedServer({
      wrapStore: (store) => ({ ...store, addFlow: () => Promise.reject(new StoreUnavailable(new Error('gone'))) }),
    });
    const visitor = failing.visitor();
    const answer = await visitor.get('/auth/start');
    assert.deepEqual([answer.status, answer.text], [503, 'Sign-in is not available at the moment. Try again later.']);
    const popup = await visitor.get('/auth/start?mode=popup');
    assert.deepEqual(
      [popup.status, messageOf(popup), visitor.flowCookie],
      [503, { type: 'sign-in-failed', reason: 'unavailable' }, undefined],
    );
    await failing.stop();
  });

  test('comes back to the origin that the browser uses', async () => {
    const both = await startFederatedServer({
      config: { origins: ['http://a.localhost:3000', 'http://b.localhost:3000'] },
    });
    for (const [host, origin] of [
      ['b.localhost:3000', 'http://b.localhost:3000'],
      ['evil.example', 'http://a.localhost:3000'],
    ] as const) {
      const { headers } = await both.visitor().get('/auth/start', { Host: host });
      assert.equal(new URL(headers.get('Location')!).searchParams.get('redirect_uri'), `${origin}/auth/callback/lying`);
    }
    await both.stop();
  });
});
