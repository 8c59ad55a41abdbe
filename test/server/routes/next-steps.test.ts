import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import contract from '../../../contract/schemas.json' with { type: 'json' };
import type { HandOff, NextStep, SessionAnswer } from '../../../src/base/contract/types.js';
import type { ServerConfig } from '../../../server/src/config/server-config.js';
import { operationNamed } from '../../contract/document.js';
import { minutes } from '../../support/node/clock.js';
import { otherThan, receiveCode, verifyAddress } from '../../support/node/codes.js';
import { copyOf, createPerson, signUp, type Person } from '../../support/node/people.js';
import {
  confirmationIn,
  confirmHandOff,
  messageOf,
  signInAtProvider,
  signInByFedCm,
  startFederatedServer,
  type FederatedServer,
} from '../../support/node/provider-visit.js';
import { enterCode, logIn, setUpApp, type AuthenticatorApp } from '../../support/node/second-factors.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import type { Answer, Visitor } from '../../support/node/visitor.js';

const password = 'correct horse battery';
const readSession = async (browser: Visitor): Promise<SessionAnswer> =>
  (await browser.get<SessionAnswer>('/session')).body;

/** A user with every way in: password, passkey, address, and an account at the provider. */
interface Member extends Person {
  email: string;
  app: AuthenticatorApp | undefined;
}

type Account = 'plain' | 'with app' | 'passkey required';

async function createMember(server: FederatedServer, account: Account): Promise<Member> {
  const name = account.replaceAll(' ', '-');
  const email = `${name}@example.com`;
  // With the policy "required", a sign-up with a password would wait.
  const endUser = await signUp(server, name);
  server.provider.endUser = { sub: name };
  assert.equal((await signInAtProvider(endUser.browser, server.provider, '?link')).status, 302);
  assert.equal((await endUser.addPasskey()).status, 200);
  assert.equal((await endUser.browser.put('/account/password', { password })).status, 204);
  await verifyAddress(server, endUser, email);
  if (account === 'passkey required')
    assert.equal((await endUser.browser.patch('/account/second-factor', { required: true })).status, 200);
  const app = account === 'with app' ? await setUpApp(endUser.browser, server.clock) : undefined;
  return { ...endUser, email, app };
}

/** Each way to sign in, in the given browser. */
const ways = {
  password: (browser, member) => logIn(browser, member, password),
  'password by a form': (browser, { name }) =>
    browser.post('/login', new URLSearchParams({ username: name, password })),
  passkey: (browser, member, server) => usePasskey(browser, member, server, false),
  'passkey-uv': (browser, member, server) => usePasskey(browser, member, server, true),
  otp: async (browser, { email }, server) =>
    browser.post('/otp/verify', { code: await receiveCode(server, browser, email) }),
  oidc: (browser, _member, server) => signInAtProvider(browser, server.provider),
  'oidc in a popup': (browser, _member, server) => signInAtProvider(browser, server.provider, '?mode=popup'),
  fedcm: (browser, _member, server) => signInByFedCm(browser, server),
  'hand-off': async (browser, _member, server) => {
    const { id, code } = (await browser.post<HandOff>('/auth/handoff')).body;
    const other = server.visitor();
    const visit = await signInAtProvider(other, server.provider, `?mode=handoff&handoff=${id}`);
    await confirmHandOff(other, confirmationIn(visit.headers.get('Location')!), { code });
    return browser.post('/auth/handoff/redeem', { id });
  },
} satisfies Record<string, (browser: Visitor, member: Member, server: FederatedServer) => Promise<Answer>>;
type Way = keyof typeof ways;

async function usePasskey(
  browser: Visitor,
  { authenticator }: Person,
  { origin }: FederatedServer,
  userVerified: boolean,
) {
  const { body } = await browser.post('/webauthn/login/options');
  return browser.post('/webauthn/login/verify', await authenticator.get(body as never, { origin, userVerified }));
}

const app = 'totp recovery-code passkey';
const appOrPassword = 'totp recovery-code password';
/** What each account must do after each way in, by policy; an empty text for nothing. */
const policies: {
  title: string;
  config: Partial<ServerConfig>;
  expected: Record<Account, Record<Way, string>>;
}[] = [
  {
    title: 'optional',
    config: {},
    expected: {
      plain: every(''),
      'with app': { ...every(app), passkey: appOrPassword, 'passkey-uv': '', ...providers('') },
      'passkey required': { ...every('passkey'), passkey: 'password', 'passkey-uv': '', otp: '', ...providers('') },
    },
  },
  {
    title: 'optional, after providers too',
    config: { secondFactorAfterProviders: true },
    expected: {
      plain: every(''),
      'with app': { ...every(app), passkey: appOrPassword, 'passkey-uv': '' },
      'passkey required': { ...every('passkey'), passkey: 'password', 'passkey-uv': '', otp: '' },
    },
  },
  {
    title: 'required',
    config: { secondFactor: 'required' },
    expected: {
      plain: { ...every('passkey'), passkey: 'password', 'passkey-uv': '', otp: '', ...providers('') },
      'with app': { ...every(app), passkey: appOrPassword, 'passkey-uv': '', ...providers('') },
      'passkey required': { ...every('passkey'), passkey: 'password', 'passkey-uv': '', otp: '', ...providers('') },
    },
  },
];

function every(value: string): Record<Way, string> {
  return Object.fromEntries(Object.keys(ways).map((way) => [way, value])) as Record<Way, string>;
}

function providers(value: string): Partial<Record<Way, string>> {
  return { oidc: value, 'oidc in a popup': value, fedcm: value, 'hand-off': value };
}

/** The step that an answer of any kind leads to. */
function nextIn(answer: Answer): NextStep | 'elsewhere' | undefined {
  if (answer.status >= 300) return answer.headers.get('Location')?.includes('next_step') ? 'elsewhere' : undefined;
  const message = messageOf(answer) as { type: string; reason?: string } | undefined;
  if (message) return message.reason === 'next_step' ? 'elsewhere' : undefined;
  return answer.body['next'] as NextStep | undefined;
}

/** The operations of the contract, each with a body that has the right shape. Those that sign in or out are last. */
const operations = Object.entries(contract.operations)
  .map(([name, { request }]) => {
    const { requestBody } = operationNamed(name);
    const { example, examples } = requestBody?.content?.['application/json'] ?? {};
    const body = example ?? Object.values(examples ?? {})[0]?.value;
    const [method, path] = name.split(' ') as [string, string];
    return { name, method, path: path.replace('{id}', 'AAAA'), body: request === null ? undefined : body };
  })
  .filter(({ name }) => !name.startsWith('GET /auth/') && name !== 'POST /auth/backchannel-logout');
/** These create accounts of strangers, or end sessions. */
const ends = new Set(['POST /logout', 'POST /signup', 'POST /signup/verify']);

function send(browser: Visitor, { method, path, body }: (typeof operations)[number]): Promise<Answer> {
  return browser.send(path, {
    method,
    headers: { 'Sec-Fetch-Site': 'same-origin', ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** What each operation answers in the browser, which is put back where it was before each. */
async function crawl(begin: () => Promise<Visitor>, check: (browser: Visitor, name: string) => Promise<void>) {
  const statuses: Record<string, number> = {};
  let browser = await begin();
  let { cookie } = browser;
  for (const operation of operations) {
    if (ends.has(operation.name)) continue;
    statuses[operation.name] = (await send(browser, operation)).status;
    await check(browser, operation.name);
    if (browser.cookie !== cookie) {
      browser = await begin();
      ({ cookie } = browser);
    }
  }
  return statuses;
}

for (const { title, config, expected } of policies) {
  describe(`the second factor with the policy ${title}`, () => {
    let server: FederatedServer;
    const members = {} as Record<Account, Member>;
    before(async () => {
      server = await startFederatedServer({ config });
      for (const account of Object.keys(expected) as Account[]) members[account] = await createMember(server, account);
    });
    after(() => server.stop());

    for (const [account, byWay] of Object.entries(expected) as [Account, Record<Way, string>][])
      for (const [way, methods] of Object.entries(byWay) as [Way, string][])
        test(`${account}, ${way}: ${methods || 'nothing'}`, async () => {
          const member = members[account];
          server.provider.endUser = { sub: member.name };
          const browser = server.visitor();
          const answer = await ways[way](browser, member, server);
          const { signedIn, user, next } = await readSession(browser);
          const wanted = methods === '' ? undefined : { step: 'second-factor', methods: methods.split(' ') };
          assert.deepEqual(next, wanted);
          assert.deepEqual([signedIn, user?.name], methods === '' ? [true, member.name] : [false, undefined]);
          const named = nextIn(answer);
          if (named !== 'elsewhere') assert.deepEqual(named, wanted);
          else assert.ok(wanted);
          if (!methods) return;
          for (const path of ['/account', '/sessions', '/security-events', '/webauthn/credentials', '/notes'])
            assert.equal((await browser.get(path)).status, 401, path);
          // The missing step signs this user in, and no other.
          const done =
            member.app && methods !== 'passkey'
              ? await enterCode(browser, member.app.recoveryCodes.shift()!)
              : methods.includes('passkey')
                ? await usePasskey(browser, member, server, false)
                : await logIn(browser, member, password);
          assert.equal(done.body['next'], undefined, done.text);
          assert.equal((await readSession(browser)).user?.name, member.name);
        });
  });
}

describe('a sign-in that waits', () => {
  let server: FederatedServer;
  let ada: Member;
  before(async () => {
    server = await startFederatedServer();
    ada = await createMember(server, 'with app');
  });
  after(() => server.stop());

  /** The kinds of sessions that a password can be entered in. */
  const begun: Record<string, () => Promise<Visitor>> = {
    'no session': async () => server.visitor(),
    'a visitor’s session': async () => {
      const browser = server.visitor();
      await browser.post('/webauthn/login/options');
      return browser;
    },
    'the session of another user': async () => {
      const other = createPerson(server, `other ${Math.random()}`);
      await other.browser.post('/signup', { username: `u${Date.now()}${Math.random()}`.slice(0, 20), password });
      return other.browser;
    },
    'another sign-in that waits': async () => {
      const browser = server.visitor();
      await logIn(browser, ada, password);
      return browser;
    },
  };

  for (const [kind, begin] of Object.entries(begun))
    test(`in ${kind} opens no endpoint of the contract that is closed to visitors`, async () => {
      const visitors = await crawl(
        async () => {
          const browser = server.visitor();
          await browser.post('/webauthn/login/options');
          return browser;
        },
        async () => {},
      );
      const waiting = await crawl(
        async () => {
          const browser = await begin();
          assert.ok((await logIn(browser, ada, password)).body['next']);
          return browser;
        },
        async (browser, name) => assert.equal((await readSession(browser)).signedIn, false, name),
      );
      // Its own endpoint says that the code is wrong.
      assert.deepEqual([visitors['POST /session/second-factor'], waiting['POST /session/second-factor']], [401, 400]);
      assert.deepEqual({ ...waiting, 'POST /session/second-factor': 401 }, visitors);
      assert.ok(Object.keys(visitors).length > 40);
    });

  const own: Record<string, () => Promise<Visitor>> = {
    'the user’s own session': async () => ada.browser,
    'the session of an installed app': async () => {
      const copy = server.visitor();
      copy.cookie = ada.browser.cookie;
      const { status } = await copy.post('/sessions');
      assert.equal(status, 201);
      return copy;
    },
  };

  for (const [kind, begin] of Object.entries(own))
    test(`in ${kind} makes nothing fresh that was old`, async () => {
      await logIn(ada.browser, ada, password);
      assert.equal((await enterCode(ada.browser, ada.app!.recoveryCodes.shift()!)).status, 200);
      const browser = await begin();
      server.clock.advance(6 * minutes);
      const guarded = operations.filter(({ name }) =>
        operationNamed(name).responses['403']?.$ref?.endsWith('OrStepUp'),
      );
      const statusesOf = async () => {
        const found: Record<string, number> = {};
        for (const operation of guarded) found[operation.name] = (await send(browser, operation)).status;
        return found;
      };
      const before = await statusesOf();
      assert.ok(Object.values(before).filter((status) => status === 403).length >= 10, JSON.stringify(before));
      const { authTime } = await readSession(browser);
      assert.ok((await logIn(browser, ada, password)).body['next']);
      assert.deepEqual(await statusesOf(), before);
      assert.equal((await readSession(browser)).authTime, authTime);
      server.provider.endUser = { sub: ada.name };
      assert.equal((await enterCode(browser, ada.app!.code())).status, 200);
      server.clock.advance(30_000);
      assert.notEqual((await browser.post('/account/second-factor/recovery-codes')).status, 403);
      ada.app = { ...ada.app!, recoveryCodes: await renewed(browser) };
    });

  async function renewed(browser: Visitor): Promise<string[]> {
    return (await browser.post<{ recoveryCodes: string[] }>('/account/second-factor/recovery-codes')).body
      .recoveryCodes;
  }
});

describe('the grant of a provider', () => {
  test('is kept for the session while the sign-in waits, and given back if it never ends', async () => {
    const server = await startFederatedServer({ config: { secondFactorAfterProviders: true } });
    try {
      const ada = await createMember(server, 'with app');
      const browser = server.visitor();
      await signInAtProvider(browser, server.provider);
      assert.equal(server.provider.grants.size, 1);
      await enterCode(browser, ada.app!.code());
      assert.equal((await readSession(browser)).authMethod, 'oidc');
      server.clock.advance(11 * minutes);
      const uses = () => server.provider.requests.filter((request) => request === 'POST /token').length;
      const before = uses();
      assert.equal((await browser.get('/account')).status, 200);
      assert.equal(uses(), before + 1, 'the grant is asked about in the session');
      await browser.post('/logout');
      assert.equal(server.provider.grants.size, 0);

      // Otherwise a pending sweep would replace the next one.
      await server.settled();
      const late = server.visitor();
      await signInAtProvider(late, server.provider);
      assert.equal(server.provider.grants.size, 1);
      server.clock.advance(11 * minutes);
      await late.get('/healthz');
      await server.settled();
      assert.equal(server.provider.grants.size, 0);

      const replaced = server.visitor();
      await signInAtProvider(replaced, server.provider);
      await signUpIn(replaced, 'bo');
      await server.settled();
      assert.equal(server.provider.grants.size, 0);
    } finally {
      await server.stop();
    }
  });
});

async function signUpIn(browser: Visitor, username: string): Promise<void> {
  assert.equal((await browser.post('/signup', { username })).status, 201);
}

describe('terms that users must accept', () => {
  const termsUrl = 'https://example.com/terms/2027';

  test('come after the second factor, in every way in, once, and again when they change', async () => {
    const server = await startServer({ config: { termsUrl } });
    try {
      const next: NextStep = { step: 'accept-terms', url: termsUrl };
      const ada = createPerson(server, 'ada');
      const { body } = await ada.browser.post('/signup', { username: 'ada', password });
      assert.deepEqual(body, { next });
      assert.deepEqual(await readSession(ada.browser), { signedIn: false, next });
      const accept = (browser: Visitor, url = termsUrl) => browser.post('/session/terms', { url });
      assert.deepEqual((await accept(ada.browser, 'https://example.com/terms/2026')).body, { error: 'rejected' });
      assert.deepEqual((await accept(ada.browser)).body, {});
      assert.equal((await readSession(ada.browser)).authMethod, 'signup');
      assert.equal((await accept(ada.browser)).status, 401);
      assert.equal((await accept(server.visitor())).status, 401);
      const app = await setUpApp(ada.browser, server.clock);
      await ada.addPasskey();

      const again = server.visitor();
      await logIn(again, ada, password);
      assert.equal((await accept(again)).status, 401, 'the second factor comes first');
      assert.deepEqual((await enterCode(again, app.code())).body, {});

      server.restart({ termsUrl: 'https://example.com/terms/2028' });
      const changed = server.visitor();
      await logIn(changed, ada, password);
      const second = await enterCode(changed, app.code(1));
      assert.deepEqual(second.body, { next: { step: 'accept-terms', url: 'https://example.com/terms/2028' } });
      assert.equal((await readSession(changed)).signedIn, false);
      assert.equal((await enterCode(changed, app.recoveryCodes[0]!)).status, 401, 'the second factor is done');
      assert.deepEqual((await accept(changed, 'https://example.com/terms/2028')).body, {});
      assert.equal((await readSession(changed)).user?.name, 'ada');
      await ada.signOut();
      assert.deepEqual((await ada.signIn()).body, { verified: true });
    } finally {
      await server.stop();
    }
  });

  test('come after a passkey with user verification too, and have no endpoint where there are none', async () => {
    const server = await startServer();
    try {
      const ada = createPerson(server, 'ada');
      assert.equal((await ada.signUpByPasskey()).status, 201);
      assert.deepEqual((await ada.browser.post('/session/terms', { url: termsUrl })).body, { error: 'unsupported' });
      await ada.signOut();
      server.restart({ termsUrl });
      assert.deepEqual((await ada.signIn()).body['next'], { step: 'accept-terms', url: termsUrl });
      const bo = createPerson(server, 'bo');
      assert.deepEqual((await bo.signUpByPasskey()).body['next'], { step: 'accept-terms', url: termsUrl });
      assert.deepEqual((await bo.browser.post('/session/terms', { url: termsUrl })).body, {});
      assert.equal((await readSession(bo.browser)).authMethod, 'passkey-uv');
    } finally {
      await server.stop();
    }
  });
});

describe('addresses that must be verified', () => {
  const next = (address?: string): NextStep => ({ step: 'verify-address', ...(address && { address }) });
  /** The answer to a code that completes a sign-in with a password. */
  const completed = { authMethod: 'password' };
  const enter = (browser: Visitor, code: string) => browser.post('/otp/verify', { code });
  const emailOf = async ({ browser }: Person) => (await browser.get('/account')).body['email'];

  /** A user with a password, a passkey and an address that is not verified, signed out. */
  async function withAddress(server: TestServer, name: string): Promise<Person> {
    const endUser = await signUp(server, name, password);
    assert.equal((await endUser.addPasskey()).status, 200);
    assert.equal((await endUser.browser.patch('/account', { email: `${name}@example.com` })).status, 200);
    await endUser.signOut();
    return endUser;
  }

  test('hold up every way in until a code comes back, once', async () => {
    const server = await startServer();
    try {
      const ada = await withAddress(server, 'ada');
      const bo = await signUp(server, 'bo', password);
      server.restart({ verifyAddress: 'added' });
      assert.deepEqual((await ada.signIn()).body['next'], next('a…@example.com'));
      assert.deepEqual((await logIn(ada.browser, ada, password)).body, { next: next('a…@example.com') });
      assert.deepEqual(await readSession(ada.browser), { signedIn: false, next: next('a…@example.com') });
      assert.equal((await ada.browser.get('/account')).status, 401);
      const code = await receiveCode(server, ada.browser, 'ada@example.com');
      assert.equal((await enter(ada.browser, otherThan(code))).status, 400);
      const before = server.visitor();
      before.cookie = ada.browser.cookie;
      const answers = await Promise.all(Array.from({ length: 4 }, () => enter(copyOf(ada, server), code)));
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400, 400]);
      assert.equal((await readSession(before)).signedIn, false);

      assert.deepEqual((await logIn(ada.browser, ada, password)).body, {});
      assert.equal((await readSession(ada.browser)).authMethod, 'password');
      assert.deepEqual(await emailOf(ada), { address: 'ada@example.com', verified: true });
      const events = (await ada.browser.get<{ events: { type: string }[] }>('/security-events')).body.events;
      assert.equal(events.filter(({ type }) => type === 'address-verified').length, 1);
      assert.equal(events.filter(({ type }) => type === 'address-changed').length, 1);
      assert.deepEqual((await logIn(bo.browser, bo, password)).body, {}, 'an account without an address');
    } finally {
      await server.stop();
    }
  });

  test('can be replaced by one that the user reads, so that a mistyped one locks no user out', async () => {
    const server = await startServer();
    try {
      const [ada, bo] = [await withAddress(server, 'ada'), await signUp(server, 'bo', password)];
      await verifyAddress(server, bo, 'bo@example.com');
      server.restart({ verifyAddress: 'added' });
      await logIn(ada.browser, ada, password);
      // The address of another account is a way in to that one, for the user who reads its messages.
      const other = server.visitor();
      other.cookie = ada.browser.cookie;
      const code = await receiveCode(server, other, 'bo@example.com');
      assert.deepEqual((await enter(other, code)).body, {});
      assert.equal((await readSession(other)).user?.name, 'bo');

      await logIn(ada.browser, ada, password);
      const late = await receiveCode(server, ada.browser, 'new@example.com');
      const cy = await signUp(server, 'cy');
      await verifyAddress(server, cy, 'new@example.com');
      const taken = await enter(ada.browser, late);
      assert.deepEqual([taken.status, taken.body['error']], [409, 'wrong_account']);
      assert.deepEqual((await readSession(ada.browser)).next, next('a…@example.com'));

      const own = await receiveCode(server, ada.browser, 'ada@example.org');
      assert.deepEqual((await enter(ada.browser, own)).body, completed);
      assert.deepEqual(await emailOf(ada), { address: 'ada@example.org', verified: true });
      const events = (await ada.browser.get<{ events: { type: string }[] }>('/security-events')).body.events;
      assert.equal(events.filter(({ type }) => type === 'address-changed').length, 2);
    } finally {
      await server.stop();
    }
  });

  test('are required at sign-up by the policy for all accounts, before the terms', async () => {
    const server = await startServer({ config: { verifyAddress: 'required', termsUrl: 'https://example.com/terms' } });
    try {
      const ada = createPerson(server, 'ada');
      assert.deepEqual((await ada.signUpByPasskey()).body['next'], next());
      const terms = { step: 'accept-terms', url: 'https://example.com/terms' };
      assert.equal((await ada.browser.post('/session/terms', { url: terms.url })).status, 401);
      const code = await receiveCode(server, ada.browser, '+491701234567');
      assert.deepEqual((await enter(ada.browser, code)).body, { next: terms });
      assert.deepEqual((await ada.browser.post('/session/terms', { url: terms.url })).body, {});
      assert.equal((await readSession(ada.browser)).authMethod, 'passkey-uv');
      const { phone } = (await ada.browser.get('/account')).body;
      assert.deepEqual(phone, { address: '+491701234567', verified: true });
    } finally {
      await server.stop();
    }
  });

  test('come after the second factor, and end with the sign-in', async () => {
    const server = await startServer();
    try {
      const ada = await signUp(server, 'ada', password);
      const app = await setUpApp(ada.browser, server.clock);
      await ada.browser.patch('/account', { email: 'ada@example.com' });
      const unverified = await receiveCode(server, ada.browser, 'ada@example.com');
      await ada.signOut();
      server.restart({ verifyAddress: 'added' });
      await logIn(ada.browser, ada, password);
      assert.equal((await enter(ada.browser, unverified)).status, 400, 'a code of the session before');
      const before = (await server.sent()).length;
      await ada.browser.post('/otp/request', { to: 'ada@example.com' });
      await ada.browser.post('/otp/request', { to: 'new@example.com' });
      assert.equal((await server.sent()).length, before, 'before the second factor, no code is sent');
      assert.deepEqual((await enterCode(ada.browser, app.code())).body, { next: next('a…@example.com') });
      const code = await receiveCode(server, ada.browser, 'ada@example.com');
      const copy = copyOf(ada, server);
      await ada.signOut();
      assert.equal((await enter(copy, code)).status, 400, 'after a sign-out');

      await logIn(ada.browser, ada, password);
      await enterCode(ada.browser, app.code(1));
      const old = await receiveCode(server, ada.browser, 'ada@example.com');
      server.clock.advance(10 * minutes);
      assert.equal((await enter(ada.browser, old)).status, 400, 'after ten minutes');
    } finally {
      await server.stop();
    }
  });

  test('elsewhere meanwhile leave a sign-in that waits a step that completes it, with what it began with', async () => {
    const server = await startServer();
    try {
      const ada = await signUp(server, 'ada', password);
      await ada.browser.patch('/account', { email: 'ada@example.com' });
      const app = await setUpApp(ada.browser, server.clock);
      await ada.signOut();
      server.restart({ verifyAddress: 'added' });
      const [elsewhere, late, early] = [server.visitor(), server.visitor(), server.visitor()];
      for (const [step, browser] of [elsewhere, late, early, ada.browser].entries()) {
        server.clock.advance(30_000);
        await logIn(browser, ada, password);
        assert.deepEqual((await enterCode(browser, app.code())).body['next'], next('a…@example.com'), String(step));
      }
      const requested = await receiveCode(server, early, 'ada@example.com');
      assert.deepEqual(
        (await enter(elsewhere, await receiveCode(server, elsewhere, 'ada@example.com'))).body,
        completed,
      );

      // The code that was sent before.
      assert.deepEqual((await enter(early, requested)).body, completed);
      // One that is sent only now.
      assert.deepEqual(await readSession(late), { signedIn: false, next: next('a…@example.com') });
      assert.deepEqual((await enter(late, await receiveCode(server, late, 'ada@example.com'))).body, completed);
      for (const browser of [early, late]) {
        const { signedIn, authMethod, user } = await readSession(browser);
        assert.deepEqual([signedIn, authMethod, user?.name], [true, 'password', 'ada']);
      }
      // No address is added that way any more.
      const before = (await server.sent()).length;
      await ada.browser.post('/otp/request', { to: 'new@example.com' });
      assert.equal((await server.sent()).length, before);
      assert.deepEqual((await readSession(ada.browser)).next, next('a…@example.com'));
      assert.deepEqual(await emailOf({ ...ada, browser: late }), { address: 'ada@example.com', verified: true });
    } finally {
      await server.stop();
    }
  });

  test('do not come back when they were replaced elsewhere before their code came back', async () => {
    const server = await startServer();
    try {
      const ada = await withAddress(server, 'ada');
      server.restart({ verifyAddress: 'added' });
      const elsewhere = server.visitor();
      for (const browser of [elsewhere, ada.browser]) await logIn(browser, ada, password);
      const code = await receiveCode(server, ada.browser, 'ada@example.com');
      assert.deepEqual(
        (await enter(elsewhere, await receiveCode(server, elsewhere, 'new@example.com'))).body,
        completed,
      );
      assert.equal((await enter(ada.browser, code)).status, 400);
      assert.deepEqual((await readSession(ada.browser)).next, next('n…@example.com'));
      assert.deepEqual(
        (await enter(ada.browser, await receiveCode(server, ada.browser, 'new@example.com'))).body,
        completed,
      );
      assert.deepEqual(await emailOf(ada), { address: 'new@example.com', verified: true });
    } finally {
      await server.stop();
    }
  });

  test('and terms that were accepted elsewhere meanwhile can be accepted here too, which completes the sign-in', async () => {
    const termsUrl = 'https://example.com/terms';
    const server = await startServer();
    try {
      const ada = await withAddress(server, 'ada');
      server.restart({ verifyAddress: 'added', termsUrl });
      const elsewhere = server.visitor();
      for (const browser of [elsewhere, ada.browser]) await logIn(browser, ada, password);
      assert.equal((await ada.browser.post('/session/terms', { url: termsUrl })).status, 401, 'not its turn');
      const code = await receiveCode(server, ada.browser, 'ada@example.com');
      const terms = { step: 'accept-terms', url: termsUrl };
      assert.deepEqual((await enter(elsewhere, await receiveCode(server, elsewhere, 'ada@example.com'))).body, {
        next: terms,
      });
      assert.deepEqual((await readSession(ada.browser)).next, terms);
      assert.deepEqual((await elsewhere.post('/session/terms', { url: termsUrl })).body, {});
      assert.deepEqual((await readSession(ada.browser)).next, terms);
      const copy = copyOf(ada, server);
      assert.deepEqual((await ada.browser.post('/session/terms', { url: termsUrl })).body, {});
      assert.equal((await readSession(ada.browser)).authMethod, 'password');
      assert.equal((await enter(copy, code)).status, 400, 'the session has moved on');
    } finally {
      await server.stop();
    }
  });

  test('leave a session of the user as old as it was until the code comes back', async () => {
    const server = await startServer();
    try {
      const ada = await signUp(server, 'ada', password);
      await ada.browser.patch('/account', { email: 'ada@example.com' });
      server.restart({ verifyAddress: 'added' });
      server.clock.advance(6 * minutes);
      const { authTime } = await readSession(ada.browser);
      assert.deepEqual((await logIn(ada.browser, ada, password)).body, { next: next('a…@example.com') });
      assert.equal((await readSession(ada.browser)).authTime, authTime);
      assert.equal((await ada.browser.delete('/account/password')).status, 403);
      const code = await receiveCode(server, ada.browser, 'ada@example.com');
      assert.deepEqual((await enter(ada.browser, code)).body, completed);
      assert.equal((await readSession(ada.browser)).authTime, authTime! + 6 * minutes);
    } finally {
      await server.stop();
    }
  });
});
