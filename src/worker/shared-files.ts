import type { Strategy } from 'workbox-strategies';
import { findReasonNotToCache } from './cacheable.js';
import { isListed, type Settings } from './options.js';
import { workerScope } from './scope.js';
import { isDenied } from './spelling.js';

type Plugin = Strategy['plugins'][number];

/** How many files the cache of what was come across may hold; beyond that the oldest go. */
const mostFiles = 500;

/** The caches of one worker: apps below different paths of an origin do not meddle with each other. */
export const precacheName = (): string => `latchkey.files.${workerScope().registration.scope}`;
export const encounteredName = (): string => `latchkey.encountered.${workerScope().registration.scope}`;

/**
 * Requested anonymously, so that files shared by all users of the device contain no user's data. A page may identify
 * the user in its own headers, so only headers about the type and the language are sent. The HTTP cache may have a
 * response that was requested with cookies, so the server must revalidate it.
 */
function asAnybody(request: Request): Request {
  const stranger = new Request(request, { credentials: 'omit', cache: 'no-cache' });
  const names = [...stranger.headers.keys()];
  for (const name of names) if (!name.startsWith('accept')) stranger.headers.delete(name);
  return stranger;
}

/**
 * The differences to the strategies of Workbox. A file is requested without cookies, and without the page's own
 * headers. If the response cannot be cached, it is dropped, and the page's own request goes to the server. A request
 * that failed on the network is not repeated.
 */
export const forEverybody: Plugin = {
  requestWillFetch: async ({ request }) => asAnybody(request),
  async fetchDidSucceed({ request, response, state, event }) {
    const asked = (event as Partial<{ request: Request }> | undefined)?.request;
    const reason = findReasonNotToCache(request, response, asked?.destination);
    if (!reason) return response;
    state!['isRefused'] = true;
    throw new TypeError(`${request.url} ${reason}`);
  },
  cacheWillUpdate: async ({ response }) => response,
  handlerDidError: async ({ request, state }) => (state!['isRefused'] ? fetch(request) : undefined),
};

/** Keeps the number of files within limits. */
export const dropOldest: Plugin = {
  async cacheDidUpdate({ cacheName }) {
    const cache = await caches.open(cacheName);
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, -mostFiles).map((key) => cache.delete(key)));
  },
};

/**
 * Keeps the listed files that are not kept yet, for a worker that is being installed.
 *
 * @throws {TypeError} naming a file that must not be kept, or what `fetch` throws. The worker is not installed then,
 *   and what was there before stays.
 */
export async function precache(settings: Settings): Promise<void> {
  const { cache, missing } = await findMissing(settings, (address) => !settings.later.has(address));
  const fetched = await Promise.all(missing.map(async ([address, key]) => [key, await fetchFile(address)] as const));
  await Promise.all(fetched.map(([key, response]) => cache.put(key, response)));
}

/** How many of the files that are kept later are requested at once, beside what the page asks for. */
const atOnce = 4;

/** Precaches the rest of the listed files, of each what can be had. */
export async function precacheRest(settings: Settings): Promise<void> {
  if (await isOutdated()) return;
  const { cache, missing } = await findMissing(settings, (address) => settings.later.has(address));
  const precacheNext = async (): Promise<void> => {
    for (let file = missing.pop(); file; file = missing.pop()) {
      const [address, key] = file;
      const response = await fetchFile(address).catch(() => undefined);
      if (response) await cache.put(key, response);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, precacheNext));
}

/** Whether the server has a newer worker: what it lists under the same addresses may be other files. */
async function isOutdated(): Promise<boolean> {
  const { registration } = workerScope();
  // What cannot be reached cannot be fetched either.
  await registration.update().catch(() => {});
  return !!(registration.installing || registration.waiting);
}

/** The cache of the listed files, and those that it should have and has not. */
async function findMissing({ files }: Settings, isMeant: (address: string) => boolean) {
  const cache = await caches.open(precacheName());
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  return { cache, missing: [...files].filter(([address, key]) => isMeant(address) && !kept.has(key)) };
}

async function fetchFile(address: string): Promise<Response> {
  const request = asAnybody(new Request(address));
  const response = await fetch(request);
  const reason = findReasonNotToCache(request, response);
  if (reason) throw new TypeError(`The worker lists ${address}, which ${reason}`);
  return response;
}

/** Deletes what is not listed any more, for a worker that takes over. */
export async function dropUnlisted({ files, cacheFirst, staleWhileRevalidate }: Settings): Promise<void> {
  const listed = new Set(files.values());
  await deleteFrom(precacheName(), ({ href }) => !listed.has(href));
  await deleteFrom(
    encounteredName(),
    (url) => isDenied(url.pathname) || !isListed(url, [...cacheFirst, ...staleWhileRevalidate]),
  );
}

async function deleteFrom(name: string, isSurplus: (url: URL) => boolean): Promise<void> {
  const cache = await caches.open(name);
  const surplus = (await cache.keys()).filter(({ url }) => isSurplus(new URL(url)));
  await Promise.all(surplus.map((request) => cache.delete(request)));
}
