import { casesOf, type BackendCase } from '../case.js';
import type { Answer } from '../exchange.js';
import {
  completeSignIn,
  expect,
  expectRefused,
  expectStatus,
  idOf,
  isSignedIn,
  NotChecked,
  randomText,
  require,
  signIn,
  signInAnew,
  type Kit,
  type Member,
} from '../kit.js';
import { newSubject, visitProvider } from './provider.js';

const passwordSettings = casesOf('password-settings');

const everywhere = casesOf('sign-out-everywhere');

const securityEvents = casesOf('security-events');

const deletion = casesOf('account-deletion');

const setPassword = (browser: Member['browser'], password: string): Promise<Answer> =>
  browser.put('account/password', { password });

const passwordCases: readonly BackendCase[] = [
  passwordSettings.must('password-changed', 'password-changed', 'replaces a password', async (kit) => {
    const member = await kit.newOwner();
    const { username } = member;
    const [first, second] = [randomText(24), randomText(24)] as const;
    expectStatus(await setPassword(member.browser, first), 204, 'PUT /account/password');
    expectStatus(await setPassword(member.browser, second), 204, 'A second PUT /account/password');
    const [before, after] = [kit.visitor(), kit.visitor()];
    expectRefused(await before.post('login', { username, password: first }), 'A sign-in with the old password');
    const answer = await after.post('login', { username, password: second });
    expectStatus(answer, 200, 'A sign-in with the new password');
    await completeSignIn(after, answer);
    expect(await isSignedIn(after), 'The new password does not sign in.');
  }),
  passwordSettings.must('password-changed', 'password-removed', 'removes a password', async (kit) => {
    const member = await kit.newOwner();
    const password = randomText(24);
    require(await setPassword(member.browser, password), 204, 'PUT /account/password');
    expectStatus(await member.browser.delete('account/password'), 204, 'DELETE /account/password');
    expectRefused(
      await kit.visitor().post('login', { username: member.username, password }),
      'A sign-in with the removed password',
    );
    expectStatus(await signIn(kit.visitor(), member.authenticator), 200, 'A sign-in with the passkey');
  }),
  passwordSettings.must(
    'last-way-in',
    'last-password',
    'removes the password and the passkey of an account at once',
    async (kit) => {
      const member = await kit.newOwner();
      require(await setPassword(member.browser, randomText(24)), 204, 'PUT /account/password');
      const answers = await Promise.all([
        member.browser.copy().delete('account/password'),
        member.browser.copy().delete(`webauthn/credentials/${idOf(member)}`),
      ]);
      const removed = answers.filter(({ status }) => status === 204).length;
      expect(removed < 2, 'Both were removed: the account has no way to sign in.');
    },
  ),
];

const everywhereCases: readonly BackendCase[] = [
  everywhere.must('session-revoked', 'other-sessions-ended', 'ends all other sessions of an account', async (kit) => {
    const member = await kit.newOwner();
    const others = [await signInAnew(kit, member), await signInAnew(kit, member)];
    const browser = await signInAnew(kit, member);
    expectStatus(await browser.delete('sessions'), 200, 'DELETE /sessions');
    for (const other of others) expect(!(await isSignedIn(other)), 'Another session is still signed in.');
    expect(await isSignedIn(browser), 'The session that asked has ended, too.');
  }),
  everywhere.must(
    'own-resources',
    'other-sessions-of-other-user',
    'looks at the session of another user after all sessions of an account were ended',
    async (kit) => {
      const [member, other] = [await kit.newOwner(), await kit.otherMember()];
      require(await member.browser.delete('sessions'), 200, 'DELETE /sessions');
      expect(await isSignedIn(other.browser), 'A session of another user was ended.');
    },
  ),
];

/** The events of the account, in the order of the answer. */
async function eventsOf(browser: Member['browser']): Promise<readonly { id: string; type: string; at: number }[]> {
  const answer = await browser.get('security-events');
  require(answer, 200, 'GET /security-events');
  return (answer.json as { events: { id: string; type: string; at: number }[] }).events;
}

const securityEventCases: readonly BackendCase[] = [
  securityEvents.must(
    'security-events',
    'sign-in-listed',
    'looks for a sign-in among the security events',
    async (kit) => {
      const member = await kit.newOwner();
      const before = await eventsOf(member.browser);
      await signInAnew(kit, member);
      const after = await eventsOf(member.browser);
      const added = after.filter(({ id }) => before.every((event) => event.id !== id));
      expect(added.length > 0, 'The sign-in is not in the list.');
      expect(added[0]!.id === after[0]!.id, 'The latest event does not come first.');
      expect(
        after.every(({ at }, index) => index === 0 || at <= after[index - 1]!.at),
        'The events are not in the order of their times.',
      );
    },
  ),
  securityEvents.must(
    'security-events',
    'security-events-of-other-user',
    'looks for the events of another user',
    async (kit) => {
      const [member, other] = [await kit.newOwner(), await kit.otherMember()];
      const theirs = new Set((await eventsOf(other.browser)).map(({ id }) => id));
      expect(!(await eventsOf(member.browser)).some(({ id }) => theirs.has(id)), 'They are in the list.');
    },
  ),
  securityEvents.must(
    'needs-session',
    'security-events-by-visitor',
    'lists security events without a session',
    async (kit) => {
      expectStatus(await kit.visitor().get('security-events'), 401, 'GET /security-events of a visitor');
    },
  ),
];

const deletionCases: readonly BackendCase[] = [
  deletion.must(
    'account-deletion',
    'account-deleted',
    'deletes an account, and keeps it if there is time, also by a sign-in',
    async (kit) => {
      const member = await kit.newOwner();
      const other = await signInAnew(kit, member);
      const answer = await member.browser.delete('account');
      require(answer, 200, 'DELETE /account');
      expect(!(await isSignedIn(other)), 'Another session of the account is still signed in.');
      const { deletesAt } = (answer.json ?? {}) as { deletesAt?: unknown };
      expect(typeof deletesAt === 'number', 'The answer does not say when the account is deleted.');
      if ((deletesAt as number) <= Date.now()) {
        expectRefused(await signIn(kit.visitor(), member.authenticator), 'A sign-in to the deleted account');
        return;
      }
      expectStatus(await member.browser.post('account/restore'), 204, 'POST /account/restore');
      expectStatus(await member.browser.post('account/restore'), 404, 'POST /account/restore of an account that stays');
      require(await member.browser.delete('account'), 200, 'A second DELETE /account');
      const browser = await signInAnew(kit, member);
      expectStatus(await browser.post('account/restore'), 404, 'POST /account/restore after a sign-in');
    },
  ),
  deletion.must(
    'account-deletion',
    'account-deletion-described',
    'reads what the deletion of an account would do',
    async (kit) => {
      const member = await kit.newOwner();
      const answer = await member.browser.get('account/deletion');
      expectStatus(answer, 200, 'GET /account/deletion');
      const { grace, deletesAt } = (answer.json ?? {}) as { grace?: unknown; deletesAt?: unknown };
      expect(deletesAt === undefined, 'It says that the account is deleted, before that was requested.');
      const before = Date.now();
      const requested = await member.browser.delete('account');
      require(requested, 200, 'DELETE /account');
      const { deletesAt: due } = requested.json as { deletesAt: number };
      // Clocks of two machines differ.
      expect(
        Math.abs(due - before - (grace as number)) < 3_600_000,
        'The account is not deleted after the time that was named before.',
      );
      if (due > Date.now())
        expect(
          ((await member.browser.get('account/deletion')).json as { deletesAt?: unknown } | undefined)?.deletesAt ===
            due,
          'GET /account/deletion does not say when the account is deleted.',
        );
    },
  ),
  deletion.must(
    'needs-session',
    'account-deletion-described-to-visitor',
    'reads what the deletion of an account would do, without a session',
    async (kit) => {
      expectStatus(await kit.visitor().get('account/deletion'), 401, 'GET /account/deletion of a visitor');
    },
  ),
  deletion.must(
    'cross-site',
    'account-deleted-by-other-site',
    'deletes an account from a page of another site',
    async (kit) => {
      const member = await kit.newOwner();
      const headers = { origin: 'https://attacker.example', 'sec-fetch-site': 'cross-site' };
      expectStatus(await member.browser.delete('account', { headers }), 403, 'DELETE /account of another site');
      expect(await isSignedIn(member.browser), 'The session has ended.');
    },
  ),
];

const identities = casesOf('linked-identities');

/** The identities that are linked to the account of `browser`. */
async function identitiesOf(browser: Member['browser']): Promise<readonly { id: string; issuer: string }[]> {
  const answer = await browser.get('account/identities');
  require(answer, 200, 'GET /account/identities');
  return (answer.json as { identities: { id: string; issuer: string }[] }).identities;
}

/** A browser whose user has just signed in at the kit's provider, as someone new. */
async function withIdentity(kit: Kit): Promise<Member['browser']> {
  const browser = kit.visitor();
  const provider = kit.identityProvider;
  provider.endUser = newSubject(kit);
  provider.lie = {};
  await visitProvider(kit, provider, browser);
  await completeSignIn(browser, await browser.get('session'));
  if (!(await isSignedIn(browser))) throw new NotChecked('It needs a sign-in at the provider, which did not sign in.');
  return browser;
}

const identityCases: readonly BackendCase[] = [
  identities.must(
    'last-way-in',
    'last-identity',
    'unlinks the only way to sign in to an account',
    async (kit) => {
      const browser = await withIdentity(kit);
      const [linked] = await identitiesOf(browser);
      expect(linked !== undefined, 'The list is empty after a sign-in at the provider.');
      const answer = await browser.delete(`account/identities/${encodeURIComponent(linked!.id)}`);
      expectStatus(answer, 409, 'DELETE /account/identities/{id} of the only way to sign in');
      expect((await identitiesOf(browser)).length === 1, 'It is no longer in the list.');
    },
    { needsProvider: true },
  ),
  identities.must(
    'own-resources',
    'identity-of-other-user',
    'unlinks an identity of another user',
    async (kit) => {
      const browser = await withIdentity(kit);
      const [linked] = await identitiesOf(browser);
      expect(linked !== undefined, 'The list is empty after a sign-in at the provider.');
      const member = await kit.newOwner();
      expect(
        !(await identitiesOf(member.browser)).some(({ id }) => id === linked!.id),
        'It is in the list of the other user.',
      );
      const answer = await member.browser.delete(`account/identities/${encodeURIComponent(linked!.id)}`);
      expectStatus(answer, 404, 'DELETE /account/identities/{id} of another user');
      expect((await identitiesOf(browser)).length === 1, 'It was unlinked.');
    },
    { needsProvider: true },
  ),
  identities.must(
    'needs-session',
    'identities-by-visitor',
    'lists linked identities without a session',
    async (kit) => {
      expectStatus(await kit.visitor().get('account/identities'), 401, 'GET /account/identities of a visitor');
    },
  ),
];

/**
 * Cases of the settings of an account: its password, its other sessions, its security events, its deletion and its linked
 * identities.
 */
export const accountSettingsCases: readonly BackendCase[] = [
  ...passwordCases,
  ...everywhereCases,
  ...securityEventCases,
  ...deletionCases,
  ...identityCases,
];
