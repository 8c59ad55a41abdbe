import { casesOf, ofRule, type BackendCase } from '../case.js';
import { beginFlow, idsOf, requestOf } from './provider.js';
import {
  expect,
  expectNobody,
  expectNoSignIn,
  expectRefused,
  expectStatus,
  isSignedIn,
  NotChecked,
  readSession,
  require,
  type Kit,
  type Member,
} from '../kit.js';

const handoff = casesOf('handoff');
const handOffBound = ofRule(handoff.must, 'hand-off-bound');
const oidc = casesOf('oidc');
const fedcm = casesOf('fedcm');
const relatedOrigins = casesOf('related-origins');

const codes = casesOf('one-time-codes');

const codeCases: readonly BackendCase[] = [
  codes.must('enumeration', 'code-enumeration', 'requests codes for two addresses, one of them odd', async (kit) => {
    const [one, other] = await Promise.all(
      ['a', 'b'].map((letter) => kit.visitor().post('otp/request', { to: `${letter}-${kit.newName()}@example.com` })),
    );
    expectStatus(one!, 202, 'POST /otp/request for an unknown address');
    expect(other!.status === one!.status, 'Two unknown addresses got different answers.');
  }),
  ...(['000000', '123456', 'ABCDEF', '１２３４５６', '0', '9'.repeat(100)] as const).map((code, index) =>
    codes.must(
      'code-checked',
      `code-wrong-${index + 1}`,
      `verifies the code ${code.slice(0, 12)} without having requested one`,
      async (kit) => {
        const browser = kit.visitor();
        await expectNoSignIn(browser, await browser.post('otp/verify', { code }), 'A code that was not requested');
      },
    ),
  ),
  codes.must(
    'code-checked',
    'code-guessed',
    'adds an address to the account, and guesses the code ten times',
    async (kit) => {
      const { browser } = await kit.newMember({ passkey: false });
      const to = `${kit.newName()}@example.com`;
      require(await browser.patch('account', { email: to }), 200, 'PATCH /account');
      require(await browser.post('otp/request', { to }), 202, 'POST /otp/request');
      for (let guess = 0; guess < 10; guess += 1) {
        const answer = await browser.post('otp/verify', { code: `${100_000 + guess}` });
        expect(answer.status >= 400, `The guess ${100_000 + guess} returned ${answer.status}.`);
      }
    },
    { needs: ['account'] },
  ),
];

const handOffCases: readonly BackendCase[] = [
  handOffBound(
    'hand-off-pending',
    'redeems a hand-off before it was confirmed',
    async (kit) => {
      const browser = kit.visitor();
      const started = await browser.post('auth/handoff');
      require(started, 201, 'POST /auth/handoff');
      const { id } = started.json as { id: string };
      expectStatus(await browser.post('auth/handoff/redeem', { id }), 202, 'A hand-off that was not confirmed');
      await expectNobody(browser, 'A hand-off that was not confirmed');
    },
    { needs: ['oidc'] },
  ),
  handOffBound(
    'hand-off-of-other-session',
    'redeems a hand-off of another session',
    async (kit) => {
      const started = await kit.visitor().post('auth/handoff');
      require(started, 201, 'POST /auth/handoff');
      const { id } = started.json as { id: string };
      const other = kit.visitor();
      require(await other.post('auth/handoff'), 201, 'POST /auth/handoff');
      expectStatus(await other.post('auth/handoff/redeem', { id }), 404, 'A hand-off of another session');
    },
    { needs: ['oidc'] },
  ),
  handOffBound('hand-off-unknown', 'redeems a hand-off that does not exist', async (kit) => {
    const answer = await kit.visitor().post('auth/handoff/redeem', { id: 'A'.repeat(43) });
    expectRefused(answer, 'A hand-off that does not exist');
  }),
];

const otherDevice = casesOf('other-device');
const deviceBound = ofRule(otherDevice.must, 'other-device-bound');

/** A device that shows a code, and what redeems it in any browser. */
async function startDevice(kit: Kit) {
  const device = kit.visitor();
  const started = await device.post('auth/device');
  require(started, 201, 'POST /auth/device');
  const { id, code, page } = started.json as { id: string; code: string; page: string };
  return { device, code, page, redeem: (browser = device) => browser.post('auth/device/redeem', { id }) };
}

/** The same, once a user who has just authenticated has typed the code. */
async function approvedDevice(kit: Kit) {
  const started = await startDevice(kit);
  const member = await kit.newMember();
  require(await member.browser.post('auth/device/approve', {
    code: started.code,
  }), 200, 'POST /auth/device/approve with the code that a device shows');
  return { ...started, member };
}

const otherDeviceCases: readonly BackendCase[] = [
  deviceBound('device-approved', 'signs a device in by the code that it shows, and redeems it again', async (kit) => {
    const { device, redeem } = await approvedDevice(kit);
    expectStatus(await redeem(), 200, 'A sign-in that was approved');
    expect(await isSignedIn(device), 'A device that was approved is not signed in.');
    expectRefused(await redeem(), 'A sign-in that was redeemed before');
  }),
  deviceBound(
    'device-pending',
    'redeems a sign-in before it was approved, and looks for the code in the address of the page',
    async (kit) => {
      const { device, code, page, redeem } = await startDevice(kit);
      expectStatus(await redeem(), 202, 'A sign-in that was not approved');
      await expectNobody(device, 'A sign-in that was not approved');
      expect(!page.includes(code), 'The address of the page contains the code.');
    },
  ),
  deviceBound('device-of-other-session', 'redeems an approved sign-in in another session', async (kit) => {
    const { redeem } = await approvedDevice(kit);
    const { device: other } = await startDevice(kit);
    await expectNoSignIn(other, await redeem(other), 'A sign-in of another session');
  }),
  deviceBound('device-wrong-code', 'approves a code that no device shows', async (kit) => {
    const { browser } = await kit.newMember();
    expectRefused(await browser.post('auth/device/approve', { code: 'AAAA-AAAA' }), 'A code that no device shows');
  }),
  deviceBound(
    'device-after-sign-out',
    'redeems a sign-in after the session that approved it has signed out',
    async (kit) => {
      const { device, member, redeem } = await approvedDevice(kit);
      require(await member.browser.post('logout'), 200, 'POST /logout');
      await expectNoSignIn(device, await redeem(), 'A sign-in whose approving session has signed out');
    },
  ),
  otherDevice.must(
    'other-device-ends',
    'device-after-sign-out-everywhere',
    'redeems an approved sign-in after the user has ended all other sessions',
    async (kit) => {
      const { device, member, redeem } = await approvedDevice(kit);
      const { status } = await member.browser.delete('sessions');
      if (status === 404) throw new NotChecked('The backend cannot end all other sessions.');
      await expectNoSignIn(device, await redeem(), 'A sign-in that was approved before all other sessions were ended');
    },
  ),
  otherDevice.must(
    'other-device-step-up',
    'device-step-up',
    'adds a passkey in a session that another device has just let in',
    async (kit) => {
      const { device, redeem } = await approvedDevice(kit);
      expectStatus(await redeem(), 200, 'A sign-in that was approved');
      const { authMethod } = await readSession(device);
      expect(
        authMethod === 'other_device',
        `The authMethod is ${JSON.stringify(authMethod)} instead of "other_device".`,
      );
      expectRefused(await device.post('webauthn/register/options'), 'A step-up that only another device satisfies');
    },
  ),
  deviceBound('device-at-once', 'redeems an approved sign-in 20 times at once', async (kit) => {
    const { redeem } = await approvedDevice(kit);
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem()));
    const succeeded = answers.filter(({ status }) => status === 200).length;
    expect(succeeded === 1, `${succeeded} of 20 simultaneous requests got 200 instead of one.`);
  }),
];

/** Answers the authorization request that `GET /auth/start` leads to, at the first provider of the backend. */
async function startFlow(kit: Kit): Promise<{ url: URL; browser: Member['browser'] }> {
  const browser = kit.visitor();
  const [provider] = await idsOf(browser);
  return { url: requestOf(kit, await beginFlow(browser, { provider, returnTo: undefined })), browser };
}

/** Where a provider sends the browser back to. */
const callbackAfter = (url: URL, query: string): string =>
  `${url.searchParams.get('redirect_uri') ?? 'auth/callback'}${query}`;

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
  ).map(([id, parameter, isRight]) =>
    oidc.must(
      'authorization-request',
      `authorization-${id}`,
      `reads ${parameter} of the authorization request`,
      async (kit) => {
        const value = (await startFlow(kit)).url.searchParams.get(parameter);
        expect(value !== null && isRight(value), `${parameter} is ${JSON.stringify(value)}.`);
      },
    ),
  ),
  oidc.must(
    'authorization-request',
    'authorization-fresh',
    'starts two flows, and compares state, nonce and code_challenge',
    async (kit) => {
      const [one, other] = [(await startFlow(kit)).url, (await startFlow(kit)).url];
      for (const name of ['state', 'nonce', 'code_challenge'])
        expect(one.searchParams.get(name) !== other.searchParams.get(name), `Two flows have the same ${name}.`);
    },
  ),
  ...(
    [
      ['unknown-state', '?code=x&state=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
      ['no-state', '?code=x'],
      ['no-parameters', ''],
      ['error', '?error=access_denied'],
    ] as const
  ).map(([id, query]) =>
    oidc.must('callback-state', `callback-${id}`, `asks for the callback${query && ` with ${query}`}`, async (kit) => {
      const browser = kit.visitor();
      const { url } = await startFlow(kit);
      const answer = await browser.get(callbackAfter(url, query));
      expect(answer.status !== 302 && answer.status < 500, `A callback without a flow returned ${answer.status}.`);
      await expectNobody(browser, 'A callback without a flow');
    }),
  ),
  oidc.must('callback-state', 'callback-of-other-browser', 'uses the state of another browser’s flow', async (kit) => {
    const { url } = await startFlow(kit);
    const thief = kit.visitor();
    const answer = await thief.get(callbackAfter(url, `?code=x&state=${url.searchParams.get('state') ?? ''}`));
    expect(answer.status !== 302, 'A callback of another browser’s flow was accepted.');
    await expectNobody(thief, 'A callback of another browser’s flow');
  }),
];

const fedcmCases: readonly BackendCase[] = [
  fedcm.must('challenge-random', 'nonces-differ', 'asks for a nonce twice', async (kit) => {
    const ask = async () => {
      const answer = await kit.visitor().get('auth/fedcm/nonce');
      require(answer, 200, 'GET /auth/fedcm/nonce');
      return (answer.json as { nonce?: unknown }).nonce;
    };
    const nonce = await ask();
    expect(typeof nonce === 'string' && nonce.length >= 22, 'The nonce has less than 128 bits.');
    expect((await ask()) !== nonce, 'Two answers have the same nonce.');
  }),
  ...(['no-token', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.'] as const).map((token, index) =>
    fedcm.must('fedcm-token', `fedcm-token-${index + 1}`, `signs in with the token "${token}"`, async (kit) => {
      const browser = kit.visitor();
      const nonce = await browser.get('auth/fedcm/nonce');
      require(nonce, 200, 'GET /auth/fedcm/nonce');
      const [provider] = (nonce.json as { providers?: Array<{ configURL?: string }> }).providers ?? [];
      const answer = await browser.post('auth/fedcm', {
        token,
        configURL: provider?.configURL ?? 'https://provider.example/fedcm.json',
      });
      await expectNoSignIn(browser, answer, 'A token that no provider has issued');
    }),
  ),
  fedcm.must('fedcm-token', 'fedcm-other-provider', 'names a provider that is not configured', async (kit) => {
    const browser = kit.visitor();
    require(await browser.get('auth/fedcm/nonce'), 200, 'GET /auth/fedcm/nonce');
    const answer = await browser.post('auth/fedcm', {
      token: 'a.b.c',
      configURL: 'https://elsewhere.example/fedcm.json',
    });
    expectRefused(answer, 'A provider that is not configured');
  }),
];

const wellKnownCases: readonly BackendCase[] = [
  relatedOrigins.must(
    'well-known',
    'related-origins',
    'fetches /.well-known/webauthn as another site does',
    async (kit) => {
      const answer = await kit.visitor().get('.well-known/webauthn', {
        headers: { 'sec-fetch-site': 'cross-site', accept: '*/*' },
      });
      expectStatus(answer, 200, 'GET /.well-known/webauthn');
      const { origins } = (answer.json ?? {}) as { origins?: unknown };
      expect(Array.isArray(origins) && origins.length > 0, 'It lists no origins.');
      expect(answer.headers.getSetCookie().length === 0, 'It sets a cookie.');
    },
  ),
];

/** Cases of codes, hand-offs, OpenID providers, FedCM and related origins. */
export const otherWaysInCases: readonly BackendCase[] = [
  ...codeCases,
  ...handOffCases,
  ...otherDeviceCases,
  ...oidcCases,
  ...fedcmCases,
  ...wellKnownCases,
];
