import { attempt } from '../../base/attempt.js';
import { addLocalData } from '../../sign-out/local-data.js';
import { forgetCaches } from '../../sign-out/forget.js';
import { toBase64Url } from '../../base/bytes.js';
import { listen } from '../../base/storage/channel.js';
import type { Client } from '../../base/client/client.js';
import { answersName, opaqueId, userCachePrefix, userMark, type WorkerMessage } from '../../base/contract/worker.js';
import { LatchError } from '../../base/client/errors.js';
import { within } from '../../base/client/deadline.js';
import { writeLocal, readLocal } from '../../base/storage/local.js';
import { pageSession } from '../../base/storage/known-session.js';
import { watchPage } from '../../base/browser/page.js';
import { requireUserId, readSession, watchSession, type SignedInState } from '../../session/session.js';

/**
 * What identifies a user on this device: a random id, and a mark that recognizes the user again and reveals nothing
 * without the user handle.
 */
interface Alias {
  id: string;
  mark: string;
  /** Whether another user may have signed in since, so that this user's data must not be shown. */
  inDoubt?: boolean;
}

/** How long `GET /session` may take before that counts as no connection, in ms, as in the worker. */
const sessionTimeout = 5000;

const nameFor = ({ baseUrl }: Client) => `alias:${baseUrl.pathname}`;

function readAlias(client: Client): Alias | undefined {
  const { id, mark, inDoubt } = (readLocal(nameFor(client)) ?? {}) as Partial<Alias>;
  if (typeof id !== 'string' || !opaqueId.test(id) || typeof mark !== 'string') return undefined;
  return { id, mark, inDoubt: !!inDoubt };
}

/**
 * Lets the service worker of `latchkey/worker` cache responses for the signed-in user, under a random id, until
 * `signal` aborts. When the session merely expires, the cache stays, so that the app still works offline. It is deleted
 * when the user signs out, when another user signs in, or when the user cannot be determined. Call it in every page
 * where users sign in.
 *
 * @param onError Called if the owner of the caches could not be determined; nothing is cached then.
 */
export function keepPrivateCaches(
  client: Client,
  { signal, onError = reportError }: { signal: AbortSignal; onError?: (error: unknown) => void },
): void {
  if (signal.aborted) return;
  const takeBack = addLocalData({ name: 'private caches', wipe: () => wipePrivateCaches(client) }, client);
  signal.addEventListener('abort', takeBack);
  let present: SignedInState | undefined;
  const announceUser = () => {
    if (present) admit(client, present, signal).catch((error: unknown) => signal.aborted || onError(error));
  };
  watchSession(client, {
    onChange(state) {
      present = state.status === 'signed-in' ? state : undefined;
      announceUser();
    },
    signal,
  });
  const resolveDoubt = async () => {
    if (!readAlias(client)?.inDoubt) return;
    const state = await readSession(client, signal);
    if (state.status === 'signed-in') await admit(client, state, signal);
  };
  // What cannot be found out now is found out when the page is looked at, or online, again.
  const tryToResolve = () => void resolveDoubt().catch(() => {});
  listen(({ type }) => {
    if (type !== 'signed-in') return;
    doubt(client);
    tryToResolve();
  }, signal);
  const isAtProvider = () => readLocal(`provider-visit:${client.baseUrl.pathname}`) === true;
  const wasAtProvider = isAtProvider();
  watchPage((event) => {
    if (event !== 'left') tryToResolve();
    // A sign-in at a provider ends on another page, without a message to this one: see `noteVisit`.
    else if (isAtProvider() && !wasAtProvider) doubt(client);
  }, signal);
  // A worker that has only just begun has heard nothing yet.
  workers()?.addEventListener('controllerchange', announceUser, { signal });
}

/**
 * Opens a cache of the app's own that belongs to the user, and goes with them. Without a `userId`, waits until this page
 * has heard who is signed in, or that there is no connection.
 *
 * @param options.userId The user whose data your page shows, by the `user.id` of `GET /session`.
 * @returns Nothing if {@link keepPrivateCaches} has not seen anybody yet, and after a sign-in until it, and this page,
 *   have found out whose it is. Nothing either where the browser keeps no caches for this page.
 * @throws {LatchError} `wrong_account` if the caches belong to another user than `userId`.
 */
export async function openPrivateCache(
  client: Client,
  name: string,
  { userId }: { userId?: string } = {},
): Promise<Cache | undefined> {
  if (!readAlias(client) || !attempt(() => globalThis.caches)) return undefined;
  if (userId === undefined && !pageSession(client) && !(await isSettled(client))) return undefined;
  const alias = readAlias(client);
  if (!alias || alias.inDoubt) return undefined;
  // Another tab may have signed another user in since this page has read the session.
  const session = userId === undefined ? pageSession(client) : { userId };
  if (!session || alias.mark === (await markOf(alias.id, session.userId ?? '')))
    return caches.open(`${userCachePrefix}${alias.id}.${name}`);
  if (userId !== undefined) throw new LatchError('wrong_account', 'The private caches belong to another user.');
  return undefined;
}

/**
 * Reads the session, which may be that of another user than the caches: after a sign-in at a provider, or by a form without
 * script, no page has been told.
 *
 * @returns whether the backend has answered, or there is no connection, in which case nobody can have signed in since.
 */
async function isSettled(client: Client): Promise<boolean> {
  try {
    await within(sessionTimeout, () => readSession(client));
    return true;
  } catch (error) {
    const { code } = error as LatchError;
    const cacheName = `${userCachePrefix}${readAlias(client)?.id}.${answersName}`;
    const isDoubted = (await caches.has(cacheName)) && !(await caches.match(userMark, { cacheName }));
    return (code === 'network' || code === 'timed_out') && !isDoubted;
  }
}

/** Stops the use of the user's cache until it is known who has signed in. */
function doubt(client: Client): void {
  const alias = readAlias(client);
  if (!alias) return;
  writeLocal(nameFor(client), { ...alias, inDoubt: true });
  notifyWorker({ type: 'latchkey.unknown' });
}

async function admit(client: Client, session: SignedInState, signal: AbortSignal): Promise<void> {
  const known = readAlias(client);
  const isSame = known !== undefined && known.mark === (await markOf(known.id, session.user?.id ?? ''));
  if (signal.aborted) return;
  // Another user, or one whom the backend does not name, must not find these caches without a connection.
  if (!isSame) await wipePrivateCaches(client);
  const id = isSame ? known.id : toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
  const alias: Alias = { id, mark: await markOf(id, requireUserId(session)) };
  if (signal.aborted) return;
  writeLocal(nameFor(client), alias);
  notifyWorker({ type: 'latchkey.signed-in', userId: id });
}

async function markOf(id: string, what: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${id} ${what}`))));
}

async function wipePrivateCaches(client: Client): Promise<void> {
  writeLocal(nameFor(client), undefined);
  notifyWorker({ type: 'latchkey.signed-out' });
  // The page deletes them itself: there may be no worker, or none that listens.
  await forgetCaches(userCachePrefix);
}

function notifyWorker(message: WorkerMessage): void {
  workers()
    ?.getRegistration()
    .then((registration) => registration?.active?.postMessage(message))
    // Where workers are denied to this page, none has heard of the user.
    .catch(() => {});
}

/** Documents without storage have no workers: the member is missing there, or throws. */
const workers = (): ServiceWorkerContainer | undefined => attempt(() => navigator.serviceWorker);
