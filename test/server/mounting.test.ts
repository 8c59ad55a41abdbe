import assert from 'node:assert/strict';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import { createPasswords } from '../../server/src/accounts/passwords.js';
import {
  createServer,
  StoreUnavailable,
  type AppAuthentication,
  type LatchkeyServer,
  type Store,
} from '../../server/src/index.js';
import type { Message } from '../../server/src/one-time-codes/sender.js';
import { createAuthenticator } from '../../src/conformance/index.js';
import type {
  AccountAnswer,
  PasskeyCreationOptions,
  SessionAnswer,
  SessionList,
} from '../../src/base/contract/types.js';
import { days } from '../support/node/clock.js';
import { codeIn, verifyAddress } from '../support/node/codes.js';
import { signUp } from '../support/node/people.js';
import { openTestStore, startServer, testSecret } from '../support/node/server.js';
import { createVisitor, type Visitor } from '../support/node/visitor.js';

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

const session = async (visitor: Visitor): Promise<SessionAnswer> => (await visitor.get<SessionAnswer>('/session')).body;

/** What the app's own route `/hello` responds to a request with these cookies. */
async function greet(
  latchkey: LatchkeyServer,
  origin: string,
  cookies: string | undefined,
): Promise<{ status: number; text: string }> {
  const headers = { Cookie: cookies ?? '' };
  const user = await latchkey.readUser(new Request(`${origin}/hello`, { headers }));
  return user ? { status: 200, text: `Hello ${user.name}.` } : { status: 401, text: 'Sign in first.' };
}

/** The server below `/api`, beside a route `/hello` of another app that greets the user, in each of the ways of the docs. */
const mounts: Record<string, (latchkey: LatchkeyServer, origin: string) => Listener | Promise<Listener>> = {
  hono(latchkey) {
    const app = new Hono();
    app.mount(
      '/api',
      (request, environment: { incoming?: { socket: { remoteAddress?: string } } }) =>
        latchkey.fetch(request, { address: environment.incoming?.socket.remoteAddress }),
      { optionHandler: ({ env }) => [env] },
    );
    app.get('/hello', async (context) => {
      const user = await latchkey.readUser(context.req.raw);
      return user ? context.text(`Hello ${user.name}.`) : context.text('Sign in first.', 401);
    });
    return getRequestListener(app.fetch);
  },

  Express(latchkey, origin) {
    const app = express();
    app.use('/api', latchkey.listener);
    app.use(express.json());
    app.get('/hello', async (request, response) => {
      const { status, text } = await greet(latchkey, origin, request.headers.cookie);
      response.status(status).send(text);
    });
    return app;
  },

  async Fastify(latchkey, origin) {
    const app = fastify();
    await app.register(
      async (below) => {
        below.removeAllContentTypeParsers();
        below.addContentTypeParser('*', async () => undefined);
        below.all('/*', async (request, reply) => {
          reply.hijack();
          await latchkey.listener(request.raw, reply.raw);
        });
      },
      { prefix: '/api' },
    );
    app.get('/hello', async (request, reply) => {
      const { status, text } = await greet(latchkey, origin, request.headers.cookie);
      return reply.status(status).send(text);
    });
    await app.ready();
    return app.routing;
  },

  'node:http': (latchkey, origin) => async (request, response) => {
    if (request.url!.startsWith('/api/')) return latchkey.listener(request, response);
    const { status, text } = await greet(latchkey, origin, request.headers.cookie);
    response.writeHead(status).end(text);
  },
};

async function withMounted(
  mount: (typeof mounts)[string],
  use: (origin: string, store: Store) => Promise<void>,
): Promise<void> {
  const { store, discard } = await openTestStore('libsql');
  let handle: Listener = () => {};
  const server: Server = createHttpServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const config = {
    origins: [origin],
    basePath: '/api',
    rpId: 'localhost',
    rpName: 'Example',
    sessionSecret: testSecret,
  };
  const app = createServer(config, store, { log: () => {}, passwords: createPasswords({ N: 2, r: 1, p: 1 }) });
  handle = await mount(app, origin);
  try {
    await use(origin, store);
  } finally {
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
    await app.settled();
    await discard();
  }
}

describe('the reference server in an app of', () => {
  for (const [name, mount] of Object.entries(mounts))
    test(`${name} signs up, registers a passkey, refuses other sites, and names the user to the app`, () =>
      withMounted(mount, async (origin, store) => {
        const send = (request: Request): Promise<Response> =>
          fetch(new Request(request.url.replace(origin, `${origin}/api`), request));
        const visitor = createVisitor(origin, send, () => {});
        const hello = async (): Promise<[number, string]> => {
          const answer = await fetch(`${origin}/hello`, { headers: { Cookie: `__Host-sid=${visitor.cookie ?? ''}` } });
          return [answer.status, await answer.text()];
        };
        assert.deepEqual(await hello(), [401, 'Sign in first.']);
        assert.equal(
          (await visitor.post('/signup', { username: 'ada', password: 'correct horse battery' })).status,
          201,
        );
        assert.deepEqual(await hello(), [200, 'Hello ada.']);
        const { body: options } = await visitor.post<PasskeyCreationOptions>('/webauthn/register/options');
        const response = await createAuthenticator().create(options, { origin });
        assert.equal((await visitor.post('/webauthn/register/verify', response)).status, 200);
        const foreign = await visitor.post('/signup', { username: 'bo' }, { 'Sec-Fetch-Site': 'cross-site' });
        assert.equal(foreign.status, 403);
        assert.equal((await visitor.post('/login', { username: 'ada', password: 'wrong' })).status, 401);
        const { failed } = await store.readFailures('address:127.0.0.1', Date.now());
        assert.equal(failed, 1, 'the address of the client is known');
        assert.equal((await visitor.post('/logout')).status, 200);
        assert.deepEqual(await hello(), [401, 'Sign in first.']);
      }));
});

describe('the reference server in an app that mounts it wrongly', () => {
  const logged: Record<string, unknown>[] = [];
  /** An app over an empty store, and what it has logged. */
  async function withApp(use: (app: LatchkeyServer, origin: string) => Promise<void>): Promise<void> {
    const server = await startServer();
    logged.length = 0;
    const config = { origins: [server.origin], rpId: 'localhost', rpName: 'x', sessionSecret: testSecret };
    const log = (entry: object): void => void logged.push(entry as Record<string, unknown>);
    await use(createServer(config, server.store, { now: server.clock.now, log }), server.origin);
    await server.stop();
  }
  const eventsNamed = (name: string): unknown[] => logged.filter(({ event }) => event === name);

  test('without addresses of clients warns once that all count as one', () =>
    withApp(async (app, origin) => {
      const session = (address?: string): Promise<Response> =>
        app.fetch(new Request(`${origin}/session`), address === undefined ? undefined : { address });
      await session('192.0.2.1');
      assert.deepEqual(eventsNamed('unknown-address'), []);
      for (let count = 0; count < 3; count += 1) assert.equal((await session()).status, 200);
      assert.equal(eventsNamed('unknown-address').length, 1);
      assert.match(String(logged.find(({ event }) => event === 'unknown-address')!['message']), /count as one/);
    }));

  for (const [what, parse, type, body] of [
    ['JSON', express.json(), 'application/json', '{"username":"ada"}'],
    ['forms', express.urlencoded({ extended: false }), 'application/x-www-form-urlencoded', 'username=ada&password=x'],
    ['texts', express.text({ type: '*/*' }), 'application/json', '{"username":"ada"}'],
  ] as const)
    test(`after a middleware of Express that reads ${what} gives the client the reason, and logs it once`, () =>
      withApp(async (app, origin) => {
        const host = express().use(parse).use('/api', app.listener);
        const server = createHttpServer(host);
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        const address = `http://localhost:${(server.address() as AddressInfo).port}/api/signup`;
        for (let count = 0; count < 2; count += 1) {
          const answer = await fetch(address, {
            method: 'POST',
            headers: { 'Content-Type': type, Origin: origin },
            body,
          });
          const { error, message } = (await answer.json()) as { error: string; message: string };
          assert.deepEqual([answer.status, error], [400, 'bad_request']);
          assert.match(message, /before express\.json\(\)/);
        }
        assert.equal(eventsNamed('body-read-before').length, 1);
        server.close();
        server.closeAllConnections();
      }));

  test('whose own code has read the request gives the reason too', () =>
    withApp(async (app, origin) => {
      const request = new Request(`${origin}/signup`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: origin },
        body: '{"username":"ada"}',
      });
      await request.text();
      const answer = await app.fetch(request, { address: '192.0.2.1' });
      assert.deepEqual([answer.status, /before express\.json\(\)/.test(await answer.text())], [400, true]);
    }));
});

describe('the user of a request to another app', () => {
  test('is named with how and when they authenticated, and the request counts as use of the session', async () => {
    let isDown = false;
    const server = await startServer();
    const config = { origins: [server.origin], rpId: 'localhost', rpName: 'x', sessionSecret: testSecret };
    const rest = { trustedProxies: [], embedders: [], limitFailures: false };
    const wrapped = {
      ...server.store,
      findSession: (id: string, now: number) =>
        isDown ? Promise.reject(new StoreUnavailable('down')) : server.store.findSession(id, now),
    };
    const app = createServer({ ...config, ...rest }, wrapped, { now: server.clock.now, log: () => {} });
    const { browser } = await signUp(server, 'ada');
    const began = server.clock.now();
    const request = (): Request =>
      new Request(`${server.origin}/hello`, { headers: { Cookie: `__Host-sid=${browser.cookie}` } });
    const { id } = (await browser.get<{ user: { id: string } }>('/session')).body.user;
    const named = { id, name: 'ada', displayName: 'ada', authMethod: 'signup', authTime: began };
    for (let time = 0; time < 2; time += 1) {
      assert.deepEqual(await app.readUser(request()), named);
      server.clock.advance(13 * days);
    }
    assert.deepEqual(await app.readUser(request()), named);
    assert.equal(await app.readUser(new Request(`${server.origin}/hello`)), undefined);
    isDown = true;
    await assert.rejects(app.readUser(request()), StoreUnavailable);
    isDown = false;
    await browser.post('/logout');
    assert.equal(await app.readUser(request()), undefined);
    await server.stop();
  });
});

describe('the sessions of an app that has its own', () => {
  /** What the app keeps with a session. */
  type Kept = Omit<AppAuthentication, 'id'>;
  const byPassword = (authTime: number): Kept => ({ authMethod: 'password', authTime, recoveryUntil: null });

  /**
   * An app that keeps its sessions in memory, by a cookie of its own, each begun a moment after the last. With `forgets`
   * it says of each that it began with a password just then, whatever it was started with.
   */
  async function startHost({ forgets = false } = {}) {
    const logged: Record<string, unknown>[] = [];
    const sent: Message[] = [];
    const server = await startServer();
    const sessions = new Map<string, AppAuthentication>();
    const tokenOf = (request: Request): string =>
      /(?:^|; )host=(\w+)/.exec(request.headers.get('Cookie') ?? '')?.[1] ?? '';
    let started = 0;
    let isBroken = false;
    const begin = (id: string, given?: Kept): string => {
      started += 1;
      server.clock.advance(1);
      const kept = given && !forgets ? given : byPassword(server.clock.now());
      sessions.set(`s${started}`, { ...kept, id });
      return `s${started}`;
    };
    const config = { origins: [server.origin], rpId: 'localhost', rpName: 'x', sessionSecret: testSecret };
    const app = createServer({ ...config, trustedProxies: [], embedders: [], limitFailures: false }, server.store, {
      now: server.clock.now,
      log: (entry) => void logged.push({ ...entry }),
      passwords: createPasswords({ N: 2, r: 1, p: 1 }),
      sender: { send: async (message) => void sent.push(message) },
      appSessions: {
        readUser: async (request) => sessions.get(tokenOf(request)),
        async start(_request, { id, ...authentication }) {
          if (isBroken) throw new Error('broken');
          return [`host=${begin(id, authentication)}; Path=/; HttpOnly`];
        },
        async end(request) {
          sessions.delete(tokenOf(request));
          return ['host=; Path=/; Max-Age=0'];
        },
      },
    });
    const browse = () => {
      const jar = new Map<string, string>();
      const visitor = createVisitor(
        server.origin,
        async (request) => {
          const cookies = request.headers.get('Cookie');
          const own = Array.from(jar, ([name, value]) => `${name}=${value}`);
          request.headers.set('Cookie', [...(cookies ? [cookies] : []), ...own].join('; '));
          const response = await app.fetch(request, { address: '127.0.0.1' });
          // The contract is about our cookies only.
          const headers = new Headers(response.headers);
          headers.delete('Set-Cookie');
          for (const line of response.headers.getSetCookie()) {
            const value = /^host=(\w*)/.exec(line)?.[1];
            if (value === undefined) headers.append('Set-Cookie', line);
            else if (value) jar.set('host', value);
            else jar.delete('host');
          }
          return new Response(response.body, { status: response.status, headers });
        },
        () => {},
      );
      return { visitor, jar };
    };
    /** Signs in by a code. */
    const signInByCode = async (visitor: Visitor, address: string): Promise<void> => {
      assert.equal((await visitor.post('/otp/request', { to: address })).status, 202);
      await app.settled();
      assert.equal((await visitor.post('/otp/verify', { code: codeIn(sent.at(-1)!) })).status, 200);
    };
    return { server, app, sessions, begin, browse, signInByCode, logged, fail: () => (isBroken = true) };
  }

  test('decide who is signed in: a user of theirs registers a passkey, and signing in with it starts one of theirs', async () => {
    const { server, sessions, begin, browse } = await startHost();
    const { user } = (await (await signUp(server, 'ada')).browser.get<{ user: { id: string } }>('/session')).body;
    const { visitor, jar } = browse();
    assert.deepEqual((await visitor.get('/session')).body, { signedIn: false });
    jar.set('host', begin(user.id));
    const session = (await visitor.get('/session')).body;
    assert.deepEqual([session['signedIn'], session['authMethod']], [true, 'password']);

    const authenticator = createAuthenticator();
    const { body: options } = await visitor.post<PasskeyCreationOptions>('/webauthn/register/options');
    const created = await authenticator.create(options, { origin: server.origin });
    assert.equal((await visitor.post('/webauthn/register/verify', created)).status, 200);

    const other = browse();
    const { body: asked } = await other.visitor.post('/webauthn/login/options');
    const response = await authenticator.get(asked as never, { origin: server.origin });
    assert.equal((await other.visitor.post('/webauthn/login/verify', response)).status, 200);
    assert.equal(sessions.get(other.jar.get('host')!)?.id, user.id);
    assert.equal((await other.visitor.get('/session')).body['signedIn'], true);
    await server.stop();
  });

  test('end ours with theirs, and theirs with ours', async () => {
    const { server, sessions, begin, browse } = await startHost();
    const { user } = (await (await signUp(server, 'ada')).browser.get<{ user: { id: string } }>('/session')).body;
    const { visitor, jar } = browse();
    jar.set('host', begin(user.id));
    assert.equal((await visitor.get('/account')).status, 200);
    sessions.delete(jar.get('host')!);
    assert.deepEqual((await visitor.get('/session')).body, { signedIn: false });
    assert.equal((await visitor.get('/account')).status, 401);
    jar.set('host', begin(user.id));
    assert.equal((await visitor.post('/logout')).status, 200);
    assert.equal(jar.has('host'), false);
    assert.equal(sessions.size, 0);
    assert.deepEqual((await visitor.get('/session')).body, { signedIn: false });
    jar.set('host', begin(user.id));
    const { authTime } = (await visitor.get<{ authTime: number }>('/session')).body;
    assert.equal((await visitor.post('/logout', { user: user.id, authTime })).status, 200);
    assert.equal(sessions.size, 0, 'the session that the body names');
    await server.stop();
  });

  test('follow the user whom they name: another one, one who is unknown, and one who authenticated again', async () => {
    const { server, begin, browse } = await startHost();
    const idOf = async (name: string): Promise<string> =>
      (await (await signUp(server, name)).browser.get<{ user: { id: string } }>('/session')).body.user.id;
    const [ada, bo] = [await idOf('ada'), await idOf('bo')];
    const { visitor, jar } = browse();
    const nameOf = async (): Promise<unknown> =>
      (await visitor.get<{ user?: { name: string } }>('/session')).body.user?.name;
    jar.set('host', begin(ada));
    assert.equal(await nameOf(), 'ada');
    jar.set('host', begin(bo));
    assert.equal(await nameOf(), 'bo');
    jar.set('host', begin('unknown'));
    assert.equal(await nameOf(), undefined);
    jar.set('host', begin(ada));
    assert.equal(await nameOf(), 'ada');
    server.clock.advance(6 * 60_000);
    assert.equal((await visitor.post('/webauthn/register/options')).status, 403);
    jar.set('host', begin(ada));
    assert.equal((await visitor.post('/webauthn/register/options')).status, 200);
    await server.stop();
  });

  for (const forgets of [false, true])
    test(`give a sign-in by a code no more rights${forgets ? ', if they say of it what they say of others' : ''}`, async () => {
      const { server, begin, browse, signInByCode, logged } = await startHost({ forgets });
      const ada = await signUp(server, 'ada');
      const { user } = (await ada.browser.get<{ user: { id: string } }>('/session')).body;
      await verifyAddress(server, ada, 'ada@example.com');
      const { visitor, jar } = browse();
      await signInByCode(visitor, 'ada@example.com');
      server.clock.advance(1);
      for (let time = 0; time < 2; time += 1) assert.equal((await session(visitor)).authMethod, 'otp');
      assert.equal((await visitor.delete('/account')).status, 403);

      // Nor one with a passkey that rests on a code.
      const authenticator = createAuthenticator();
      const { body: options } = await visitor.post<PasskeyCreationOptions>('/webauthn/register/options');
      const created = await authenticator.create(options, { origin: server.origin });
      assert.equal((await visitor.post('/webauthn/register/verify', created)).status, 200);
      for (const query of ['', '?step-up']) {
        const { body: asked } = await visitor.post(`/webauthn/login/options${query}`);
        const response = await authenticator.get(asked as never, { origin: server.origin });
        assert.equal((await visitor.post(`/webauthn/login/verify${query}`, response)).status, 200);
        assert.equal((await session(visitor)).authMethod, 'passkey-uv');
        assert.equal((await visitor.delete('/account')).status, 403, query);
      }
      if (!forgets) {
        // Without our session, theirs says the same.
        visitor.cookie = undefined;
        assert.equal((await session(visitor)).authMethod, 'passkey-uv');
        assert.equal((await visitor.delete('/account')).status, 403);
      }
      assert.equal(logged.filter(({ event }) => event === 'app-session-differs').length, forgets ? 3 : 0);

      // They prove a later authentication.
      jar.set('host', begin(user.id));
      assert.equal((await session(visitor)).authMethod, 'password');
      assert.equal((await visitor.delete('/account')).status, 200);
      await server.stop();
    });

  for (const [what, end] of [
    ['one by one', (ada: Visitor, publicId: string) => ada.delete(`/sessions/${publicId}`)],
    ['with all others', (ada: Visitor) => ada.delete('/sessions')],
    ['with the removal of the password', (ada: Visitor) => ada.delete('/account/password')],
    ['with the deletion of the account', (ada: Visitor) => ada.delete('/account')],
  ] as const)
    test(`start none of ours again that the user has ended elsewhere ${what}, and cancel no deletion`, async () => {
      const { server, begin, browse } = await startHost();
      const endUser = await signUp(server, 'ada', 'correct horse battery');
      await endUser.addPasskey();
      const ada = endUser.browser;
      const { user } = (await session(ada)) as { user: { id: string } };
      const { visitor, jar } = browse();
      jar.set('host', begin(user.id));
      assert.equal((await session(visitor)).signedIn, true);
      server.clock.advance(1000);
      const { sessions } = (await ada.get<SessionList>('/sessions')).body;
      const ended = await end(ada, sessions.find(({ current }) => !current)!.id);
      assert.ok(ended.status < 300, ended.text);
      const { deletesAt } = (await ada.get<AccountAnswer>('/account')).body;
      assert.deepEqual(await session(visitor), { signedIn: false });
      visitor.cookie = undefined;
      assert.deepEqual(await session(visitor), { signedIn: false });
      assert.equal((await visitor.post('/webauthn/login/options')).status, 200);
      assert.deepEqual(await session(visitor), { signedIn: false });
      assert.equal((await ada.get<SessionList>('/sessions')).body.sessions.length, 1);

      // They sign in at the app again.
      jar.set('host', begin(user.id));
      assert.equal((await session(visitor)).signedIn, true);
      assert.equal((await ada.get<AccountAnswer>('/account')).body.deletesAt, deletesAt);
      await server.stop();
    });

  test('are asked for the user of another request, whose response gets no cookie, and none of ours starts or moves', async () => {
    const { server, app, begin, browse } = await startHost();
    const { browser: ada } = await signUp(server, 'ada');
    const { user } = (await session(ada)) as { user: { id: string } };
    const { visitor, jar } = browse();
    const ask = async (): Promise<unknown> => {
      const cookies = [`host=${jar.get('host')}`, ...(visitor.cookie ? [`__Host-sid=${visitor.cookie}`] : [])];
      const headers = { Cookie: cookies.join('; ') };
      const found = await app.readUser(new Request(`${server.origin}/hello`, { headers }));
      return found && [found.name, found.authMethod, found.authTime];
    };
    const count = async (): Promise<number> => (await ada.get<SessionList>('/sessions')).body.sessions.length;
    jar.set('host', begin(user.id));
    const began = server.clock.now();
    for (let time = 0; time < 2; time += 1) assert.deepEqual(await ask(), ['ada', 'password', began]);
    assert.equal(await count(), 1);

    assert.equal((await session(visitor)).authTime, began);
    jar.set('host', begin(user.id));
    assert.deepEqual(await ask(), ['ada', 'password', began + 1]);
    const { cookie } = visitor;
    assert.equal((await session(visitor)).authTime, began + 1);
    assert.notEqual(visitor.cookie, cookie, 'it had not moved yet');
    assert.equal(await count(), 2);

    server.clock.advance(1);
    await ada.delete('/sessions');
    assert.equal(await ask(), undefined);
    await server.stop();
  });

  test('that do not say until when a session is limited mean one of their own, which is not', async () => {
    const { server, app, sessions, begin } = await startHost();
    const { user } = (await (await signUp(server, 'ada')).browser.get<{ user: { id: string } }>('/session')).body;
    const token = begin(user.id);
    const { id, authMethod, authTime } = sessions.get(token)!;
    sessions.set(token, { id, authMethod, authTime });
    const request = new Request(`${server.origin}/hello`, { headers: { Cookie: `host=${token}` } });
    assert.equal((await app.readUser(request))?.name, 'ada');
    await server.stop();
  });

  test('sign in to no account whose deletion is due, before it is deleted too', async () => {
    const { server, begin, browse } = await startHost();
    const { user } = (await (await signUp(server, 'ada')).browser.get<{ user: { id: string } }>('/session')).body;
    const { visitor, jar } = browse();
    jar.set('host', begin(user.id));
    const { deletesAt } = (await visitor.delete<{ deletesAt: number }>('/account')).body;
    server.clock.advance(deletesAt - server.clock.now() - 1);
    // A sweep, so that none follows the next requests.
    await server.visitor().get('/session');
    await server.settled();
    assert.equal((await visitor.get('/session')).body['signedIn'], true);
    server.clock.advance(1);
    const { body, headers } = await visitor.get('/session');
    assert.deepEqual([body, headers.get('Set-Cookie')], [{ signedIn: false }, null]);
    assert.equal((await visitor.get('/account')).status, 401);
    assert.equal(await server.store.isTaken('ada', 'ada'), true);
    await server.stop();
  });

  test('that cannot be started: 500, no cookie, and no user is signed in', async () => {
    const { server, browse, fail } = await startHost();
    fail();
    const { visitor } = browse();
    const { status, body, headers } = await visitor.post('/signup', { username: 'cy' });
    assert.deepEqual([status, body, headers.get('Set-Cookie')], [500, { error: 'session_failed' }, null]);
    assert.deepEqual((await visitor.get('/session')).body, { signedIn: false });
    await server.stop();
  });
});
