import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Finds a port of localhost that nothing uses, below those that systems give to outgoing connections: one of these may
 * be taken again before a program listens there.
 *
 * @returns {Promise<number>}
 */
export async function findFreePort() {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    if ((await isFree(port, '127.0.0.1')) && (await isFree(port, 'localhost'))) return port;
  }
}

/** @type {(port: number, host: string) => Promise<boolean>} */
const isFree = (port, host) =>
  new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, host, () => server.close(() => resolve(true)));
  });
