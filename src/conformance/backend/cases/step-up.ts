import { createAuthenticator } from '../../authenticator.js';
import { casesOf, ofRule, type BackendCase } from '../case.js';
import {
  creationOptions,
  errorOf,
  expect,
  idOf,
  expectRefused,
  expectStatus,
  isSignedIn,
  NotChecked,
  readSession,
  requestOptions,
  require,
  sessionCookieOf,
  signIn,
  signInAnew,
  type Kit,
  type Member,
} from '../kit.js';

const { must, should } = casesOf('core');
const stepUp = ofRule(must, 'step-up');

/** Whether the backend has step-up: 401 for visitors instead of options. */
async function requireStepUp(kit: Kit): Promise<Member> {
  const member = await kit.sharedMember();
  const { status } = await member.browser.post('webauthn/login/options?step-up');
  if (status !== 200) throw new NotChecked(`POST /webauthn/login/options?step-up returned ${status}.`);
  return member;
}

/** Cases of the step-up by passkey. */
export const stepUpCases: readonly BackendCase[] = [
  should('step-up', 'step-up', 'steps up with the user’s own passkey', async (kit) => {
    const member = await requireStepUp(kit);
    const browser = await signInAnew(kit, member);
    expectStatus(await signIn(browser, member.authenticator, {}, '?step-up'), 200, 'A step-up');
    expect(await isSignedIn(browser), 'The browser is not signed in after a step-up.');
  }),
  stepUp('step-up-of-visitor', 'asks for step-up options without a session', async (kit) => {
    await requireStepUp(kit);
    expectRefused(await kit.visitor().post('webauthn/login/options?step-up'), 'Step-up options of a visitor');
  }),
  should('session-renewed', 'step-up-renews-session', 'steps up, and uses the cookie from before', async (kit) => {
    const member = await requireStepUp(kit);
    const browser = await signInAnew(kit, member);
    const name = await sessionCookieOf(browser);
    const before = browser.copy();
    require(await signIn(browser, member.authenticator, {}, '?step-up'), 200, 'A correct step-up');
    expect(browser.cookies.get(name) !== before.cookies.get(name), 'A step-up keeps the session id.');
    expect(!(await isSignedIn(before)), 'The session cookie from before the step-up is still signed in.');
  }),
  stepUp('step-up-renews-time', 'compares authTime before and after a step-up', async (kit) => {
    const member = await requireStepUp(kit);
    const browser = await signInAnew(kit, member);
    const { authTime: before } = await readSession(browser);
    if (typeof before !== 'number') throw new NotChecked('GET /session says no authTime.');
    // Two sign-ins within one millisecond have the same time.
    await kit.wait(5);
    require(await signIn(browser, member.authenticator, {}, '?step-up'), 200, 'A correct step-up');
    const { authTime: after } = await readSession(browser);
    expect(typeof after === 'number' && after > before, 'A step-up keeps authTime: the user is asked again and again.');
  }),
  stepUp(
    'freshness',
    'asks for creation options five minutes after the sign-in',
    async (kit) => {
      const member = await kit.sharedMember();
      const browser = await signInAnew(kit, member);
      await kit.wait(5 * 60_000 + 2000);
      const answer = await browser.post('webauthn/register/options');
      expectStatus(answer, 403, 'POST /webauthn/register/options five minutes after the sign-in');
      expect(errorOf(answer) === 'step_up_required', 'The error is not "step_up_required".');
      require(await signIn(browser, member.authenticator, {}, '?step-up'), 200, 'A correct step-up');
      expectStatus(await browser.post('webauthn/register/options'), 200, 'Creation options after a step-up');
    },
    { isSlow: true },
  ),
  stepUp('step-up-without-verification', 'steps up without user verification', async (kit) => {
    const member = await requireStepUp(kit);
    const browser = await signInAnew(kit, member);
    const answer = await signIn(browser, member.authenticator, { userVerified: false }, '?step-up');
    expectRefused(answer, 'A step-up without user verification');
  }),
  stepUp('step-up-with-other-passkey', 'steps up with the passkey of another user', async (kit) => {
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
  }),
  should('step-up', 'step-up-lists-own-passkeys', 'looks for the user’s passkey in step-up options', async (kit) => {
    const member = await requireStepUp(kit);
    const options = await requestOptions(await signInAnew(kit, member), '?step-up');
    expect(
      options.allowCredentials?.some(({ id }) => id === idOf(member)) === true,
      'allowCredentials lacks the user’s passkey: the browser offers those of other accounts.',
    );
  }),
  must(
    'challenge-purpose',
    'sign-in-challenge-for-step-up',
    'steps up with a challenge that was issued for a sign-in',
    async (kit) => {
      const member = await requireStepUp(kit);
      const browser = await signInAnew(kit, member);
      const response = await member.authenticator.get(await requestOptions(browser), { origin: kit.origin });
      expectRefused(
        await browser.post('webauthn/login/verify?step-up', response),
        'A step-up with a challenge for a sign-in',
      );
    },
  ),
  must(
    'challenge-purpose',
    'step-up-challenge-for-registration',
    'registers with a challenge that was issued for a step-up',
    async (kit) => {
      const { browser } = await requireStepUp(kit);
      const { challenge } = await requestOptions(browser, '?step-up');
      const options = await creationOptions(browser);
      const response = await createAuthenticator().create({ ...options, challenge }, { origin: kit.origin });
      expectRefused(
        await browser.post('webauthn/register/verify', response),
        'A registration with a challenge for a step-up',
      );
    },
  ),
];
