import { createAuthenticator } from '../../authenticator.js';
import type { CreationOptionsJSON } from '../../ceremony-json.js';
import type { BackendCase } from '../case.js';
import {
  creationOptions,
  errorOf,
  expect,
  expectRefused,
  expectStatus,
  isSignedIn,
  NotChecked,
  randomText,
  readSession,
  register,
  requestOptions,
  require,
  sessionCookieOf,
  signIn,
  signInAnew,
  type Kit,
  type Member,
} from '../kit.js';

interface Listed {
  id?: unknown;
  nickname?: unknown;
  current?: unknown;
}

async function listPasskeys({
  browser,
}: Pick<Member, 'browser'>): Promise<{ userId?: unknown; credentials: Listed[] }> {
  const answer = await browser.get('webauthn/credentials');
  require(answer, 200, 'GET /webauthn/credentials');
  const said = answer.json as { userId?: unknown; credentials?: Listed[] } | undefined;
  return { userId: said?.userId, credentials: said?.credentials ?? [] };
}

async function listSessions(browser: Member['browser']): Promise<Listed[]> {
  const answer = await browser.get('sessions');
  require(answer, 200, 'GET /sessions');
  return (answer.json as { sessions?: Listed[] } | undefined)?.sessions ?? [];
}

const idOf = (member: Member): string => member.authenticator.credentials[0]!.id;

/** A user with a password. */
async function withPassword(kit: Kit): Promise<Member & { username: string; password: string }> {
  const member = await kit.newMember({ passkey: false, password: true });
  const { username, password } = member;
  if (username === undefined || password === undefined) throw new NotChecked('It needs an account with a password.');
  return { ...member, username, password };
}

const settings = { chapter: 'passkey-settings', level: 'must' } as const;
const passwords = { chapter: 'passwords', level: 'must' } as const;
const accounts = { chapter: 'accounts', level: 'must' } as const;
const devices = { chapter: 'devices', level: 'must' } as const;
const codes = { chapter: 'one-time-codes', level: 'must' } as const;
const stepUp = { chapter: 'core', level: 'must' } as const;

const settingsCases: readonly BackendCase[] = [
  {
    ...settings,
    id: 'passkeys-listed',
    rule: 'passkey-list',
    title: 'lists the passkeys after a registration',
    async run(kit) {
      const member = await kit.newMember();
      const { userId, credentials } = await listPasskeys(member);
      expect(
        credentials.some(({ id }) => id === idOf(member)),
        'The new passkey is not in the list.',
      );
      expect(
        userId === member.userHandle,
        'userId is not the user handle: passkey providers ignore the signals of clients.',
      );
    },
  },
  {
    ...settings,
    id: 'passkeys-of-visitor',
    rule: 'needs-session',
    title: 'lists the passkeys without a session',
    async run(kit) {
      expectStatus(await kit.visitor().get('webauthn/credentials'), 401, 'GET /webauthn/credentials of a visitor');
    },
  },
  {
    ...settings,
    id: 'passkeys-not-of-others',
    rule: 'own-resources',
    title: 'looks for another user’s passkey in the list',
    async run(kit) {
      const [one, other] = [await kit.sharedMember(), await kit.otherMember()];
      const { credentials } = await listPasskeys(one);
      expect(!credentials.some(({ id }) => id === idOf(other)), 'The list has a passkey of another user.');
    },
  },
  ...(['Blue key', 'Schlüssel – 鍵 🔑', '<img src=x onerror=alert(1)>', null] as const).map(
    (nickname, index): BackendCase => ({
      ...settings,
      id: `rename-passkey-${index + 1}`,
      rule: 'passkey-list',
      title: nickname === null ? 'removes the nickname of a passkey' : `names a passkey "${nickname}"`,
      async run(kit) {
        const member = await kit.sharedMember();
        expectStatus(
          await member.browser.patch(`webauthn/credentials/${idOf(member)}`, { nickname }),
          200,
          'A new nickname',
        );
        const { credentials } = await listPasskeys(member);
        const found = credentials.find(({ id }) => id === idOf(member))?.nickname;
        expect(
          found === nickname,
          `The list has the nickname ${JSON.stringify(found)} instead of ${JSON.stringify(nickname)}.`,
        );
      },
    }),
  ),
  {
    ...settings,
    id: 'rename-unknown-passkey',
    rule: 'not-found',
    title: 'names a passkey that does not exist',
    async run(kit) {
      const { browser } = await kit.sharedMember();
      const answer = await browser.patch('webauthn/credentials/AAAAAAAAAAAAAAAAAAAAAA', { nickname: 'x' });
      expectStatus(answer, 404, 'A nickname for an unknown passkey');
      expect(errorOf(answer) === 'not_found', 'The error is not "not_found": clients take the endpoint for missing.');
    },
  },
  {
    ...settings,
    id: 'rename-passkey-of-other-user',
    rule: 'own-resources',
    title: 'names a passkey of another user',
    async run(kit) {
      const [one, other] = [await kit.sharedMember(), await kit.otherMember()];
      const answer = await one.browser.patch(`webauthn/credentials/${idOf(other)}`, { nickname: 'Mine now' });
      expectStatus(answer, 404, 'A nickname for another user’s passkey');
      const { credentials } = await listPasskeys(other);
      expect(
        !credentials.some(({ nickname }) => nickname === 'Mine now'),
        'The nickname of another user’s passkey changed.',
      );
    },
  },
  {
    ...settings,
    id: 'remove-passkey-of-other-user',
    rule: 'own-resources',
    title: 'removes a passkey of another user',
    async run(kit) {
      const [one, other] = [await kit.newMember(), await kit.newMember()];
      require(await register(other), 200, 'A second registration');
      const answer = await one.browser.delete(`webauthn/credentials/${idOf(other)}`);
      expectStatus(answer, 404, 'Removing another user’s passkey');
      const { status } = await signIn(kit.visitor(), other.authenticator);
      expect(status === 200, 'A passkey of another user was removed.');
    },
  },
  {
    ...settings,
    id: 'removed-passkey',
    rule: 'passkey-removed',
    title: 'removes a passkey, and signs in with it',
    async run(kit) {
      const member = await kit.newMember();
      require(await register(member), 200, 'A second registration');
      expectStatus(await member.browser.delete(`webauthn/credentials/${idOf(member)}`), 204, 'Removing a passkey');
      const browser = kit.visitor();
      const answer = await signIn(browser, member.authenticator);
      expectRefused(answer, 'A sign-in with a removed passkey');
      expect(!(await isSignedIn(browser)), 'A removed passkey signed in.');
    },
  },
  {
    ...settings,
    id: 'remove-unknown-passkey',
    rule: 'not-found',
    title: 'removes a passkey that does not exist',
    async run(kit) {
      const { browser } = await kit.sharedMember();
      const answer = await browser.delete('webauthn/credentials/AAAAAAAAAAAAAAAAAAAAAA');
      expectStatus(answer, 404, 'Removing an unknown passkey');
    },
  },
  {
    ...settings,
    id: 'last-passkey',
    rule: 'last-way-in',
    title: 'removes the only passkey of an account without a password',
    async run(kit) {
      const member = await kit.newMember();
      if (member.password !== undefined) throw new NotChecked('The backend creates no account without a password.');
      const answer = await member.browser.delete(`webauthn/credentials/${idOf(member)}`);
      expectStatus(answer, 409, 'Removing the last way to sign in');
      expectStatus(await signIn(kit.visitor(), member.authenticator), 200, 'A sign-in with the kept passkey');
    },
  },
  {
    ...settings,
    id: 'last-passkeys-at-once',
    rule: 'last-way-in',
    title: 'removes both passkeys of an account at once',
    async run(kit) {
      const member = await kit.newMember();
      if (member.password !== undefined) throw new NotChecked('The backend creates no account without a password.');
      const second = createAuthenticator();
      require(await register(member, {}, second), 200, 'A second registration');
      const answers = await Promise.all(
        [idOf(member), second.credentials[0]!.id].map((id) =>
          member.browser.copy().delete(`webauthn/credentials/${id}`),
        ),
      );
      const removed = answers.filter(({ status }) => status === 204).length;
      expect(removed < 2, 'Both passkeys were removed: the account has no way to sign in.');
    },
  },
];

const names: ReadonlyArray<readonly [id: string, what: string, name: string]> = [
  ['empty', 'an empty name', ''],
  ['control-characters', 'a name with a line break', 'latchkey\ncheck'],
  ['too-long', 'a name of 10,000 characters', 'x'.repeat(10_000)],
];

const accountCases: readonly BackendCase[] = [
  {
    ...accounts,
    id: 'sign-up',
    rule: 'session-answer',
    title: 'creates an account, which is signed in',
    async run(kit) {
      const { browser } = await kit.newMember({ passkey: false });
      expect(await isSignedIn(browser), 'The browser is not signed in after POST /signup.');
    },
  },
  {
    ...accounts,
    id: 'sign-up-session-renewed',
    rule: 'session-renewed',
    title: 'creates an account, and uses the cookie of the visitor’s session from before',
    async run(kit) {
      const browser = kit.visitor();
      await requestOptions(browser);
      const before = browser.copy();
      const username = kit.newName();
      const answer = await browser.post('signup', { username, password: randomText(24) });
      require(answer, 201, 'POST /signup');
      kit.created.push(username);
      expect(!(await isSignedIn(before)), 'The session cookie from before POST /signup is signed in, too.');
    },
  },
  ...(['', ' in capitals'] as const).map((how): BackendCase => ({
    ...accounts,
    level: how ? 'should' : 'must',
    id: how ? 'sign-up-taken-in-capitals' : 'sign-up-taken',
    rule: 'name-taken',
    title: `creates an account with a name that is taken${how}`,
    async run(kit) {
      const member = await kit.sharedMember();
      const name = how ? member.username!.toUpperCase() : member.username!;
      const browser = kit.visitor();
      const answer = await browser.post('signup', { username: name, password: randomText(24) });
      expectStatus(answer, 409, 'POST /signup with a taken name');
      expect(!(await isSignedIn(browser)), 'POST /signup with a taken name signed in.');
    },
  })),
  {
    ...accounts,
    id: 'sign-up-at-once',
    rule: 'name-taken',
    title: 'creates ten accounts of one name at once',
    async run(kit) {
      const username = kit.newName();
      kit.created.push(username);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => kit.visitor().post('signup', { username, password: 'one of ten at once' })),
      );
      const accepted = answers.filter(({ status }) => status === 201).length;
      expect(accepted <= 1, `${accepted} accounts of one name were created.`);
      expect(
        answers.every(({ status }) => status < 500),
        'A sign-up beside others of the same name is a 5xx.',
      );
    },
  },
  ...names.map(([id, what, username]): BackendCase => ({
    ...accounts,
    level: id === 'empty' ? 'must' : 'should',
    id: `sign-up-name-${id}`,
    rule: 'malformed-body',
    title: `creates an account with ${what}`,
    async run(kit) {
      const answer = await kit.visitor().post('signup', { username, password: randomText(24) });
      expectRefused(answer, `POST /signup with ${what}`);
    },
  })),
];

const passkeySignUp = { chapter: 'passkey-sign-up', level: 'must' } as const;

/** Fetches the options of a sign-up in `browser`. */
async function signUpOptions(browser: Member['browser'], username: string): Promise<CreationOptionsJSON> {
  const answer = await browser.post('signup/options', { username });
  require(answer, 200, 'POST /signup/options');
  return answer.json as CreationOptionsJSON;
}

const passkeySignUpCases: readonly BackendCase[] = [
  {
    ...passkeySignUp,
    id: 'sign-up-by-passkey',
    rule: 'registration-works',
    title: 'creates an account with a passkey, and signs in with it',
    async run(kit) {
      const [browser, authenticator, username] = [kit.visitor(), createAuthenticator(), kit.newName()];
      const response = await authenticator.create(await signUpOptions(browser, username), { origin: kit.origin });
      expectStatus(await browser.post('signup/verify', response), 201, 'A correct sign-up with a passkey');
      kit.created.push(username);
      expect(await isSignedIn(browser), 'The browser is not signed in after a sign-up with a passkey.');
      expectStatus(await signIn(kit.visitor(), authenticator), 200, 'A sign-in with the new passkey');
    },
  },
  {
    ...passkeySignUp,
    id: 'sign-up-cancelled',
    rule: 'name-taken',
    title: 'asks for the options of a sign-up twice for one name, without completing it',
    async run(kit) {
      const username = kit.newName();
      await signUpOptions(kit.visitor(), username);
      expectStatus(
        await kit.visitor().post('signup/options', { username }),
        200,
        'POST /signup/options for the name of a sign-up that was not completed',
      );
    },
  },
  {
    ...passkeySignUp,
    id: 'sign-up-by-passkey-taken',
    rule: 'name-taken',
    title: 'creates two accounts of one name with passkeys at once',
    async run(kit) {
      const username = kit.newName();
      const browsers = [kit.visitor(), kit.visitor()];
      const responses = await Promise.all(
        browsers.map(async (browser) =>
          createAuthenticator().create(await signUpOptions(browser, username), { origin: kit.origin }),
        ),
      );
      const answers = await Promise.all(
        browsers.map((browser, index) => browser.post('signup/verify', responses[index])),
      );
      kit.created.push(username);
      const accepted = answers.filter(({ status }) => status === 201).length;
      expect(accepted <= 1, 'Two accounts of one name were created.');
      expectStatus(
        await kit.visitor().post('signup/options', { username }),
        409,
        'POST /signup/options with a taken name',
      );
    },
  },
  {
    ...passkeySignUp,
    id: 'sign-up-by-passkey-replayed',
    rule: 'challenge-single-use',
    title: 'completes a sign-up twice with one challenge',
    async run(kit) {
      const [browser, username] = [kit.visitor(), kit.newName()];
      const options = await signUpOptions(browser, username);
      const copy = browser.copy();
      const responses = await Promise.all(
        [0, 1].map(() => createAuthenticator().create(options, { origin: kit.origin })),
      );
      require(await browser.post('signup/verify', responses[0]), 201, 'A correct sign-up with a passkey');
      kit.created.push(username);
      expectRefused(await copy.post('signup/verify', responses[1]), 'A second sign-up with one challenge');
    },
  },
  {
    ...passkeySignUp,
    id: 'sign-up-challenge-for-registration',
    rule: 'challenge-purpose',
    title: 'registers a passkey with the challenge of a sign-up',
    async run(kit) {
      const { browser } = await kit.sharedMember();
      const copy = browser.copy();
      const { challenge } = await signUpOptions(copy, kit.newName());
      const response = await createAuthenticator().create(
        { ...(await creationOptions(browser)), challenge },
        { origin: kit.origin },
      );
      expectRefused(
        await copy.post('webauthn/register/verify', response),
        'A registration with the challenge of a sign-up',
      );
    },
  },
  {
    ...passkeySignUp,
    id: 'sign-in-challenge-for-sign-up',
    rule: 'challenge-purpose',
    title: 'signs up with the challenge of a sign-in',
    async run(kit) {
      const browser = kit.visitor();
      const username = kit.newName();
      const options = await signUpOptions(browser, username);
      const { challenge } = await requestOptions(browser);
      const response = await createAuthenticator().create({ ...options, challenge }, { origin: kit.origin });
      expectRefused(await browser.post('signup/verify', response), 'A sign-up with the challenge of a sign-in');
      expect(!(await isSignedIn(browser)), 'A sign-up with the challenge of a sign-in signed in.');
    },
  },
];

const passwordCases: readonly BackendCase[] = [
  {
    ...passwords,
    id: 'password-right',
    rule: 'password-checked',
    needs: ['accounts'],
    title: 'signs in with the right password',
    async run(kit) {
      const { username, password } = await withPassword(kit);
      const browser = kit.visitor();
      expectStatus(await browser.post('login', { username, password }), 200, 'POST /login with the right password');
      expect(await isSignedIn(browser), 'The browser is not signed in after POST /login.');
    },
  },
  ...(
    [
      ['wrong', 'another password', (right: string) => `${right}x`],
      ['prefix', 'the beginning of the password', (right: string) => right.slice(0, -1)],
      ['spaces', 'the password with a space behind it', (right: string) => `${right} `],
      ['capitals', 'the password in capitals', (right: string) => right.toUpperCase()],
      ['empty', 'an empty password', () => ''],
    ] as const
  ).map(([id, what, change]): BackendCase => ({
    ...passwords,
    id: `password-${id}`,
    rule: 'password-checked',
    needs: ['accounts'],
    title: `signs in with ${what}`,
    async run(kit) {
      const { username, password } = await withPassword(kit);
      const browser = kit.visitor();
      const answer = await browser.post('login', { username, password: change(password) });
      if (id === 'empty') expectRefused(answer, 'POST /login with an empty password');
      else expectStatus(answer, 401, `POST /login with ${what}`);
      expect(!(await isSignedIn(browser)), `POST /login with ${what} signed in.`);
    },
  })),
  {
    ...passwords,
    id: 'password-of-other-user',
    rule: 'password-checked',
    needs: ['accounts'],
    title: 'signs in with the password of another user',
    async run(kit) {
      const [one, other] = [await withPassword(kit), await withPassword(kit)];
      const browser = kit.visitor();
      expectStatus(
        await browser.post('login', { username: one.username, password: other.password }),
        401,
        'POST /login with the password of another user',
      );
    },
  },
  {
    ...passwords,
    id: 'password-session-renewed',
    rule: 'session-renewed',
    needs: ['accounts'],
    title: 'signs in with a password, and uses the cookie of the visitor’s session from before',
    async run(kit) {
      const { username, password } = await withPassword(kit);
      const browser = kit.visitor();
      await requestOptions(browser);
      const before = browser.copy();
      require(await browser.post('login', { username, password }), 200, 'POST /login with the right password');
      expect(!(await isSignedIn(before)), 'The session cookie from before POST /login is signed in, too.');
    },
  },
  {
    ...passwords,
    id: 'password-enumeration',
    rule: 'enumeration',
    needs: ['accounts'],
    title: 'compares the answers to a wrong password and to an unknown name',
    async run(kit) {
      const { username } = await withPassword(kit);
      const known = await kit.visitor().post('login', { username, password: 'not the password' });
      const unknown = await kit.visitor().post('login', { username: kit.newName(), password: 'not the password' });
      expectStatus(known, 401, 'POST /login with a wrong password');
      expect(
        known.status === unknown.status && known.text === unknown.text,
        `A wrong password returned ${known.status} ${known.text.slice(0, 100)}, an unknown name ${unknown.status} ${unknown.text.slice(0, 100)}.`,
      );
    },
  },
  {
    ...passwords,
    id: 'password-by-form',
    level: 'should',
    rule: 'password-checked',
    needs: ['accounts'],
    title: 'posts the form without script',
    async run(kit) {
      const { username, password } = await withPassword(kit);
      const browser = kit.visitor();
      const answer = await browser.send('POST', 'login', new URLSearchParams({ username, password }).toString(), {
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-mode': 'navigate',
          accept: 'text/html',
        },
      });
      expectStatus(answer, 303, 'A posted form');
      expect(await isSignedIn(browser), 'The browser is not signed in after a posted form.');
    },
  },
];

const deviceCases: readonly BackendCase[] = [
  {
    ...devices,
    id: 'sessions-current',
    rule: 'session-list',
    title: 'looks for the current session in the list',
    async run(kit) {
      const member = await kit.sharedMember();
      const browser = await signInAnew(kit, member);
      const current = (await listSessions(browser)).filter((session) => session.current === true);
      expect(current.length === 1, `${current.length} sessions of the list are marked as the current one.`);
    },
  },
  {
    ...devices,
    id: 'sessions-of-visitor',
    rule: 'needs-session',
    title: 'lists the sessions without a session',
    async run(kit) {
      expectStatus(await kit.visitor().get('sessions'), 401, 'GET /sessions of a visitor');
    },
  },
  {
    ...devices,
    id: 'sessions-without-cookies',
    rule: 'session-list',
    title: 'looks for session cookies in the list',
    async run(kit) {
      const browser = await signInAnew(kit, await kit.sharedMember());
      const cookie = browser.cookies.get(await sessionCookieOf(browser))!;
      const text = JSON.stringify(await listSessions(browser));
      expect(!text.includes(cookie), 'The list of sessions has the value of a session cookie, which scripts can read.');
    },
  },
  {
    ...devices,
    id: 'session-ended',
    rule: 'session-revoked',
    title: 'ends a session from another one',
    async run(kit) {
      const member = await kit.newMember();
      const lost = await signInAnew(kit, member);
      const browser = await signInAnew(kit, member);
      const own = (await listSessions(lost)).find((session) => session.current === true);
      if (typeof own?.id !== 'string') throw new NotChecked('The list does not mark the current session.');
      expectStatus(await browser.delete(`sessions/${own.id}`), 204, 'DELETE /sessions/{id}');
      expect(!(await isSignedIn(lost)), 'The ended session is still signed in.');
      expectRefused(
        await lost.post('webauthn/register/options'),
        'POST /webauthn/register/options of an ended session',
      );
      expect(await isSignedIn(browser), 'Ending another session ended the own one, too.');
    },
  },
  {
    ...devices,
    id: 'session-of-other-user',
    rule: 'own-resources',
    title: 'ends a session of another user',
    async run(kit) {
      const [one, other] = [await kit.sharedMember(), await kit.otherMember()];
      const session = (await listSessions(other.browser)).find(({ current }) => current === true);
      if (typeof session?.id !== 'string') throw new NotChecked('The list does not mark the current session.');
      expectStatus(await one.browser.delete(`sessions/${session.id}`), 404, 'Ending a session of another user');
      expect(await isSignedIn(other.browser), 'A session of another user was ended.');
    },
  },
  {
    ...devices,
    id: 'session-unknown',
    rule: 'not-found',
    title: 'ends a session that does not exist',
    async run(kit) {
      const { browser } = await kit.sharedMember();
      expectStatus(await browser.delete('sessions/AAAAAAAAAAAAAAAAAAAAAA'), 404, 'Ending an unknown session');
    },
  },
];

/** Whether the backend has step-up: 401 for visitors instead of options. */
async function requireStepUp(kit: Kit): Promise<Member> {
  const member = await kit.sharedMember();
  const { status } = await member.browser.post('webauthn/login/options?step-up');
  if (status !== 200) throw new NotChecked(`POST /webauthn/login/options?step-up returned ${status}.`);
  return member;
}

const stepUpCases: readonly BackendCase[] = [
  {
    ...stepUp,
    id: 'step-up',
    level: 'should',
    rule: 'step-up',
    title: 'steps up with the user’s own passkey',
    async run(kit) {
      const member = await requireStepUp(kit);
      const browser = await signInAnew(kit, member);
      expectStatus(await signIn(browser, member.authenticator, {}, '?step-up'), 200, 'A step-up');
      expect(await isSignedIn(browser), 'The browser is not signed in after a step-up.');
    },
  },
  {
    ...stepUp,
    id: 'step-up-of-visitor',
    rule: 'step-up',
    title: 'asks for step-up options without a session',
    async run(kit) {
      await requireStepUp(kit);
      expectRefused(await kit.visitor().post('webauthn/login/options?step-up'), 'Step-up options of a visitor');
    },
  },
  {
    ...stepUp,
    id: 'step-up-without-verification',
    rule: 'step-up',
    title: 'steps up without user verification',
    async run(kit) {
      const member = await requireStepUp(kit);
      const browser = await signInAnew(kit, member);
      const answer = await signIn(browser, member.authenticator, { userVerified: false }, '?step-up');
      expectRefused(answer, 'A step-up without user verification');
    },
  },
  {
    ...stepUp,
    id: 'step-up-with-other-passkey',
    rule: 'step-up',
    title: 'steps up with the passkey of another user',
    async run(kit) {
      const member = await requireStepUp(kit);
      const other = await kit.otherMember();
      const browser = await signInAnew(kit, member);
      const options = await requestOptions(browser, '?step-up');
      const response = await other.authenticator.get({ ...options, allowCredentials: [] }, { origin: kit.origin });
      expectRefused(
        await browser.post('webauthn/login/verify?step-up', response),
        'A step-up with another user’s passkey',
      );
      const { user } = await readSession(browser);
      expect(user?.name === (await readSession(member.browser)).user?.name, 'The step-up switched to another user.');
    },
  },
  {
    ...stepUp,
    id: 'step-up-lists-own-passkeys',
    rule: 'step-up',
    level: 'should',
    title: 'looks for the user’s passkey in step-up options',
    async run(kit) {
      const member = await requireStepUp(kit);
      const options = await requestOptions(await signInAnew(kit, member), '?step-up');
      expect(
        options.allowCredentials?.some(({ id }) => id === idOf(member)) === true,
        'allowCredentials lacks the user’s passkey: the browser offers those of other accounts.',
      );
    },
  },
  {
    ...stepUp,
    id: 'sign-in-challenge-for-step-up',
    rule: 'challenge-purpose',
    title: 'steps up with a challenge that was issued for a sign-in',
    async run(kit) {
      const member = await requireStepUp(kit);
      const browser = await signInAnew(kit, member);
      const response = await member.authenticator.get(await requestOptions(browser), { origin: kit.origin });
      expectRefused(
        await browser.post('webauthn/login/verify?step-up', response),
        'A step-up with a challenge for a sign-in',
      );
    },
  },
  {
    ...stepUp,
    id: 'step-up-challenge-for-registration',
    rule: 'challenge-purpose',
    title: 'registers with a challenge that was issued for a step-up',
    async run(kit) {
      const { browser } = await requireStepUp(kit);
      const { challenge } = await requestOptions(browser, '?step-up');
      const options = await creationOptions(browser);
      const response = await createAuthenticator().create({ ...options, challenge }, { origin: kit.origin });
      expectRefused(
        await browser.post('webauthn/register/verify', response),
        'A registration with a challenge for a step-up',
      );
    },
  },
];

const codeCases: readonly BackendCase[] = [
  {
    ...codes,
    id: 'code-enumeration',
    rule: 'enumeration',
    title: 'requests codes for two addresses, one of them odd',
    async run(kit) {
      const [one, other] = await Promise.all(
        ['a', 'b'].map((letter) => kit.visitor().post('otp/request', { to: `${letter}-${kit.newName()}@example.com` })),
      );
      expectStatus(one!, 202, 'POST /otp/request for an unknown address');
      expect(other!.status === one!.status, 'Two unknown addresses got different answers.');
    },
  },
  ...(['000000', '123456', 'ABCDEF', '１２３４５６', '0', '9'.repeat(100)] as const).map(
    (code, index): BackendCase => ({
      ...codes,
      id: `code-wrong-${index + 1}`,
      rule: 'code-checked',
      title: `verifies the code ${code.slice(0, 12)} without having requested one`,
      async run(kit) {
        const browser = kit.visitor();
        expectRefused(await browser.post('otp/verify', { code }), 'A code that was not requested');
        expect(!(await isSignedIn(browser)), 'A code that was not requested signed in.');
      },
    }),
  ),
  {
    ...codes,
    id: 'code-guessed',
    rule: 'code-checked',
    needs: ['account'],
    title: 'adds an address to the account, and guesses the code ten times',
    async run(kit) {
      const { browser } = await kit.newMember({ passkey: false });
      const to = `${kit.newName()}@example.com`;
      require(await browser.patch('account', { email: to }), 200, 'PATCH /account');
      require(await browser.post('otp/request', { to }), 202, 'POST /otp/request');
      for (let guess = 0; guess < 10; guess += 1) {
        const answer = await browser.post('otp/verify', { code: `${100_000 + guess}` });
        expect(answer.status >= 400, `The guess ${100_000 + guess} returned ${answer.status}.`);
      }
    },
  },
];

const handOffCases: readonly BackendCase[] = [
  {
    chapter: 'handoff',
    needs: ['oidc'],
    level: 'must',
    id: 'hand-off-pending',
    rule: 'hand-off-bound',
    title: 'redeems a hand-off before it was confirmed',
    async run(kit) {
      const browser = kit.visitor();
      const started = await browser.post('auth/handoff');
      require(started, 201, 'POST /auth/handoff');
      const { id } = started.json as { id: string };
      expectStatus(await browser.post('auth/handoff/redeem', { id }), 202, 'A hand-off that was not confirmed');
      expect(!(await isSignedIn(browser)), 'A hand-off that was not confirmed signed in.');
    },
  },
  {
    chapter: 'handoff',
    needs: ['oidc'],
    level: 'must',
    id: 'hand-off-of-other-session',
    rule: 'hand-off-bound',
    title: 'redeems a hand-off of another session',
    async run(kit) {
      const started = await kit.visitor().post('auth/handoff');
      require(started, 201, 'POST /auth/handoff');
      const { id } = started.json as { id: string };
      expectStatus(await kit.visitor().post('auth/handoff/redeem', { id }), 404, 'A hand-off of another session');
    },
  },
  {
    chapter: 'handoff',
    level: 'must',
    id: 'hand-off-unknown',
    rule: 'hand-off-bound',
    title: 'redeems a hand-off that does not exist',
    async run(kit) {
      const answer = await kit.visitor().post('auth/handoff/redeem', { id: 'A'.repeat(43) });
      expectRefused(answer, 'A hand-off that does not exist');
    },
  },
];

const elsewhere: readonly string[] = [
  'https://elsewhere.example/',
  '//elsewhere.example/',
  '/\\elsewhere.example/',
  '\\\\elsewhere.example',
  'https:elsewhere.example',
  '/\t/elsewhere.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '/%0d%0aLocation:%20https://elsewhere.example/',
  'https://user@elsewhere.example/',
];

/** Answers the parameters of the authorization request that `GET /auth/start` leads to. */
async function startFlow(kit: Kit, query = ''): Promise<{ url: URL; browser: Member['browser'] }> {
  const browser = kit.visitor();
  const answer = await browser.get(`auth/start${query}`, {
    headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  });
  if (answer.status !== 302) throw new NotChecked(`GET /auth/start returned ${answer.status} instead of 302.`);
  return { url: new URL(answer.headers.get('location')!, kit.origin), browser };
}

const oidcCases: readonly BackendCase[] = [
  ...(
    [
      ['code-flow', 'response_type', (value: string) => value === 'code'],
      ['pkce', 'code_challenge', (value: string) => /^[\w-]{43}$/.test(value)],
      ['pkce-method', 'code_challenge_method', (value: string) => value === 'S256'],
      ['state', 'state', (value: string) => value.length >= 22],
      ['nonce', 'nonce', (value: string) => value.length >= 22],
      ['scope', 'scope', (value: string) => value.split(' ').includes('openid')],
    ] as const
  ).map(([id, parameter, isRight]): BackendCase => ({
    chapter: 'oidc',
    level: 'must',
    id: `authorization-${id}`,
    rule: 'authorization-request',
    title: `reads ${parameter} of the authorization request`,
    async run(kit) {
      const value = (await startFlow(kit)).url.searchParams.get(parameter);
      expect(value !== null && isRight(value), `${parameter} is ${JSON.stringify(value)}.`);
    },
  })),
  {
    chapter: 'oidc',
    level: 'must',
    id: 'authorization-fresh',
    rule: 'authorization-request',
    title: 'starts two flows, and compares state, nonce and code_challenge',
    async run(kit) {
      const [one, other] = [(await startFlow(kit)).url, (await startFlow(kit)).url];
      for (const name of ['state', 'nonce', 'code_challenge'])
        expect(one.searchParams.get(name) !== other.searchParams.get(name), `Two flows have the same ${name}.`);
    },
  },
  ...elsewhere.map((target, index): BackendCase => ({
    chapter: 'oidc',
    level: 'must',
    id: `return-to-${index + 1}`,
    rule: 'return-to',
    title: `starts a flow that returns to ${target.replaceAll('\t', '\\t')}`,
    async run(kit) {
      const answer = await kit.visitor().get(`auth/start?returnTo=${encodeURIComponent(target)}`, {
        headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      });
      expect(answer.status < 500, `GET /auth/start returned ${answer.status}.`);
      const location = answer.headers.get('location');
      if (location === null) return;
      const { hostname } = new URL(location, kit.origin);
      expect(!hostname.endsWith('elsewhere.example'), `GET /auth/start leads to ${location}.`);
    },
  })),
  ...(
    [
      ['unknown-state', '?code=x&state=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
      ['no-state', '?code=x'],
      ['no-parameters', ''],
      ['error', '?error=access_denied'],
    ] as const
  ).map(([id, query]): BackendCase => ({
    chapter: 'oidc',
    level: 'must',
    id: `callback-${id}`,
    rule: 'callback-state',
    title: `asks for /auth/callback${query}`,
    async run(kit) {
      const browser = kit.visitor();
      const answer = await browser.get(`auth/callback${query}`);
      expect(answer.status !== 302 && answer.status < 500, `A callback without a flow returned ${answer.status}.`);
      expect(!(await isSignedIn(browser)), 'A callback without a flow signed in.');
    },
  })),
  {
    chapter: 'oidc',
    level: 'must',
    id: 'callback-of-other-browser',
    rule: 'callback-state',
    title: 'uses the state of another browser’s flow',
    async run(kit) {
      const { url } = await startFlow(kit);
      const thief = kit.visitor();
      const answer = await thief.get(`auth/callback?code=x&state=${url.searchParams.get('state') ?? ''}`);
      expect(answer.status !== 302, 'A callback of another browser’s flow was accepted.');
      expect(!(await isSignedIn(thief)), 'A callback of another browser’s flow signed in.');
    },
  },
];

const fedcmCases: readonly BackendCase[] = [
  {
    chapter: 'fedcm',
    level: 'must',
    id: 'nonces-differ',
    rule: 'challenge-random',
    title: 'asks for a nonce twice',
    async run(kit) {
      const ask = async () => {
        const answer = await kit.visitor().get('auth/fedcm/nonce');
        require(answer, 200, 'GET /auth/fedcm/nonce');
        return (answer.json as { nonce?: unknown }).nonce;
      };
      const nonce = await ask();
      expect(typeof nonce === 'string' && nonce.length >= 22, 'The nonce has less than 128 bits.');
      expect((await ask()) !== nonce, 'Two answers have the same nonce.');
    },
  },
  ...(['no-token', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.'] as const).map((token, index): BackendCase => ({
    chapter: 'fedcm',
    level: 'must',
    id: `fedcm-token-${index + 1}`,
    rule: 'fedcm-token',
    title: `signs in with the token "${token}"`,
    async run(kit) {
      const browser = kit.visitor();
      const nonce = await browser.get('auth/fedcm/nonce');
      require(nonce, 200, 'GET /auth/fedcm/nonce');
      const [provider] = (nonce.json as { providers?: Array<{ configURL?: string }> }).providers ?? [];
      const answer = await browser.post('auth/fedcm', {
        token,
        configURL: provider?.configURL ?? 'https://provider.example/fedcm.json',
      });
      expectRefused(answer, 'A token that no provider has issued');
      expect(!(await isSignedIn(browser)), 'A token that no provider has issued signed in.');
    },
  })),
  {
    chapter: 'fedcm',
    level: 'must',
    id: 'fedcm-other-provider',
    rule: 'fedcm-token',
    title: 'names a provider that is not configured',
    async run(kit) {
      const browser = kit.visitor();
      require(await browser.get('auth/fedcm/nonce'), 200, 'GET /auth/fedcm/nonce');
      const answer = await browser.post('auth/fedcm', {
        token: 'a.b.c',
        configURL: 'https://elsewhere.example/fedcm.json',
      });
      expectRefused(answer, 'A provider that is not configured');
    },
  },
];

const wellKnownCases: readonly BackendCase[] = [
  {
    chapter: 'related-origins',
    level: 'must',
    id: 'related-origins',
    rule: 'well-known',
    title: 'fetches /.well-known/webauthn as another site does',
    async run(kit) {
      const answer = await kit.visitor().get('.well-known/webauthn', {
        headers: { 'sec-fetch-site': 'cross-site', accept: '*/*' },
      });
      expectStatus(answer, 200, 'GET /.well-known/webauthn');
      const { origins } = (answer.json ?? {}) as { origins?: unknown };
      expect(Array.isArray(origins) && origins.length > 0, 'It lists no origins.');
      expect(answer.headers.getSetCookie().length === 0, 'It sets a cookie.');
    },
  },
];

export const chapterCases: readonly BackendCase[] = [
  ...stepUpCases,
  ...settingsCases,
  ...accountCases,
  ...passkeySignUpCases,
  ...passwordCases,
  ...deviceCases,
  ...codeCases,
  ...handOffCases,
  ...oidcCases,
  ...fedcmCases,
  ...wellKnownCases,
];
