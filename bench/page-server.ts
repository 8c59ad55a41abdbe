import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { openBackend, type Backend } from './backend.js';
import { bundle } from './bundle.js';

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
  readonly origin: string;
  readonly backend: Backend;
  /** How long an answer is on its way, in ms. Modules are never late: they come from a cache or from somewhere near. */
  readonly latency: { documents: number; endpoints: number };
  stop(): Promise<void>;
}

/** With these `performance.now()` is exact to 5 µs instead of 100. */
const isolation = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

/**
 * Serves the pages by name on a free port of localhost: `/name` is the page, `/name.js` its module. Every other path
 * goes to the reference server.
 */
export async function startPageServer(pages: Readonly<Record<string, BenchPage>>): Promise<PageServer> {
  const modules = new Map<string, string>(
    await Promise.all(
      Object.entries(pages).map(async ([name, { module }]) => [`/${name}.js`, await bundle(module)] as const),
    ),
  );
  const latency = { documents: 0, endpoints: 0 };
  const { server, port } = await listen((request) => answer(request));
  const origin = `http://localhost:${port}`;
  const backend = await openBackend(origin, { durable: false });

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const module = modules.get(pathname);
    if (module !== undefined)
      return new Response(module, {
        headers: { ...isolation, 'Content-Type': 'text/javascript', 'Cache-Control': 'no-store' },
      });
    const name = pathname.slice(1);
    const page = pages[name];
    await wait(page ? latency.documents : latency.endpoints);
    return page ? renderPage(name, page, request) : backend.app.fetch(request, { address: '127.0.0.1' });
  }

  async function renderPage(name: string, { body, loads }: BenchPage, request: Request): Promise<Response> {
    const headers = new Headers({
      ...isolation,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
    });
    let content = body;
    if (body.includes(optionsHere)) {
      const cookie = request.headers.get('Cookie');
      const init = {
        method: 'POST',
        headers: { 'Sec-Fetch-Site': 'same-origin', ...(cookie !== null && { Cookie: cookie }) },
      };
      const options = await backend.app.fetch(new Request(`${origin}/webauthn/login/options`, init), {
        address: '127.0.0.1',
      });
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
    origin,
    backend,
    latency,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await backend.discard();
    },
  };
}

function listen(fetch: (request: Request) => Promise<Response>): Promise<{ server: Server; port: number }> {
  return new Promise((resolve, reject) => {
    // Else it would put a Request and a Response of its own in the place of Node's, and the next measurement in this
    // process would be another one.
    const server = serve({ port: 0, hostname: '127.0.0.1', fetch, overrideGlobalObjects: false }, ({ port }) =>
      resolve({ server, port }),
    ) as Server;
    server.once('error', reject);
  });
}
