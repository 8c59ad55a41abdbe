import { stat } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { serve } from '@hono/node-server';
import { createServer, type LatchkeyServer } from './server.js';
import { pagesWithScripts } from './http/assets.js';
import { countRegistrableLabels, type Config } from './config/config.js';
import { logToConsole, type Log } from './log.js';
import { keepSessionSecret } from './config/session-secret.js';
import { checkSecretMarks } from './crypto/secret-marks.js';
import { readSecrets } from './crypto/secrets.js';
import { logUnreadableTotps } from './second-factor/unreadable-totps.js';
import { openOptions } from './open-options.js';
import { reasonOf, StartError } from './start-error.js';
import { openStore } from './store/open.js';
import type { Store } from './store/store.js';
import { within } from './within.js';

/** A server that listens. */
export interface RunningServer {
  port: number;
  /** Stops accepting, lets running requests end (10 s at most) and closes the database. */
  stop(): Promise<void>;
}

const graceMilliseconds = 10_000;

/** The address of a database without user and password. */
function hideCredentials(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return host + pathname;
}

async function prepareDataFolder({ dataDirectory }: Config, log: Log): Promise<string> {
  try {
    const secret = await keepSessionSecret(dataDirectory);
    if (((await stat(dataDirectory)).mode & 0o077) !== 0)
      log({
        level: 'warn',
        event: 'open-data-folder',
        message: `Other users of this machine can look into ${dataDirectory}: chmod 700 it.`,
      });
    return secret;
  } catch (cause) {
    throw new StartError(
      `The data folder ${dataDirectory} cannot be written (${reasonOf(cause)}); choose another with DATA_DIR.`,
      { cause },
    );
  }
}

/** What the database itself says, with its code; else the reason why it said nothing. */
function databaseReason(error: unknown): string {
  const { severity, message, code } = error as { severity?: string; message: string; code?: string };
  return severity === undefined ? reasonOf(error) : `${message}, ${code}`;
}

async function openConfiguredStore(config: Config, log: Log): Promise<Store> {
  const { databaseUrl, dataDirectory } = config;
  try {
    return await openStore({ databaseUrl, dataDirectory }, log);
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const origin = (cause as Error).cause ?? cause;
    throw new StartError(
      databaseUrl
        ? `The database at ${hideCredentials(databaseUrl)} cannot be reached (${databaseReason(origin)}); check DATABASE_URL.`
        : `The database in the data folder ${dataDirectory} cannot be opened (${reasonOf(origin)}); check DATA_DIR.`,
      { cause },
    );
  }
}

/** What the server remembers, and the text of its secrets. */
interface OpenState {
  store: Store;
  sessionSecret: string;
}

/**
 * Opens the configured database, with the secrets of the configuration or of the data folder.
 *
 * @param isNoted Whether the database is to know new secrets from now on: not where they are only tried.
 * @throws {StartError} when the folder of the pages, the data folder, its secret or the database cannot be used; nothing
 *   stays open then.
 */
export async function openState(config: Config, log: Log, isNoted = true): Promise<OpenState> {
  const { databaseUrl, dataDirectory } = config;
  const kept = databaseUrl ? undefined : await prepareDataFolder(config, log);
  const sessionSecret = config.sessionSecret ?? kept!;
  const refuse = (cause: unknown): never => {
    const place = config.sessionSecret === undefined ? join(dataDirectory, 'session-secret') : 'SESSION_SECRET';
    throw new StartError(`${place} ${reasonOf(cause)}`, { cause });
  };
  try {
    readSecrets(sessionSecret);
  } catch (cause) {
    refuse(cause);
  }
  const store = await openConfiguredStore(config, log);
  try {
    await checkSecretMarks(store, readSecrets(sessionSecret), isNoted);
  } catch (cause) {
    await store.close();
    if (cause instanceof RangeError) refuse(cause);
    throw new StartError(`The secrets cannot be compared with those of the database (${reasonOf(cause)}).`, { cause });
  }
  return { store, sessionSecret };
}

/**
 * Whether a request names more than one host. A server must refuse it (RFC 9112, section 3.2), because a proxy in front
 * may go by the one and Node goes by the other.
 */
function namesSeveralHosts(rawHeaders: readonly string[]): boolean {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1;
}

/** What a connection gets that is one too many. */
const refusal = [
  'HTTP/1.1 503 Service Unavailable',
  'Retry-After: 1',
  'Connection: close',
  'Content-Type: application/json',
  'Content-Length: 23',
  '',
  '{"error":"unavailable"}',
].join('\r\n');

/** Answers connections beyond `most` with 503, without reading what they send. */
function limitConnections(server: Server, most: number): void {
  let open = 0;
  server.prependListener('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => (open -= 1));
    if (open <= most) return;
    socket.on('error', () => socket.destroy());
    socket.end(refusal, () => socket.destroy());
  });
}

/**
 * Listens before the app exists, because with PORT=0 the origin is known only then; requests that come that early wait.
 */
function listen(config: Config, app: Promise<LatchkeyServer>): Promise<{ server: Server; port: number }> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        port: config.port,
        hostname: config.host,
        fetch: async (request, { incoming }) => {
          // A connection that is closed meanwhile has none any more.
          const address = incoming.socket?.remoteAddress;
          if (namesSeveralHosts(incoming.rawHeaders))
            return Response.json({ error: 'bad_request', message: 'There is more than one Host.' }, { status: 400 });
          return (await app).fetch(request, { address });
        },
        serverOptions: { headersTimeout: 10_000, requestTimeout: 15_000, connectionsCheckingInterval: 2_000 },
      },
      ({ port }) => resolve({ server: server as Server, port }),
    );
    limitConnections(server as Server, config.connectionsAtOnce);
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason =
        cause.code === 'EADDRINUSE'
          ? 'is taken by another program; choose another with PORT'
          : `cannot be used (${reasonOf(cause)}); check HOST and PORT`;
      reject(new StartError(`Port ${config.port} on ${config.host} ${reason}.`, { cause }));
    });
  });
}

/** Refuses a folder that is not there, whose pages would all be missing. */
async function checkPages(folder: string): Promise<void> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new StartError(`PAGES_DIR must be a folder. There is none at ${resolve(folder)}.`);
}

/** The folder of the scripts of the package `latchkey`, if it is installed where the server is started. */
function findScripts(): string | undefined {
  try {
    return join(dirname(createRequire(resolve('server')).resolve('latchkey/package.json')), 'dist/cdn');
  } catch {
    return undefined;
  }
}

/**
 * Opens the store, listens, and serves until stopped.
 *
 * @throws {StartError} when the configuration, the data folder, the database or the port cannot be used; nothing stays
 *   open then.
 */
export async function startServer(config: Config, log: Log = logToConsole): Promise<RunningServer> {
  if (config.pagesDirectory !== undefined) await checkPages(config.pagesDirectory);
  const options = await openOptions(config, log);
  const { store, sessionSecret } = await openState(config, log);

  let provideApp!: (app: LatchkeyServer) => void;
  const app = new Promise<LatchkeyServer>((resolve) => (provideApp = resolve));
  const { server, port } = await listen(config, app).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const origins = config.origins.length > 0 ? config.origins : [`http://localhost:${port}`];
  if (countRegistrableLabels(origins) > 5)
    log({
      level: 'warn',
      event: 'many-related-origins',
      message: 'Browsers may ignore origins beyond the fifth registrable label.',
    });
  const reported = logUnreadableTotps(store, readSecrets(sessionSecret), log).catch((error: unknown) =>
    log({ level: 'error', event: 'data-keys-failed', reason: reasonOf(error) }),
  );
  let stopping = false;
  provideApp(
    createServer({ ...config, origins, sessionSecret }, store, {
      log,
      isStopping: () => stopping,
      ...(config.pagesDirectory !== undefined && { assets: pagesWithScripts(config.pagesDirectory, findScripts()) }),
      ...options,
    }),
  );

  return {
    port,
    async stop() {
      stopping = true;
      // A connection that falls idle from now on is closed at once instead of being kept for the next request.
      server.keepAliveTimeout = 1;
      const impatience = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeIdleConnections();
      });
      clearTimeout(impatience);
      const work = Promise.all([(await app).settled(), reported]);
      await within(graceMilliseconds, work, () => new Error('It took too long.')).catch((error: unknown) =>
        log({ level: 'error', event: 'work-not-finished', reason: reasonOf(error) }),
      );
      await store.close();
    },
  };
}
