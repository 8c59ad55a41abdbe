import {
  backgroundName,
  addRow,
  deleteRows,
  markOf,
  putRow,
  readRows,
  type BackgroundRow,
} from '../../core/background/rows.js';
import { sendBackground } from '../../core/background/send.js';
import { registerBelonging } from '../../core/belongings.js';
import { hear, post } from '../../core/broadcast.js';
import { listen } from '../../core/channel.js';
import type { Client } from '../../core/client.js';
import { LatchError } from '../../core/errors.js';
import { isBytes } from '../../core/json-value.js';
import { lastSession } from '../../core/known-session.js';
import { watchPage } from '../../core/page.js';
import { checkWrite } from './check-write.js';
import type { Write } from './queued-write.js';
import { writePrecondition } from './send-write.js';

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
  /** The status that it was refused with; it waits for a decision then. */
  readonly refusal?: number | undefined;
}

/** What a queue works with. */
export interface BackgroundQueueOptions {
  client: Client;
  /** Ends the queue in this page. A worker continues to send what is in it. */
  signal: AbortSignal;
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
 * worker sends them, after all pages are closed too; in others a page does. Created by {@link openBackgroundQueue}.
 */
export class BackgroundQueue {
  readonly #client: Client;
  readonly #signal: AbortSignal;
  #pause = shortestPause;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Queues come from {@link openBackgroundQueue}. */
  constructor({ client, signal, onChange = () => {} }: BackgroundQueueOptions) {
    this.#client = client;
    this.#signal = signal;
    const takeBack = registerBelonging(
      {
        name: 'background writes',
        countUnsent: async (person) => (await this.#own(person)).length,
        wipe: async (person) => {
          const own = await this.#own(person);
          if (person === undefined && own.length > 0)
            throw new LatchError('unsupported', 'The owner of the background writes is unknown.');
          await deleteRows(own.map(({ id }) => id));
        },
      },
      client,
    );
    signal.addEventListener('abort', () => {
      clearTimeout(this.#timer);
      takeBack();
    });
    hear(backgroundName, onChange, signal, onChange);
    listen(() => void this.send(), signal);
    watchPage((event) => {
      if (event === 'left') return;
      if (event === 'online') this.#pause = shortestPause;
      void this.send();
    }, signal);
    void this.send();
  }

  /**
   * Queues a write of the user who is signed in, or was last. Resolves with its id when it is on the disk; it is sent
   * soon, or later.
   *
   * @throws {TypeError} naming what is wrong with the write.
   * @throws {LatchError} `unauthenticated` if this device has never had a session with a `user.id`; `storage_full` or
   *   `storage_lost` if the browser cannot store it.
   */
  async enqueue(write: BackgroundWrite): Promise<number> {
    if ('stream' in write) throw new TypeError('"stream" needs the vault');
    const { method, path, body, headers = {}, precondition, subject } = checkWrite(write, this.#client);
    const person = lastSession(this.#client)?.person;
    if (person === undefined) throw new LatchError('unauthenticated', 'It is unknown whose write this is.');
    const isBinary = isBytes(body);
    const type = isBinary ? 'application/octet-stream' : 'application/json';
    const id = await stored(
      addRow({
        baseUrl: this.#client.baseUrl.href,
        owner: await markOf(person),
        method,
        path,
        headers: {
          ...(body !== undefined && { 'content-type': type }),
          ...headers,
          ...writePrecondition(precondition),
        },
        ...(body !== undefined && { body: isBinary ? new Uint8Array(body) : JSON.stringify(body) }),
        key: crypto.randomUUID(),
        queuedAt: Date.now(),
        subject,
      }),
    );
    post(backgroundName, 'queued');
    await wakeWorker();
    void this.send();
    return id;
  }

  /** The present user's writes that are not sent, or were refused, in order. */
  async list(): Promise<WaitingWrite[]> {
    const person = lastSession(this.#client)?.person;
    const rows = person === undefined ? [] : await stored(this.#own(person));
    return rows.map(({ id, method, path, subject, queuedAt, refusal }) => ({
      id,
      method,
      path,
      subject,
      queuedAt,
      refusal,
    }));
  }

  /** Sends a refused write `again`, with the same key, or drops a write. One that is gone is left alone. */
  async settle(id: number, choice: 'again' | 'drop'): Promise<void> {
    const row = (await stored(readRows())).find((one) => one.id === id);
    if (!row) return;
    const { refusal: _over, ...waiting } = row;
    await stored(choice === 'drop' ? deleteRows([id]) : putRow(waiting));
    post(backgroundName, 'settled');
    void this.send();
  }

  /** Sends what can be sent now, from this page. Also happens automatically. Never rejects. */
  async send(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      await sendBackground();
      this.#pause = shortestPause;
    } catch (error) {
      if (this.#signal.aborted) return;
      const wait = (error instanceof LatchError && error.retryAfter) || this.#pause;
      this.#timer = setTimeout(() => void this.send(), wait);
      this.#pause = Math.min(2 * this.#pause, longestPause);
    }
  }

  /** The writes of this user; of all while the user is unknown. */
  async #own(person: string | undefined): Promise<BackgroundRow[]> {
    const owner = person === undefined ? undefined : await markOf(person);
    const { href } = this.#client.baseUrl;
    return (await readRows()).filter((row) => row.baseUrl === href && row.owner === (owner ?? row.owner));
  }
}

/** Opens the queue of writes that need no key, and starts sending them. */
export function openBackgroundQueue(options: BackgroundQueueOptions): BackgroundQueue {
  return new BackgroundQueue(options);
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

async function stored<Value>(access: Promise<Value>): Promise<Value> {
  try {
    return await access;
  } catch (cause) {
    const isFull = (cause as DOMException).name === 'QuotaExceededError';
    throw new LatchError(isFull ? 'storage_full' : 'storage_lost', 'The browser does not store the write.', { cause });
  }
}
