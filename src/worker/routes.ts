import { Route } from 'workbox-routing';
import { CacheFirst, StaleWhileRevalidate, type Strategy } from 'workbox-strategies';
import { isListed, readOptions, type Settings, type WorkerOptions } from './options.js';
import { answerForUser } from './user-cache.js';
import { workerScope, type LastingEvent } from './scope.js';
import { dropOldest, encounteredName, forEverybody, precacheName } from './shared-files.js';
import { isDenied } from './spelling.js';

/** What Workbox says about a request, to find its route and to answer it. */
type Asked = { url: URL; sameOrigin: boolean; request: Request };
type Handle = (options: { request: Request; event: LastingEvent }) => Promise<Response>;

/**
 * Creates the routes for the files that an app lists, for the app's own worker: pass `match` and `handler` of each to
 * `registerRoute` of workbox-routing, in this order and before any other route. Requests that they do not match go to
 * the network as if there were no worker: everything that is not listed, that is not GET, or that is below the
 * contract's paths, in any spelling. A response that is `no-store`, `private`, redirected, of another origin, partial,
 * not 200, or that varies by a cookie reaches the page and is not cached.
 *
 * @throws {TypeError} with the invalid option; or if this is not a service worker.
 */
export function createRoutes(options: WorkerOptions): Route[] {
  return routesFor(readOptions(options, workerScope().registration.scope));
}

/** {@link createRoutes} of options that were checked. */
export function routesFor(settings: Settings): Route[] {
  const { files, cacheFirst, staleWhileRevalidate, personal } = settings;
  const keyed = { cacheKeyWillBeUsed: async ({ request }: { request: Request }) => keyOf(request, files) ?? request };
  const precached = new CacheFirst({ cacheName: precacheName(), plugins: [keyed, forEverybody] });
  const encountered = { cacheName: encounteredName(), plugins: [forEverybody, dropOldest] };
  const routes: [matches: (url: URL, request: Request) => boolean, handle: Handle][] = [
    [(_url, request) => keyOf(request, files) !== undefined, by(precached)],
    [(url) => isListed(url, personal), ({ request, event }) => answerForUser(request, event)],
    [(url) => isListed(url, cacheFirst), by(new CacheFirst(encountered))],
    [(url) => isListed(url, staleWhileRevalidate), by(new StaleWhileRevalidate(encountered))],
    [
      (_url, request) => settings.offlinePage !== undefined && request.mode === 'navigate',
      ({ request }) => fetch(request),
    ],
  ];
  return routes.map(
    ([matches, handle]) =>
      new Route((asked) => isOpen(asked) && matches(asked.url, asked.request), orOfflinePage(handle, settings)),
  );
}

const by =
  (strategy: Strategy): Handle =>
  (options) =>
    strategy.handle(options);

const keyOf = (request: Request, files: Settings['files']): string | undefined =>
  files.get(request.url.split('#', 1)[0]!);

/** Whether a worker may have a hand in the request at all. */
function isOpen({ url, sameOrigin, request }: Asked): boolean {
  const isPlain =
    request.method === 'GET' &&
    request.cache !== 'no-store' &&
    request.cache !== 'only-if-cached' &&
    !request.headers.has('Range') &&
    !request.headers.has('Authorization');
  return sameOrigin && isPlain && !isDenied(url.pathname);
}

/** Returns the offline page, if there is one, instead of a page that cannot be loaded. */
function orOfflinePage(handle: Handle, { files, offlinePage }: Settings): Handle {
  return async (options) => {
    try {
      return await handle(options);
    } catch (error) {
      const key = options.request.mode === 'navigate' && offlinePage !== undefined ? files.get(offlinePage) : undefined;
      const page = key === undefined ? undefined : await caches.match(key, { cacheName: precacheName() });
      if (!page) throw error;
      return page;
    }
  };
}
