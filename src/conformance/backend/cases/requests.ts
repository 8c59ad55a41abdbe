import type { BackendCase } from '../case.js';
import { NoAnswer, type Answer, type Browser } from '../exchange.js';
import { expect, expectRefused, expectStatus, NotChecked, signInAnew, type Kit } from '../kit.js';

/** An endpoint that changes something or takes a body. */
interface Endpoint {
  id: string;
  chapter: string;
  /** The part of the chapter that it needs. */
  needs?: readonly string[];
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** The members that its body must have; none if it takes no body. */
  members: readonly string[];
  /** Whether it needs a signed-in user. */
  isPersonal: boolean;
  /** Whether an empty object is a valid body. */
  takesEmpty?: boolean;
}

const endpoints: readonly Endpoint[] = [
  {
    id: 'sign-in',
    chapter: 'core',
    method: 'POST',
    path: 'webauthn/login/verify',
    members: ['id', 'rawId', 'type', 'response'],
    isPersonal: false,
  },
  {
    id: 'registration',
    chapter: 'core',
    method: 'POST',
    path: 'webauthn/register/verify',
    members: ['id', 'rawId', 'type', 'response'],
    isPersonal: true,
  },
  {
    id: 'sign-in-options',
    chapter: 'core',
    method: 'POST',
    path: 'webauthn/login/options',
    members: [],
    isPersonal: false,
  },
  {
    id: 'registration-options',
    chapter: 'core',
    method: 'POST',
    path: 'webauthn/register/options',
    members: [],
    isPersonal: true,
  },
  { id: 'logout', chapter: 'core', method: 'POST', path: 'logout', members: [], isPersonal: false },
  { id: 'sign-up', chapter: 'accounts', method: 'POST', path: 'signup', members: ['username'], isPersonal: false },
  {
    id: 'passkey-sign-up-options',
    chapter: 'passkey-sign-up',
    method: 'POST',
    path: 'signup/options',
    members: ['username'],
    isPersonal: false,
  },
  {
    id: 'passkey-sign-up',
    chapter: 'passkey-sign-up',
    method: 'POST',
    path: 'signup/verify',
    members: ['id', 'rawId', 'type', 'response'],
    isPersonal: false,
  },
  {
    id: 'password',
    chapter: 'passwords',
    method: 'POST',
    path: 'login',
    members: ['username', 'password'],
    isPersonal: false,
  },
  {
    id: 'code-request',
    chapter: 'one-time-codes',
    method: 'POST',
    path: 'otp/request',
    members: ['to'],
    isPersonal: false,
  },
  { id: 'code', chapter: 'one-time-codes', method: 'POST', path: 'otp/verify', members: ['code'], isPersonal: false },
  { id: 'account', chapter: 'account', method: 'PATCH', path: 'account', members: [], isPersonal: true },
  {
    id: 'rename-passkey',
    chapter: 'passkey-settings',
    method: 'PATCH',
    path: 'webauthn/credentials/AAAAAAAAAAAAAAAAAAAAAA',
    members: ['nickname'],
    isPersonal: true,
  },
  {
    id: 'remove-passkey',
    chapter: 'passkey-settings',
    method: 'DELETE',
    path: 'webauthn/credentials/AAAAAAAAAAAAAAAAAAAAAA',
    members: [],
    isPersonal: true,
  },
  {
    id: 'end-session',
    chapter: 'devices',
    method: 'DELETE',
    path: 'sessions/AAAAAAAAAAAAAAAAAAAAAA',
    members: [],
    isPersonal: true,
  },
  {
    id: 'password-change',
    chapter: 'password-settings',
    method: 'PUT',
    path: 'account/password',
    members: ['password'],
    isPersonal: true,
  },
  {
    id: 'second-factor',
    chapter: 'second-factor',
    method: 'POST',
    path: 'session/second-factor',
    members: ['code'],
    isPersonal: false,
  },
  {
    id: 'second-factor-change',
    chapter: 'second-factor',
    method: 'PATCH',
    path: 'account/second-factor',
    members: ['required'],
    isPersonal: true,
  },
  {
    id: 'totp',
    chapter: 'second-factor',
    method: 'POST',
    path: 'account/second-factor/totp',
    members: [],
    isPersonal: true,
  },
  {
    id: 'totp-confirmation',
    chapter: 'second-factor',
    method: 'POST',
    path: 'account/second-factor/totp/confirm',
    members: ['code'],
    isPersonal: true,
  },
  {
    id: 'remove-totp',
    chapter: 'second-factor',
    method: 'DELETE',
    path: 'account/second-factor/totp',
    members: [],
    isPersonal: true,
  },
  {
    id: 'recovery-codes',
    chapter: 'second-factor',
    method: 'POST',
    path: 'account/second-factor/recovery-codes',
    members: [],
    isPersonal: true,
  },
  {
    id: 'terms',
    chapter: 'next-steps',
    needs: ['terms'],
    method: 'POST',
    path: 'session/terms',
    members: ['url'],
    isPersonal: false,
  },
  {
    id: 'account-choice',
    chapter: 'next-steps',
    needs: ['account-choice'],
    method: 'POST',
    path: 'session/account',
    members: ['id'],
    isPersonal: false,
  },
  { id: 'hand-off', chapter: 'handoff', method: 'POST', path: 'auth/handoff', members: [], isPersonal: false },
  {
    id: 'redeem-device',
    chapter: 'other-device',
    method: 'POST',
    path: 'auth/device/redeem',
    members: ['id'],
    isPersonal: false,
  },
  {
    id: 'approve-device',
    chapter: 'other-device',
    method: 'POST',
    path: 'auth/device/approve',
    members: ['code'],
    isPersonal: true,
  },
  {
    id: 'redeem-hand-off',
    chapter: 'handoff',
    method: 'POST',
    path: 'auth/handoff/redeem',
    members: ['id'],
    isPersonal: false,
  },
  {
    id: 'fedcm',
    chapter: 'fedcm',
    method: 'POST',
    path: 'auth/fedcm',
    members: ['token', 'configURL'],
    isPersonal: false,
  },
  {
    id: 'payment-options',
    chapter: 'payment',
    method: 'POST',
    path: 'payment/options',
    members: ['amount', 'currency', 'payee'],
    isPersonal: true,
  },
  {
    id: 'payment',
    chapter: 'payment',
    method: 'POST',
    path: 'payment/verify',
    members: ['id', 'rawId', 'type', 'response'],
    isPersonal: true,
  },
  {
    id: 'wallet',
    chapter: 'digital-credentials',
    method: 'POST',
    path: 'identity/verify',
    members: ['protocol', 'data'],
    isPersonal: false,
  },
];

const placeOf = ({ chapter, needs = [] }: Endpoint) => ({ chapter, needs });

const nameOf = ({ method, path }: Endpoint): string => `${method} /${path.replace(/\/A{5,}$/, '/{id}')}`;

/** The browser that asks: a user's where the endpoint is about one, else a visitor's. */
const browserFor = async (kit: Kit, { isPersonal }: Endpoint): Promise<Browser> =>
  isPersonal ? (await kit.sharedMember()).browser : kit.visitor();

const withBody = endpoints.filter(({ members }) => members.length > 0);

/** A body whose members have these values, apart from `changed`. */
function bodyOf({ members }: Endpoint, changed: Record<string, unknown> = {}): Record<string, unknown> {
  return { ...Object.fromEntries(members.map((member) => [member, 'AAAAAAAAAAAAAAAAAAAAAA'])), ...changed };
}

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** Bodies that no endpoint takes. */
const malformed: ReadonlyArray<readonly [id: string, what: string, body: string | Uint8Array<ArrayBuffer>]> = [
  ['empty', 'an empty body', ''],
  ['not-json', 'a body that is not JSON', '{"'],
  ['null', 'null', 'null'],
  ['array', 'an array', '[]'],
  ['text', 'a string', '"text"'],
  ['number', 'a number', '7'],
  ['empty-object', 'an empty object', '{}'],
  ['not-utf8', 'a body that is not UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d)],
  ['deeply-nested', 'arrays nested 5,000 deep', nested(5000)],
  [
    'prototype',
    'a member named __proto__ with all others',
    '{"__proto__":{"id":"a","username":"a","to":"a","code":"a"}}',
  ],
];

/** Values that no member of a body has. */
const wrongValues: ReadonlyArray<readonly [id: string, what: string, value: unknown]> = [
  ['number', 'a number', 7],
  ['object', 'an object', { toString: 'x' }],
  ['array', 'an array', ['a']],
  ['null', 'null', null],
];

function expectMalformed(answer: Answer, endpoint: Endpoint, what: string): void {
  expect(answer.status < 500, `${nameOf(endpoint)} with ${what} returned ${answer.status}.`);
  expectStatus(answer, 400, `${nameOf(endpoint)} with ${what}`);
}

const malformedBodies = withBody.flatMap((endpoint) => [
  ...malformed.map(([id, what, body]): BackendCase => ({
    ...placeOf(endpoint),
    level: 'must',
    id: `${endpoint.id}-body-${id}`,
    cause: `body-${id}`,
    rule: 'malformed-body',
    title: `sends ${what} to ${nameOf(endpoint)}`,
    async run(kit) {
      const browser = await browserFor(kit, endpoint);
      expectMalformed(await browser.send(endpoint.method, endpoint.path, body), endpoint, what);
    },
  })),
  ...endpoint.members.map((member): BackendCase => ({
    ...placeOf(endpoint),
    level: 'must',
    id: `${endpoint.id}-without-${member}`,
    cause: `${endpoint.id}-members`,
    rule: 'malformed-body',
    title: `sends a body without "${member}" to ${nameOf(endpoint)}`,
    async run(kit) {
      const { [member]: _omitted, ...body } = bodyOf(endpoint);
      const browser = await browserFor(kit, endpoint);
      expectMalformed(
        await browser.send(endpoint.method, endpoint.path, JSON.stringify(body)),
        endpoint,
        `a body without "${member}"`,
      );
    },
  })),
  ...wrongValues
    .filter(([id]) => !(endpoint.id === 'rename-passkey' && id === 'null'))
    .map(([id, what, value]): BackendCase => ({
      ...placeOf(endpoint),
      level: 'must',
      id: `${endpoint.id}-${endpoint.members[0]!}-${id}`,
      cause: `${endpoint.id}-members`,
      rule: 'malformed-body',
      title: `sends ${what} as "${endpoint.members[0]!}" to ${nameOf(endpoint)}`,
      async run(kit) {
        const browser = await browserFor(kit, endpoint);
        const body = bodyOf(endpoint, { [endpoint.members[0]!]: value });
        expectMalformed(
          await browser.send(endpoint.method, endpoint.path, JSON.stringify(body)),
          endpoint,
          `${what} as "${endpoint.members[0]!}"`,
        );
      },
    })),
]);

const contentTypes = withBody.map((endpoint): BackendCase => ({
  ...placeOf(endpoint),
  level: 'should',
  id: `${endpoint.id}-text-plain`,
  cause: 'text-plain',
  rule: 'malformed-body',
  title: `sends JSON as text/plain, which pages of other sites can, to ${nameOf(endpoint)}`,
  async run(kit) {
    const browser = await browserFor(kit, endpoint);
    const answer = await browser.send(endpoint.method, endpoint.path, JSON.stringify(bodyOf(endpoint)), {
      headers: { 'content-type': 'text/plain' },
    });
    expectRefused(answer, `${nameOf(endpoint)} with text/plain`);
  },
}));

const limits = withBody.map((endpoint): BackendCase => ({
  ...placeOf(endpoint),
  level: 'should',
  id: `${endpoint.id}-megabytes`,
  cause: 'megabytes',
  rule: 'body-limit',
  title: `sends 2 MB to ${nameOf(endpoint)}`,
  async run(kit) {
    const browser = await browserFor(kit, endpoint);
    const body = JSON.stringify(bodyOf(endpoint, { padding: 'x'.repeat(2_000_000) }));
    try {
      const answer = await browser.send(endpoint.method, endpoint.path, body);
      expectStatus(answer, [413, 400], `${nameOf(endpoint)} with 2 MB`);
    } catch (error) {
      if (!(error instanceof NoAnswer) || error.isLate) throw error;
      // A server may close the connection while the body is sent, and its answer can be lost then (RFC 9110 §15.5.14).
      // It must still answer the next request.
      await browser.get('session');
    }
  },
}));

const foreign = 'https://elsewhere.example';

/** What requests that no page of the site made look like. */
const foreignRequests: ReadonlyArray<
  readonly [id: string, what: string, level: 'must' | 'should', headers: Record<string, string | undefined>]
> = [
  ['cross-site', 'a page of another site', 'must', { 'sec-fetch-site': 'cross-site', origin: foreign }],
  [
    'cross-site-without-origin',
    'another site, without Origin',
    'must',
    { 'sec-fetch-site': 'cross-site', origin: undefined },
  ],
  [
    'foreign-origin',
    'a page of another site in a browser without Sec-Fetch-Site',
    'must',
    { 'sec-fetch-site': undefined, origin: foreign },
  ],
  [
    'null-origin',
    'a sandboxed frame in a browser without Sec-Fetch-Site',
    'must',
    { 'sec-fetch-site': undefined, origin: 'null' },
  ],
  [
    'similar-origin',
    'an origin that begins like the own one',
    'must',
    { 'sec-fetch-site': undefined, origin: '{origin}.elsewhere.example' },
  ],
  [
    'same-site',
    'another origin of the same site',
    'should',
    { 'sec-fetch-site': 'same-site', origin: 'https://other.{host}' },
  ],
  [
    'no-headers',
    'a program that sends neither Origin nor Sec-Fetch-Site',
    'should',
    { 'sec-fetch-site': undefined, origin: undefined },
  ],
];

const crossSite = endpoints.flatMap((endpoint) =>
  foreignRequests.map(([id, what, level, headers]): BackendCase => ({
    ...placeOf(endpoint),
    level,
    id: `${endpoint.id}-${id}`,
    cause: `from-${id}`,
    rule: 'cross-site',
    title: `sends ${nameOf(endpoint)} from ${what}`,
    async run(kit) {
      const { host } = new URL(kit.origin);
      const own = endpoint.id === 'logout' || endpoint.isPersonal ? await kit.sharedMember() : undefined;
      // A backend that does not check would sign the shared user out.
      const browser = endpoint.id === 'logout' ? await signInAnew(kit, own!) : (own?.browser ?? kit.visitor());
      const filled = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          value?.replace('{origin}', kit.origin).replace('{host}', host),
        ]),
      );
      const body = endpoint.members.length > 0 ? JSON.stringify(bodyOf(endpoint)) : undefined;
      const answer = await browser.send(endpoint.method, endpoint.path, body, {
        headers: { 'sec-fetch-mode': undefined, 'sec-fetch-dest': undefined, ...filled },
      });
      expectStatus(answer, 403, `${nameOf(endpoint)} from ${what}`);
    },
  })),
);

/** What requests of own pages look like in browsers of different ages. */
const ownRequests: ReadonlyArray<readonly [id: string, what: string, headers: Record<string, string | undefined>]> = [
  ['without-sec-fetch', 'in a browser without Sec-Fetch-Site', { 'sec-fetch-site': undefined }],
  ['without-origin', 'in a browser that omits Origin', { origin: undefined }],
];

const ownPages = ownRequests.flatMap(([id, what, headers]) =>
  ['webauthn/login/options', 'logout'].map((path): BackendCase => ({
    chapter: 'core',
    level: 'must',
    id: `own-page-${path.split('/').at(-1)!}-${id}`,
    cause: `own-page-${id}`,
    rule: 'own-pages',
    title: `sends POST /${path} from an own page ${what}`,
    async run(kit) {
      const answer = await kit.visitor().post(path, undefined, { headers });
      if (answer.exchange.requestHeaders['sec-fetch-site'] === 'same-site' && id === 'without-origin')
        throw new NotChecked('A page of another origin of the site always sends Origin.');
      expect(answer.status !== 403, `POST /${path} ${what} returned 403: those browsers cannot sign in.`);
    },
  })),
);

/** What proves something is verified before it is known whose it is. */
const personalEndpoints = endpoints.filter(({ isPersonal, path }) => isPersonal && !path.endsWith('/verify'));

/** Bodies that the endpoints accept from their users; the others take none. */
const validBodies: Readonly<Record<string, object>> = {
  account: { displayName: 'x' },
  'approve-device': { code: '7QX4-M3KF' },
  'password-change': { password: 'correct horse battery staple' },
  'payment-options': { amount: '1.00', currency: 'EUR', payee: 'Shop' },
  'rename-passkey': { nickname: 'x' },
  'second-factor-change': { required: true },
  'totp-confirmation': { code: '123456' },
};

const needsSession = personalEndpoints.map((endpoint): BackendCase => ({
  ...placeOf(endpoint),
  level: 'must',
  id: `${endpoint.id}-of-visitor`,
  rule: 'needs-session',
  title: `sends ${nameOf(endpoint)} without a session`,
  async run(kit) {
    const body = validBodies[endpoint.id];
    const answer = await kit
      .visitor()
      .send(endpoint.method, endpoint.path, body === undefined ? undefined : JSON.stringify(body));
    expect(
      answer.status !== 200 && answer.status !== 204,
      `${nameOf(endpoint)} of a visitor returned ${answer.status}.`,
    );
    expectStatus(answer, 401, `${nameOf(endpoint)} of a visitor`);
  },
}));

const methods = endpoints
  .filter(({ method, path }) => method === 'POST' && path !== 'login')
  .map((endpoint): BackendCase => ({
    ...placeOf(endpoint),
    level: 'must',
    id: `${endpoint.id}-by-get`,
    cause: 'by-get',
    rule: 'methods',
    title: `sends GET /${endpoint.path}, which no link may cause`,
    async run(kit) {
      const browser = await browserFor(kit, endpoint);
      const answer = await browser.get(endpoint.path);
      expect(answer.status >= 400 && answer.status < 500, `GET /${endpoint.path} returned ${answer.status}.`);
    },
  }));

/** Paths that a router or a file server may stumble over. */
const oddPaths = [
  'webauthn/credentials/%00',
  'webauthn/credentials/%ff',
  'sessions/..%2f..%2fetc',
  'session?%',
  'no-such-path',
];

const robust = oddPaths.map((path, index): BackendCase => ({
  chapter: 'core',
  level: 'must',
  id: `odd-path-${index + 1}`,
  cause: 'odd-path',
  rule: 'robust',
  title: `asks for /${path}`,
  async run(kit) {
    const { browser } = await kit.sharedMember();
    const answer = await browser.get(path);
    expect(answer.status < 500, `GET /${path} returned ${answer.status}.`);
  },
}));

/** Cases of bodies, origins, methods and paths, endpoint by endpoint. */
export const requestCases: readonly BackendCase[] = [
  ...malformedBodies,
  ...contentTypes,
  ...limits,
  ...crossSite,
  ...ownPages,
  ...needsSession,
  ...methods,
  ...robust,
];
