import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { authJs } from '../../src/adapters/auth-js.js';
import { betterAuth } from '../../src/adapters/better-auth.js';
import { checkBackend, type BackendReport, type SignInMeans } from '../../src/conformance/index.js';
import { createTransport, type Adapter } from '../../src/base/client/adapter.js';
import { startAuthJs } from './auth-js.js';
import { startBetterAuth } from './better-auth.js';
import { installPackages } from './packages.js';

const origin = 'http://localhost:3000';

/** The headers of a request that the browser sets, and not the page. */
const ofBrowser = ['origin', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', 'user-agent'];

/** What one request of the kit is answered with: the browser's headers and cookies go along, and come back. */
interface Visit {
  readonly headers: Headers;
  readonly cookies: Map<string, string>;
  readonly set: string[];
}

/** The adapter returns what the client looks at, which is no status of a success. */
const created = new Map([
  ['POST /signup', 201],
  ['POST /signup/verify', 201],
]);

type Handle = (request: Request) => Promise<Response> | undefined;

/**
 * Lets the kit, which speaks the contract, ask a backend that does not: the adapter translates as in a page, and the
 * cookies go through. Each request has an adapter of its own, since the kit plays many browsers.
 */
function sendThrough(adapterOf: () => Adapter, handle: Handle): (request: Request) => Promise<Response> {
  const visits = new AsyncLocalStorage<Visit>();
  const fetchFromBackend: typeof fetch = async (input, init = {}) => {
    const { headers, cookies, set } = visits.getStore()!;
    const all = new Headers(init.headers);
    for (const [name, value] of headers) all.set(name, value);
    if (cookies.size > 0) all.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    const response = await handle(new Request(input as URL, { ...init, headers: all }));
    if (!response) return new Response('', { status: 404 });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
      set.push(line);
    }
    return response;
  };
  Object.assign(globalThis, { location: new URL(origin), reportError() {} });
  const baseUrl = new URL('/', origin);
  return async (request) => {
    const cookies = new Map(
      (request.headers.get('cookie') ?? '')
        .split('; ')
        .filter(Boolean)
        .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as [string, string]),
    );
    const headers = new Headers();
    for (const name of ofBrowser) if (request.headers.has(name)) headers.set(name, request.headers.get(name)!);
    const body = await request.text();
    if (body && isMalformed(body)) return Response.json({ error: 'bad_request' }, { status: 400 });
    const own = globalThis.fetch;
    const visit = { headers, cookies, set: [] };
    globalThis.fetch = fetchFromBackend;
    try {
      const { method, url } = request;
      const transport = createTransport({ ...adapterOf(), oneChallenge: false });
      const response = await visits.run(visit, () =>
        transport(new URL(url), { method, ...(body && { body }) }, baseUrl),
      );
      const { pathname } = new URL(url);
      const isGone = method === 'DELETE' && pathname.split('/').length > 2;
      const status = response.ok
        ? (created.get(`${method} ${pathname}`) ?? (isGone ? 204 : response.status))
        : response.status;
      const answer = new Response(status === 204 ? null : await response.text(), { status, headers: response.headers });
      for (const line of visit.set) answer.headers.append('set-cookie', line);
      return answer;
    } finally {
      globalThis.fetch = own;
    }
  };
}

/** The adapter parses what the client has written. Other bodies never reach the backend. */
function isMalformed(body: string): boolean {
  try {
    JSON.parse(body);
    return false;
  } catch {
    return true;
  }
}

/** The kit's report about a backend of another project, behind its adapter. */
export async function reportOn(name: 'better-auth' | 'auth-js', only?: readonly string[]): Promise<BackendReport> {
  await installPackages();
  const { adapterOf, handle, signIn } = await (name === 'better-auth' ? prepareBetterAuth() : prepareAuthJs());
  return checkBackend({
    url: origin,
    rate: Infinity,
    send: sendThrough(adapterOf, handle),
    ...(signIn && { signIn }),
    ...(only && { only }),
  });
}

interface Prepared {
  adapterOf: () => Adapter;
  handle: Handle;
  signIn?: SignInMeans;
}

async function prepareBetterAuth(): Promise<Prepared> {
  const address = (username: string) => (username.includes('@') ? username : `${username}@example.com`);
  const adapterOf = (): Adapter => {
    const adapter = betterAuth();
    const { 'POST /login': logIn, 'POST /signup': signUp } = adapter.capabilities!;
    // The kit's names are no e-mail addresses.
    const renamed =
      (capability: typeof logIn | typeof signUp) =>
      (request: { body: { username: string } }): unknown =>
        (capability as (request: unknown) => unknown)({
          ...request,
          body: { password: 'correct horse battery', ...request.body, username: address(request.body.username) },
        });
    return {
      ...adapter,
      capabilities: {
        ...adapter.capabilities,
        'POST /login': renamed(logIn),
        'POST /signup': renamed(signUp),
      } as never,
    };
  };
  return { adapterOf, handle: await startBetterAuth(origin) };
}

async function prepareAuthJs(): Promise<Prepared> {
  const backend = await startAuthJs();
  return {
    adapterOf: () => authJs({ provider: 'webauthn' }),
    handle: backend.handle,
    signIn: async () => `authjs.session-token=${await backend.signIn(`${randomUUID()}@example.com`)}`,
  };
}
