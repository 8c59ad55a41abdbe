import { listen } from './channel.js';
import type { Client } from './client.js';
import { within } from './deadline.js';
import { restoreKept } from './durable.js';
import { lastSession } from './known-session.js';
import { readSession } from './session.js';
import { unfinishedSignOut } from './unfinished-sign-out.js';

/**
 * Something on this device that belongs to the person who is signed in: caches, the vault, writes that wait to be sent.
 */
export interface Belonging {
  /** What it is, in a word or two, for the report of what could not be deleted. */
  readonly name: string;
  /**
   * Deletes what belongs to the person who signs out. Must work offline, and must be idempotent. After ten seconds it
   * counts as failed.
   *
   * @param person Their `user.id` of `GET /session`; undefined if this device never learned it. Data of several people
   *   on one device needs it.
   */
  wipe(person?: string): Promise<void> | void;
  /**
   * How many writes of this person the server has not got yet, which `wipe` would lose. After three seconds without an
   * answer it counts as one.
   */
  countUnsent?(person?: string): Promise<number> | number;
}

/** Something that a sign-out could not delete. */
export interface Remains {
  /** The name of the belonging. */
  readonly name: string;
  /** What it failed with. */
  readonly reason: unknown;
}

/** How long one belonging may take to be counted, and to be deleted, in ms. */
const longestCount = 3000;
const longestWipe = 10_000;

/**
 * The belongings that this page knows, each with the backend whose person they belong to, whichever copy of Latchkey
 * registered them; the name changes when its meaning does.
 */
const shared = Symbol.for('latchkey.belongings.v1');
const page = globalThis as { [shared]?: Page };

interface Page {
  /** Tells what this page says on the channel from what other tabs say. */
  readonly id: string;
  readonly belongings: Map<Belonging, Client>;
  /** Listens to the other tabs as long as something is registered. */
  listening?: AbortController;
}

const thisPage = (): Page => (page[shared] ??= { id: `${Math.random()}`, belongings: new Map() });

/** What this page signs its messages to other tabs with. */
export const pageId = (): string => thisPage().id;

/**
 * Registers something that belongs to whoever is signed in at `client`, so that signing out deletes it: in this page by
 * {@link wipeBelongings}; and when another tab says that the person has signed out
 * and the backend, or an unfinished sign-out, bears that out. A session that has merely ended deletes nothing: what was
 * not sent can still be, once the person has signed in again.
 *
 * @returns What takes it off the list again.
 */
export function registerBelonging(belonging: Belonging, client: Client): () => void {
  const here = thisPage();
  if (here.belongings.size === 0) followOtherTabs(here);
  here.belongings.set(belonging, client);
  void finishWipe(client);
  return () => {
    here.belongings.delete(belonging);
    if (here.belongings.size === 0) here.listening?.abort();
  };
}

/**
 * How many writes would be lost by {@link wipeBelongings}. One whose count cannot be had counts as one: better a
 * question too many than a write too few.
 */
export async function countUnsent(client: Client): Promise<number> {
  const person = lastSession(client)?.person;
  const counts = await Promise.all(
    belongingsAt(client).map((belonging) =>
      within(longestCount, () => belonging.countUnsent?.(person) ?? 0).catch(() => 1),
    ),
  );
  return counts.reduce((sum, count) => sum + (Number.isSafeInteger(count) && count >= 0 ? count : 1), 0);
}

/**
 * Deletes everything that is registered for a backend, side by side. Each is tried, whatever becomes of the others.
 * Never rejects: resolves with what could not be deleted.
 */
export async function wipeBelongings(client: Client): Promise<readonly Remains[]> {
  const person = lastSession(client)?.person;
  const failures = belongingsAt(client).map((belonging) =>
    within(longestWipe, () => belonging.wipe(person)).then(
      () => [],
      (reason: unknown) => [{ name: belonging.name, reason }],
    ),
  );
  return (await Promise.all(failures)).flat();
}

function belongingsAt({ baseUrl }: Client): Belonging[] {
  return [...thisPage().belongings].flatMap(([belonging, client]) =>
    client.baseUrl.href === baseUrl.href ? [belonging] : [],
  );
}

function followOtherTabs(here: Page): void {
  const { signal } = (here.listening = new AbortController());
  listen((message) => {
    for (const client of new Set(here.belongings.values())) {
      if (message.type === 'signed-out' && message.from !== here.id) void wipeIfSignedOut(client);
      // A later sign-out without a connection must know whose data to delete.
      if (message.type === 'signed-in') readSession(client).catch(() => {});
    }
  }, signal);
}

/** Deletes what a sign-out has left whose page was closed, or killed, in the middle. */
async function finishWipe(client: Client): Promise<void> {
  await restoreKept();
  if (unfinishedSignOut(client)) await wipeIfSignedOut(client);
}

async function wipeIfSignedOut(client: Client): Promise<void> {
  try {
    const { status } = await readSession(client);
    if (status === 'signed-in') return;
  } catch {
    // What a tab says is a hint. Without a word from the backend nothing is deleted for it; the tab that said it has
    // deleted what both share.
    return;
  }
  for (const { name, reason } of await wipeBelongings(client))
    reportError(new Error(`"${name}" could not be deleted after a sign-out in another tab.`, { cause: reason }));
}
