import { createAuthenticator } from '../../authenticator.js';
import { casesOf, ofRule, type BackendCase } from '../case.js';
import {
  creationOptions,
  expect,
  expectNoSignIn,
  expectRefused,
  NotChecked,
  requestOptions,
  require,
  signIn,
  signInAnew,
} from '../kit.js';

const { must, should } = casesOf('core');
const random = ofRule(must, 'challenge-random');
const singleUse = ofRule(must, 'challenge-single-use');
const bound = ofRule(must, 'challenge-bound');
const minute = 60_000;

const decodedLength = (text: string): number => Math.floor((text.length * 3) / 4);

/** Answers the challenges of `count` requests for options. */
const issue = (ask: () => Promise<{ challenge: string }>, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, async () => (await ask()).challenge));

/** Cases of challenges. */
export const challengeCases: readonly BackendCase[] = [
  random('challenge-length', 'asks for request options, and measures the challenge', async (kit) => {
    const { challenge } = await requestOptions(kit.visitor());
    expect(/^[\w-]+$/.test(challenge), 'The challenge is not base64url without padding.');
    expect(decodedLength(challenge) >= 16, `The challenge has ${decodedLength(challenge)} bytes.`);
  }),
  random('challenges-differ', 'asks for request options 20 times', async (kit) => {
    const challenges = await issue(() => requestOptions(kit.visitor()), 20);
    expect(new Set(challenges).size === challenges.length, 'Two answers have the same challenge.');
  }),
  random('challenges-differ-in-a-session', 'asks for request options twice in one session', async (kit) => {
    const visitor = kit.visitor();
    const { challenge } = await requestOptions(visitor);
    expect(
      (await requestOptions(visitor)).challenge !== challenge,
      'Two answers in a session have the same challenge.',
    );
  }),
  random('registration-challenge-length', 'asks for creation options, and measures the challenge', async (kit) => {
    const { browser } = await kit.sharedMember();
    const { challenge } = await creationOptions(browser);
    expect(decodedLength(challenge) >= 16, `The challenge has ${decodedLength(challenge)} bytes.`);
  }),
  random('registration-challenges-differ', 'asks for creation options twice', async (kit) => {
    const { browser } = await kit.sharedMember();
    const { challenge } = await creationOptions(browser);
    expect((await creationOptions(browser)).challenge !== challenge, 'Two answers have the same challenge.');
  }),
  singleUse('sign-in-replayed', 'sends the same correct response twice', async (kit) => {
    const { authenticator } = await kit.sharedMember();
    const browser = kit.visitor();
    const response = await authenticator.get(await requestOptions(browser), { origin: kit.origin });
    const copy = browser.copy();
    require(await browser.post('webauthn/login/verify', response), 200, 'A correct sign-in');
    expectRefused(await browser.post('webauthn/login/verify', response), 'The same response in the new session');
    expectRefused(await copy.post('webauthn/login/verify', response), 'The same response with the old cookie');
  }),
  singleUse('sign-in-replayed-at-once', 'sends 50 copies of one correct response at once', async (kit) => {
    const { authenticator } = await kit.sharedMember();
    const browser = kit.visitor();
    const response = await authenticator.get(await requestOptions(browser), { origin: kit.origin });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => browser.copy().post('webauthn/login/verify', response)),
    );
    const accepted = answers.filter(({ status }) => status === 200).length;
    expect(accepted <= 1, `${accepted} of 50 copies were accepted.`);
    if (accepted === 0) require(answers[0]!, 200, 'One of 50 copies of a correct response');
  }),
  singleUse('registration-replayed', 'registers twice with one challenge', async (kit) => {
    const { browser } = await kit.newMember({ passkey: false });
    const options = await creationOptions(browser);
    const [one, other] = [createAuthenticator(), createAuthenticator()];
    const first = await browser.post('webauthn/register/verify', await one.create(options, { origin: kit.origin }));
    require(first, 200, 'A correct registration');
    expectRefused(
      await browser.post('webauthn/register/verify', await other.create(options, { origin: kit.origin })),
      'A second registration with the same challenge',
    );
  }),
  singleUse('registrations-at-once', 'registers ten passkeys with one challenge at once', async (kit) => {
    const { browser } = await kit.newMember({ passkey: false });
    const options = await creationOptions(browser);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => createAuthenticator().create(options, { origin: kit.origin })),
    );
    const answers = await Promise.all(
      responses.map((response) => browser.copy().post('webauthn/register/verify', response)),
    );
    const accepted = answers.filter(({ status }) => status === 200).length;
    expect(accepted <= 1, `${accepted} of 10 registrations with one challenge were accepted.`);
  }),
  bound('sign-in-challenge-of-other-session', 'responds to a challenge of another browser’s session', async (kit) => {
    const { authenticator } = await kit.sharedMember();
    const [victim, thief] = [kit.visitor(), kit.visitor()];
    const options = await requestOptions(victim);
    await requestOptions(thief);
    const response = await authenticator.get(options, { origin: kit.origin });
    const answer = await thief.post('webauthn/login/verify', response);
    await expectNoSignIn(thief, answer, 'A response to a challenge of another session');
  }),
  bound(
    'sign-in-challenge-without-session',
    'responds to a challenge without the cookie of its session',
    async (kit) => {
      const { authenticator } = await kit.sharedMember();
      const response = await authenticator.get(await requestOptions(kit.visitor()), { origin: kit.origin });
      const other = kit.visitor();
      const answer = await other.post('webauthn/login/verify', response);
      await expectNoSignIn(other, answer, 'A response without the session’s cookie');
    },
  ),
  bound(
    'registration-challenge-of-other-session',
    'registers with a challenge of another session of the same user',
    async (kit) => {
      const member = await kit.newMember();
      const options = await creationOptions(member.browser);
      const other = await signInAnew(kit, member);
      const response = await createAuthenticator().create(options, { origin: kit.origin });
      expectRefused(await other.post('webauthn/register/verify', response), 'A challenge of another session');
    },
  ),
  bound('registration-challenge-of-other-user', 'registers with a challenge of another user', async (kit) => {
    const { browser: victim } = await kit.sharedMember();
    const { browser: thief } = await kit.otherMember();
    const response = await createAuthenticator().create(await creationOptions(victim), { origin: kit.origin });
    expectRefused(await thief.post('webauthn/register/verify', response), 'A challenge of another user');
  }),
  bound(
    'registration-challenge-after-change-of-user',
    'registers with a challenge from before another user signed in, in the same browser',
    async (kit) => {
      const [one, other] = [await kit.sharedMember(), await kit.otherMember()];
      const browser = await signInAnew(kit, one);
      const options = await creationOptions(browser);
      require(await signIn(browser, other.authenticator), 200, 'A sign-in of another user');
      const response = await createAuthenticator().create(options, { origin: kit.origin });
      expectRefused(
        await browser.post('webauthn/register/verify', response),
        'A registration with a challenge of the user before',
      );
    },
  ),
  bound(
    'registration-challenge-after-sign-out',
    'registers with a challenge from before a sign-out, by a copy of the cookie',
    async (kit) => {
      const browser = await signInAnew(kit, await kit.sharedMember());
      const options = await creationOptions(browser);
      const copy = browser.copy();
      require(await browser.post('logout'), 200, 'POST /logout');
      const response = await createAuthenticator().create(options, { origin: kit.origin });
      expectRefused(await copy.post('webauthn/register/verify', response), 'A registration after a sign-out');
    },
  ),
  must(
    'challenge-purpose',
    'registration-challenge-for-sign-in',
    'signs in with a challenge that was issued for a registration',
    async (kit) => {
      const { authenticator, browser } = await kit.sharedMember();
      const { challenge, rp } = await creationOptions(browser);
      const response = await authenticator.get({ challenge, ...(rp.id && { rpId: rp.id }) }, { origin: kit.origin });
      expectRefused(
        await browser.post('webauthn/login/verify', response),
        'A sign-in with a challenge for a registration',
      );
    },
  ),
  must(
    'challenge-purpose',
    'sign-in-challenge-for-registration',
    'registers with a challenge that was issued for a sign-in',
    async (kit) => {
      const { browser } = await kit.sharedMember();
      const creation = await creationOptions(browser);
      const { challenge } = await requestOptions(browser);
      const response = await createAuthenticator().create({ ...creation, challenge }, { origin: kit.origin });
      expectRefused(
        await browser.post('webauthn/register/verify', response),
        'A registration with a challenge for a sign-in',
      );
    },
  ),
  must(
    'challenge-several',
    'two-sign-in-challenges',
    'asks for request options twice, and responds to the first',
    async (kit) => {
      const { authenticator } = await kit.sharedMember();
      const browser = kit.visitor();
      const first = await requestOptions(browser);
      await requestOptions(browser);
      const response = await authenticator.get(first, { origin: kit.origin });
      const { status } = await browser.post('webauthn/login/verify', response);
      expect(
        status === 200,
        `A response to the first of two challenges returned ${status}: autofill in one tab breaks the button in another.`,
      );
    },
  ),
  should(
    'challenge-several',
    'sign-in-challenge-outlives-sign-in',
    'signs in, and responds to an earlier challenge of the session with the new cookie',
    async (kit) => {
      const { authenticator } = await kit.sharedMember();
      const browser = kit.visitor();
      const first = await requestOptions(browser);
      const second = await requestOptions(browser);
      const answer = (options: typeof first) => authenticator.get(options, { origin: kit.origin });
      require(await browser.post('webauthn/login/verify', await answer(second)), 200, 'A correct sign-in');
      const { status } = await browser.post('webauthn/login/verify', await answer(first));
      expect(status === 200, `After a sign-in in another tab, a response to an earlier challenge returned ${status}.`);
    },
  ),
  should(
    'challenge-survives-refusal',
    'registration-challenge-outlives-step-up',
    'creates a passkey, steps up, and then registers it',
    async (kit) => {
      const member = await kit.newMember();
      const { browser } = member;
      const response = await createAuthenticator().create(await creationOptions(browser), { origin: kit.origin });
      const { status: steppedUp } = await signIn(browser, member.authenticator, {}, '?step-up');
      if (steppedUp !== 200) throw new NotChecked(`A step-up returned ${steppedUp}.`);
      const { status } = await browser.post('webauthn/register/verify', response);
      expect(
        status === 200,
        `A passkey that was created before a step-up returned ${status}: the user has confirmed who they are, and loses it.`,
      );
    },
  ),
  must(
    'challenge-survives-refusal',
    'challenge-survives-malformed-body',
    'sends a malformed sign-in, and then a correct one with the same challenge',
    async (kit) => {
      const { authenticator } = await kit.sharedMember();
      const browser = kit.visitor();
      const response = await authenticator.get(await requestOptions(browser), { origin: kit.origin });
      await browser.post('webauthn/login/verify', { ...response, response: { ...response.response, signature: 7 } });
      const { status } = await browser.post('webauthn/login/verify', response);
      expect(status === 200, `After a malformed request, the correct response returned ${status}.`);
    },
  ),
  must(
    'challenge-survives-refusal',
    'challenge-survives-cross-site-request',
    'sends a correct sign-in from another site, and then from the own page',
    async (kit) => {
      const { authenticator } = await kit.sharedMember();
      const browser = kit.visitor();
      const response = await authenticator.get(await requestOptions(browser), { origin: kit.origin });
      const fromElsewhere = { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' } };
      require(await browser.post('webauthn/login/verify', response, fromElsewhere), 403, 'A cross-site sign-in');
      const { status } = await browser.post('webauthn/login/verify', response);
      expect(status === 200, `After a cross-site request, the correct response returned ${status}.`);
    },
  ),
  must(
    'challenge-expires',
    'challenge-expires',
    'responds to a challenge after ten minutes',
    async (kit) => {
      const { authenticator } = await kit.sharedMember();
      const browser = kit.visitor();
      const response = await authenticator.get(await requestOptions(browser), { origin: kit.origin });
      await kit.wait(10 * minute);
      await expectNoSignIn(
        browser,
        await browser.post('webauthn/login/verify', response),
        'A response after ten minutes',
      );
    },
    { isSlow: true },
  ),
];
