import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestServer } from '../support/node/server.js';
import { startDemo } from './demo-site.js';

/** A demo before which one name and password lead to several accounts, which the reference server does not have. */
export interface FamilySite {
  /** Where it is reached. */
  origin: string;
  server: TestServer;
  stop(): Promise<void>;
}

const cookie = /(?:^|; )family=([\w-]+)/;

/**
 * Starts the demo behind a server that answers the login of `family` with `choose-account`, and signs in to the account
 * that is chosen. All other requests go to the demo.
 */
export async function startFamilySite(password: string, members: readonly string[]): Promise<FamilySite> {
  const waiting = new Set<string>();
  const next = { step: 'choose-account', accounts: members.map((name) => ({ id: name, name })) };
  const waitingIn = ({ headers }: IncomingMessage): string | undefined => {
    const id = cookie.exec(headers.cookie ?? '')?.[1];
    return id !== undefined && waiting.has(id) ? id : undefined;
  };
  const json = (status: number, body: object, headers: Record<string, string> = {}): Response =>
    Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } });

  const onward = async ({ method, headers }: IncomingMessage, path: string, body: string): Promise<Response> => {
    const { host: _host, connection: _connection, 'content-length': _length, ...others } = headers;
    return fetch(new URL(path, server.origin), {
      method: method!,
      headers: others as Record<string, string>,
      redirect: 'manual',
      ...(body && { body }),
    });
  };

  const answer = async (request: IncomingMessage): Promise<Response> => {
    const body = await text(request);
    const id = waitingIn(request);
    switch (`${request.method} ${request.url}`) {
      case 'POST /login': {
        const typed = JSON.parse(body) as Record<string, unknown>;
        if (typed['username'] !== 'family') break;
        if (typed['password'] !== password) return json(401, { error: 'rejected' });
        const begun = randomUUID();
        waiting.add(begun);
        return json(200, { next }, { 'Set-Cookie': `family=${begun}; Path=/; HttpOnly; SameSite=Lax` });
      }
      case 'GET /session':
        if (id) return json(200, { signedIn: false, next });
        break;
      case 'POST /session/account': {
        if (!id) return json(401, { error: 'unauthenticated' });
        const chosen = (JSON.parse(body) as { id: string }).id;
        if (!members.includes(chosen)) return json(404, { error: 'not_found' });
        waiting.delete(id);
        return onward(request, '/login', JSON.stringify({ username: chosen, password }));
      }
    }
    return onward(request, request.url!, body);
  };

  const front = createServer((request, response) => {
    void answer(request).then(
      async (answered) => {
        // The body is decoded already.
        const headers = [...answered.headers].filter(
          ([name]) => !/^(?:content-(?:encoding|length)|connection|transfer-encoding)$/.test(name),
        );
        response.writeHead(answered.status, headers.flat());
        response.end(Buffer.from(await answered.arrayBuffer()));
      },
      () => request.destroy(),
    );
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  front.unref();
  const origin = `http://localhost:${(front.address() as AddressInfo).port}`;
  const server = await startDemo({ config: { origins: [origin] } });
  return {
    origin,
    server,
    async stop() {
      front.close();
      front.closeAllConnections();
      await server.stop();
    },
  };
}
