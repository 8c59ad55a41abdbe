/**
 * A backend inside the page, for the examples of the site: it answers the requests of the elements below
 * `backend-in-page/`, and lets all others pass. It stores nothing and verifies nothing. What a real backend must do is in
 * the contract; the reference server does it.
 */
import type { CreationOptionsJSON, RequestOptionsJSON } from 'latchkey/conformance';
import { toBase64Url } from '../../../src/base/bytes.js';
import type { Situation } from './situation.js';

type Answer = readonly [status: number, body: unknown];
type Fields = Record<string, unknown>;
type Handler = (body: Fields, query: URLSearchParams) => Answer;

/** The code that the backend accepts, and the password that it refuses. The examples name both. */
export const rightCode = '123456';
export const wrongPassword = 'wrong';

const minutes = 60_000;
const days = 24 * 60 * minutes;
/** How long the account in the examples can be kept after its deletion. */
const grace = 14 * days;
/** How Ada signs in, and the parts of the contract that the settings of the account need. */
const methods = ['passkey', 'otp'];
const chapters = [
  'account-deletion',
  'devices',
  'one-time-codes',
  'passkey-settings',
  'security-events',
  'sign-out-everywhere',
];
const random = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
const userId = toBase64Url(new TextEncoder().encode('Ada, in the examples of Latchkey'));
const issuer = 'https://provider.example';

/** A passkey as the list shows it. */
interface ListedPasskey {
  id: string;
  nickname: string | null;
  aaguid: string;
  transports: readonly string[];
  deviceType: 'singleDevice' | 'multiDevice';
  backedUp: boolean;
  createdAt: number;
  lastUsedAt: number | null;
}

/** Options with which the authenticator of the page makes the passkey that Ada has from the beginning. */
export function firstPasskeyOptions(): CreationOptionsJSON {
  return {
    rp: { id: location.hostname, name: 'Example' },
    user: { id: userId, name: 'ada@example.com', displayName: 'Ada Lovelace' },
    challenge: random(),
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  };
}

/**
 * Puts a backend in front of `fetch`, for requests whose address has the folder `name`. `situation` is read at each
 * request.
 */
export function startBackend(name: string, situation: Situation): { addPasskey(id: string): void } {
  const marker = `/${name}/`;
  const passkeys: ListedPasskey[] = [];
  let account = { name: 'ada@example.com', displayName: 'Ada Lovelace' };
  let email: Fields | undefined = { address: 'ada@example.com', verified: true };
  let deletesAt: number | undefined;
  let authMethod = 'passkey';
  let polls = 0;
  let order: Fields = {};
  const here = { id: 'this', device: 'This browser', current: true, authMethod: 'passkey', age: 2 };
  const phone = { id: 'phone', device: 'Chrome on Android', current: false, authMethod: 'passkey', age: 1500 };
  const tablet = { id: 'tablet', device: 'Safari on iPadOS', current: false, authMethod: 'password', age: 9000 };
  let sessions = [here, phone, tablet];

  const signIn = (method: string, answer: unknown = {}): Answer => {
    situation.signedIn = true;
    authMethod = method;
    return [200, answer];
  };
  const describeAccount = (): Fields => ({ ...account, ...(email && { email }) });
  const needSession = (answer: () => Answer): Answer =>
    situation.signedIn ? answer() : [401, { error: 'unauthenticated' }];
  const creationOptions = (): Fields => ({
    ...firstPasskeyOptions(),
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
    excludeCredentials: [],
    attestation: 'none',
    timeout: 5 * minutes,
    extensions: { credProps: true, prf: { eval: { first: 'bGF0Y2hrZXkgYXNrcyB3aGV0aGVyIFBSRiBleGlzdHM' } } },
  });
  const requestOptions = (): RequestOptionsJSON & Fields => ({
    challenge: random(),
    rpId: location.hostname,
    timeout: 5 * minutes,
    userVerification: 'preferred',
  });
  const addPasskey = (id: string): void => {
    passkeys.push({
      id,
      nickname: null,
      aaguid: 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd',
      transports: ['internal', 'hybrid'],
      deviceType: 'multiDevice',
      backedUp: true,
      createdAt: Date.now() - 40 * days,
      lastUsedAt: Date.now() - 26 * 60 * minutes,
    });
  };
  const register: Handler = ({ id }) => {
    addPasskey(String(id));
    Object.assign(passkeys.at(-1)!, { createdAt: Date.now(), lastUsedAt: null });
    return [200, { verified: true, backedUp: true }];
  };
  const payment = (): Fields => ({
    total: { currency: order['currency'], value: order['amount'] },
    payeeName: order['payee'],
    instrument: { displayName: 'Card ending in 4242', icon: new URL('favicon.svg', location.href).href },
  });

  const handlers: Record<string, Handler> = {
    'GET session': () => [
      200,
      situation.signedIn
        ? { signedIn: true, user: { id: userId, ...account }, authMethod, authTime: Date.now() }
        : { signedIn: false },
    ],
    'POST logout': () => {
      situation.signedIn = false;
      return [200, {}];
    },
    'POST login': ({ password }) => (password === wrongPassword ? [401, { error: 'rejected' }] : signIn('password')),
    'POST signup': ({ username }) => (username === 'taken' ? [409, { error: 'taken' }] : [201, signIn('signup')[1]]),
    'POST signup/options': ({ username }) =>
      username === 'taken' ? [409, { error: 'taken' }] : [200, creationOptions()],
    'POST signup/verify': (body, query) => {
      register(body, query);
      return signIn('passkey', { verified: true, backedUp: true });
    },
    'GET account': () => needSession(() => [200, { ...describeAccount(), methods, chapters }]),
    'PATCH account': ({ email: address, ...names }) => {
      account = { ...account, ...names };
      if (address !== undefined) email = address === null ? undefined : { address, verified: false };
      return [200, describeAccount()];
    },
    'GET account/deletion': () =>
      needSession(() => [200, { grace, ...(deletesAt && { deletesAt }), consequences: [] }]),
    'DELETE account': () => {
      deletesAt = Date.now() + grace;
      return [200, { deletesAt }];
    },
    'POST account/restore': () => {
      deletesAt = undefined;
      return [200, {}];
    },
    'GET security-events': () =>
      needSession(() => [
        200,
        {
          events: [
            { id: 'in', type: 'signed-in', at: Date.now() - 2 * minutes, device: 'This browser', method: 'passkey' },
            { id: 'passkey', type: 'passkey-added', at: Date.now() - 40 * days, device: 'This browser' },
            { id: 'new', type: 'account-created', at: Date.now() - 41 * days, device: '', method: 'signup' },
          ],
        },
      ]),
    'POST webauthn/login/options': (_body, query) =>
      query.has('step-up') && passkeys.length === 0
        ? [403, { error: 'step_up_required', methods: ['password'] }]
        : [200, requestOptions()],
    'POST webauthn/login/verify': () => signIn('passkey-uv', { verified: true }),
    'POST webauthn/register/options': () => needSession(() => [200, creationOptions()]),
    'POST webauthn/register/verify': register,
    'GET webauthn/credentials': () =>
      needSession(() => [200, { rpId: location.hostname, userId, ...account, credentials: passkeys }]),
    'GET sessions': () =>
      needSession(() => [
        200,
        {
          sessions: sessions.map(({ age, ...session }) => ({
            ...session,
            createdAt: Date.now() - 2 * age * minutes,
            lastSeenAt: Date.now() - age * minutes,
          })),
        },
      ]),
    'POST sessions': () => [200, { started: false }],
    'DELETE sessions': () => {
      const ended = sessions.length - 1;
      sessions = [here];
      return [200, { ended }];
    },
    'POST otp/request': () => [202, { expires: Date.now() + 10 * minutes }],
    'POST otp/verify': ({ code }) => {
      if (code !== rightCode) return [400, { error: 'wrong_code' }];
      if (!situation.signedIn) return signIn('otp');
      if (email) email = { ...email, verified: true };
      return [200, {}];
    },
    'GET auth/providers': () => [200, { providers: [{ id: 'example', name: 'Example ID', kinds: ['oidc'] }] }],
    'POST auth/handoff': () => {
      polls = 0;
      return [201, { id: random(), code: 'WDJB-MJHT', expires: Date.now() + 10 * minutes }];
    },
    'POST auth/handoff/redeem': () => {
      polls += 1;
      return polls > 3 ? signIn('oidc') : [202, { status: 'pending' }];
    },
    'GET auth/fedcm/nonce': () => [
      200,
      { nonce: random(), providers: [{ configURL: `${issuer}/fedcm.json`, clientId: 'example' }] },
    ],
    'POST auth/fedcm': () => signIn('fedcm'),
    'GET identity/request': (_body, query) => [200, { protocol: query.get('protocol'), data: {} }],
    'POST identity/verify': () => [200, { verified: true, claims: { age: { age_over_18: true } } }],
    'POST payment/options': (body) =>
      needSession(() => {
        order = body;
        const allowCredentials = passkeys.map(({ id }) => ({ id, type: 'public-key' }));
        return [200, { options: { ...requestOptions(), allowCredentials }, payment: payment() }];
      }),
    'POST payment/verify': () => [200, { confirmed: true, method: 'passkey', payment: payment() }],
  };

  /** The endpoints with an id at the end: one passkey, or one session. */
  function changeOne(method: string, path: string, body: Fields): Answer | undefined {
    const [, kind, id] = /^(webauthn\/credentials|sessions)\/(.+)$/.exec(path) ?? [];
    if (!kind) return undefined;
    if (kind === 'sessions') {
      sessions = sessions.filter((session) => session.id !== id);
      return [204, undefined];
    }
    const passkey = passkeys.find((one) => one.id === id);
    if (!passkey) return [404, { error: 'not_found' }];
    if (method === 'PATCH') return [200, Object.assign(passkey, body)];
    passkeys.splice(passkeys.indexOf(passkey), 1);
    return [204, undefined];
  }

  const native = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const at = pathname.indexOf(marker);
    if (at === -1) return native.call(globalThis, input, init);
    switch (situation.network) {
      case 'never answers':
        return waitFor(request.signal);
      case 'is offline':
        throw new TypeError('Failed to fetch');
      case 'fails':
        return Response.json({ error: 'server_error' }, { status: 500 });
      case 'refuses: too many attempts':
        return Response.json({ error: 'rate_limited' }, { status: 429, headers: { 'Retry-After': '180' } });
      case 'answers':
    }
    const path = pathname.slice(at + marker.length);
    const text = await request.text();
    const body = text.startsWith('{') ? (JSON.parse(text) as Fields) : {};
    const handler = handlers[`${request.method} ${path}`];
    const [status, answer] = handler?.(body, searchParams) ??
      changeOne(request.method, path, body) ?? [404, { error: 'unsupported' }];
    return status === 204 ? new Response(null, { status }) : Response.json(answer, { status });
  };
  return { addPasskey };
}

/** A request that gets no response until its caller gives up. */
function waitFor(signal: AbortSignal): Promise<Response> {
  return new Promise((_resolve, reject) => {
    const give = (): void => reject(signal.reason as Error);
    if (signal.aborted) give();
    else signal.addEventListener('abort', give, { once: true });
  });
}
