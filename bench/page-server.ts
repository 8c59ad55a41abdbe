import { EventEmitter, once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { serve } from '@hono/node-server';
import { openBackend, type Backend } from './backend.js';
import { bundle } from './bundle.js';
import { answerHanko, hankoPlaces } from './hanko-flow.js';

/** A page to open in the browser. */
export interface BenchPage {
  /** What stands in the body; `optionsHere` in it becomes a script that holds fresh request options. */
  readonly body: string;
  /** The module in its head, relative to the package. Without `loads`, the page leaves it to be imported later. */
  readonly module: string;
  readonly loads?: boolean;
}

/** Where a page wants request options inlined. */
export const optionsHere = '<!-- options -->';

/** Pages and reference server behind one origin. */
export interface PageServer {
  readonly backend: Backend;
  /** The delay of a response, in ms. Modules have none: they come from a cache or from a nearby server. */
  readonly latency: { documents: number; endpoints: number };
  /**
   * The address of a page.
   *
   * @throws {Error} if its module could not be bundled.
   */
  address(name: string): string;
  /** Resolves with the status of the next answer to a sign-in. */
  nextSignIn(): Promise<number>;
  /**
   * Resolves when no request has been pending for `ms`. The server is asked and not the browser's driver, which never
   * hears the end of a request that a page begins just before it is left.
   */
  whenQuiet(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** With these `performance.now()` is exact to 5 µs instead of 100. */
const isolation = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
const verifyPath = '/webauthn/login/verify';

/**
 * Serves the pages by name on a free port of localhost: `/name` is the page, `/name.js` its module, beside what that
 * imports lazily. Every other path goes to the reference server. With `compressed`, pages and modules are compressed with
 * brotli, as by a server in production.
 */
export async function startPageServer(
  pages: Readonly<Record<string, BenchPage>>,
  { compressed = false } = {},
): Promise<PageServer> {
  const names = Object.keys(pages);
  const bundles = await Promise.allSettled(names.map((name) => bundle(pages[name]!.module, name)));
  const modules = new Map(names.map((name, index) => [name, bundles[index]!]));
  const files = new Map(bundles.flatMap((files) => (files.status === 'fulfilled' ? [...files.value] : [])));
  const latency = { documents: 0, endpoints: 0 };
  const signIns = new EventEmitter();
  let underWay = 0;
  let endedAt = performance.now();

  const { server, port } = await listen(async (request) => {
    underWay += 1;
    try {
      return await pack(await answer(request));
    } finally {
      underWay -= 1;
      endedAt = performance.now();
    }
  });
  const origin = `http://localhost:${port}`;
  const backend = await openBackend(origin, { durable: false });

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const file = files.get(pathname.slice(1));
    if (file !== undefined)
      return new Response(file, {
        headers: { ...isolation, 'Content-Type': 'text/javascript', 'Cache-Control': 'no-store' },
      });
    const name = pathname.slice(1);
    const page = pages[name];
    await wait(page ? latency.documents : latency.endpoints);
    if (page) return renderPage(name, page, request);
    return Object.values(hankoPlaces).some((place) => pathname.startsWith(`${place}/`))
      ? answerHanko(request, askFor)
      : askBackend(request);
  }

  async function pack(response: Response): Promise<Response> {
    if (!compressed || !response.headers.get('Content-Type')?.startsWith('text/')) return response;
    const headers = new Headers(response.headers);
    headers.set('Content-Encoding', 'br');
    return new Response(new Uint8Array(brotliCompressSync(await response.text())), {
      status: response.status,
      headers,
    });
  }

  async function askBackend(request: Request): Promise<Response> {
    const response = await backend.fetch(request);
    if (new URL(request.url).pathname === verifyPath) signIns.emit('answer', response.status);
    return response;
  }

  function askFor(path: string, original: Request, body?: unknown): Promise<Response> {
    const cookie = original.headers.get('Cookie');
    const headers = {
      'Sec-Fetch-Site': 'same-origin',
      ...(cookie !== null && { Cookie: cookie }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const init = { method: 'POST', headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    return askBackend(new Request(`${origin}${path}`, init));
  }

  async function renderPage(name: string, { body, loads }: BenchPage, request: Request): Promise<Response> {
    const headers = new Headers({
      ...isolation,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
    });
    let content = body;
    if (body.includes(optionsHere)) {
      const options = await askFor('/webauthn/login/options', request);
      for (const line of options.headers.getSetCookie()) headers.append('Set-Cookie', line);
      content = body.replace(optionsHere, `<script type="application/json">${await options.text()}</script>`);
    }
    const script = loads ? `<script type="module" src="/${name}.js"></script>` : '';
    return new Response(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title><link rel="icon" href="data:,">${script}</head><body>${content}</body></html>`,
      { headers },
    );
  }

  return {
    backend,
    latency,
    address(name) {
      const module = modules.get(name);
      if (module?.status === 'rejected') throw module.reason;
      return `${origin}/${name}`;
    },
    async nextSignIn() {
      const [status] = (await once(signIns, 'answer')) as [number];
      return status;
    },
    async whenQuiet(ms) {
      for (;;) {
        const left = underWay > 0 ? ms : endedAt + ms - performance.now();
        if (left <= 0) return;
        await wait(left);
      }
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await backend.discard();
    },
  };
}

function listen(fetch: (request: Request) => Promise<Response>): Promise<{ server: Server; port: number }> {
  return new Promise((resolve, reject) => {
    // Otherwise it would replace Node's Request and Response, and change the next measurement in this process.
    const server = serve({ port: 0, hostname: '127.0.0.1', fetch, overrideGlobalObjects: false }, ({ port }) =>
      resolve({ server, port }),
    ) as Server;
    server.once('error', reject);
  });
}
