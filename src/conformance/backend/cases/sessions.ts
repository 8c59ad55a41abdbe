import { casesOf, ofRule, type BackendCase } from '../case.js';
import { parseSetCookie, type Answer, type Browser } from '../exchange.js';
import {
  expect,
  expectNobody,
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

const { must, should, advice } = casesOf('core');
const logoutEnds = ofRule(must, 'logout-ends');
const sessionAnswer = ofRule(must, 'session-answer');

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
  sessionAnswer('session-of-visitor', 'asks for the session of a visitor', async (kit) => {
    const answer = await kit.visitor().get('session');
    expectStatus(answer, 200, 'GET /session of a visitor');
    expect(
      (answer.json as { signedIn?: unknown } | undefined)?.signedIn === false,
      'signedIn is not false for a visitor.',
    );
  }),
  sessionAnswer(
    'session-of-unknown-cookie',
    'asks for the session with a session cookie that was made up',
    async (kit) => {
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
  ),
  sessionAnswer('session-of-member', 'asks for the session of a signed-in user', async (kit) => {
    const { browser } = await kit.sharedMember();
    const { signedIn, user } = await readSession(browser);
    expect(signedIn === true, 'signedIn is not true after a sign-in.');
    expect(typeof user?.name === 'string' && user.name !== '', 'user.name is missing.');
  }),
  should('session-answer', 'session-says-how', 'asks how and when the user signed in', async (kit) => {
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
  }),
  must(
    'session-user-id',
    'session-user-id',
    'compares user.id of the session with the user handle of the passkey',
    async (kit) => {
      const { browser, userHandle } = await kit.sharedMember();
      const { user } = await readSession(browser);
      expect(
        user?.id === undefined || user.id === userHandle,
        `user.id is ${JSON.stringify(user?.id)}, and the user handle is "${userHandle}".`,
      );
    },
  ),
  advice('session-user-id', 'session-names-user-id', 'looks for user.id in the session', async (kit) => {
    const { browser } = await kit.sharedMember();
    const { user } = await readSession(browser);
    expect(user?.id !== undefined, 'user.id is missing: the vault, the outbox and private caches need it.');
  }),
  must(
    'no-empty-sessions',
    'no-session-for-reading',
    'asks for the session of a visitor, who must get no cookie',
    async (kit) => {
      const answer = await kit.visitor().get('session');
      require(answer, 200, 'GET /session');
      expect(answer.headers.getSetCookie().length === 0, 'GET /session of a visitor sets a cookie.');
    },
  ),
  should(
    'no-empty-sessions',
    'no-cookie-for-reading',
    'asks for the session of a signed-in user, whose cookie must stay',
    async (kit) => {
      const browser = await signInAnew(kit, await kit.sharedMember());
      const answer = await browser.get('session');
      require(answer, 200, 'GET /session');
      expect(
        answer.headers.getSetCookie().length === 0,
        'GET /session of a signed-in user sets a cookie: one that arrives after a sign-out would bring the session back.',
      );
    },
  ),
  must(
    'no-empty-sessions',
    'no-session-for-refusal',
    'sends a malformed sign-in, which must set no session cookie',
    async (kit) => {
      const visitor = kit.visitor();
      await visitor.post('webauthn/login/verify', {});
      expect(visitor.cookies.size === 0, 'A refused sign-in of a visitor sets a cookie.');
    },
  ),
  must('cookie-http-only', 'cookie-http-only', 'reads the attributes of the session cookie', async (kit) => {
    const { name, attributes } = await sessionCookieLine(kit);
    expect(attributes.has('httponly'), `The cookie ${name} is not HttpOnly: scripts can read it.`);
  }),
  must('cookie-secure', 'cookie-secure', 'reads the attributes of the session cookie', async (kit) => {
    const { name, attributes } = await sessionCookieLine(kit);
    expect(attributes.has('secure'), `The cookie ${name} is not Secure.`);
  }),
  must('cookie-same-site', 'cookie-same-site', 'reads the attributes of the session cookie', async (kit) => {
    const { name, attributes } = await sessionCookieLine(kit);
    const said = attributes.get('samesite') ?? '(none)';
    expect(/^(lax|strict)$/i.test(said), `The cookie ${name} has SameSite=${said}.`);
  }),
  should(
    'cookie-host-prefix',
    'cookie-host-prefix',
    'reads the name and the scope of the session cookie',
    async (kit) => {
      const { name, attributes } = await sessionCookieLine(kit);
      expect(name.startsWith('__Host-'), `The cookie is named ${name}: another subdomain can set one of that name.`);
      expect(attributes.get('path') === '/', `The cookie ${name} has Path=${attributes.get('path') ?? '(none)'}.`);
      expect(!attributes.has('domain'), `The cookie ${name} has a Domain.`);
    },
  ),
  must('session-ids-random', 'session-id-length', 'compares the session cookies of two sign-ins', async (kit) => {
    const member = await kit.sharedMember();
    const one = await signInAnew(kit, member);
    const name = await sessionCookieOf(one);
    const other = await signInAnew(kit, member);
    const [first, second] = [one.cookies.get(name) ?? '', other.cookies.get(name) ?? ''];
    expect(first !== second, 'Two sign-ins got the same session id.');
    const differing = first.split('').filter((letter, index) => letter !== second[index]).length;
    expect(first.length >= 22, `The session cookie has ${first.length} characters: 128 random bits need at least 22.`);
    expect(differing >= 11, `The session cookies of two sign-ins differ in ${differing} characters only.`);
  }),
  must(
    'session-renewed',
    'session-renewed-at-sign-in',
    'signs in, and uses the cookie of the visitor’s session from before',
    async (kit) => {
      const { authenticator } = await kit.sharedMember();
      const browser = kit.visitor();
      const options = await requestOptions(browser);
      const before = browser.copy();
      const response = await authenticator.get(options, { origin: kit.origin });
      require(await browser.post('webauthn/login/verify', response), 200, 'A correct sign-in');
      expect(await isSignedIn(browser), 'The browser is not signed in after a sign-in.');
      await expectNobody(before, 'The session cookie from before the sign-in (session fixation)');
    },
  ),
  should(
    'session-renewed',
    'session-renewed-at-second-sign-in',
    'signs in again in a signed-in session, and uses the cookie from before',
    async (kit) => {
      const member = await kit.sharedMember();
      const browser = await signInAnew(kit, member);
      const name = await sessionCookieOf(browser);
      const before = browser.copy();
      require(await signIn(browser, member.authenticator), 200, 'A second sign-in');
      expect(browser.cookies.get(name) !== before.cookies.get(name), 'A second sign-in keeps the session id.');
      expect(!(await isSignedIn(before)), 'The session cookie from before a second sign-in is still signed in.');
    },
  ),
  must(
    'replaced-cookie',
    'sign-in-without-the-new-cookie',
    'signs in, and signs in again in a browser that never got the cookie of the first answer',
    async (kit) => {
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
  ),
  logoutEnds('logout-ends-session', 'signs out, and uses a copy of the cookie', async (kit) => {
    const browser = await signInAnew(kit, await kit.sharedMember());
    const copy = browser.copy();
    expectStatus(await browser.post('logout'), 200, 'POST /logout');
    expect(!(await isSignedIn(copy)), 'A copy of the cookie is signed in after POST /logout.');
  }),
  logoutEnds(
    'logout-ends-session-for-changes',
    'signs out, and asks for registration options with a copy of the cookie',
    async (kit) => {
      const browser = await signInAnew(kit, await kit.sharedMember());
      const copy = browser.copy();
      require(await browser.post('logout'), 200, 'POST /logout');
      expectRefused(await copy.post('webauthn/register/options'), 'POST /webauthn/register/options after POST /logout');
    },
  ),
  logoutEnds('logout-beside-other-requests', 'signs out during 20 other requests of the session', async (kit) => {
    const browser = await signInAnew(kit, await kit.sharedMember());
    const copy = browser.copy();
    await Promise.all([
      ...Array.from({ length: 10 }, () => copy.copy().post('webauthn/login/options')),
      browser.post('logout'),
      ...Array.from({ length: 10 }, () => copy.copy().get('session')),
    ]);
    expect(!(await isSignedIn(copy)), 'A request in flight during POST /logout brought the session back.');
  }),
  logoutEnds(
    'logout-other-sessions-stay',
    'signs out in one browser, and looks at the session of another',
    async (kit) => {
      const member = await kit.sharedMember();
      const [one, other] = [await signInAnew(kit, member), await signInAnew(kit, member)];
      require(await one.post('logout'), 200, 'POST /logout');
      expect(await isSignedIn(other), 'POST /logout ended the session of another browser, too.');
    },
  ),
  must('logout-idempotent', 'logout-twice', 'signs out twice with the same cookie', async (kit) => {
    const browser = await signInAnew(kit, await kit.sharedMember());
    const copy = browser.copy();
    require(await browser.post('logout'), 200, 'POST /logout');
    expectStatus(await copy.post('logout'), 200, 'A second POST /logout');
  }),
  must('logout-idempotent', 'logout-of-visitor', 'signs out without a session', async (kit) => {
    expectStatus(await kit.visitor().post('logout'), 200, 'POST /logout of a visitor');
  }),
  should('logout-clears', 'logout-expires-cookie', 'signs out, and looks at the cookie', async (kit) => {
    const browser = await signInAnew(kit, await kit.sharedMember());
    const name = await sessionCookieOf(browser);
    require(await browser.post('logout'), 200, 'POST /logout');
    expect(!browser.cookies.has(name), `POST /logout does not expire the cookie ${name}.`);
  }),
  should('logout-clears', 'logout-clears-cache', 'signs out, and looks for Clear-Site-Data', async (kit) => {
    const browser = await signInAnew(kit, await kit.sharedMember());
    const answer = await browser.post('logout');
    require(answer, 200, 'POST /logout');
    const said = answer.headers.get('clear-site-data') ?? '(none)';
    expect(said.includes('"cache"'), `POST /logout has Clear-Site-Data: ${said}. Expected "cache".`);
  }),
  should(
    'logout-names-session',
    'logout-of-another-user',
    'signs out and names another user than the one of the session',
    async (kit) => {
      const browser = await signInAnew(kit, await kit.sharedMember());
      const { authTime } = await readSession(browser);
      const answer = await browser.post('logout', { user: 'AAAAAAAAAAAAAAAAAAAAAA', authTime });
      expectStatus(answer, 409, 'POST /logout for another user');
      expect(await isSignedIn(browser), 'POST /logout for another user ended the session.');
    },
  ),
  should(
    'logout-names-session',
    'logout-of-earlier-sign-in',
    'signs out and names another sign-in than the one of the session',
    async (kit) => {
      const browser = await signInAnew(kit, await kit.sharedMember());
      const { user } = await readSession(browser);
      const answer = await browser.post('logout', { user: user?.id, authTime: 1 });
      expectStatus(answer, 409, 'POST /logout for an earlier sign-in');
      expect(await isSignedIn(browser), 'POST /logout for an earlier sign-in ended the session.');
    },
  ),
  ...personal.map(([id, chapter, ask]) =>
    casesOf(chapter).must(
      'no-store',
      `no-store-${id}`,
      'looks whether the answer may be stored in a cache',
      async (kit) => {
        const { browser } = await kit.sharedMember();
        const answer = await ask(id === 'refusal' ? kit.visitor() : browser);
        const { method, url } = answer.exchange;
        expectNoStore(answer, `${method} ${new URL(url).pathname}`);
      },
    ),
  ),
  must(
    'no-store',
    'no-store-sign-in',
    'looks whether the answer to a sign-in, which sets a cookie, may be stored in a cache',
    async (kit) => {
      const { authenticator } = await kit.sharedMember();
      const answer = await signIn(kit.visitor(), authenticator);
      require(answer, 200, 'A correct sign-in');
      expectNoStore(answer, 'POST /webauthn/login/verify');
    },
  ),
];
