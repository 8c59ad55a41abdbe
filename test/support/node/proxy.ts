import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { findFreePort } from '../../../scripts/free-port.mjs';

/** The line between a browser and a server, which a test can break. */
export interface Proxy {
  /** Where the server is reached through it. */
  origin: string;
  /** Where it leads; nothing is answered before this is known. */
  leadTo(origin: string): void;
  /** What was asked of the server: method and path. */
  asked: string[];
  /** Cuts the connection: all connections are refused. */
  cut(): Promise<void>;
  /** Mends it, at the same address. */
  mend(): Promise<void>;
  /**
   * Has the next request with this method reach the server, and its answer not come back; runs `meanwhile` between the
   * two.
   */
  loseAnswer(method: string, meanwhile: () => Promise<void>): void;
  stop(): Promise<void>;
}

/** Starts one on a free port of localhost. */
export async function startProxy(): Promise<Proxy> {
  const asked: string[] = [];
  let target = '';
  let doomed: { method: string; meanwhile: () => Promise<void> } | undefined;

  const forward = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    asked.push(`${incoming.method} ${incoming.url}`);
    const loss = doomed?.method === incoming.method ? doomed : undefined;
    if (loss) doomed = undefined;
    const onward = ask(
      new URL(incoming.url!, target),
      { method: incoming.method!, headers: incoming.headers, agent: false },
      (answer) => {
        if (loss) {
          answer.resume().once('end', () => void loss.meanwhile().finally(() => outgoing.destroy()));
          return;
        }
        outgoing.writeHead(answer.statusCode!, answer.rawHeaders);
        answer.pipe(outgoing);
      },
    );
    onward.once('error', () => outgoing.destroy());
    incoming.pipe(onward);
  };

  const server = createServer(forward);
  const port = await findFreePort(); // nothing else takes it while the connection is cut
  const listen = async (): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.unref();
  };
  const close = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  await listen();
  return {
    origin: `http://localhost:${port}`,
    asked,
    leadTo: (origin) => (target = origin.replace('localhost', '127.0.0.1')),
    cut: close,
    mend: listen,
    loseAnswer: (method, meanwhile) => void (doomed = { method, meanwhile }),
    stop: async () => (server.listening ? close() : undefined),
  };
}
