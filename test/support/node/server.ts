import { existsSync, rmSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type LatchkeyServer } from '../../../server/src/server.js';
import { createIssuers, type IssuerNetwork } from '../../../server/src/email-verification/issuers.js';
import { assetsIn } from '../../../server/src/http/assets.js';
import type { IdentityVerifier } from '../../../server/src/wallet/verifier.js';
import type { AttestationPolicy } from '../../../server/src/webauthn/attestation-policy.js';
import type { LogEntry } from '../../../server/src/log.js';
import type { Message, Sender } from '../../../server/src/one-time-codes/sender.js';
import type { ShownMessages } from '../../../server/src/one-time-codes/shown-messages.js';
import { createPasswords, type Passwords } from '../../../server/src/accounts/passwords.js';
import type { Wait } from '../../../server/src/accounts/attempts.js';
import type { ServerConfig } from '../../../server/src/config/server-config.js';
import type { Assets } from '../../../server/src/http/assets.js';
import type { Database } from '../../../server/src/store/database.js';
import { openLibsql } from '../../../server/src/store/libsql.js';
import { migrate } from '../../../server/src/store/migrations.js';
import { openPostgres } from '../../../server/src/store/postgres.js';
import { createStore, type Store } from '../../../server/src/store/store.js';
import { createClock, type Clock } from './clock.js';
import type { Exchange } from './contract-check.js';
import { listen } from './listen.js';
import { patience } from './patience.js';
import { returnDatabase, takeDatabase } from './postgres.js';
import { createVisitor, type Send, type Visitor, type VisitorOptions } from './visitor.js';

export type Engine = 'libsql' | 'postgres';

/**
 * How the server under test differs from the usual one: its own clock, an empty embedded database, no rate limit, no
 * pages.
 */
export interface ServerOptions {
  config?: Partial<ServerConfig>;
  store?: Engine;
  /** Opens the store in place of an empty one. */
  open?: () => Promise<OpenedStore>;
  /** Puts something between the routes and the store, to make it fail or wait. */
  wrapStore?: (store: Store) => Store;
  /** The pages it serves: files by path, or a folder. */
  pages?: Assets | string;
  /** What brings messages to people; by default it only keeps them. */
  sender?: Sender;
  /** What keeps them for the page that shows them, instead. */
  shownMessages?: ShownMessages;
  /** How passwords are hashed; by default at next to no cost, because most of the time of a run would go there. */
  passwords?: Passwords;
  /** How the slowed attempts at an account wait; by default not at all. */
  wait?: Wait;
  /** How long the OpenID provider may take, in milliseconds. */
  providerDeadline?: number;
  /** Whether the process is about to end. */
  isStopping?: () => boolean;
  /** Which models of authenticators are accepted; all by default. */
  attestation?: AttestationPolicy;
  /** Verifies the responses of wallets; off by default. */
  identity?: IdentityVerifier;
  /** Finds the issuers of email addresses; off by default. */
  emailNetwork?: IssuerNetwork;
  /** By default one that stands still until the test moves it. */
  clock?: Clock;
  /** The origin of its pages if it does not listen. */
  origin?: string;
  /** Listens on a free port of localhost, for browsers. Without it requests go straight to the app. */
  listens?: boolean;
}

/** A server under test, in this process. */
export interface TestServer {
  /** Where it is reached, and the origin of its pages. */
  origin: string;
  clock: Clock;
  store: Store;
  /** The warnings and errors that it logged. */
  logs: LogEntry[];
  /** All that it logged. */
  entries: LogEntry[];
  /** Resolves when the background work of all requests is done, such as a sweep. */
  settled(): Promise<void>;
  /** The sent messages, once none is pending. */
  sent(): Promise<Message[]>;
  /** Every exchange of its visitors so far. */
  exchanges: Exchange[];
  /** Starts the app again over the same store, as a restart with another environment does. */
  restart(changes: Partial<ServerConfig>): void;
  /** Someone without a cookie. Fails a test at the first answer that breaks the contract. */
  visitor(options?: VisitorOptions): Visitor;
  stop(): Promise<void>;
}

/** The origin when nothing listens. */
const quietOrigin = 'http://localhost:3000';

/** A secret that is the same for all servers of a test run. */
export const testSecret = 'a secret of the tests, thirty-two characters or more';

/**
 * The folder of databases for tests that kill no process: in memory if the machine has such a folder, because every
 * write waits for the disk.
 */
const folderOfStores = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A store, and what is to be done when it is not used any more. */
export interface OpenedStore {
  store: Store;
  discard: () => Promise<void>;
}

/** A file that has the schema and no rows, for embedded databases to begin with: its steps take longer than most tests. */
let emptyDatabase: Promise<string> | undefined;

async function createEmptyDatabase(): Promise<string> {
  const folder = await mkdtemp(join(folderOfStores, 'latchkey-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const file = join(folder, 'latchkey.db');
  const database = await openLibsql(file);
  await migrate(database);
  await database.close();
  return file;
}

/** Opens a new empty store, which is deleted when it is discarded. `watch` may put something before the database. */
export async function openTestStore(
  engine: Engine,
  watch: (database: Database) => Database = (database) => database,
): Promise<OpenedStore> {
  const dataDirectory = await mkdtemp(join(folderOfStores, 'latchkey-test-'));
  const databaseUrl = engine === 'postgres' ? await takeDatabase() : undefined;
  const file = join(dataDirectory, 'latchkey.db');
  if (!databaseUrl) await copyFile(await (emptyDatabase ??= createEmptyDatabase()), file);
  const database = databaseUrl
    ? await openPostgres(databaseUrl, () => {}, { connection: patience, statement: patience })
    : await openLibsql(file);
  await migrate(database);
  const store = createStore(watch(database));
  return {
    store,
    async discard() {
      await store.close();
      if (databaseUrl) await returnDatabase(databaseUrl);
      await rm(dataDirectory, { recursive: true });
    },
  };
}

/** Starts a server in this process whose clock belongs to the test. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const { store, discard } = await (options.open?.() ?? openTestStore(options.store ?? 'libsql'));
  const clock = options.clock ?? createClock();
  const logs: LogEntry[] = [];
  const entries: LogEntry[] = [];
  const exchanges: Exchange[] = [];
  const messages: Message[] = [];
  const keep: Sender = { send: async (message) => void messages.push(message) };
  let app: LatchkeyServer;
  const assets = typeof options.pages === 'string' ? assetsIn(options.pages) : options.pages;

  const createOn = (origin: string, changes: Partial<ServerConfig> = {}): Send => {
    const config: ServerConfig = {
      origins: [origin],
      rpId: 'localhost',
      rpName: 'Latchkey tests',
      sessionSecret: testSecret,
      trustedProxies: [],
      embedders: [],
      limitFailures: false,
      ...options.config,
      ...changes,
    };
    const wrapped = options.wrapStore ? options.wrapStore(store) : store;
    app = createServer(config, wrapped, {
      now: clock.now,
      attestation: options.attestation,
      identity: options.identity,
      emailIssuers: options.emailNetwork && createIssuers(options.emailNetwork, clock.now),
      ...(options.isStopping && { isStopping: options.isStopping }),
      sender: options.sender ?? keep,
      shownMessages: options.shownMessages,
      log(entry) {
        entries.push(entry);
        if (entry.level === 'warn' || entry.level === 'error') logs.push(entry);
      },
      ...(assets && { assets }),
      wait: options.wait ?? (async () => {}),
      passwords: options.passwords ?? createPasswords({ N: 2, r: 1, p: 1 }),
      recoveryCodeHashing: createPasswords({ N: 2, r: 1, p: 1 }),
      providerDeadline: options.providerDeadline ?? patience,
    });
    return (request, address) => app.fetch(request, { address });
  };

  const listening = options.listens ? await listen(createOn) : undefined;
  const origin = listening?.origin ?? options.origin ?? quietOrigin;
  const send: Send = listening ? (request) => fetch(request) : createOn(origin);
  return {
    origin,
    clock,
    store,
    logs,
    entries,
    exchanges,
    visitor: (visitorOptions) => createVisitor(origin, send, (exchange) => exchanges.push(exchange), visitorOptions),
    restart: (changes) => void createOn(origin, changes),
    settled: () => app.settled(),
    async sent() {
      await app.settled();
      return messages;
    },
    async stop() {
      await listening?.close();
      await app.settled();
      await discard();
    },
  };
}
