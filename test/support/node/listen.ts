import { serve } from '@hono/node-server';
import type { Server } from 'node:http';
import { createServer } from 'node:https';
import type { Certificate } from './certificate.js';
import type { Send } from './visitor.js';

/**
 * Serves on a free port of localhost, over https if there is a certificate. The app is created when its origin is
 * known.
 */
export function listen(
  createOn: (origin: string) => Send,
  certificate?: Certificate,
): Promise<{ origin: string; close: () => Promise<void> }> {
  return new Promise((resolve, reject) => {
    let send: Send | undefined;
    const server = serve(
      {
        port: 0,
        hostname: '127.0.0.1',
        fetch: (request, { incoming }) => send!(request, incoming.socket.remoteAddress ?? ''),
        ...(certificate && { createServer, serverOptions: { key: certificate.key, cert: certificate.cert } }),
      },
      ({ port }) => {
        const origin = `${certificate ? 'https' : 'http'}://localhost:${port}`;
        send = createOn(origin);
        // On a busy machine a browser may use a connection again in the moment in which it would be closed as idle.
        server.keepAliveTimeout = 0;
        // A test that fails before it stops its server must still end.
        server.unref();
        resolve({ origin, close });
      },
    ) as Server;
    server.once('error', reject);
    const close = (): Promise<void> =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      });
  });
}
