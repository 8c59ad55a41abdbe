import { answersName, opaqueId, userCachePrefix, userMark } from '../base/contract/worker.js';
import { findReasonNotToCache } from './cacheable.js';

const isAnswers = (name: string): boolean => name.startsWith(userCachePrefix) && name.endsWith(`.${answersName}`);

/** How long the network may take before what is kept is used, in ms. */
const cacheTimeout = 5000;

/** One change at a time. The lock is the browser's: the worker may be gone between two messages. */
const inTurn = (change: () => Promise<void>): Promise<void> => navigator.locks.request('latchkey.user-cache', change);

/**
 * Has answers kept for the user with this opaque id from now on, and deletes what is kept of everybody else.
 *
 * @throws {TypeError} if the id is invalid.
 */
export async function setUser(userId: unknown): Promise<void> {
  if (typeof userId !== 'string' || !opaqueId.test(userId))
    throw new TypeError('"userId" must be an opaque id: letters, digits, "-" and "_", at most 128');
  const own = `${userCachePrefix}${userId}.`;
  await inTurn(async () => {
    await deleteCaches((name) => !name.startsWith(own));
    await (await caches.open(own + answersName)).put(userMark, new Response());
  });
}

/**
 * Uses nothing that is kept of people until {@link setUser} names who is there. What is kept stays, for the case that it
 * is the same user.
 */
export const doubtUser = (): Promise<void> =>
  inTurn(async () => {
    const names = (await caches.keys()).filter(isAnswers);
    await Promise.all(names.map(async (name) => (await caches.open(name)).delete(userMark)));
  });

/** Deletes all users' caches. Pending responses for them are not cached any more. */
export const forgetUsers = (): Promise<void> => inTurn(() => deleteCaches(() => true));

async function deleteCaches(isSurplus: (name: string) => boolean): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(userCachePrefix) && isSurplus(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/**
 * Responds to a personal request: from the network with any status; without a connection, or without a response within
 * five seconds, from the user's cache. A response is stored in the cache of the user who was signed in when the request
 * was made, and not at all if that cache has been deleted since.
 *
 * @throws {TypeError} what `fetch` throws, if nothing is kept.
 */
export async function answerForUser(
  request: Request,
  event: { waitUntil(promise: Promise<unknown>): void },
): Promise<Response> {
  const cache = await findUserCache();
  const fetching = fetch(request).then(async (response) => {
    // Who is there may be in doubt since the request was made.
    const isCertain = cache && (await findUserCache()) !== undefined;
    if (isCertain && !findReasonNotToCache(request, response)) event.waitUntil(cache.put(request, response.clone()));
    return response;
  });
  const findKept = async () => (await findUserCache())?.match(request);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), cacheTimeout);
  });
  try {
    const inTime = await Promise.race([fetching, late]);
    if (inTime) return inTime;
    const kept = await findKept();
    if (!kept) return await fetching;
    event.waitUntil(fetching.catch(() => {}));
    return kept;
  } catch (error) {
    const kept = await findKept();
    if (!kept) throw error;
    return kept;
  } finally {
    clearTimeout(timer);
  }
}

/** The cache of the only user. With two caches, the user is unknown. */
async function findUserCache(): Promise<Cache | undefined> {
  const [name, another] = (await caches.keys()).filter(isAnswers);
  if (name === undefined || another !== undefined) return undefined;
  const cache = await caches.open(name);
  return (await cache.match(userMark)) && cache;
}
