import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildPage, pageDocument } from './vault-site.js';

/** A site whose user is always signed in, and whose server adds entries as slowly as a test wants. */
export interface EntriesSite {
  readonly origin: string;
  /** What was added, in order. */
  readonly entries: readonly string[];
  /** Resolves when a request of this kind is next received: one that begins, or one whose first request still runs. */
  nextRequest(kind: 'first' | 'again'): Promise<void>;
  /** Ends what runs: the entries are added, and later requests with the same keys get the same responses. */
  finish(): void;
  stop(): Promise<void>;
}

/**
 * Serves a page with one of the scripts in test/support/browser, and `POST /entries` as the draft of the Idempotency-Key
 * header wants it: 409 while the first request with a key still runs, and its response afterwards.
 */
export async function startEntriesSite(script: string): Promise<EntriesSite> {
  const source = await buildPage(script);
  const entries: string[] = [];
  const running = new Map<string, string>();
  const done = new Set<string>();
  const heard = { first: () => {}, again: () => {} };
  const add = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const key = String(request.headers['idempotency-key']);
    if (done.has(key)) return response.writeHead(201).end('{}');
    if (running.has(key)) {
      response.writeHead(409, { 'Content-Type': 'application/problem+json' });
      response.end('{"type":"https://example.com/idempotency-key","title":"The first request still runs."}');
      return heard.again();
    }
    running.set(key, (JSON.parse(body) as { text: string }).text);
    return heard.first();
  };
  const server = createServer((request, response) => {
    if (request.url === '/entries') return void add(request, response);
    if (request.url === '/session') {
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
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    entries,
    nextRequest: (kind) => new Promise((resolve) => (heard[kind] = resolve)),
    finish() {
      for (const [key, text] of running) {
        entries.push(text);
        done.add(key);
      }
      running.clear();
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
