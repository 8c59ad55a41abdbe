import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../server/src/log.js';
import { createServer } from '../server/src/server.js';
import { openLibsql } from '../server/src/store/libsql.js';
import { migrate } from '../server/src/store/migrations.js';
import { createStore, type Store } from '../server/src/store/store.js';
import { createVisitor, type Visitor } from '../test/support/node/visitor.js';

/** The reference server in this process, with a separate embedded database. */
export interface Backend {
  readonly store: Store;
  readonly origin: string;
  readonly rpId: string;
  /**
   * Sends each request from a different client address, as if from many browsers, because the server limits each
   * network.
   */
  fetch(request: Request): Promise<Response>;
  /** A browser without a cookie. */
  visitor(): Visitor;
  discard(): Promise<void>;
}

/**
 * Opens the reference server as it runs in production, failure limits included; the lines of its log are written nowhere. With `durable` false the database hands
 * its writes to the operating system and does not wait for the disk (`synchronous = off`): everything but fsync.
 */
export async function openBackend(origin: string, { durable }: { durable: boolean }): Promise<Backend> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'));
  const database = await openLibsql(join(folder, 'latchkey.db'));
  if (!durable) await database.query({ sql: 'pragma synchronous = off', values: [] });
  await migrate(database);

  const store = createStore(database);
  const rpId = new URL(origin).hostname;
  const config = {
    origins: [origin],
    rpId,
    rpName: 'Latchkey bench',
    sessionSecret: 'the same for every run of the bench',
    trustedProxies: [],
    embedders: [],
    limitFailures: true,
  };
  const app = createServer(config, store, { log: createLog('info', () => {}) });
  let requests = 0;
  const fetch = async (request: Request): Promise<Response> => {
    requests += 1;
    return app.fetch(request, { address: `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}` });
  };
  return {
    store,
    origin,
    rpId,
    fetch,
    visitor: () => createVisitor(origin, fetch, () => {}),
    async discard() {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}
