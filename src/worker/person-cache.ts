import { opaqueId, personCachePrefix } from '../core/contract/worker.js';
import { findObstacle } from './obstacle.js';

/** What follows the id and the dot in the name of the cache that answers are kept in. */
const answers = 'answers';

/**
 * The entry that a cache has from its making. A cache without it has come into being by an `open` after it was deleted,
 * and nothing may be kept there.
 */
const mark = '/.latchkey-person';

/** One change at a time. The lock is the browser's: the worker may be gone between two messages. */
const inTurn = (change: () => Promise<void>): Promise<void> => navigator.locks.request('latchkey.person-cache', change);

/**
 * Has answers kept for the person with this opaque id from now on, and deletes what is kept of everybody else.
 *
 * @throws {TypeError} if the id is none.
 */
export async function keepFor(person: unknown): Promise<void> {
  if (typeof person !== 'string' || !opaqueId.test(person))
    throw new TypeError('"person" must be an opaque id: letters, digits, "-" and "_", at most 128');
  const own = `${personCachePrefix}${person}.`;
  await inTurn(async () => {
    await deleteCaches((name) => !name.startsWith(own));
    await (await caches.open(own + answers)).put(mark, new Response());
  });
}

/** Deletes what is kept of people. What is under way for one of them is not kept any more. */
export const forgetPeople = (): Promise<void> => inTurn(() => deleteCaches(() => true));

async function deleteCaches(isSurplus: (name: string) => boolean): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(personCachePrefix) && isSurplus(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/**
 * Answers a request that is about a person: from the network, whatever the server says; only where there is no
 * connection with what is kept of the person. An answer is kept for whoever was signed in when the request was
 * made: it goes into the cache as it was found then, and if that has been deleted meanwhile, nowhere.
 *
 * @throws {TypeError} what `fetch` throws, if nothing is kept.
 */
export async function answerForPerson(
  request: Request,
  event: { waitUntil(promise: Promise<unknown>): void },
): Promise<Response> {
  const cache = await findPersonCache();
  let response: Response;
  try {
    response = await fetch(request);
  } catch (error) {
    const kept = await (await findPersonCache())?.match(request);
    if (!kept) throw error;
    return kept;
  }
  if (cache && !findObstacle(request, response)) event.waitUntil(cache.put(request, response.clone()));
  return response;
}

/** The cache of the one person there is. With two of them, nobody knows. */
async function findPersonCache(): Promise<Cache | undefined> {
  const [name, another] = (await caches.keys()).filter(
    (each) => each.startsWith(personCachePrefix) && each.endsWith(`.${answers}`),
  );
  if (name === undefined || another !== undefined) return undefined;
  const cache = await caches.open(name);
  return (await cache.match(mark)) && cache;
}
