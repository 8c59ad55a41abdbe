import { createAuthenticator } from '../../authenticator.js';
import type { CreationOptionsJSON } from '../../ceremony-json.js';
import { casesOf, ofRule, type BackendCase } from '../case.js';
import {
  completeSignIn,
  creationOptions,
  expect,
  expectNobody,
  expectNoSignIn,
  expectRefused,
  expectStatus,
  isSignedIn,
  NotChecked,
  randomText,
  requestOptions,
  require,
  signIn,
  type Kit,
  type Member,
} from '../kit.js';

const accounts = casesOf('accounts');

const passwords = casesOf('passwords');
const passwordChecked = ofRule(passwords.must, 'password-checked');

/** A user with a password. */
async function withPassword(kit: Kit): Promise<Member & { username: string; password: string }> {
  const member = await kit.newMember({ passkey: false, password: true });
  const { username, password } = member;
  if (username === undefined || password === undefined) throw new NotChecked('It needs an account with a password.');
  return { ...member, username, password };
}

/** The body of a sign-up: with a password only where the backend creates no account without one. */
async function signUpBody(kit: Kit, username: string): Promise<object> {
  const { password } = await kit.sharedMember();
  return password === undefined ? { username } : { username, password: randomText(24) };
}

const names: ReadonlyArray<readonly [id: string, what: string, name: string]> = [
  ['empty', 'an empty name', ''],
  ['control-characters', 'a name with a line break', 'latchkey\ncheck'],
  ['too-long', 'a name of 10,000 characters', 'x'.repeat(10_000)],
];

const accountCases: readonly BackendCase[] = [
  accounts.must('session-answer', 'sign-up', 'creates an account, which is signed in', async (kit) => {
    const { browser } = await kit.newMember({ passkey: false });
    expect(await isSignedIn(browser), 'The browser is not signed in after POST /signup.');
  }),
  accounts.must(
    'session-renewed',
    'sign-up-session-renewed',
    'creates an account, and uses the cookie of the visitor’s session from before',
    async (kit) => {
      const browser = kit.visitor();
      await requestOptions(browser);
      const before = browser.copy();
      const username = kit.newName();
      require(await browser.post('signup', await signUpBody(kit, username)), 201, 'POST /signup');
      kit.created.push(username);
      await expectNobody(before, 'The session cookie from before POST /signup');
    },
  ),
  ...(['', ' in capitals'] as const).map((how) =>
    accounts[how ? 'should' : 'must'](
      'name-taken',
      how ? 'sign-up-taken-in-capitals' : 'sign-up-taken',
      `creates an account with a name that is taken${how}`,
      async (kit) => {
        const member = await kit.sharedMember();
        const name = how ? member.username!.toUpperCase() : member.username!;
        const browser = kit.visitor();
        const answer = await browser.post('signup', await signUpBody(kit, name));
        expectStatus(answer, 409, 'POST /signup with a taken name');
        await expectNobody(browser, 'POST /signup with a taken name');
      },
    ),
  ),
  accounts.must('name-taken', 'sign-up-at-once', 'creates ten accounts of one name at once', async (kit) => {
    const username = kit.newName();
    kit.created.push(username);
    const body = await signUpBody(kit, username);
    const answers = await Promise.all(Array.from({ length: 10 }, () => kit.visitor().post('signup', body)));
    const accepted = answers.filter(({ status }) => status === 201).length;
    expect(accepted <= 1, `${accepted} accounts of one name were created.`);
    expect(
      answers.every(({ status }) => status < 500),
      'A sign-up beside others of the same name is a 5xx.',
    );
  }),
  ...names.map(([id, what, username]) =>
    accounts[id === 'empty' ? 'must' : 'should'](
      'malformed-body',
      `sign-up-name-${id}`,
      `creates an account with ${what}`,
      async (kit) => {
        expectRefused(await kit.visitor().post('signup', await signUpBody(kit, username)), `POST /signup with ${what}`);
      },
    ),
  ),
];

const passkeySignUp = casesOf('passkey-sign-up');

/** Fetches the options of a sign-up in `browser`. */
async function signUpOptions(browser: Member['browser'], username: string): Promise<CreationOptionsJSON> {
  const answer = await browser.post('signup/options', { username });
  require(answer, 200, 'POST /signup/options');
  return answer.json as CreationOptionsJSON;
}

const passkeySignUpCases: readonly BackendCase[] = [
  passkeySignUp.must(
    'registration-works',
    'sign-up-by-passkey',
    'creates an account with a passkey, and signs in with it',
    async (kit) => {
      const [browser, authenticator, username] = [kit.visitor(), createAuthenticator(), kit.newName()];
      const response = await authenticator.create(await signUpOptions(browser, username), { origin: kit.origin });
      const answer = await browser.post('signup/verify', response);
      expectStatus(answer, 201, 'A correct sign-up with a passkey');
      kit.created.push(username);
      await completeSignIn(browser, answer);
      expect(await isSignedIn(browser), 'The browser is not signed in after a sign-up with a passkey.');
      expectStatus(await signIn(kit.visitor(), authenticator), 200, 'A sign-in with the new passkey');
    },
  ),
  passkeySignUp.must(
    'name-taken',
    'sign-up-cancelled',
    'asks for the options of a sign-up twice for one name, without completing it',
    async (kit) => {
      const username = kit.newName();
      await signUpOptions(kit.visitor(), username);
      expectStatus(
        await kit.visitor().post('signup/options', { username }),
        200,
        'POST /signup/options for the name of a sign-up that was not completed',
      );
    },
  ),
  passkeySignUp.must(
    'name-taken',
    'sign-up-by-passkey-taken',
    'creates two accounts of one name with passkeys at once',
    async (kit) => {
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
  ),
  passkeySignUp.must(
    'challenge-single-use',
    'sign-up-by-passkey-replayed',
    'completes a sign-up twice with one challenge',
    async (kit) => {
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
  ),
  passkeySignUp.must(
    'challenge-purpose',
    'sign-up-challenge-for-registration',
    'registers a passkey with the challenge of a sign-up',
    async (kit) => {
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
  ),
  passkeySignUp.must(
    'challenge-purpose',
    'sign-in-challenge-for-sign-up',
    'signs up with the challenge of a sign-in',
    async (kit) => {
      const browser = kit.visitor();
      const username = kit.newName();
      const options = await signUpOptions(browser, username);
      const { challenge } = await requestOptions(browser);
      const response = await createAuthenticator().create({ ...options, challenge }, { origin: kit.origin });
      await expectNoSignIn(
        browser,
        await browser.post('signup/verify', response),
        'A sign-up with the challenge of a sign-in',
      );
    },
  ),
];

const passwordCases: readonly BackendCase[] = [
  passwordChecked(
    'password-right',
    'signs in with the right password',
    async (kit) => {
      const { username, password } = await withPassword(kit);
      const browser = kit.visitor();
      expectStatus(await browser.post('login', { username, password }), 200, 'POST /login with the right password');
      expect(await isSignedIn(browser), 'The browser is not signed in after POST /login.');
    },
    { needs: ['accounts'] },
  ),
  ...(
    [
      ['wrong', 'another password', (right: string) => `${right}x`],
      ['prefix', 'the beginning of the password', (right: string) => right.slice(0, -1)],
      ['spaces', 'the password with a space behind it', (right: string) => `${right} `],
      ['capitals', 'the password in capitals', (right: string) => right.toUpperCase()],
      ['empty', 'an empty password', () => ''],
    ] as const
  ).map(([id, what, change]) =>
    passwordChecked(
      `password-${id}`,
      `signs in with ${what}`,
      async (kit) => {
        const { username, password } = await withPassword(kit);
        const browser = kit.visitor();
        const answer = await browser.post('login', { username, password: change(password) });
        if (id === 'empty') expectRefused(answer, 'POST /login with an empty password');
        else expectStatus(answer, 401, `POST /login with ${what}`);
        await expectNobody(browser, `POST /login with ${what}`);
      },
      { needs: ['accounts'] },
    ),
  ),
  passwordChecked(
    'password-of-other-user',
    'signs in with the password of another user',
    async (kit) => {
      const [one, other] = [await withPassword(kit), await withPassword(kit)];
      const browser = kit.visitor();
      expectStatus(
        await browser.post('login', { username: one.username, password: other.password }),
        401,
        'POST /login with the password of another user',
      );
    },
    { needs: ['accounts'] },
  ),
  passwords.must(
    'session-renewed',
    'password-session-renewed',
    'signs in with a password, and uses the cookie of the visitor’s session from before',
    async (kit) => {
      const { username, password } = await withPassword(kit);
      const browser = kit.visitor();
      await requestOptions(browser);
      const before = browser.copy();
      require(await browser.post('login', { username, password }), 200, 'POST /login with the right password');
      await expectNobody(before, 'The session cookie from before POST /login');
    },
    { needs: ['accounts'] },
  ),
  passwords.must(
    'enumeration',
    'password-enumeration',
    'compares the answers to a wrong password and to an unknown name',
    async (kit) => {
      const { username } = await withPassword(kit);
      const known = await kit.visitor().post('login', { username, password: 'not the password' });
      const unknown = await kit.visitor().post('login', { username: kit.newName(), password: 'not the password' });
      expectStatus(known, 401, 'POST /login with a wrong password');
      expect(
        known.status === unknown.status && known.text === unknown.text,
        `A wrong password returned ${known.status} ${known.text.slice(0, 100)}, an unknown name ${unknown.status} ${unknown.text.slice(0, 100)}.`,
      );
    },
    { needs: ['accounts'] },
  ),
  passwords.should(
    'password-checked',
    'password-by-form',
    'posts the form without script',
    async (kit) => {
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
    { needs: ['accounts'] },
  ),
];

/** Cases of sign-up and of passwords. */
export const signUpAndPasswordCases: readonly BackendCase[] = [
  ...accountCases,
  ...passkeySignUpCases,
  ...passwordCases,
];
