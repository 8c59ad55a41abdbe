import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { ProviderList, SecurityEventList, SessionAnswer, SessionList } from '../../../src/base/contract/types.js';
import { startLyingProvider, type LyingProvider } from '../../support/node/lying-provider.js';
import {
  confirmationIn,
  confirmHandOff,
  goToProvider,
  messageOf,
  signInAtProvider,
} from '../../support/node/provider-visit.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import { createClock } from '../../support/node/clock.js';

const at = (provider: string, query = ''): string => `?provider=${provider}${query}`;

const patch = (change: object): RequestInit => ({
  method: 'PATCH',
  body: JSON.stringify(change),
  headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
});

describe('a server with several providers', () => {
  let one: LyingProvider;
  let other: LyingProvider;
  let server: TestServer;

  before(async () => {
    [one, other] = await Promise.all([startLyingProvider(), startLyingProvider()]);
    server = await startServer({
      clock: createClock(Date.now()),
      config: {
        providers: [
          { ...one.settings, id: 'one', name: 'The One', icon: 'google' },
          {
            ...other.settings,
            id: 'other',
            name: 'The Other',
            domains: ['acme.example'],
            isRequired: true,
            exceptions: ['Owner@acme.example'],
          },
        ],
      },
    });
  });
  after(async () => {
    await server.stop();
    await Promise.all([one.close(), other.close()]);
  });
  beforeEach(() => {
    for (const provider of [one, other]) {
      provider.lie = {};
      provider.endUser = { sub: 'ada', preferred_username: 'ada' };
    }
  });

  const list = async (query = ''): Promise<ProviderList> =>
    (await server.visitor().get<ProviderList>(`/auth/providers${query}`)).body;

  test('lists those that have a button, in the order of the configuration', async () => {
    assert.deepEqual(await list(), {
      providers: [{ id: 'one', name: 'The One', icon: 'google', kinds: ['oidc'] }],
      byDomain: true,
    });
  });

  test('says of an address no more than its domain does', async () => {
    const found = { providers: [{ id: 'other', name: 'The Other', kinds: ['oidc'] }], required: true };
    for (const address of [
      'nobody@acme.example',
      '@acme.example',
      'a@b@ACME.example',
      'ada@acme.example ',
      'ada\uff20\uff41cme\uff0eexample',
      'ada\ufe6bacme.example\u3002',
    ])
      assert.deepEqual(await list(`?for=${encodeURIComponent(address)}`), found, address);
    for (const address of ['ada@sub.acme.example', 'acme.example', '', '@', 'ada@acme.example.evil', 'x'.repeat(5000)])
      assert.deepEqual(await list(`?for=${encodeURIComponent(address)}`), { providers: [], required: false }, address);
  });

  test('needs the name of one to begin, and knows no other', async () => {
    const visitor = server.visitor();
    assert.equal((await visitor.get('/auth/start')).status, 400);
    assert.equal((await visitor.get('/auth/start?provider=nobody')).status, 404);
    assert.equal((await visitor.get('/auth/callback/nobody?code=x&state=x')).status, 404);
    const { headers } = await visitor.get('/auth/start?provider=one&login_hint=ada%40people.example');
    const asked = new URL(headers.get('Location')!);
    assert.equal(asked.origin, one.settings.issuer);
    assert.equal(asked.searchParams.get('redirect_uri'), `${server.origin}/auth/callback/one`);
    assert.equal(asked.searchParams.get('login_hint'), 'ada@people.example');
  });

  test('gives one subject at two providers two accounts, and names where each signed in', async () => {
    const [first, second] = [server.visitor(), server.visitor()];
    await signInAtProvider(first, one, at('one'));
    await signInAtProvider(second, other, at('other'));
    const [mine, theirs] = await Promise.all(
      [first, second].map(async (visitor) => (await visitor.get<SessionAnswer>('/session')).body),
    );
    assert.notEqual(mine!.user!.id, theirs!.user!.id);
    assert.deepEqual(
      [mine!.provider, theirs!.provider],
      [
        { id: 'one', name: 'The One' },
        { id: 'other', name: 'The Other' },
      ],
    );
    const { sessions } = (await first.get<SessionList>('/sessions')).body;
    assert.deepEqual(sessions[0]!.provider, { id: 'one', name: 'The One' });
    const { events } = (await first.get<SecurityEventList>('/security-events')).body;
    assert.ok(events.every(({ provider }) => provider?.id === 'one'));
  });

  test('never merges accounts by an address, and links one only to who is signed in', async () => {
    const address = { email: 'shared@people.example', email_verified: true, preferred_username: 'shared' };
    one.endUser = { sub: 'shared', ...address };
    other.endUser = { sub: 'shared', ...address };
    const [first, second] = [server.visitor(), server.visitor()];
    await signInAtProvider(first, one, at('one'));
    await signInAtProvider(second, other, at('other'));
    const idOf = async (visitor: typeof first) => (await visitor.get<SessionAnswer>('/session')).body.user!.id;
    assert.notEqual(await idOf(first), await idOf(second));
    other.endUser = { sub: 'linked later', ...address };
    assert.equal((await signInAtProvider(first, other, at('other', '&link&mode=popup'))).status, 200);
    const third = server.visitor();
    await signInAtProvider(third, other, at('other'));
    assert.equal(await idOf(third), await idOf(first));
    const { identities } = (await first.get<{ identities: { provider: { id: string } }[] }>('/account/identities'))
      .body;
    assert.deepEqual(identities.map(({ provider }) => provider.id).sort(), ['one', 'other']);
  });

  const mixUps: [what: string, change: (callback: URL) => void][] = [
    ['at the callback of the other', (callback) => (callback.pathname = '/auth/callback/other')],
    [
      'at the callback of the other, with its issuer',
      (callback) => {
        callback.pathname = '/auth/callback/other';
        callback.searchParams.set('iss', other.settings.issuer);
      },
    ],
    ['with the issuer of the other (RFC 9207)', (callback) => callback.searchParams.set('iss', other.settings.issuer)],
    ['without its issuer (RFC 9207)', (callback) => callback.searchParams.delete('iss')],
  ];
  for (const [what, change] of mixUps) {
    test(`refuses an answer of one provider ${what}, and asks neither for tokens`, async () => {
      const visitor = server.visitor();
      const callback = new URL(await goToProvider(visitor, one, at('one')), server.origin);
      change(callback);
      const before = one.requests.length + other.requests.length;
      const { status } = await visitor.get(callback.pathname + callback.search);
      assert.ok(status === 400 || status === 502, String(status));
      assert.deepEqual((await visitor.get('/session')).body, { signedIn: false });
      const asked = [...one.requests, ...other.requests].slice(before);
      assert.equal(asked.filter((request) => request.includes('/token')).length, 0);
    });
  }

  test('refuses a code of the other in a flow of one, with the right state', async () => {
    const visitor = server.visitor();
    const mine = new URL(await goToProvider(visitor, one, at('one')), server.origin);
    const theirs = new URL(await goToProvider(visitor, other, at('other')), server.origin);
    mine.searchParams.set('code', theirs.searchParams.get('code')!);
    assert.equal((await visitor.get(mine.pathname + mine.search)).status, 502);
    assert.deepEqual((await visitor.get('/session')).body, { signedIn: false });
  });

  test('ends no session of one provider when the other logs out the same user, who has linked both', async () => {
    const visitor = server.visitor();
    one.endUser = { sub: 'linus', preferred_username: 'linus' };
    other.endUser = { sub: 'linus at the other' };
    await signInAtProvider(visitor, one, at('one'));
    assert.equal((await signInAtProvider(visitor, other, at('other', '&link&mode=popup'))).status, 200);
    const stays = async (from: typeof one, sub: string): Promise<boolean> => {
      const token = await from.issueLogoutToken({ sub }, server.clock.now());
      await visitor.post('/auth/backchannel-logout', new URLSearchParams({ logout_token: token }));
      return (await visitor.get<SessionAnswer>('/session')).body.signedIn;
    };
    assert.deepEqual([await stays(other, 'linus at the other'), await stays(one, 'linus')], [true, false]);
  });

  test('ends no session of one provider when the other logs out its user of that name, or a session of that id', async () => {
    const visitor = server.visitor();
    one.endUser = { sub: 'grace', preferred_username: 'grace', sid: 'session-1' };
    await signInAtProvider(visitor, one, at('one'));
    for (const claims of [{ sub: 'grace' }, { sid: 'session-1' }]) {
      const token = await other.issueLogoutToken(claims, server.clock.now());
      const { status } = await visitor.post('/auth/backchannel-logout', new URLSearchParams({ logout_token: token }));
      assert.equal(status, 200);
    }
    assert.equal((await visitor.get<SessionAnswer>('/session')).body.signedIn, true);
    // Both stand-ins publish the same key: the other has another one here.
    other.lie = { key: ({ unpublished }) => unpublished };
    const swapped = await other.issueLogoutToken({ sub: 'grace', iss: one.settings.issuer }, server.clock.now());
    const refused = await visitor.post('/auth/backchannel-logout', new URLSearchParams({ logout_token: swapped }));
    assert.deepEqual([refused.status, (await visitor.get<SessionAnswer>('/session')).body.signedIn], [400, true]);
    const right = await one.issueLogoutToken({ sid: 'session-1' }, server.clock.now());
    await visitor.post('/auth/backchannel-logout', new URLSearchParams({ logout_token: right }));
    assert.equal((await visitor.get<SessionAnswer>('/session')).body.signedIn, false);
  });

  test('asks the provider of a session whether it still stands, and revokes its grant there', async () => {
    const visitor = server.visitor();
    await signInAtProvider(visitor, other, at('other'));
    server.clock.advance(10 * 60_000);
    const before = one.requests.length;
    assert.equal((await visitor.get('/sessions')).status, 200);
    assert.equal((await visitor.post('/logout')).status, 200);
    assert.equal(one.requests.length, before);
    assert.equal(other.requests.at(-1), 'POST /revoke');
  });

  test('requires the provider of a domain, but of the exceptions, in every way in', async () => {
    const sent = { username: 'ada@acme.example', password: 'correct horse battery' };
    const refusal = await server.visitor().post<{ error: string; provider: unknown }>('/signup', sent);
    assert.deepEqual(
      [refusal.status, refusal.body.error, refusal.body.provider],
      [403, 'provider_required', { id: 'other', name: 'The Other' }],
    );
    assert.equal((await server.visitor().post('/signup/options', { username: sent.username })).status, 403);
    // A name that is free is no exception yet: anyone could take it. Nor does another way to write the domain help.
    for (const username of [
      'owner@acme.example',
      'ceo@acme.example.',
      'ceo@acme.example\u3002',
      'CEO@Acme.EXAMPLE',
      'ceo\uff20acme.example',
      'ceo\ufe6bacme.example',
    ])
      assert.equal((await server.visitor().post('/signup', { ...sent, username })).status, 403, username);
    // Accounts from before the rule.
    const early = await startServer({ clock: createClock(Date.now()) });
    const owner = { ...sent, username: 'owner@acme.example' };
    for (const account of [sent, owner]) assert.equal((await early.visitor().post('/signup', account)).status, 201);
    const exceptions = ['Owner@acme.example'];
    const required = { ...other.settings, id: 'other', domains: ['acme.example'], isRequired: true, exceptions };
    early.restart({ providers: [required] });
    // Whether the password is right is not told.
    for (const password of [sent.password, 'wrong'])
      for (const username of [sent.username, 'ada\uff20acme.example', 'ada@\u00adacme.example'])
        assert.equal((await early.visitor().post('/login', { username, password })).status, 403, username);
    assert.equal((await early.visitor().post('/login', owner)).status, 200);
    assert.equal((await early.visitor().post('/login', { ...owner, password: 'wrong' })).status, 401);
    await early.stop();
  });

  test('lets no account into a required domain by another provider, and none out of it by another name', async () => {
    one.endUser = { sub: 'mallory', email: 'ceo@acme.example', email_verified: true };
    const refused = await signInAtProvider(server.visitor(), one, at('one'));
    assert.match(refused.headers.get('Location') ?? refused.text, /provider_required|wants you to sign in/);
    one.endUser = { sub: 'mallory', preferred_username: 'ceo@acme.example' };
    const mallory = server.visitor();
    await signInAtProvider(mallory, one, at('one'));
    const nameOf = async (visitor: typeof mallory) =>
      (await visitor.get<{ user?: { name: string } }>('/session')).body.user?.name;
    assert.equal(await nameOf(mallory), 'ceo', 'what users choose says nothing of a domain');
    for (const [sub, claims] of [
      ['cto', { preferred_username: 'cto\uff20acme.example' }],
      ['cfo', { name: 'cfo@acme.example' }],
      ['coo', { name: 'coo\ufe6bacme.example' }],
      ['cio', { email: 'cio\uff20acme.example@one.example' }],
    ] as const) {
      one.endUser = { sub, ...claims };
      const chooser = server.visitor();
      await signInAtProvider(chooser, one, at('one'));
      assert.equal(await nameOf(chooser), sub);
    }
    for (const name of ['boss@acme.example', 'boss\uff20acme.example'])
      assert.equal((await mallory.send('/account', patch({ name }))).status, 403, name);

    other.endUser = { sub: 'employee', preferred_username: 'employee' };
    const employee = server.visitor();
    await signInAtProvider(employee, other, at('other'));
    assert.equal(await nameOf(employee), 'employee');
    const password = { password: 'correct horse battery' };
    assert.equal((await employee.put('/account/password', password)).status, 204);
    assert.equal((await employee.send('/account', patch({ name: 'owner@acme.example' }))).status, 403, 'an exception');
    assert.equal((await employee.send('/account', patch({ name: 'employee' }))).status, 200);
    assert.equal((await employee.send('/account', patch({ name: 'somebody' }))).status, 200);
    const later = await server.visitor().post('/login', { username: 'somebody', ...password });
    assert.deepEqual([later.status, later.body['error']], [403, 'provider_required'], 'the account stays bound');
  });

  test('lets no hand-off through another provider into an account that is bound to one', async () => {
    other.endUser = { sub: 'bound', preferred_username: 'bound' };
    const member = server.visitor();
    await signInAtProvider(member, other, at('other'));
    one.endUser = { sub: 'private', preferred_username: 'private' };
    await signInAtProvider(member, one, at('one', '&link'));
    const app = server.visitor();
    const handOff = (await app.post<{ id: string; code: string }>('/auth/handoff')).body;
    const browser = server.visitor();
    const asked = await signInAtProvider(browser, one, at('one', `&mode=handoff&handoff=${handOff.id}`));
    const confirmation = confirmationIn(asked.headers.get('Location')!);
    assert.equal((await confirmHandOff(browser, confirmation, { code: handOff.code })).status, 200);
    const { status, body } = await app.post('/auth/handoff/redeem', { id: handOff.id });
    assert.deepEqual([status, body['error']], [403, 'provider_required']);
  });

  test('says to a popup what its own provider did', async () => {
    one.lie = { callback: (parameters) => (parameters.delete('code'), parameters.set('error', 'access_denied')) };
    const answer = await signInAtProvider(server.visitor(), one, at('one', '&mode=popup'));
    assert.deepEqual(messageOf(answer), { type: 'sign-in-failed', reason: 'access_denied' });
  });
});

test('a server refuses two providers with one id or one issuer', async () => {
  const provider = await startLyingProvider();
  await assert.rejects(
    startServer({ config: { providers: [provider.settings, { ...provider.settings, id: 'again' }] } }),
    /two providers with the issuer/,
  );
  await provider.close();
});
