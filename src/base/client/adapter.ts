import { pageAddress } from '../browser/embedding.js';
import { pageWide } from '../browser/page-wide.js';
import { fromBase64Url, readText, toBase64Url } from '../bytes.js';
import { type ContractRequests, requestNames } from '../contract/requests.js';
import type {
  AuthenticationResponse,
  NextStep,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  RegistrationResponse,
  SessionAnswer,
} from '../contract/types.js';
import { isSameSiteAsPage } from './same-site.js';
import type { Transport } from './transport.js';

/** One request of the contract, and the way to the backend. */
export interface BackendRequest<Body = unknown> {
  /** The body that the contract describes. */
  readonly body: Body;
  /** The `{id}` of the path, decoded; else empty. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** The name of the capability, such as `POST /login`. */
  readonly name: string;
  /**
   * Sends a request to the backend, with the adapter's headers and the page's cookies, and returns the JSON of the
   * answer; undefined if there is none.
   *
   * @param path Relative to the base URL.
   * @param body An object becomes JSON. `URLSearchParams` and `FormData` are sent as a form.
   * @throws {BackendRefusal} for every status but 2xx, and for a redirect.
   */
  // The backend's own shape, which is not checked: what the adapter makes of it is.
  // oxlint-disable-next-line typescript/no-explicit-any
  send<Answer = any>(
    method: string,
    path: string,
    body?: object | null,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** The same with the options of `fetch`, for an answer that is not JSON. By default it follows no redirects. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** Answers one request of the contract. Throws a {@link BackendRefusal} to refuse it. */
export type Capability<Body, Answer> = (request: BackendRequest<Body>) => Answer | Promise<Answer>;

/**
 * What a backend can do. Each member is a function, or the request that takes and returns what the contract says at
 * another path, such as `'PUT auth/me'`.
 */
export type AdapterCapabilities = {
  readonly [Name in keyof ContractRequests]?: string | Capability<ContractRequests[Name][0], ContractRequests[Name][1]>;
};

/** Maps the contract to a backend that speaks something else. */
export interface Adapter {
  /** Where the backend's endpoints are if the page names no `base-url`, relative to the root of the origin. */
  readonly path?: string;
  /** The headers of every request, such as a token against CSRF. */
  readonly headers?: (method: string) => HeadersInit | Promise<HeadersInit>;
  /** What the backend can do; everything else is missing. By default, all that the contract says, as it says it. */
  readonly capabilities?: AdapterCapabilities;
  /**
   * What a refusal of the backend means: a member `error` with a word of the contract, such as `step_up_required`, and
   * what belongs to it; `status` where the contract has another one than the backend, such as 409 for a name that is
   * taken. By default, 401 is `unauthenticated` except where a passkey, a password or a token is refused, and every other
   * refusal has no meaning but its status.
   */
  readonly refusal?: (
    status: number,
    // oxlint-disable-next-line typescript/no-explicit-any -- the backend's own shape
    answer: any,
    request: BackendRequest,
  ) => { readonly error: string; readonly status?: number; readonly [member: string]: unknown } | undefined;
  /**
   * The backend has one challenge for each browser, and the next replaces it: the elements of a page then share their
   * options. Defaults to false.
   */
  readonly oneChallenge?: boolean;
  /** What users sign in with, for the field of the cards: a user name or an e-mail address, unless it is `email`. */
  readonly names?: 'email';
  /** Allows a `base-url` on another origin of the page's site, with cookies. Defaults to false. */
  readonly sameSite?: boolean;
}

/** A backend has refused a request. */
export class BackendRefusal extends Error {
  override readonly name = 'BackendRefusal';

  /**
   * @param status The HTTP status; 0 for a redirect.
   * @param answer An answer of the contract, such as `{ error: 'last_way_in' }`.
   */
  constructor(
    readonly status: number,
    readonly answer: object = {},
    readonly retryAfter: string | null = null,
  ) {
    super(`The backend has refused with ${status}.`);
  }
}

/** Encodes the id of a user, which backends write in many ways, as the contract does: base64url. */
export function userIdOf(id: string | number): string {
  return toBase64Url(new TextEncoder().encode(String(id)));
}

/**
 * Whether a copy of a new passkey survives the loss of the device, for backends that do not say so: the flag in its
 * authenticator data. False in browsers that do not give that.
 */
export function isBackedUp({ response }: RegistrationResponse): boolean {
  const { authenticatorData } = response;
  return !!authenticatorData && (fromBase64Url(authenticatorData)[32]! & 0x10) > 0;
}

/** Whether a refusal says that the session, or the sign-in that a request is a part of, has ended. */
export const isOver = (error: unknown): boolean =>
  error instanceof BackendRefusal && (error.answer as { error?: unknown }).error === 'unauthenticated';

/**
 * Whether there is a session, by what is asked for its user: visitors get a 401, or a redirect.
 *
 * @throws what `asked` rejects with for another reason.
 */
export async function isInSession(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    if (!(error instanceof BackendRefusal) || (error.status && error.status !== 401)) throw error;
    return false;
  }
}

/**
 * Waits until a message with a link has been sent once more. A backend that refuses because there are too many has sent
 * one a moment ago, whose link is good.
 *
 * @throws what `sending` rejects with for another reason.
 */
export async function sentAgain(sending: Promise<unknown>): Promise<void> {
  await sending.catch((error: unknown) => {
    if (!(error instanceof BackendRefusal) || error.status !== 429) throw error;
  });
}

/** Request options of a backend that only prefers user verification, as those of a step-up. */
export const withVerification = (options: PasskeyRequestOptions): PasskeyRequestOptions => ({
  ...options,
  userVerification: 'required',
});

/**
 * For backends that do not look at it: the flag in the authenticator data of a step-up that says that the user was
 * verified.
 *
 * @throws {BackendRefusal} without the flag.
 */
export function demandVerification({ response }: AuthenticationResponse): void {
  const isVerified = (fromBase64Url(response.authenticatorData)[32]! & 0x04) > 0;
  if (!isVerified) throw new BackendRefusal(400, { error: 'verification_failed' });
}

/**
 * Creation options of a backend, with what Latchkey needs and the backend does not ask for: a passkey that browsers can
 * offer, and PRF. With an input, because Windows Hello in Firefox fails at a request for PRF without one.
 */
export function complete<Options extends Pick<PasskeyCreationOptions, 'authenticatorSelection' | 'extensions'>>(
  options: Options,
): Options {
  return {
    ...options,
    authenticatorSelection: { ...options.authenticatorSelection, residentKey: 'required', requireResidentKey: true },
    extensions: { prf: { eval: { first: 'bGF0Y2hrZXkgYXNrcyB3aGV0aGVyIFBSRiBleGlzdHM' } }, ...options.extensions },
  };
}

/**
 * The RP ID and user id for a list whose ids are not those of credentials. The list is reported to passkey providers,
 * which hide passkeys that it does not name; no browser accepts a report with this RP ID.
 */
export const unreported = { rpId: 'none.invalid', userId: 'AA' } as const;

/** How long elements share a challenge, in ms: it lasts 5 minutes, and is used for 4 (`longestUse` in prefetch.ts). */
const sharing = 60_000;

/** What ends in a session, unless the answer says that something is still required. */
const signsIn =
  /^POST \/(login|signup(\/verify)?|webauthn\/login\/verify|session\/(second-factor|terms|account)|otp\/(verify|token)|auth\/(fedcm|(device|handoff)\/redeem))$/;

/** The status of an answer that no backend has given: the client takes it for a `bad_response`, and does not retry. */
const failed = 399;

/**
 * Makes the function that sends the requests of the contract to the adapter's backend. This module, and every adapter,
 * imports only `base/bytes.ts` of what pages without an adapter load: see decision 35.
 *
 * @throws {TypeError} if `adapter` is something else, or names a request that the contract does not have.
 */
export function createTransport(adapter: Adapter): Transport {
  if (Object(adapter) !== adapter) throw new TypeError('"adapter" must be an object');
  const { capabilities, headers, refusal, path: ownPath = '', sameSite, oneChallenge, names } = adapter;
  const hasSession = !!capabilities && Object.hasOwn(capabilities, 'GET /session');
  for (const [name, value] of Object.entries(capabilities ?? {})) {
    if (!requestNames.includes(name))
      throw new TypeError(`"capabilities" must have names such as "GET /session", not "${name}"`);
    if (typeof value !== 'function' && typeof value !== 'string')
      throw new TypeError(`"capabilities" must have a function or a path for "${name}"`);
  }
  /** What the network failed with, as opposed to the functions of the adapter. */
  const failures = new WeakSet<object>();
  const noteFailure = (error: object): never => {
    failures.add(error);
    throw error;
  };
  let shared: { answer: unknown; until: number } | undefined;
  /** What changes who is signed in, or takes the challenge, leaves options that are no use. */
  const renewAfter = async (ask: () => unknown): Promise<unknown> => {
    shared = undefined;
    try {
      return await ask();
    } finally {
      shared = undefined;
    }
  };

  /** Answers with the options of another element, if they are fresh. */
  const share = (name: string, ask: () => unknown): unknown => {
    if (!oneChallenge || name.startsWith('GET ') || name.includes('/credentials')) return ask();
    if (name !== 'POST /webauthn/login/options') return renewAfter(ask);
    if (shared && Date.now() < shared.until) return shared.answer;
    const answer = ask();
    const mine = { answer, until: Date.now() + sharing };
    shared = mine;
    Promise.resolve(answer).catch(() => {
      if (shared === mine) shared = undefined;
    });
    return answer;
  };

  /** `onSend` is called with each request to the backend: an answer without one says nothing of it. */
  const answerTo = async ([url, init, baseUrl]: Parameters<Transport>, onSend?: () => void): Promise<Response> => {
    const isElsewhere = baseUrl.origin !== pageAddress().origin;
    if (isElsewhere && !allowsOrigin(baseUrl, sameSite)) return missing();
    const root = new URL(baseUrl.pathname === '/' ? ownPath : '', baseUrl);
    const { method = 'GET', signal = null } = init;
    const own: BackendRequest['fetch'] = async (path, more = {}) => {
      onSend?.();
      const all = new Headers(await headers?.(more.method ?? 'GET'));
      new Headers(more.headers).forEach((value, name) => all.set(name, value));
      const credentials = isElsewhere ? 'include' : 'same-origin';
      return fetch(new URL(path, root), { redirect: 'manual', credentials, signal, ...more, headers: all }).catch(
        noteFailure,
      );
    };
    if (!capabilities) return own(url.href, init);

    const [name, id] = nameOf(method, url, baseUrl);
    const capability = Object.hasOwn(capabilities, name) ? capabilities[name as keyof AdapterCapabilities] : undefined;
    // Without it, nobody is known to be signed in, and the ways to sign in work.
    if (!capability) return name === 'GET /session' ? Response.json({ signedIn: false }) : missing();
    const request: BackendRequest = {
      name,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      id,
      query: url.searchParams,
      fetch: own,
      async send<Answer>(verb: string, path: string, body?: object | null, more?: Record<string, string>) {
        const isJson = body && !(body instanceof URLSearchParams) && !(body instanceof FormData);
        const response = await own(path, {
          method: verb,
          headers: { accept: 'application/json', ...(isJson && { 'content-type': 'application/json' }), ...more },
          body: isJson ? JSON.stringify(body) : ((body as BodyInit | null | undefined) ?? null),
        });
        const answer = parse(await readText(response).catch(noteFailure));
        const { status, ok } = response;
        if (ok) return answer as Answer;
        const isSignIn = /(login(\/verify)?|auth\/fedcm|payment\/verify)$/.test(name);
        const meant = refusal?.(status, answer, request);
        const meaning = meant ?? ((status === 401 || !status) && !isSignIn ? { error: 'unauthenticated' } : {});
        throw new BackendRefusal(
          meant?.status ?? status,
          { ...meaning, backend: answer },
          response.headers.get('retry-after'),
        );
      },
    };
    try {
      const answer = await share(name, () =>
        answerWith(capability as string | Capability<unknown, unknown>, method, request),
      );
      const isOpen = signsIn.test(name) && hasSession && !saysMore(answer);
      return (isOpen && (await demandSession(name, baseUrl, signal))) || Response.json(answer ?? {});
    } catch (error) {
      if (error instanceof BackendRefusal) return respond(error, name);
      if (failures.has(Object(error))) throw error;
      reportError(new Error(`The adapter could not answer ${name}.`, { cause: error }));
      return Response.json({}, { status: failed });
    }
  };

  /**
   * A 2xx is no session: asks the backend whether the sign-in has begun one. Resolves with the answer for the page if it
   * has not: the step that is still required, or a refusal.
   */
  const demandSession = async (
    name: string,
    baseUrl: URL,
    signal: AbortSignal | null,
  ): Promise<Response | undefined> => {
    let isAsked = false;
    const response = await answerTo([new URL('session', baseUrl), { signal }, baseUrl], () => (isAsked = true));
    if (!response.ok) return response;
    const { signedIn, next } = (await response.json()) as SessionAnswer;
    if (signedIn === true || (!next && !isAsked)) return undefined;
    if (next) return Response.json({ next });
    reportError(new Error(`${name} was accepted, and GET /session names no user: the sign-in has begun no session.`));
    return Response.json({ error: 'no_session' }, { status: 403 });
  };
  const send: Transport = (...request) => answerTo(request);
  return Object.assign(send, {
    lacks: (name: string) => !!capabilities && name !== 'GET /session' && !Object.hasOwn(capabilities, name),
    headers: async (method: string) => Object.fromEntries(new Headers(await headers?.(method))),
    translates: capabilities !== undefined,
    wantsEmail: names === 'email',
  });
}

/** Whether the answer to a sign-in says itself that a step is required, or that nobody is signed in by it. */
function saysMore(answer: unknown): boolean {
  const { next, signedIn, status } = Object(answer) as { next?: NextStep; signedIn?: boolean; status?: string };
  return (!!next && next.step !== 'create-passkey') || signedIn === false || status === 'pending';
}

function answerWith(
  capability: string | Capability<unknown, unknown>,
  method: string,
  request: BackendRequest,
): unknown {
  if (typeof capability === 'function') return capability(request);
  const [path = '', verb = method] = capability.split(' ').reverse();
  const body = request.body as object | undefined;
  return request.send(verb, path.replace('{id}', encodeURIComponent(request.id)), body);
}

/** What a backend without the chapter answers. */
export const missing = (): Response => Response.json({}, { status: 501 });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A page, or nothing.
    return undefined;
  }
}

/** A refusal as a response. Visitors have no session, which many backends refuse to say. */
function respond({ status, answer, retryAfter }: BackendRefusal, name: string): Response {
  if (name === 'GET /session' && (status === 401 || !status)) return Response.json({ signedIn: false });
  // A redirect has no status, and Response takes none: 401 has the same meaning.
  const init = { status: status || 401, headers: retryAfter ? { 'retry-after': retryAfter } : {} };
  return Response.json(answer, init);
}

/** The name of a request of the contract, and the id in its path. */
function nameOf(method: string, url: URL, baseUrl: URL): [name: string, id: string] {
  const request = `${method} /${url.pathname.slice(baseUrl.pathname.length)}`;
  const [name, id] = (!requestNames.includes(request) && splitId(request)) || [request, ''];
  const query = [...url.searchParams.keys()].find((key) => requestNames.includes(`${name}?${key}`));
  return [query ? `${name}?${query}` : name, decodeURIComponent(id)];
}

/** The name of a request with an id in its path, and the id. */
function splitId(request: string): [name: string, id: string] | undefined {
  for (const name of requestNames) {
    const [before = '', after] = name.split('{id}');
    if (after === undefined || !request.startsWith(before) || !request.endsWith(after)) continue;
    const id = request.slice(before.length, request.length - after.length);
    if (id && !id.includes('/')) return [name, id];
  }
  return undefined;
}

/** Whether a backend on another origin gets the cookies of this page. If not, the makers of the page get the reason. */
function allowsOrigin({ origin, hostname, protocol }: URL, isAllowed = false): boolean {
  if (isAllowed && isSameSiteAsPage({ hostname, protocol })) return true;
  const reason = isAllowed
    ? `${origin} is on another site than ${pageAddress().origin}, or this browser blocks cookies: no session would be kept`
    : `"baseUrl" must be a URL on ${pageAddress().origin}, not on ${origin}, unless the backend has "sameSite"`;
  reportError(new TypeError(reason));
  return false;
}

/**
 * Sends the requests of all elements and functions on the page through an adapter. Call it before the first tag is
 * defined: an element sends its first request at once. Without an adapter, the page's own requests are those of the
 * contract again.
 *
 * @throws {TypeError} if `adapter` is something else, or names a request that the contract does not have.
 */
export function useBackend(adapter: Adapter | undefined): void {
  pageWide().backend = adapter && createTransport(adapter);
}
