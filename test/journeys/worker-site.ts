import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pagePolicy } from '../../server/src/http/content-security-policy.js';
import { listen } from '../support/node/listen.js';
import { patience } from '../support/node/patience.js';
import { root } from '../support/node/program.js';
import type { Visit } from '../support/node/tab.js';

/** A site with a page, the ready-made worker under the policy of the pages, and whatever else a test answers. */
export interface WorkerSite {
  origin: string;
  /** What was asked of the test's part, in order: path, query and cookies. */
  asked: { path: string; cookie: string | null }[];
  /** From here on the site cannot be reached. */
  stop(): Promise<void>;
}

type Answer = (request: Request, url: URL) => Response | Promise<Response>;

/** The ready-made worker as it is published. */
export const readWorker = (): Promise<string> => readFile(join(root, 'dist/worker/service-worker.js'), 'utf8');

/**
 * Starts a site on a free port. Its page sets a cookie, so that requests with and without cookies can be told apart.
 */
export async function startWorkerSite(answer: Answer): Promise<WorkerSite> {
  const script = await readWorker();
  const policy = {
    'Content-Security-Policy': pagePolicy('nonce', [], [], ['http://localhost:*']),
    'Cache-Control': 'no-cache',
  };
  const own: Record<string, () => Response> = {
    '/': () =>
      new Response(
        '<!doctype html><html lang="en"><title>Site</title><link rel="icon" href="/icon.svg"><h1>Site</h1>',
        {
          headers: { ...policy, 'Content-Type': 'text/html', 'Set-Cookie': 'sid=alice; Path=/; HttpOnly' },
        },
      ),
    '/icon.svg': () =>
      new Response('<svg xmlns="http://www.w3.org/2000/svg"/>', { headers: { 'Content-Type': 'image/svg+xml' } }),
    '/service-worker.js': () => new Response(script, { headers: { ...policy, 'Content-Type': 'text/javascript' } }),
  };
  const asked: WorkerSite['asked'] = [];
  const { origin, close } = await listen(() => async (request) => {
    const url = new URL(request.url);
    const response = own[url.pathname]?.();
    if (response) return response;
    asked.push({ path: url.pathname + url.search, cookie: request.headers.get('Cookie') });
    return answer(request, url);
  });
  return { origin, asked, stop: close };
}

/** Registers the worker at an address, under the policy of the pages, and waits until it serves this page. */
export async function registerWorker({ page }: Visit, address: string): Promise<void> {
  await page.evaluate(async (script) => {
    const { trustedTypes } = globalThis as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } };
    };
    const controlled = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
    await navigator.serviceWorker.register(
      trustedTypes.createPolicy('latchkey', { createScriptURL: (url: string) => url }).createScriptURL(script),
    );
    if (!navigator.serviceWorker.controller) await controlled;
  }, address);
}

/** Tells the worker something, and waits until it says that it is done. */
export function notifyWorker({ page }: Visit, message: object): Promise<unknown> {
  return page.evaluate(async (data) => {
    const { port1, port2 } = new MessageChannel();
    const reply = new Promise((resolve) => (port1.onmessage = (event) => resolve(event.data)));
    navigator.serviceWorker.controller!.postMessage(data, [port2]);
    return reply;
  }, message);
}

/** Fetches in the page: status and text, or the name of the error. */
export function fetchIn({ page }: Visit, path: string, options: RequestInit = {}): Promise<string> {
  return page.evaluate(
    (url, init) =>
      fetch(url, init).then(
        async (response) => `${response.status} ${await response.text()}`,
        (error: Error) => error.name,
      ),
    path,
    options,
  );
}

/** Everything in the caches of the origin: the cache's name, the path and the text of each entry. */
export function readCaches({ page }: Visit): Promise<[cache: string, path: string, text: string][]> {
  return page.evaluate(async () => {
    const found: [string, string, string][] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const { pathname, search } = new URL(request.url);
        found.push([name, pathname + search, await ((await cache.match(request))?.text() ?? '')]);
      }
    }
    return found;
  });
}

/**
 * Waits until exactly these paths are kept, in this order or another, or fails with what is: an answer is kept some
 * time after the page has received it.
 */
export async function expectKept(tab: Visit, paths: readonly string[]): Promise<void> {
  const deadline = Date.now() + patience;
  let kept: string[];
  do {
    kept = (await readCaches(tab))
      .map(([, path]) => path)
      .filter((path) => path !== '/.latchkey-user')
      .sort();
  } while (kept.join('\n') !== [...paths].sort().join('\n') && Date.now() < deadline);
  assert.deepEqual(kept, [...paths].sort());
}
