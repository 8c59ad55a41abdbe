import contract from '../../../../contract/schemas.json' with { type: 'json' };
import type { BackendCase } from '../case.js';
import { NoAnswer, type Browser } from '../exchange.js';
import { expect, expectRefused, expectStatus, NotChecked, signInAnew, type Kit } from '../kit.js';

/** An endpoint that changes something or takes a body. */
interface NamedEndpoint {
  /** What the ids of its cases begin with. */
  id: string;
  /** Its name in the contract. */
  request: keyof typeof contract.operations;
  /** The part of the chapter that it needs, or that has a name of its own. */
  needs?: readonly string[];
  chapter?: string;
  /** Whether it needs a signed-in user. */
  isPersonal?: boolean;
}

const named: readonly NamedEndpoint[] = [
  { id: 'sign-in', request: 'POST /webauthn/login/verify' },
  { id: 'registration', request: 'POST /webauthn/register/verify', isPersonal: true },
  { id: 'sign-in-options', request: 'POST /webauthn/login/options' },
  { id: 'registration-options', request: 'POST /webauthn/register/options', isPersonal: true },
  { id: 'logout', request: 'POST /logout' },
  { id: 'sign-up', request: 'POST /signup' },
  { id: 'passkey-sign-up-options', request: 'POST /signup/options' },
  { id: 'passkey-sign-up', request: 'POST /signup/verify' },
  { id: 'password', request: 'POST /login' },
  { id: 'code-request', request: 'POST /otp/request' },
  { id: 'code', request: 'POST /otp/verify' },
  { id: 'account', request: 'PATCH /account', chapter: 'account', isPersonal: true },
  { id: 'rename-passkey', request: 'PATCH /webauthn/credentials/{id}', isPersonal: true },
  { id: 'remove-passkey', request: 'DELETE /webauthn/credentials/{id}', isPersonal: true },
  { id: 'end-session', request: 'DELETE /sessions/{id}', isPersonal: true },
  { id: 'password-change', request: 'PUT /account/password', isPersonal: true },
  { id: 'second-factor', request: 'POST /session/second-factor' },
  { id: 'second-factor-change', request: 'PATCH /account/second-factor', isPersonal: true },
  { id: 'totp', request: 'POST /account/second-factor/totp', isPersonal: true },
  { id: 'totp-confirmation', request: 'POST /account/second-factor/totp/confirm', isPersonal: true },
  { id: 'remove-totp', request: 'DELETE /account/second-factor/totp', isPersonal: true },
  { id: 'recovery-codes', request: 'POST /account/second-factor/recovery-codes', isPersonal: true },
  { id: 'terms', request: 'POST /session/terms', needs: ['terms'] },
  { id: 'account-choice', request: 'POST /session/account', needs: ['account-choice'] },
  { id: 'hand-off', request: 'POST /auth/handoff' },
  { id: 'redeem-device', request: 'POST /auth/device/redeem' },
  { id: 'approve-device', request: 'POST /auth/device/approve', isPersonal: true },
  { id: 'redeem-hand-off', request: 'POST /auth/handoff/redeem' },
  { id: 'fedcm', request: 'POST /auth/fedcm' },
  { id: 'payment-options', request: 'POST /payment/options', isPersonal: true },
  { id: 'payment', request: 'POST /payment/verify', isPersonal: true },
  { id: 'wallet', request: 'POST /identity/verify' },
];

interface Endpoint extends NamedEndpoint {
  chapter: string;
  method: string;
  path: string;
  /** The members that its body must have; none if it takes no body. */
  members: readonly string[];
}

interface BodySchema {
  readonly $ref?: string;
  readonly required?: readonly string[];
}

const { operations, $defs } = contract as unknown as {
  operations: Record<string, { chapter: string; request: { 'application/json'?: BodySchema } | null }>;
  $defs: Record<string, BodySchema>;
};

const endpoints = named.map((endpoint): Endpoint => {
  const [method = '', path = ''] = endpoint.request.split(' /');
  const { chapter, request } = operations[endpoint.request]!;
  const schema = request?.['application/json'] ?? {};
  const { required = [] } = $defs[schema.$ref?.replace('#/$defs/', '') ?? ''] ?? schema;
  return { chapter, ...endpoint, method, path: path.replace('{id}', 'A'.repeat(22)), members: required };
});

const placeOf = ({ chapter, needs = [] }: Endpoint) => ({ chapter, needs });

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

const malformedBodies = withBody.flatMap((endpoint) => {
  const { method, path, request, members } = endpoint;
  const member = members[0]!;
  const refused = (
    id: string,
    what: string,
    body: string | Uint8Array<ArrayBuffer>,
    cause = `${endpoint.id}-members`,
  ): BackendCase => ({
    ...placeOf(endpoint),
    level: 'must',
    id: `${endpoint.id}-${id}`,
    cause,
    rule: 'malformed-body',
    title: `sends ${what} to ${request}`,
    async run(kit) {
      const answer = await (await browserFor(kit, endpoint)).send(method, path, body);
      expect(answer.status < 500, `${request} with ${what} returned ${answer.status}.`);
      expectStatus(answer, 400, `${request} with ${what}`);
    },
  });
  const changed = (changes: Record<string, unknown>) => JSON.stringify(bodyOf(endpoint, changes));
  return [
    ...malformed.map(([id, what, body]) => refused(`body-${id}`, what, body, `body-${id}`)),
    ...members.map((name) => refused(`without-${name}`, `a body without "${name}"`, changed({ [name]: undefined }))),
    ...wrongValues
      .filter(([id]) => !(endpoint.id === 'rename-passkey' && id === 'null'))
      .map(([id, what, value]) => refused(`${member}-${id}`, `${what} as "${member}"`, changed({ [member]: value }))),
  ];
});

const contentTypes = withBody.map((endpoint): BackendCase => ({
  ...placeOf(endpoint),
  level: 'should',
  id: `${endpoint.id}-text-plain`,
  cause: 'text-plain',
  rule: 'malformed-body',
  title: `sends JSON as text/plain, which pages of other sites can, to ${endpoint.request}`,
  async run(kit) {
    const browser = await browserFor(kit, endpoint);
    const answer = await browser.send(endpoint.method, endpoint.path, JSON.stringify(bodyOf(endpoint)), {
      headers: { 'content-type': 'text/plain' },
    });
    expectRefused(answer, `${endpoint.request} with text/plain`);
  },
}));

const limits = withBody.map((endpoint): BackendCase => ({
  ...placeOf(endpoint),
  level: 'should',
  id: `${endpoint.id}-megabytes`,
  cause: 'megabytes',
  rule: 'body-limit',
  title: `sends 2 MB to ${endpoint.request}`,
  async run(kit) {
    const browser = await browserFor(kit, endpoint);
    const body = JSON.stringify(bodyOf(endpoint, { padding: 'x'.repeat(2_000_000) }));
    try {
      const answer = await browser.send(endpoint.method, endpoint.path, body);
      expectStatus(answer, [413, 400], `${endpoint.request} with 2 MB`);
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
    title: `sends ${endpoint.request} from ${what}`,
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
      expectStatus(answer, 403, `${endpoint.request} from ${what}`);
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
  title: `sends ${endpoint.request} without a session`,
  async run(kit) {
    const body = validBodies[endpoint.id];
    const answer = await kit
      .visitor()
      .send(endpoint.method, endpoint.path, body === undefined ? undefined : JSON.stringify(body));
    expect(
      answer.status !== 200 && answer.status !== 204,
      `${endpoint.request} of a visitor returned ${answer.status}.`,
    );
    expectStatus(answer, 401, `${endpoint.request} of a visitor`);
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
