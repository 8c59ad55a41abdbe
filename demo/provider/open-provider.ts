import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brands, type Brand } from './brands.js';
import { client } from './client.js';
import type { Respond } from './respond.js';

export { brands, client };

/**
 * A development provider that has its address. What it consists of is not loaded before it is needed: it takes a while.
 */
export interface OpenProvider {
  issuer: string;
  /** Creates the provider before the first request does. */
  serve(): Promise<void>;
  close(): Promise<void>;
}

/** Listens on the port, or on any free one when that is taken. */
async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  return (server.address() as AddressInfo).port;
}

/**
 * Takes an address for a development provider: `host` at `port`, or at another one when that is taken. It keeps no
 * process running.
 */
export async function openProvider(
  port: number,
  brand: Brand = brands.example,
  host: string = brand.host,
): Promise<OpenProvider> {
  let provided: Promise<Respond> | undefined;
  const provide = (): Promise<Respond> =>
    (provided ??= import('./identity-provider.js').then(({ createIdentityProvider }) =>
      createIdentityProvider(issuer, brand),
    ));
  const server = createServer((request, response) => {
    void provide()
      .then((respond) => respond(request, response))
      .catch(() => {
        // Only an interaction that is unknown or over gets here; the library answers everything else itself.
        if (!response.headersSent) response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8' });
        response.end('This sign-in has expired. Go back to the app and try again.');
      });
  });
  const issuer = `http://${host}:${await listen(server, port)}`;
  server.unref();
  return {
    issuer,
    async serve() {
      await provide();
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
