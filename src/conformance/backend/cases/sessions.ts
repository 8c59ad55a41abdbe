import type { BackendCase } from '../case.js';
import { parseSetCookie, type Answer, type Browser } from '../exchange.js';
import {
  expect,
  expectNoStore,
  expectRefused,
  expectStatus,
  isSignedIn,
  readSession,
  requestOptions,
  require,
  sessionCookieOf,
  signIn,
  signInAnew,
  type Kit,
} from '../kit.js';

const core = { chapter: 'core', level: 'must' } as const;

/** The `Set-Cookie` line of the session cookie in the answer to a correct sign-in. */
async function sessionCookieLine(kit: Kit): Promise<ReturnType<typeof parseSetCookie>> {
  const { authenticator } = await kit.sharedMember();
  const browser = kit.visitor();
  const answer = await signIn(browser, authenticator);
  require(answer, 200, 'A correct sign-in');
  const name = await sessionCookieOf(browser);
  const line = answer.headers.getSetCookie().find((candidate) => candidate.startsWith(`${name}=`));
  expect(line !== undefined, `The answer to a sign-in does not set the session cookie ${name} anew.`);
  return parseSetCookie(line);
}

const personal: ReadonlyArray<readonly [id: string, chapter: string, ask: (browser: Browser) => Promise<Answer>]> = [
  ['session', 'core', (browser) => browser.get('session')],
  ['sign-in-options', 'core', (browser) => browser.post('webauthn/login/options')],
  ['registration-options', 'core', (browser) => browser.post('webauthn/register/options')],
  ['refusal', 'core', (browser) => browser.post('webauthn/login/verify', {})],
  ['passkeys', 'passkey-settings', (browser) => browser.get('webauthn/credentials')],
  ['sessions', 'devices', (browser) => browser.get('sessions')],
  ['account', 'account', (browser) => browser.get('account')],
  ['second-factor', 'second-factor', (browser) => browser.get('account/second-factor')],
  ['nonce', 'fedcm', (browser) => browser.get('auth/fedcm/nonce')],
];

/** Cases of sessions, cookies, caching and sign-out. */
export const sessionCases: readonly BackendCase[] = [
  {
    ...core,
    id: 'session-of-visitor',
    rule: 'session-answer',
    title: 'asks for the session of a visitor',
    async run(kit) {
      const answer = await kit.visitor().get('session');
      expectStatus(answer, 200, 'GET /session of a visitor');
      expect(
        (answer.json as { signedIn?: unknown } | undefined)?.signedIn === false,
        'signedIn is not false for a visitor.',
      );
    },
  },
  {
    ...core,
    id: 'session-of-unknown-cookie',
    rule: 'session-answer',
    title: 'asks for the session with a session cookie that was made up',
    async run(kit) {
      const { browser } = await kit.sharedMember();
      const stray = browser.copy();
      const name = await sessionCookieOf(browser);
      stray.cookies.set(name, 'A'.repeat(browser.cookies.get(name)!.length));
      const answer = await stray.get('session');
      expectStatus(answer, 200, 'GET /session with an unknown cookie');
      expect(
        (answer.json as { signedIn?: unknown }).signedIn === false,
        'signedIn is not false for an unknown cookie.',
      );
    },
  },
  {
    ...core,
    id: 'session-of-member',
    rule: 'session-answer',
    title: 'asks for the session of a signed-in user',
    async run(kit) {
      const { browser } = await kit.sharedMember();
      const { signedIn, user } = await readSession(browser);
      expect(signedIn === true, 'signedIn is not true after a sign-in.');
      expect(typeof user?.name === 'string' && user.name !== '', 'user.name is missing.');
    },
  },
  {
    ...core,
    id: 'session-says-how',
    level: 'should',
    rule: 'session-answer',
    title: 'asks how and when the user signed in',
    async run(kit) {
      const { authenticator } = await kit.sharedMember();
      const browser = kit.visitor();
      require(await signIn(browser, authenticator), 200, 'A correct sign-in');
      const { authMethod, authTime, expires } = await readSession(browser);
      expect(
        String(authMethod).startsWith('passkey'),
        `authMethod is ${JSON.stringify(authMethod)} after a sign-in with a passkey.`,
      );
      expect(authTime !== undefined, 'authTime is missing.');
      expect(expires !== undefined, 'expires is missing.');
    },
  },
  {
    ...core,
    id: 'session-user-id',
    rule: 'session-user-id',
    title: 'compares user.id of the session with the user handle of the passkey',
    async run(kit) {
      const { browser, userHandle } = await kit.sharedMember();
      const { user } = await readSession(browser);
      expect(
        user?.id === undefined || user.id === userHandle,
        `user.id is ${JSON.stringify(user?.id)}, and the user handle is "${userHandle}".`,
      );
    },
  },
  {
    ...core,
    id: 'session-names-user-id',
    level: 'advice',
    rule: 'session-user-id',
    title: 'looks for user.id in the session',
    async run(kit) {
      const { browser } = await kit.sharedMember();
      const { user } = await readSession(browser);
      expect(user?.id !== undefined, 'user.id is missing: the vault, the outbox and private caches need it.');
    },
  },
  {
    ...core,
    id: 'no-session-for-reading',
    rule: 'no-empty-sessions',
    title: 'asks for the session of a visitor, who must get no cookie',
    async run(kit) {
      const answer = await kit.visitor().get('session');
      require(answer, 200, 'GET /session');
      expect(answer.headers.getSetCookie().length === 0, 'GET /session of a visitor sets a cookie.');
    },
  },
  {
    ...core,
    id: 'no-cookie-for-reading',
    level: 'should',
    rule: 'no-empty-sessions',
    title: 'asks for the session of a signed-in user, whose cookie must stay',
    async run(kit) {
      const browser = await signInAnew(kit, await kit.sharedMember());
      const answer = await browser.get('session');
      require(answer, 200, 'GET /session');
      expect(
        answer.headers.getSetCookie().length === 0,
        'GET /session of a signed-in user sets a cookie: one that arrives after a sign-out would bring the session back.',
      );
    },
  },
  {
    ...core,
    id: 'no-session-for-refusal',
    rule: 'no-empty-sessions',
    title: 'sends a malformed sign-in, which must set no session cookie',
    async run(kit) {
      const visitor = kit.visitor();
      await visitor.post('webauthn/login/verify', {});
      expect(visitor.cookies.size === 0, 'A refused sign-in of a visitor sets a cookie.');
    },
  },
  {
    ...core,
    id: 'cookie-http-only',
    rule: 'cookie-http-only',
    title: 'reads the attributes of the session cookie',
    async run(kit) {
      const { name, attributes } = await sessionCookieLine(kit);
      expect(attributes.has('httponly'), `The cookie ${name} is not HttpOnly: scripts can read it.`);
    },
  },
  {
    ...core,
    id: 'cookie-secure',
    rule: 'cookie-secure',
    title: 'reads the attributes of the session cookie',
    async run(kit) {
      const { name, attributes } = await sessionCookieLine(kit);
      expect(attributes.has('secure'), `The cookie ${name} is not Secure.`);
    },
  },
  {
    ...core,
    id: 'cookie-same-site',
    rule: 'cookie-same-site',
    title: 'reads the attributes of the session cookie',
    async run(kit) {
      const { name, attributes } = await sessionCookieLine(kit);
      const said = attributes.get('samesite') ?? '(none)';
      expect(/^(lax|strict)$/i.test(said), `The cookie ${name} has SameSite=${said}.`);
    },
  },
  {
    ...core,
    id: 'cookie-host-prefix',
    level: 'should',
    rule: 'cookie-host-prefix',
    title: 'reads the name and the scope of the session cookie',
    async run(kit) {
      const { name, attributes } = await sessionCookieLine(kit);
      expect(name.startsWith('__Host-'), `The cookie is named ${name}: another subdomain can set one of that name.`);
      expect(attributes.get('path') === '/', `The cookie ${name} has Path=${attributes.get('path') ?? '(none)'}.`);
      expect(!attributes.has('domain'), `The cookie ${name} has a Domain.`);
    },
  },
  {
    ...core,
    id: 'session-id-length',
    rule: 'session-ids-random',
    title: 'compares the session cookies of two sign-ins',
    async run(kit) {
      const member = await kit.sharedMember();
      const one = await signInAnew(kit, member);
      const name = await sessionCookieOf(one);
      const other = await signInAnew(kit, member);
      const [first, second] = [one.cookies.get(name) ?? '', other.cookies.get(name) ?? ''];
      expect(first !== second, 'Two sign-ins got the same session id.');
      const differing = first.split('').filter((letter, index) => letter !== second[index]).length;
      expect(
        first.length >= 22,
        `The session cookie has ${first.length} characters: 128 random bits need at least 22.`,
      );
      expect(differing >= 11, `The session cookies of two sign-ins differ in ${differing} characters only.`);
    },
  },
  {
    ...core,
    id: 'session-renewed-at-sign-in',
    rule: 'session-renewed',
    title: 'signs in, and uses the cookie of the visitor’s session from before',
    async run(kit) {
      const { authenticator } = await kit.sharedMember();
      const browser = kit.visitor();
      const options = await requestOptions(browser);
      const before = browser.copy();
      const response = await authenticator.get(options, { origin: kit.origin });
      require(await browser.post('webauthn/login/verify', response), 200, 'A correct sign-in');
      expect(await isSignedIn(browser), 'The browser is not signed in after a sign-in.');
      expect(
        !(await isSignedIn(before)),
        'The session cookie from before the sign-in is signed in, too (session fixation).',
      );
    },
  },
  {
    ...core,
    id: 'session-renewed-at-second-sign-in',
    level: 'should',
    rule: 'session-renewed',
    title: 'signs in again in a signed-in session, and uses the cookie from before',
    async run(kit) {
      const member = await kit.sharedMember();
      const browser = await signInAnew(kit, member);
      const name = await sessionCookieOf(browser);
      const before = browser.copy();
      require(await signIn(browser, member.authenticator), 200, 'A second sign-in');
      expect(browser.cookies.get(name) !== before.cookies.get(name), 'A second sign-in keeps the session id.');
      expect(!(await isSignedIn(before)), 'The session cookie from before a second sign-in is still signed in.');
    },
  },
  {
    ...core,
    id: 'sign-in-without-the-new-cookie',
    rule: 'replaced-cookie',
    title: 'signs in, and signs in again in a browser that never got the cookie of the first answer',
    async run(kit) {
      const { authenticator } = await kit.sharedMember();
      const browser = kit.visitor();
      const response = await authenticator.get(await requestOptions(browser), { origin: kit.origin });
      const left = browser.copy();
      require(await browser.post('webauthn/login/verify', response), 200, 'A correct sign-in');
      const { status, json } = await signIn(left, authenticator);
      expect(
        status === 200,
        `The browser keeps the cookie from before, as after a lost connection, and cannot sign in: ${status} ${JSON.stringify(json)}.`,
      );
      expect(await isSignedIn(left), 'The browser got no cookie that signs it in.');
      expect(
        await isSignedIn(browser),
        'A sign-in with the cookie from before ended the session that had replaced it: a planted cookie could sign a user out.',
      );
    },
  },
  {
    ...core,
    id: 'logout-ends-session',
    rule: 'logout-ends',
    title: 'signs out, and uses a copy of the cookie',
    async run(kit) {
      const browser = await signInAnew(kit, await kit.sharedMember());
      const copy = browser.copy();
      expectStatus(await browser.post('logout'), 200, 'POST /logout');
      expect(!(await isSignedIn(copy)), 'A copy of the cookie is signed in after POST /logout.');
    },
  },
  {
    ...core,
    id: 'logout-ends-session-for-changes',
    rule: 'logout-ends',
    title: 'signs out, and asks for registration options with a copy of the cookie',
    async run(kit) {
      const browser = await signInAnew(kit, await kit.sharedMember());
      const copy = browser.copy();
      require(await browser.post('logout'), 200, 'POST /logout');
      expectRefused(await copy.post('webauthn/register/options'), 'POST /webauthn/register/options after POST /logout');
    },
  },
  {
    ...core,
    id: 'logout-beside-other-requests',
    rule: 'logout-ends',
    title: 'signs out during 20 other requests of the session',
    async run(kit) {
      const browser = await signInAnew(kit, await kit.sharedMember());
      const copy = browser.copy();
      await Promise.all([
        ...Array.from({ length: 10 }, () => copy.copy().post('webauthn/login/options')),
        browser.post('logout'),
        ...Array.from({ length: 10 }, () => copy.copy().get('session')),
      ]);
      expect(!(await isSignedIn(copy)), 'A request in flight during POST /logout brought the session back.');
    },
  },
  {
    ...core,
    id: 'logout-other-sessions-stay',
    rule: 'logout-ends',
    title: 'signs out in one browser, and looks at the session of another',
    async run(kit) {
      const member = await kit.sharedMember();
      const [one, other] = [await signInAnew(kit, member), await signInAnew(kit, member)];
      require(await one.post('logout'), 200, 'POST /logout');
      expect(await isSignedIn(other), 'POST /logout ended the session of another browser, too.');
    },
  },
  {
    ...core,
    id: 'logout-twice',
    rule: 'logout-idempotent',
    title: 'signs out twice with the same cookie',
    async run(kit) {
      const browser = await signInAnew(kit, await kit.sharedMember());
      const copy = browser.copy();
      require(await browser.post('logout'), 200, 'POST /logout');
      expectStatus(await copy.post('logout'), 200, 'A second POST /logout');
    },
  },
  {
    ...core,
    id: 'logout-of-visitor',
    rule: 'logout-idempotent',
    title: 'signs out without a session',
    async run(kit) {
      expectStatus(await kit.visitor().post('logout'), 200, 'POST /logout of a visitor');
    },
  },
  {
    ...core,
    id: 'logout-expires-cookie',
    level: 'should',
    rule: 'logout-clears',
    title: 'signs out, and looks at the cookie',
    async run(kit) {
      const browser = await signInAnew(kit, await kit.sharedMember());
      const name = await sessionCookieOf(browser);
      require(await browser.post('logout'), 200, 'POST /logout');
      expect(!browser.cookies.has(name), `POST /logout does not expire the cookie ${name}.`);
    },
  },
  {
    ...core,
    id: 'logout-clears-cache',
    level: 'should',
    rule: 'logout-clears',
    title: 'signs out, and looks for Clear-Site-Data',
    async run(kit) {
      const browser = await signInAnew(kit, await kit.sharedMember());
      const answer = await browser.post('logout');
      require(answer, 200, 'POST /logout');
      const said = answer.headers.get('clear-site-data') ?? '(none)';
      expect(said.includes('"cache"'), `POST /logout has Clear-Site-Data: ${said}. Expected "cache".`);
    },
  },
  {
    ...core,
    id: 'logout-of-another-user',
    level: 'should',
    rule: 'logout-names-session',
    title: 'signs out and names another user than the one of the session',
    async run(kit) {
      const browser = await signInAnew(kit, await kit.sharedMember());
      const { authTime } = await readSession(browser);
      const answer = await browser.post('logout', { user: 'AAAAAAAAAAAAAAAAAAAAAA', authTime });
      expectStatus(answer, 409, 'POST /logout for another user');
      expect(await isSignedIn(browser), 'POST /logout for another user ended the session.');
    },
  },
  {
    ...core,
    id: 'logout-of-earlier-sign-in',
    level: 'should',
    rule: 'logout-names-session',
    title: 'signs out and names another sign-in than the one of the session',
    async run(kit) {
      const browser = await signInAnew(kit, await kit.sharedMember());
      const { user } = await readSession(browser);
      const answer = await browser.post('logout', { user: user?.id, authTime: 1 });
      expectStatus(answer, 409, 'POST /logout for an earlier sign-in');
      expect(await isSignedIn(browser), 'POST /logout for an earlier sign-in ended the session.');
    },
  },
  ...personal.map(([id, chapter, ask]): BackendCase => ({
    chapter,
    level: 'must',
    id: `no-store-${id}`,
    rule: 'no-store',
    title: 'looks whether the answer may be stored in a cache',
    async run(kit) {
      const { browser } = await kit.sharedMember();
      const answer = await ask(id === 'refusal' ? kit.visitor() : browser);
      const { method, url } = answer.exchange;
      expectNoStore(answer, `${method} ${new URL(url).pathname}`);
    },
  })),
  {
    ...core,
    id: 'no-store-sign-in',
    rule: 'no-store',
    title: 'looks whether the answer to a sign-in, which sets a cookie, may be stored in a cache',
    async run(kit) {
      const { authenticator } = await kit.sharedMember();
      const answer = await signIn(kit.visitor(), authenticator);
      require(answer, 200, 'A correct sign-in');
      expectNoStore(answer, 'POST /webauthn/login/verify');
    },
  },
];
