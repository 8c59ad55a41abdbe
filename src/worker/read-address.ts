import type { WorkerOptions } from './options.js';

/**
 * Reads options out of the address that a page registers the ready-made worker by:
 * `/service-worker.js?precache=/app.css&cache-first=/assets/*&offline-page=/offline&revision=7`. `precache`,
 * `later`, `cache-first`, `stale-while-revalidate` and `personal` may be there several times; `revision` is that of every
 * file of `precache` and `later` and of the page; `claim` has no value.
 *
 * @throws {TypeError} naming a parameter that is unknown, or is there more than once and must not.
 */
export function readAddress({ searchParams }: URL): WorkerOptions {
  const unknown = [...searchParams.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined) throw new TypeError(`"${unknown}" is not a parameter of the worker's URL`);
  const single = (name: string): string | undefined => {
    const [value, another] = searchParams.getAll(name);
    if (another !== undefined) throw new TypeError(`"${name}" must occur only once`);
    return value;
  };
  const revision = single('revision');
  const withRevision = (url: string) => (revision === undefined ? url : { url, revision });
  const offlinePage = single('offline-page');
  return {
    precache: searchParams.getAll('precache').map(withRevision),
    later: searchParams.getAll('later').map(withRevision),
    cacheFirst: searchParams.getAll('cache-first'),
    staleWhileRevalidate: searchParams.getAll('stale-while-revalidate'),
    personal: searchParams.getAll('personal'),
    claim: single('claim') !== undefined,
    ...(offlinePage !== undefined && { offlinePage: withRevision(offlinePage) }),
  };
}

const names = [
  'precache',
  'later',
  'cache-first',
  'stale-while-revalidate',
  'personal',
  'offline-page',
  'revision',
  'claim',
];
