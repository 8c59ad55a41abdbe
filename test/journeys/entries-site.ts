import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildPage, pageDocument } from './vault-site.js';

/**
 * A moment of the server: it gets the request for the session; receives a request that begins, or one whose `first` request still
 * runs; has `added` an entry; has `answered`.
 */
export type Moment = 'asked' | 'first' | 'again' | 'added' | 'answered';

/** A site whose user is always signed in, and whose server adds entries as slowly as a test wants. */
export interface EntriesSite {
  readonly origin: string;
  /** What was added, in order. */
  readonly entries: readonly string[];
  /** Resolves when the server is next at this moment. */
  nextMoment(moment: Moment): Promise<void>;
  /** Whether the server breaks the connection instead of answering. */
  isDown: boolean;
  /** Whether entries are added at once. */
  isQuick: boolean;
  /** Whether requests are answered once their entries are added. */
  isAnswering: boolean;
  /** Resolves when an entry with this text is added. */
  isAdded(text: string): Promise<void>;
  /** Ends what runs: the entries are added, and later requests with the same keys get the same responses. */
  finish(): void;
  stop(): Promise<void>;
}

/**
 * Serves a page with one of the scripts in test/support/browser, and `POST /entries` as the draft of the Idempotency-Key
 * header wants it: 409 while the first request with a key still runs, and its response afterwards.
 *
 * @param worker The script of a service worker.
 */
export async function startEntriesSite(script: string, { worker = '' } = {}): Promise<EntriesSite> {
  const source = await buildPage(script);
  const entries: string[] = [];
  const running = new Map<string, string>();
  const done = new Set<string>();
  const awaited = new Map<string, () => void>();
  const waiting = new Map<Moment, () => void>();
  const reach = (moment: Moment) => waiting.get(moment)?.();
  const add = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const key = String(request.headers['idempotency-key']);
    if (done.has(key)) return response.writeHead(201).end('{}');
    if (running.has(key)) {
      response.writeHead(409, { 'Content-Type': 'application/problem+json' });
      response.end('{"type":"https://example.com/idempotency-key","title":"The first request still runs."}');
      return reach('again');
    }
    running.set(key, (JSON.parse(body) as { text: string }).text);
    reach('first');
    if (!site.isQuick) return;
    site.finish();
    reach('added');
    if (!site.isAnswering) return;
    response.writeHead(201).end('{}');
    reach('answered');
  };
  const server = createServer((request, response) => {
    if (site.isDown && request.url !== '/page.js' && request.url !== '/') return void request.socket.destroy();
    if (request.url?.startsWith('/service-worker.js'))
      return void response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(worker);
    if (request.url?.startsWith('/entries')) return void add(request, response);
    if (request.url === '/session') {
      reach('asked');
      response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
      return void response.end(
        '{"signedIn":true,"user":{"id":"AAAA","name":"alice","displayName":"Alice"},"authTime":1}',
      );
    }
    if (request.url === '/page.js')
      return void response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(source);
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(pageDocument);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const site: EntriesSite = {
    isDown: false,
    isQuick: false,
    isAnswering: true,
    isAdded: (text) =>
      entries.includes(text) ? Promise.resolve() : new Promise((resolve) => awaited.set(text, resolve)),
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    entries,
    nextMoment: (moment) => new Promise((resolve) => waiting.set(moment, resolve)),
    finish() {
      for (const [key, text] of running) {
        entries.push(text);
        done.add(key);
        awaited.get(text)?.();
      }
      running.clear();
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return site;
}
