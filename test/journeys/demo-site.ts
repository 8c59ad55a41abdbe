import { join } from 'node:path';
import { createServer } from '../../server/src/server.js';
import { assetsIn } from '../../server/src/http/assets.js';
import { createPasswords } from '../../server/src/accounts/passwords.js';
import type { ServerConfig } from '../../server/src/config/server-config.js';
import type { Certificate } from '../support/node/certificate.js';
import { createClock, type Clock } from '../support/node/clock.js';
import { listen } from '../support/node/listen.js';
import { root } from '../support/node/program.js';
import { openTestStore, startServer, testSecret, type ServerOptions, type TestServer } from '../support/node/server.js';

const demo = assetsIn(join(root, 'dist/demo'));
/** Pages with one tag each, for tests alone. */
const pagesOfTests = assetsIn(join(root, 'dist/development/pages'));

/** The built pages of the demo, and those of `test/support/pages`. */
export const demoPages: typeof demo = async (path) => (await demo(path)) ?? pagesOfTests(path);

/** Serves the built demo, in this process, with a clock that belongs to the test. */
export function startDemo(options: ServerOptions = {}): Promise<TestServer> {
  return startServer({ pages: demoPages, listens: true, ...options });
}

/** The names under which a demo is reached. */
export type Names = Pick<ServerConfig, 'origins' | 'rpId' | 'embedders' | 'boundSessions' | 'providers' | 'fedcm'>;

/**
 * Serves the built demo under other names than localhost, over https if there is a certificate. The names are chosen
 * when the port is known.
 */
export async function startDemoAt(
  chooseNames: (port: string) => Names,
  { certificate, clock = createClock() }: { certificate?: Certificate; clock?: Clock } = {},
): Promise<Pick<TestServer, 'origin' | 'clock' | 'stop'>> {
  const { store, discard } = await openTestStore('libsql');
  const { origin, close } = await listen((localOrigin) => {
    const names = chooseNames(new URL(localOrigin).port);
    const config: ServerConfig = {
      ...names,
      rpName: 'Latchkey tests',
      sessionSecret: testSecret,
      trustedProxies: [],
      limitFailures: false,
    };
    const app = createServer(config, store, {
      now: clock.now,
      log: () => {},
      assets: demoPages,
      passwords: createPasswords({ N: 2, r: 1, p: 1 }),
    });
    return (request, address) => app.fetch(request, { address });
  }, certificate);
  return {
    origin,
    clock,
    async stop() {
      await close();
      await discard();
    },
  };
}
