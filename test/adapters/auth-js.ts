import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importPackage } from './packages.js';

/** The tables of the adapter for SQLite, as its documentation lists them. */
const tables = [
  'create table user (id text primary key, name text, email text unique, emailVerified integer, image text)',
  `create table account (userId text not null references user (id) on delete cascade, type text not null,
    provider text not null, providerAccountId text not null, refresh_token text, access_token text, expires_at integer,
    token_type text, scope text, id_token text, session_state text, primary key (provider, providerAccountId))`,
  `create table session (sessionToken text primary key, userId text not null references user (id) on delete cascade,
    expires integer not null)`,
  `create table verificationToken (identifier text not null, token text not null, expires integer not null,
    primary key (identifier, token))`,
  `create table authenticator (credentialID text not null unique,
    userId text not null references user (id) on delete cascade, providerAccountId text not null,
    credentialPublicKey text not null, counter integer not null, credentialDeviceType text not null,
    credentialBackedUp integer not null, transports text, primary key (userId, credentialID))`,
];

/** What the tests use of the database. */
interface Database {
  execute(statement: string | { sql: string; args: unknown[] }): Promise<unknown>;
}

/** Auth.js with its handler, for the paths below `/auth`, and a way to sign in that needs no provider. */
export interface AuthJs {
  handle(request: Request): Promise<Response> | undefined;
  /** Opens an account and a session, as another provider would, and returns the value of the session cookie. */
  signIn(email: string): Promise<string>;
}

/**
 * Auth.js with its WebAuthn provider and sessions in a database, as its documentation sets it up, on an SQLite database
 * of its own.
 */
export async function startAuthJs(): Promise<AuthJs> {
  const { Auth } = (await importPackage('@auth/core/index.js')) as {
    Auth(request: Request, options: object): Promise<Response>;
  };
  const { default: WebAuthn } = (await importPackage('@auth/core/providers/webauthn.js')) as {
    default: (options: object) => object;
  };
  const { createClient } = (await importPackage('@libsql/client/lib-esm/node.js')) as {
    createClient(options: object): Database;
  };
  const { drizzle } = (await importPackage('drizzle-orm/libsql/index.js')) as { drizzle(database: object): object };
  const { DrizzleAdapter } = (await importPackage('@auth/drizzle-adapter/index.js')) as {
    DrizzleAdapter(database: object): object;
  };
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-auth-js-'));
  const database = createClient({ url: `file:${join(folder, 'auth.db')}` });
  for (const table of tables) await database.execute(table);
  const options = {
    adapter: DrizzleAdapter(drizzle(database)),
    providers: [WebAuthn({})],
    experimental: { enableWebAuthn: true },
    session: { strategy: 'database' },
    secret: 'a secret of at least thirty-two characters',
    trustHost: true,
    basePath: '/auth',
    // A refused sign-in is an error for its log. What it answers is what counts here.
    logger: { error() {}, warn() {} },
  };
  return {
    handle: (request) =>
      new URL(request.url).pathname.startsWith('/auth/') ? Auth(request, { ...options }) : undefined,
    async signIn(email) {
      const [id, token] = [randomUUID(), randomUUID()];
      await database.execute({
        sql: 'insert into user (id, name, email) values (?, ?, ?)',
        args: [id, 'Ada', email],
      });
      await database.execute({
        sql: 'insert into session (sessionToken, userId, expires) values (?, ?, ?)',
        args: [token, id, Date.now() + 86_400_000],
      });
      return token;
    },
  };
}
