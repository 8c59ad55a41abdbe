import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { supabase, type SupabaseAuth } from '../../src/adapters/supabase.js';
import { BackendRefusal, type Capability } from '../../src/base/client/adapter.js';
import type { SessionAnswer } from '../../src/base/contract/types.js';
import { importPackage, installPackages } from './packages.js';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const seconds = (): number => Math.floor(Date.now() / 1000);
/** When the user of {@link begin} has signed in, in seconds. */
const signedInAt = seconds() - 7200;

let GoTrueClient: new (options: object) => SupabaseAuth;

before(async () => {
  await installPackages();
  ({ GoTrueClient } = (await importPackage('@supabase/auth-js/dist/main/index.js')) as {
    GoTrueClient: typeof GoTrueClient;
  });
});

/** Supabase's own client, unmodified, in a session of two hours, behind the adapter. */
function begin({ expires = seconds() + 3600, amr }: { expires?: number; amr?: unknown } = {}) {
  const user = { id: 'a', email: 'ada@example.com', last_sign_in_at: new Date().toISOString() };
  const payload = { sub: 'a', exp: expires, aal: 'aal1', amr: amr ?? [{ method: 'password', timestamp: signedInAt }] };
  const token = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(payload)}.${part({})}`;
  const session = { access_token: token, refresh_token: 'r', token_type: 'bearer', expires_in: 1, expires_at: expires };
  const stored = new Map([['key', JSON.stringify({ ...session, user })]]);
  const server = { answer: async (): Promise<Response> => Response.json(user), asked: [] as string[] };
  const auth = new GoTrueClient({
    url: 'https://supabase.test',
    storageKey: 'key',
    persistSession: true,
    autoRefreshToken: false,
    storage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
      removeItem: (name: string) => void stored.delete(name),
    },
    fetch: async (url: string, { method = 'GET', headers }: { method?: string; headers: Record<string, string> }) => {
      const { pathname } = new URL(url);
      const isOwn = new Headers(headers).get('authorization') === `Bearer ${token}`;
      server.asked.push(`${method} ${pathname}${isOwn ? '' : ' without the token'}`);
      return server.answer();
    },
  });
  const { capabilities } = supabase(auth);
  const ask = async <Answer>(name: 'GET /session' | 'POST /logout'): Promise<Answer> =>
    (await (capabilities![name] as Capability<unknown, unknown>)({} as never)) as Answer;
  return { ask, server, stored };
}

const offline = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
const isUnreached = (error: unknown): boolean => error instanceof BackendRefusal && error.status === 503;

test('a session of Supabase began when this device signed in, whatever other devices have done since', async () => {
  const { ask } = begin();
  assert.equal((await ask<SessionAnswer>('GET /session')).authTime, signedInAt * 1000);
});

test('a session of Supabase whose token has no times has no authTime', async () => {
  const { ask } = begin({ amr: ['password'] });
  const answer = await ask<SessionAnswer>('GET /session');
  assert.equal(answer.signedIn, true);
  assert.ok(!('authTime' in answer));
});

test('a sign-out from Supabase without a connection leaves no session here, and ends it later', async () => {
  const { ask, server, stored } = begin();
  server.answer = offline;
  await assert.rejects(ask('POST /logout'), isUnreached);
  assert.deepEqual([...stored.keys()], []);
  await assert.rejects(ask('GET /session'), isUnreached);
  server.asked = [];
  server.answer = async () => new Response(null, { status: 204 });
  assert.deepEqual(await ask('GET /session'), { signedIn: false });
  assert.deepEqual(await ask('GET /session'), { signedIn: false });
  assert.deepEqual(server.asked, ['POST /logout']);
});

test('a sign-out from Supabase leaves no session here when the server has trouble', async () => {
  const { ask, server, stored } = begin();
  server.answer = async () => Response.json({}, { status: 503 });
  await assert.rejects(ask('POST /logout'), isUnreached);
  assert.deepEqual([...stored.keys()], []);
});

test('a sign-out from Supabase waits five seconds at most for a new token, and for the server', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  for (const expires of [seconds() - 60, undefined]) {
    const { ask, server, stored } = begin(expires === undefined ? {} : { expires });
    server.answer = expires === undefined ? () => new Promise<never>(() => {}) : offline;
    const refused = assert.rejects(ask('POST /logout'), isUnreached);
    while (server.asked.length === 0) await new Promise(setImmediate);
    mock.timers.tick(5000);
    await refused;
    assert.deepEqual([...stored.keys()], []);
  }
});

test('a session of Supabase that the server no longer knows is over', async () => {
  const { ask, server, stored } = begin();
  server.answer = offline;
  await assert.rejects(ask('POST /logout'), isUnreached);
  server.answer = async () => Response.json({ code: 'session_not_found' }, { status: 403 });
  assert.deepEqual(await ask('GET /session'), { signedIn: false });
  assert.deepEqual([...stored.keys()], []);
});
