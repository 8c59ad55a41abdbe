import contract from '../../../../contract/schemas.json' with { type: 'json' };
import type { BackendCase } from '../case.js';
import { NoAnswer, type Browser } from '../exchange.js';
import { expect, expectRefused, expectStatus, NotChecked, signInAnew, type Kit } from '../kit.js';

/** Who sends the requests: a user of one case, whose account may be lost if the backend has not checked. */
type Sender = 'visitor' | 'member' | 'owner';

interface NamedEndpoint {
  /** What the ids of its cases begin with. */
  id: string;
  from: Sender;
  /** The part of the chapter that it needs, or that has a name of its own. */
  needs?: readonly string[];
  chapter?: string;
}

/** Forms, which cross sites or are not JSON, and what the browser itself sends: they have cases of their own. */
type HasOwnCases =
  'POST /auth/callback/{id}' | 'POST /auth/handoff/confirm' | 'POST /session/bind' | 'POST /session/refresh';

type Operation = keyof typeof contract.operations;

/** All requests that change something or take a body; the compiler names what is missing. */
const named: Record<Exclude<Operation, `GET ${string}` | HasOwnCases>, NamedEndpoint> = {
  'POST /webauthn/login/verify': { id: 'sign-in', from: 'visitor' },
  'POST /webauthn/register/verify': { id: 'registration', from: 'member' },
  'POST /webauthn/login/options': { id: 'sign-in-options', from: 'visitor' },
  'POST /webauthn/register/options': { id: 'registration-options', from: 'member' },
  'POST /logout': { id: 'logout', from: 'visitor' },
  'POST /signup': { id: 'sign-up', from: 'visitor' },
  'POST /signup/options': { id: 'passkey-sign-up-options', from: 'visitor' },
  'POST /signup/verify': { id: 'passkey-sign-up', from: 'visitor' },
  'POST /login': { id: 'password', from: 'visitor' },
  'POST /otp/request': { id: 'code-request', from: 'visitor' },
  'POST /otp/verify': { id: 'code', from: 'visitor' },
  'POST /otp/token': { id: 'email-token', needs: ['email-tokens'], from: 'visitor' },
  'PATCH /account': { id: 'account', chapter: 'account', from: 'member' },
  'DELETE /account': { id: 'delete-account', from: 'owner' },
  'POST /account/restore': { id: 'restore-account', from: 'member' },
  'DELETE /account/identities/{id}': { id: 'unlink', from: 'member' },
  'PATCH /webauthn/credentials/{id}': { id: 'rename-passkey', from: 'member' },
  'DELETE /webauthn/credentials/{id}': { id: 'remove-passkey', from: 'member' },
  'POST /sessions': { id: 'own-session', from: 'member' },
  'DELETE /sessions': { id: 'end-sessions', from: 'owner' },
  'DELETE /sessions/{id}': { id: 'end-session', from: 'member' },
  'PUT /account/password': { id: 'password-change', from: 'member' },
  'DELETE /account/password': { id: 'remove-password', from: 'member' },
  'POST /session/second-factor': { id: 'second-factor', from: 'visitor' },
  'PATCH /account/second-factor': { id: 'second-factor-change', from: 'member' },
  'POST /account/second-factor/totp': { id: 'totp', from: 'member' },
  'POST /account/second-factor/totp/confirm': { id: 'totp-confirmation', from: 'member' },
  'DELETE /account/second-factor/totp': { id: 'remove-totp', from: 'member' },
  'POST /account/second-factor/recovery-codes': { id: 'recovery-codes', from: 'member' },
  'POST /session/terms': { id: 'terms', needs: ['terms'], from: 'visitor' },
  'POST /session/account': { id: 'account-choice', needs: ['account-choice'], from: 'visitor' },
  'POST /auth/handoff': { id: 'hand-off', from: 'visitor' },
  'POST /auth/device': { id: 'other-device', from: 'visitor' },
  'POST /auth/device/redeem': { id: 'redeem-device', from: 'visitor' },
  'POST /auth/device/approve': { id: 'approve-device', from: 'member' },
  'POST /auth/handoff/redeem': { id: 'redeem-hand-off', from: 'visitor' },
  'POST /auth/fedcm': { id: 'fedcm', from: 'visitor' },
  'POST /payment/options': { id: 'payment-options', from: 'member' },
  'POST /payment/verify': { id: 'payment', from: 'member' },
  'POST /identity/verify': { id: 'wallet', from: 'visitor' },
};

interface Endpoint extends NamedEndpoint {
  /** Its name in the contract. */
  request: string;
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

const endpoints = Object.entries(named).map(([name, endpoint]): Endpoint => {
  const [method = '', path = ''] = name.split(' /');
  const { chapter, request } = operations[name]!;
  const schema = request?.['application/json'] ?? {};
  const { required = [] } = $defs[schema.$ref?.replace('#/$defs/', '') ?? ''] ?? schema;
  return { request: name, chapter, ...endpoint, method, path: path.replace('{id}', 'A'.repeat(22)), members: required };
});

const placeOf = ({ chapter, needs = [] }: Endpoint) => ({ chapter, needs });

/** The browser that asks: a user's where the endpoint is about one, else a visitor's. */
async function browserFor(kit: Kit, { id, from }: Endpoint): Promise<Browser> {
  // A backend that does not check would sign the shared user out.
  if (id === 'logout') return signInAnew(kit, await kit.sharedMember());
  if (from === 'owner') return (await kit.newOwner()).browser;
  return from === 'member' ? (await kit.sharedMember()).browser : kit.visitor();
}

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
      const browser = await browserFor(kit, endpoint);
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
const personalEndpoints = endpoints.filter(({ from, path }) => from !== 'visitor' && !path.endsWith('/verify'));

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
  .filter(({ method, path }) => method === 'POST' && !Object.hasOwn(operations, `GET /${path}`))
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
