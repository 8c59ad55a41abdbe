import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { client } from './client.js';
import type { Respond } from './identity-provider.js';

export { client };

/** A development provider that has its address. Requests wait until it serves. */
export interface OpenProvider {
  issuer: string;
  /** Creates the provider, and answers from then on. */
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

/** Takes an address under `idp.localhost` for the development provider: at `port`, or another one when that is taken. It keeps no process running. */
export async function openProvider(port: number): Promise<OpenProvider> {
  let provide!: (respond: Respond) => void;
  const provided = new Promise<Respond>((resolve) => (provide = resolve));
  const server = createServer((request, response) => {
    void provided.then((respond) => respond(request, response)).catch(() => {
      // Only an interaction that is unknown or over gets here; the library answers everything else itself.
      if (!response.headersSent) response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8' });
      response.end('This sign-in is over. Go back to the app and try again.');
    });
  });
  const issuer = `http://idp.localhost:${await listen(server, port)}`;
  server.unref();
  return {
    issuer,
    async serve() {
      // Not loaded until it is needed: it takes a while, and says so on Node 20.
      const { createIdentityProvider } = await import('./identity-provider.js');
      provide(await createIdentityProvider(issuer));
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
