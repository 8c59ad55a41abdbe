import { createAuthenticator } from '../../authenticator.js';
import { casesOf, ofRule, type BackendCase } from '../case.js';
import {
  errorOf,
  expect,
  expectNoSignIn,
  idOf,
  expectRefused,
  expectStatus,
  isSignedIn,
  NotChecked,
  register,
  require,
  sessionCookieOf,
  signIn,
  signInAnew,
  type Member,
} from '../kit.js';

const { must } = casesOf('passkey-settings');
const ownResources = ofRule(must, 'own-resources');

const devices = casesOf('devices');

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

const settingsCases: readonly BackendCase[] = [
  must('passkey-list', 'passkeys-listed', 'lists the passkeys after a registration', async (kit) => {
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
  }),
  must('needs-session', 'passkeys-of-visitor', 'lists the passkeys without a session', async (kit) => {
    expectStatus(await kit.visitor().get('webauthn/credentials'), 401, 'GET /webauthn/credentials of a visitor');
  }),
  ownResources('passkeys-not-of-others', 'looks for another user’s passkey in the list', async (kit) => {
    const [one, other] = [await kit.sharedMember(), await kit.otherMember()];
    const { credentials } = await listPasskeys(one);
    expect(!credentials.some(({ id }) => id === idOf(other)), 'The list has a passkey of another user.');
  }),
  ...(['Blue key', 'Schlüssel – 鍵 🔑', '<img src=x onerror=alert(1)>', null] as const).map((nickname, index) =>
    must(
      'passkey-list',
      `rename-passkey-${index + 1}`,
      nickname === null ? 'removes the nickname of a passkey' : `names a passkey "${nickname}"`,
      async (kit) => {
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
    ),
  ),
  must('not-found', 'rename-unknown-passkey', 'names a passkey that does not exist', async (kit) => {
    const { browser } = await kit.sharedMember();
    const answer = await browser.patch('webauthn/credentials/AAAAAAAAAAAAAAAAAAAAAA', { nickname: 'x' });
    expectStatus(answer, 404, 'A nickname for an unknown passkey');
    expect(errorOf(answer) === 'not_found', 'The error is not "not_found": clients take the endpoint for missing.');
  }),
  ownResources('rename-passkey-of-other-user', 'names a passkey of another user', async (kit) => {
    const [one, other] = [await kit.sharedMember(), await kit.otherMember()];
    const answer = await one.browser.patch(`webauthn/credentials/${idOf(other)}`, { nickname: 'Mine now' });
    expectStatus(answer, 404, 'A nickname for another user’s passkey');
    const { credentials } = await listPasskeys(other);
    expect(
      !credentials.some(({ nickname }) => nickname === 'Mine now'),
      'The nickname of another user’s passkey changed.',
    );
  }),
  ownResources('remove-passkey-of-other-user', 'removes a passkey of another user', async (kit) => {
    const [one, other] = [await kit.newMember(), await kit.newMember()];
    require(await register(other), 200, 'A second registration');
    const answer = await one.browser.delete(`webauthn/credentials/${idOf(other)}`);
    expectStatus(answer, 404, 'Removing another user’s passkey');
    const { status } = await signIn(kit.visitor(), other.authenticator);
    expect(status === 200, 'A passkey of another user was removed.');
  }),
  must('passkey-removed', 'removed-passkey', 'removes a passkey, and signs in with it', async (kit) => {
    const member = await kit.newMember();
    require(await register(member), 200, 'A second registration');
    expectStatus(await member.browser.delete(`webauthn/credentials/${idOf(member)}`), 204, 'Removing a passkey');
    const browser = kit.visitor();
    const answer = await signIn(browser, member.authenticator);
    await expectNoSignIn(browser, answer, 'A sign-in with a removed passkey');
  }),
  must('not-found', 'remove-unknown-passkey', 'removes a passkey that does not exist', async (kit) => {
    const { browser } = await kit.sharedMember();
    const answer = await browser.delete('webauthn/credentials/AAAAAAAAAAAAAAAAAAAAAA');
    expectStatus(answer, 404, 'Removing an unknown passkey');
  }),
  must('last-way-in', 'last-passkey', 'removes the only passkey of an account without a password', async (kit) => {
    const member = await kit.newMember();
    if (member.password !== undefined) throw new NotChecked('The backend creates no account without a password.');
    const answer = await member.browser.delete(`webauthn/credentials/${idOf(member)}`);
    expectStatus(answer, 409, 'Removing the last way to sign in');
    expectStatus(await signIn(kit.visitor(), member.authenticator), 200, 'A sign-in with the kept passkey');
  }),
  must('last-way-in', 'last-passkeys-at-once', 'removes both passkeys of an account at once', async (kit) => {
    const member = await kit.newMember();
    if (member.password !== undefined) throw new NotChecked('The backend creates no account without a password.');
    const second = createAuthenticator();
    require(await register(member, {}, second), 200, 'A second registration');
    const answers = await Promise.all(
      [idOf(member), second.credentials[0]!.id].map((id) => member.browser.copy().delete(`webauthn/credentials/${id}`)),
    );
    const removed = answers.filter(({ status }) => status === 204).length;
    expect(removed < 2, 'Both passkeys were removed: the account has no way to sign in.');
  }),
];

const deviceCases: readonly BackendCase[] = [
  devices.must('session-list', 'sessions-current', 'looks for the current session in the list', async (kit) => {
    const member = await kit.sharedMember();
    const browser = await signInAnew(kit, member);
    const current = (await listSessions(browser)).filter((session) => session.current === true);
    expect(current.length === 1, `${current.length} sessions of the list are marked as the current one.`);
  }),
  devices.must('needs-session', 'sessions-of-visitor', 'lists the sessions without a session', async (kit) => {
    expectStatus(await kit.visitor().get('sessions'), 401, 'GET /sessions of a visitor');
  }),
  devices.must('session-list', 'sessions-without-cookies', 'looks for session cookies in the list', async (kit) => {
    const browser = await signInAnew(kit, await kit.sharedMember());
    const cookie = browser.cookies.get(await sessionCookieOf(browser))!;
    const text = JSON.stringify(await listSessions(browser));
    expect(!text.includes(cookie), 'The list of sessions has the value of a session cookie, which scripts can read.');
  }),
  devices.must('session-revoked', 'session-ended', 'ends a session from another one', async (kit) => {
    const member = await kit.newMember();
    const lost = await signInAnew(kit, member);
    const browser = await signInAnew(kit, member);
    const own = (await listSessions(lost)).find((session) => session.current === true);
    if (typeof own?.id !== 'string') throw new NotChecked('The list does not mark the current session.');
    expectStatus(await browser.delete(`sessions/${own.id}`), 204, 'DELETE /sessions/{id}');
    expect(!(await isSignedIn(lost)), 'The ended session is still signed in.');
    expectRefused(await lost.post('webauthn/register/options'), 'POST /webauthn/register/options of an ended session');
    expect(await isSignedIn(browser), 'Ending another session ended the own one, too.');
  }),
  devices.must('own-resources', 'session-of-other-user', 'ends a session of another user', async (kit) => {
    const [one, other] = [await kit.sharedMember(), await kit.otherMember()];
    const session = (await listSessions(other.browser)).find(({ current }) => current === true);
    if (typeof session?.id !== 'string') throw new NotChecked('The list does not mark the current session.');
    expectStatus(await one.browser.delete(`sessions/${session.id}`), 404, 'Ending a session of another user');
    expect(await isSignedIn(other.browser), 'A session of another user was ended.');
  }),
  devices.must('not-found', 'session-unknown', 'ends a session that does not exist', async (kit) => {
    const { browser } = await kit.sharedMember();
    expectStatus(await browser.delete('sessions/AAAAAAAAAAAAAAAAAAAAAA'), 404, 'Ending an unknown session');
  }),
];

/** Cases of the lists in the settings: passkeys and sessions. */
export const settingsAndDeviceCases: readonly BackendCase[] = [...settingsCases, ...deviceCases];
