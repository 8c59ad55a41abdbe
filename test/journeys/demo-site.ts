import { join } from 'node:path';
import { assetsIn } from '../../demo/server/assets.js';
import { root } from '../support/node/program.js';
import { startServer, type ServerOptions, type TestServer } from '../support/node/server.js';

/** The built demo pages. */
export const demoPages = assetsIn(join(root, 'dist/demo'));

/** Serves the built demo, in this process, with a clock that belongs to the test. */
export function startDemo(options: ServerOptions = {}): Promise<TestServer> {
  return startServer({ pages: demoPages, listens: true, ...options });
}
