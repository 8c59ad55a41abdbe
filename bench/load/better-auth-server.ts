// Better Auth with its passkey plugin, as its documentation sets it up, on `DATABASE_URL` or in the folder `DATA_DIR`.
// Prints the line that the reference server prints. The embedded database has the settings of the reference server's.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { env } from 'node:process';
import pg from 'pg';
import { importPackage } from '../../test/adapters/packages.js';

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;
interface Auth {
  readonly options: object;
}

const port = Number(env['PORT']);
const { betterAuth } = (await importPackage('better-auth/dist/index.mjs')) as { betterAuth(options: object): Auth };
const { getMigrations } = (await importPackage('better-auth/dist/db/get-migration.mjs')) as {
  getMigrations(options: object): Promise<{ runMigrations(): Promise<void> }>;
};
const { passkey } = (await importPackage('@better-auth/passkey/dist/index.mjs')) as {
  passkey(options: object): object;
};
const { toNodeHandler } = (await importPackage('better-auth/dist/integrations/node.mjs')) as {
  toNodeHandler(auth: Auth): Listener;
};

async function openDatabase(): Promise<object> {
  if (env['DATABASE_URL']) return new pg.Pool({ connectionString: env['DATABASE_URL'], max: 10 });
  const Libsql = createRequire(import.meta.url)('libsql') as new (
    path: string,
    options: object,
  ) => { exec(sql: string): void };
  const database = new Libsql(join(env['DATA_DIR']!, 'better-auth.db'), {});
  database.exec('pragma busy_timeout = 250');
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  const { SqliteDialect } = (await importPackage('kysely/dist/esm/index.js')) as {
    SqliteDialect: new (options: object) => object;
  };
  return { dialect: new SqliteDialect({ database }), type: 'sqlite', transaction: true };
}

const auth = betterAuth({
  baseURL: env['ORIGIN'],
  secret: env['SESSION_SECRET'],
  database: await openDatabase(),
  emailAndPassword: { enabled: true },
  plugins: [passkey({ rpID: 'localhost', rpName: 'An app', origin: env['ORIGIN'] })],
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { disabled: true },
});
if (env['MIGRATE'] !== 'off') await (await getMigrations(auth.options)).runMigrations();
const handle = toNodeHandler(auth);
createServer((request, response) => void handle(request, response)).listen(port, '127.0.0.1', () =>
  console.log(`Latchkey is ready: http://localhost:${port}`),
);
