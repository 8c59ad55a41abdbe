import type { BackendCase } from '../case.js';
import { idsOf } from './provider.js';
import {
  expect,
  expectRefused,
  expectStatus,
  isSignedIn,
  NotChecked,
  readSession,
  require,
  type Kit,
  type Member,
} from '../kit.js';

const codes = { chapter: 'one-time-codes', level: 'must' } as const;

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
      const other = kit.visitor();
      require(await other.post('auth/handoff'), 201, 'POST /auth/handoff');
      expectStatus(await other.post('auth/handoff/redeem', { id }), 404, 'A hand-off of another session');
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

const otherDevice = { chapter: 'other-device', level: 'must', rule: 'other-device-bound' } as const;

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
  {
    ...otherDevice,
    id: 'device-approved',
    title: 'signs a device in by the code that it shows, and redeems it again',
    async run(kit) {
      const { device, redeem } = await approvedDevice(kit);
      expectStatus(await redeem(), 200, 'A sign-in that was approved');
      expect(await isSignedIn(device), 'A device that was approved is not signed in.');
      expectRefused(await redeem(), 'A sign-in that was redeemed before');
    },
  },
  {
    ...otherDevice,
    id: 'device-pending',
    title: 'redeems a sign-in before it was approved, and looks for the code in the address of the page',
    async run(kit) {
      const { device, code, page, redeem } = await startDevice(kit);
      expectStatus(await redeem(), 202, 'A sign-in that was not approved');
      expect(!(await isSignedIn(device)), 'A sign-in that was not approved signed in.');
      expect(!page.includes(code), 'The address of the page contains the code.');
    },
  },
  {
    ...otherDevice,
    id: 'device-of-other-session',
    title: 'redeems an approved sign-in in another session',
    async run(kit) {
      const { redeem } = await approvedDevice(kit);
      const { device: other } = await startDevice(kit);
      expectRefused(await redeem(other), 'A sign-in of another session');
      expect(!(await isSignedIn(other)), 'A sign-in of another session signed in.');
    },
  },
  {
    ...otherDevice,
    id: 'device-wrong-code',
    title: 'approves a code that no device shows',
    async run(kit) {
      const { browser } = await kit.newMember();
      expectRefused(await browser.post('auth/device/approve', { code: 'AAAA-AAAA' }), 'A code that no device shows');
    },
  },
  {
    ...otherDevice,
    id: 'device-after-sign-out',
    title: 'redeems a sign-in after the session that approved it has signed out',
    async run(kit) {
      const { device, member, redeem } = await approvedDevice(kit);
      require(await member.browser.post('logout'), 200, 'POST /logout');
      expectRefused(await redeem(), 'A sign-in whose approving session has ended');
      expect(!(await isSignedIn(device)), 'A device is signed in after its approving session has signed out.');
    },
  },
  {
    ...otherDevice,
    rule: 'other-device-ends',
    id: 'device-after-sign-out-everywhere',
    title: 'redeems an approved sign-in after the user has ended all other sessions',
    async run(kit) {
      const { device, member, redeem } = await approvedDevice(kit);
      const { status } = await member.browser.delete('sessions');
      if (status === 404) throw new NotChecked('The backend cannot end all other sessions.');
      expectRefused(await redeem(), 'A sign-in that was approved before all other sessions were ended');
      expect(!(await isSignedIn(device)), 'A device is signed in after all other sessions were ended.');
    },
  },
  {
    ...otherDevice,
    rule: 'other-device-step-up',
    id: 'device-step-up',
    title: 'adds a passkey in a session that another device has just let in',
    async run(kit) {
      const { device, redeem } = await approvedDevice(kit);
      expectStatus(await redeem(), 200, 'A sign-in that was approved');
      const { authMethod } = await readSession(device);
      expect(
        authMethod === 'other_device',
        `The authMethod is ${JSON.stringify(authMethod)} instead of "other_device".`,
      );
      expectRefused(await device.post('webauthn/register/options'), 'A step-up that only another device satisfies');
    },
  },
  {
    ...otherDevice,
    id: 'device-at-once',
    title: 'redeems an approved sign-in 20 times at once',
    async run(kit) {
      const { redeem } = await approvedDevice(kit);
      const answers = await Promise.all(Array.from({ length: 20 }, () => redeem()));
      const succeeded = answers.filter(({ status }) => status === 200).length;
      expect(succeeded === 1, `${succeeded} of 20 simultaneous requests got 200 instead of one.`);
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

/** Answers the authorization request that `GET /auth/start` leads to, at the first provider of the backend. */
async function startFlow(kit: Kit): Promise<{ url: URL; browser: Member['browser'] }> {
  const browser = kit.visitor();
  const [id] = await idsOf(browser);
  const provider = id === undefined ? '' : `?provider=${encodeURIComponent(id)}`;
  const answer = await browser.get(`auth/start${provider}`, {
    headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  });
  if (answer.status !== 302) throw new NotChecked(`GET /auth/start returned ${answer.status} instead of 302.`);
  return { url: new URL(answer.headers.get('location')!, kit.origin), browser };
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
      const browser = kit.visitor();
      const [id] = await idsOf(browser);
      const provider = id === undefined ? '' : `&provider=${encodeURIComponent(id)}`;
      const answer = await browser.get(`auth/start?returnTo=${encodeURIComponent(target)}${provider}`, {
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
    title: `asks for the callback${query && ` with ${query}`}`,
    async run(kit) {
      const browser = kit.visitor();
      const { url } = await startFlow(kit);
      const answer = await browser.get(callbackAfter(url, query));
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
      const answer = await thief.get(callbackAfter(url, `?code=x&state=${url.searchParams.get('state') ?? ''}`));
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

/** Cases of codes, hand-offs, OpenID providers, FedCM and related origins. */
export const otherWaysInCases: readonly BackendCase[] = [
  ...codeCases,
  ...handOffCases,
  ...otherDeviceCases,
  ...oidcCases,
  ...fedcmCases,
  ...wellKnownCases,
];
