import { type Client, clientFor } from '../base/client/client.js';
import { within } from '../base/client/deadline.js';
import { listen } from '../base/storage/channel.js';
import { restoreStored } from '../base/storage/stored.js';
import { lastSession, pageSession } from '../base/storage/known-session.js';
import { readSession } from '../session/session.js';
import { unfinishedSignOut } from './state.js';

/** Data of the signed-in user on this device: caches, the vault, unsynced writes. */
export interface LocalData {
  /** What it is, in a word or two, for the report of what could not be deleted. */
  readonly name: string;
  /**
   * Deletes the data of the user who signs out. Must work offline and must be idempotent. Times out after ten seconds.
   *
   * @param user Their `user.id` of `GET /session`; undefined if unknown. Use it if the device has data of several
   *   users.
   */
  wipe(userId?: string): Promise<void> | void;
  /**
   * Returns the number of unsynced changes of this user, which `wipe` would lose. Without a valid result within three
   * seconds they are uncounted: the sign-out asks the user, and goes on where there is no `confirm`.
   */
  countUnsent?(userId?: string): Promise<number> | number;
}

/** What a sign-out would lose, as far as it could be counted. */
export interface Unsent {
  /** How many writes of theirs the server has not got yet. */
  readonly unsent: number;
  /** Whether something could not be counted, so that there may be more of them. */
  readonly uncounted: boolean;
}

/** Something that a sign-out could not delete. */
export interface Remains {
  /** The name of the data. */
  readonly name: string;
  /** What it failed with. */
  readonly reason: unknown;
}

/** How long one kind of data may take to be counted, and to be deleted, in ms. */
const countTimeout = 3000;
const wipeTimeout = 10_000;

/**
 * The registered data of this page, each with its backend, shared by all copies of Latchkey. If the format changes, the
 * name must change.
 */
const shared = Symbol.for('latchkey.local-data.v1');
const page = globalThis as { [shared]?: Page };

interface Page {
  /** Distinguishes this page's messages on the channel from those of other tabs. */
  readonly id: string;
  readonly registered: Map<LocalData, Client>;
  /** Listens to the other tabs as long as something is registered. */
  listening?: AbortController;
}

const thisPage = (): Page => (page[shared] ??= { id: `${Math.random()}`, registered: new Map() });

/** What this page signs its messages to other tabs with. */
export const pageId = (): string => thisPage().id;

/**
 * Registers data of the user who is signed in at `client`, so that signing out deletes it: in this page by {@link
 * wipeLocalData}, and when another tab reports a sign-out that the backend, or an unfinished sign-out, confirms. An
 * expired session deletes nothing: unsynced changes can still be sent when the user signs in again.
 *
 * @returns A function that unregisters it.
 */
export function addLocalData(data: LocalData, client: Client): () => void {
  const here = thisPage();
  if (here.registered.size === 0) followOtherTabs(here);
  here.registered.set(data, client);
  void finishWipe(client);
  return () => {
    here.registered.delete(data);
    if (here.registered.size === 0) here.listening?.abort();
  };
}

/** What is shared by several users of it on a page, each with how to unregister it. */
const sharing = new Map<string, { times: number; takeBack(): void }>();

/**
 * Registers, once for each backend, what several parts of a page have in common: registered twice, the same writes would
 * be counted twice. Unregisters it when none of them uses it any more.
 *
 * @returns A function that ends one use.
 */
export function shareLocalData(data: LocalData, client: Client): () => void {
  const key = `${data.name} ${client.baseUrl.href}`;
  // A copy, because the same object may be shared at another backend too.
  const entry = sharing.get(key) ?? { times: 0, takeBack: addLocalData({ ...data }, client) };
  sharing.set(key, entry);
  entry.times += 1;
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    entry.times -= 1;
    if (entry.times > 0) return;
    sharing.delete(key);
    entry.takeBack();
  };
}

/** Counts the writes of `user` that {@link wipeLocalData} would lose. Never rejects. */
export async function countUnsent(client: Client, userId = lastSession(client)?.userId): Promise<Unsent> {
  const counts = await Promise.all(
    localDataOf(client).map((data) => within(countTimeout, () => data.countUnsent?.(userId) ?? 0).catch(() => NaN)),
  );
  const counted = counts.filter((count) => Number.isSafeInteger(count) && count >= 0);
  return { unsent: counted.reduce((sum, count) => sum + count, 0), uncounted: counted.length < counts.length };
}

/**
 * Deletes everything of `user` that is registered for a backend, in parallel. A failure of one does not stop the others. Never
 * rejects: resolves with what could not be deleted.
 */
export async function wipeLocalData(client: Client, userId = lastSession(client)?.userId): Promise<readonly Remains[]> {
  const failures = localDataOf(client).map((data) =>
    within(wipeTimeout, () => data.wipe(userId)).then(
      () => [],
      (reason: unknown) => [{ name: data.name, reason }],
    ),
  );
  return (await Promise.all(failures)).flat();
}

function localDataOf({ baseUrl }: Client): LocalData[] {
  return [...thisPage().registered].flatMap(([data, client]) => (client.baseUrl.href === baseUrl.href ? [data] : []));
}

function followOtherTabs(here: Page): void {
  const { signal } = (here.listening = new AbortController());
  listen((message) => {
    for (const client of new Set(here.registered.values())) {
      if (message.type === 'signed-out' && message.from !== here.id)
        void wipeIfSignedOut(client, message.userId ?? (pageSession(client) ?? lastSession(client))?.userId);
      // A later sign-out without a connection must know whose data to delete.
      if (message.type === 'signed-in') readSession(client).catch(() => {});
    }
  }, signal);
}

/** Deletes what a sign-out has left whose page was closed, or killed, in the middle. */
async function finishWipe(client: Client): Promise<void> {
  await restoreStored();
  const unfinished = unfinishedSignOut(client);
  if (unfinished) await wipeIfSignedOut(client, unfinished.userId ?? lastSession(client)?.userId);
}

/** Deletes what belongs to `user`, once the backend says that no user is signed in. */
async function wipeIfSignedOut(client: Client, userId: string | undefined): Promise<void> {
  try {
    const { status } = await readSession(client);
    if (status === 'signed-in') return;
  } catch {
    // What a tab says is a hint. Without a word from the backend nothing is deleted for it; the tab that said it has
    // deleted what both share.
    return;
  }
  for (const { name, reason } of await wipeLocalData(client, userId))
    reportError(new Error(`"${name}" could not be deleted after a sign-out in another tab.`, { cause: reason }));
}

/**
 * Deletes `data` when the user signs out: in this tab, before the request to the backend, and when another tab
 * signs out. Register it in every page that can sign out, and the same thing only once.
 *
 * @param client The backend whose user owns the data. Defaults to the page's.
 * @returns A function that unregisters it.
 * @throws {TypeError} if `data` has no `name` or no `wipe`.
 */
export function registerLocalData(data: LocalData, client: Client = clientFor()): () => void {
  if (typeof data?.name !== 'string' || typeof data.wipe !== 'function')
    throw new TypeError('"data" must have a "name" and a function "wipe"');
  return addLocalData(data, client);
}
