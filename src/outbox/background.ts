import { backgroundName, addRow, deleteRows, markOf, putRow, readRows, type BackgroundRow } from './background/rows.js';
import { sendBackground, type BackgroundSender } from './background/send.js';
import { attempt } from '../base/attempt.js';
import { shareLocalData, type LocalData } from '../sign-out/local-data.js';
import { subscribe, post } from '../base/storage/broadcast.js';
import { listen } from '../base/storage/channel.js';
import { clientFor, type Client } from '../base/client/client.js';
import * as storedDatabase from '../base/storage/stored-database.js';
import { restoreStored } from '../base/storage/stored.js';
import { LatchError } from '../base/client/errors.js';
import { isBytes } from '../base/json-value.js';
import { signOutName } from '../base/storage/local.js';
import { deviceSession, pageSession } from '../base/storage/known-session.js';
import { watchPage } from '../base/browser/page.js';
import { Backoff } from '../base/browser/retry.js';
import { pageTransport } from '../base/client/page-transport.js';
import { readSession } from '../session/session.js';
import { unfinishedSignOut } from '../sign-out/state.js';
import { checkWrite } from './check-write.js';
import type { Write } from './queued-write.js';
import { headersOfBackend, writePrecondition } from './send-write.js';

/** A write that may be stored unencrypted. */
export type BackgroundWrite = Omit<Write, 'stream'>;

/** A write that the server has not got yet, or has refused. */
export interface WaitingWrite {
  readonly id: number;
  readonly method: string;
  readonly path: string;
  /** What it is about, for the user. */
  readonly subject?: string | undefined;
  /** Epoch milliseconds. */
  readonly queuedAt: number;
  /** The status that it was refused with, or 0 if its path leads to another origin; it waits for a decision then. */
  readonly refusal?: number | undefined;
}

/** What a queue works with. */
export interface BackgroundQueueOptions {
  client: Client;
  /** Ends the queue in this page. A worker continues to send what is in it. */
  signal: AbortSignal;
  /**
   * The user whose queue it is, by the `user.id` of `GET /session`: the one that your page shows. Defaults to the user
   * of the session that this page, or else this device, has read last; if there is none, to the first that signs in.
   */
  userId?: string | undefined;
  /** Called after each change of the queue, in any tab or in the worker. */
  onChange?(): void;
}

/** As much of a registration as Background Sync adds. */
interface SyncRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/** The first wait after a failure, and the longest, in ms. */
const shortestPause = 1000;
const longestPause = 60_000;

/**
 * Writes that need no key: stored unencrypted, and sent without a vault. In a browser with Background Sync the service
 * worker sends them, after all pages are closed too; in others a page does. A queue belongs to one user; another tab can
 * sign another user in, for whom it refuses to work. Created by {@link openBackgroundQueue}.
 */
export class BackgroundQueue {
  readonly #client: Client;
  readonly #signal: AbortSignal;
  /** Settles when all has been tried to find out whose the queue is. */
  readonly #identified: Promise<void>;
  #owner: string | undefined;
  /** Whether the device has had a note of the session. Without it since, the owner has signed out. */
  #isNoted: boolean;
  readonly #backoff = new Backoff(shortestPause, longestPause);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Queues come from {@link openBackgroundQueue}. */
  constructor({ client, signal, userId, onChange = () => {} }: BackgroundQueueOptions) {
    if (userId !== undefined && (typeof userId !== 'string' || userId === ''))
      throw new TypeError('"userId" must be a user handle');
    this.#client = client;
    this.#signal = signal;
    this.#owner = userId ?? presentUser(client);
    this.#isNoted = deviceSession(client) !== undefined;
    this.#identified = this.#identify();
    const takeBack = shareLocalData(backgroundWrites(client), client);
    signal.addEventListener('abort', () => {
      clearTimeout(this.#timer);
      takeBack();
    });
    subscribe(backgroundName, onChange, signal, onChange);
    listen(({ type }) => {
      if (type === 'signed-in' && this.#owner === undefined) void this.#identify();
      void this.send();
    }, signal);
    watchPage((event) => {
      if (event === 'left') return;
      if (event === 'online') this.#backoff.reset();
      void this.send();
    }, signal);
    void this.send();
  }

  /**
   * Queues a write of the queue's user. Resolves with its id when it is on the disk; it is sent soon, or later.
   *
   * @throws {TypeError} naming what is wrong with the write.
   * @throws {LatchError} `wrong_account` if another user has signed in on this device; `unauthenticated` if the queue's
   *   user has signed out, or is unknown; `storage_full`, `storage_lost` or `timed_out` if the browser cannot store it.
   */
  async enqueue(write: BackgroundWrite): Promise<number> {
    if ('stream' in write) throw new TypeError('"stream" needs the vault');
    const { method, path, body, headers = {}, precondition, subject } = checkWrite(write, this.#client);
    const owner = await this.#expectOwner();
    const isBinary = isBytes(body);
    const type = isBinary ? 'application/octet-stream' : 'application/json';
    const id = await addRow({
      baseUrl: this.#client.baseUrl.href,
      owner: await markOf(owner),
      method,
      path,
      headers: {
        ...(body !== undefined && { 'content-type': type }),
        ...headers,
        ...writePrecondition(precondition),
      },
      ...(await readForWorker(method)),
      ...(body !== undefined && { body: isBinary ? new Uint8Array(body) : JSON.stringify(body) }),
      key: crypto.randomUUID(),
      queuedAt: Date.now(),
      subject,
    });
    try {
      await this.#expectNoSignOut();
    } catch (error) {
      await deleteRows([id]);
      throw error;
    }
    post(backgroundName, 'queued');
    await wakeWorker();
    void this.send();
    return id;
  }

  /**
   * The writes of the queue's user that are not sent, or were refused, in order; none after they have signed out.
   *
   * @throws {LatchError} `wrong_account` if another user has signed in on this device; `storage_lost`.
   */
  async list(): Promise<WaitingWrite[]> {
    return (await this.#listOwn()).map(({ id, method, path, subject, queuedAt, refusal }) => ({
      id,
      method,
      path,
      subject,
      queuedAt,
      refusal,
    }));
  }

  /**
   * Sends a refused write `again`, with the same key, or drops a write. One that is gone, or of another user, is left
   * alone.
   *
   * @throws {LatchError} what {@link list} throws, and `storage_full`.
   */
  async settle(id: number, choice: 'again' | 'drop'): Promise<void> {
    const row = (await this.#listOwn()).find((one) => one.id === id);
    if (!row) return;
    const { refusal: _over, ...waiting } = row;
    await (choice === 'drop' ? deleteRows([id]) : putRow(waiting));
    post(backgroundName, 'settled');
    void this.send();
  }

  /** Sends what can be sent now, from this page. Also happens automatically. Never rejects. */
  async send(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      await sendBackground(sender);
      this.#backoff.reset();
    } catch (error) {
      if (this.#signal.aborted) return;
      const wait = (error instanceof LatchError && error.retryAfter) || this.#backoff.next();
      this.#timer = setTimeout(() => void this.send(), wait);
    }
  }

  async #listOwn(): Promise<BackgroundRow[]> {
    try {
      const owner = await this.#expectOwner();
      return await readOwnRows(this.#client, owner);
    } catch (error) {
      if (error instanceof LatchError && error.code === 'unauthenticated') return [];
      throw error;
    }
  }

  /** Finds out whose the queue is, unless that is known, and that the device knows of their session. Never rejects. */
  async #identify(): Promise<void> {
    await restoreStored();
    this.#owner ??= presentUser(this.#client);
    if (this.#owner === undefined || deviceSession(this.#client)?.userId !== this.#owner)
      await readSession(this.#client, this.#signal).catch(() => {});
    this.#owner ??= presentUser(this.#client);
    this.#isNoted ||= deviceSession(this.#client) !== undefined;
  }

  /** The queue's user, unless another one is signed in, or they have signed out. */
  async #expectOwner(): Promise<string> {
    if (this.#owner === undefined) await this.#identified;
    const owner = (this.#owner ??= presentUser(this.#client));
    if (owner === undefined) throw new LatchError('unauthenticated', 'It is unknown whose writes these are.');
    const present = deviceSession(this.#client);
    if (present?.userId !== undefined && present.userId !== owner)
      throw new LatchError('wrong_account', 'The queue belongs to another user than the one who is signed in.');
    this.#isNoted ||= present !== undefined;
    if (unfinishedSignOut(this.#client) || (this.#isNoted && present === undefined)) throw signedOut();
    return owner;
  }

  /** A sign-out may have deleted the user's writes while this one was on its way to the disk. */
  async #expectNoSignOut(): Promise<void> {
    await this.#expectOwner();
    // Other tabs see what is in `localStorage` some time later.
    if ((await storedDatabase.read(signOutName(this.#client.baseUrl))) !== undefined) throw signedOut();
  }
}

/**
 * Opens a user's queue of writes that need no key, and starts sending them. Open another one when another user signs in.
 *
 * @throws {TypeError} if `userId` is not a user handle.
 */
export function openBackgroundQueue(options: BackgroundQueueOptions): BackgroundQueue {
  return new BackgroundQueue(options);
}

const signedOut = (): LatchError =>
  new LatchError('unauthenticated', "The queue's user has signed out on this device.");

/**
 * The user of the session that this device had last, unless they have signed out: the one of this page, rather than one
 * that another tab has read since.
 */
function presentUser(client: Client): string | undefined {
  const last = deviceSession(client);
  return last && (pageSession(client) ?? last).userId;
}

/** The writes in the clear, of whichever user signs out. */
const backgroundWrites = (client: Client): LocalData => ({
  name: 'background writes',
  countUnsent: async (userId) => (await readOwnRows(client, userId)).length,
  wipe: async (userId) => {
    const own = await readOwnRows(client, userId);
    if (userId === undefined && own.length > 0)
      throw new LatchError('unsupported', 'The owner of the background writes is unknown.');
    await deleteRows(own.map(({ id }) => id));
  },
});

/** The writes of this user; of all while the user is unknown. */
async function readOwnRows({ baseUrl }: Client, userId: string | undefined): Promise<BackgroundRow[]> {
  const owner = userId === undefined ? undefined : await markOf(userId);
  return (await readRows()).filter((row) => row.baseUrl === baseUrl.href && row.owner === (owner ?? row.owner));
}

/** Sends with the page's adapter. */
const sender: BackgroundSender = {
  async findUser({ baseUrl }) {
    // Writes to a backend that this page may not use are sent by a page that may.
    const client = attempt(() => clientFor(baseUrl));
    const state = client && (await readSession(client));
    return state?.status === 'signed-in' ? state.user?.id : undefined;
  },
  readBackendHeaders: ({ method }) => headersOfBackend(method),
  mayBeStale: () => false,
};

/** What a worker must know of the page's adapter to send a write. It can be queued without. */
async function readForWorker(method: string): Promise<Pick<BackgroundRow, 'backendHeaders' | 'needsPage'>> {
  try {
    const transport = await pageTransport();
    return { backendHeaders: await headersOfBackend(method), needsPage: transport?.translates };
  } catch {
    // The module of the adapter cannot be loaded without a connection.
    return { needsPage: true };
  }
}

/** Has the browser wake the worker when there is a connection, where it can. Otherwise pages send. */
async function wakeWorker(): Promise<void> {
  try {
    const registration = (await navigator.serviceWorker?.getRegistration()) as SyncRegistration | undefined;
    await registration?.sync?.register(backgroundName);
  } catch {
    // The user has turned it off, or there is no active worker.
  }
}
