import { subscribe, post } from '../base/storage/broadcast.js';
import { listen } from '../base/storage/channel.js';
import type { Client } from '../base/client/client.js';
import { abortError, LatchError, unlessAborted } from '../base/client/errors.js';
import type { ServerAnswer } from '../base/client/exchange.js';
import { writeLocal, readLocal } from '../base/storage/local.js';
import { withLock } from '../base/storage/locks/lock.js';
import { withOptionalLock } from '../base/storage/locks/optional-lock.js';
import { watchPage } from '../base/browser/page.js';
import { Backoff } from '../base/browser/retry.js';
import { outboxStore } from '../vault/outbox-store.js';
import { longestWait } from '../base/client/retry-after.js';
import { checkBatch, checkWrite, copyChange } from './check-write.js';
import type { Queue } from './queue.js';
import {
  keepWrite,
  orderLock,
  readRow,
  type Batch,
  type BatchOptions,
  type NewWrite,
  type QueuedWrite,
  type SealedChange,
  type SealedStore,
  type StreamSource,
  type Write,
} from './queued-write.js';
import { isPassing, replayQueue, type ReplayContext, type StepOutcome, type WhenAnswered } from './replay.js';
import type { Sending } from './send-write.js';
import { explainRefused, type RefusedWrite } from './refusal.js';
import { askForTheirs, settleWrite, type Choice, type SettleOptions } from './settle-write.js';

/**
 * The state of the outbox: `idle`, nothing to send; `replaying`; `unreachable`, it retries automatically; `signed-out`,
 * the user must sign in first; `other-user`, another user is signed in; `stopped`, by a permanent error; `locked`,
 * together with its vault.
 */
export type OutboxStatus = 'idle' | 'replaying' | 'unreachable' | 'signed-out' | 'other-user' | 'stopped' | 'locked';

/** The outbox at one moment. */
export interface OutboxState {
  readonly status: OutboxStatus;
  /** How many writes wait to be sent. */
  readonly waiting: number;
  /** How many were sent since the last time that none was waiting. */
  readonly sent: number;
  /** Those that the server has refused, for the user to decide about; none once the vault is locked. */
  readonly refused: readonly QueuedWrite[];
  /** Why it has stopped. */
  readonly error?: unknown;
}

/** What an outbox reports to its watchers. */
export interface OutboxWatcher {
  onChange(state: OutboxState): void;
  /** One write is dealt with, in this tab. */
  onStep?(write: QueuedWrite, outcome: StepOutcome): void;
  /** So many bytes of all are sent of a resumable upload, in this tab. */
  onProgress?(write: QueuedWrite, sent: number, all: number): void;
}

/** What an outbox works with. */
export interface OutboxOptions {
  vault: SealedStore;
  client: Client;
  owner: string;
  /** What is in it already. */
  queue: Queue;
  sending: Sending;
  whenSent: WhenAnswered;
  whenTheirs: WhenAnswered;
}

/** The channel on which tabs report that a queue has changed, by the id of its vault. */
const channel = 'latchkey.outbox';

/** The longest stream that is sent in one request, in bytes. */
const longestWhole = 67_108_864;

/** How many writes are stored together. */
const mostTogether = 1000;

/** A write that is being queued. */
interface NewRow {
  write: Write;
  /** Finds the precondition, while nothing else changes the queue. */
  findPrecondition: (() => Promise<Write['precondition']>) | undefined;
}

/** Writes that are queued together, or none of them. */
interface PendingWrite {
  rows: readonly NewRow[];
  batch: Batch | undefined;
  changes: readonly SealedChange[];
  resolve(ids: string[]): void;
  reject(reason: unknown): void;
}

/** The first wait after a passing trouble, and the longest, in ms. */
const shortestPause = 1000;
const longestPause = 60_000;

/**
 * Stores writes encrypted until the server has confirmed them, and sends them automatically: in order, when the server
 * responds and their owner is signed in. Created by {@link openOutbox}; works until its vault is locked. The next one
 * continues with the remaining writes.
 */
export class Outbox {
  readonly #context: ReplayContext;
  readonly #watchers = new Set<OutboxWatcher>();
  #state: OutboxState = { status: 'idle', waiting: 0, sent: 0, refused: [] };
  #running: Promise<void> | undefined;
  #isAskedAgain = false;
  readonly #backoff = new Backoff(shortestPause, longestPause);
  #failedAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pendingWrites: PendingWrite[] = [];
  #isStoring = false;
  /** How many messages of this tab are on their way to all tabs. */
  #posted = 0;
  /** Under which name it is kept how long the server has asked to be left alone, for other tabs and the next page. */
  readonly #quietName: string;

  /** Outboxes come from {@link openOutbox}. */
  constructor(options: OutboxOptions) {
    const { vault } = options;
    const signal = vault.locked;
    this.#quietName = `quiet:${vault.id}`;
    this.#context = {
      ...options,
      unsettled: new Map(),
      onStep: (write, outcome) => void this.#noteStep(write, outcome),
      onProgress: (...progress) => this.#watchers.forEach(({ onProgress }) => onProgress?.(...progress)),
      signal,
    };
    const look = () => {
      this.#posted = 0;
      void this.#look();
    };
    const receive = (changed: unknown) => {
      if (changed !== vault.id) return;
      // What this tab has posted itself comes back to it.
      if (this.#posted > 0) this.#posted -= 1;
      else look();
    };
    subscribe(channel, receive, signal, look);
    listen(() => void this.replay(), signal);
    watchPage((event) => {
      if (event === 'left') return;
      // Browsers report that they are online before they are. The first request after that is often lost, and the next
      // one must not wait as long as the connection was gone.
      if (event === 'online') this.#backoff.reset();
      void this.replay();
    }, signal);
    signal.addEventListener('abort', () => {
      clearTimeout(this.#timer);
      this.#context.queue.forget();
      this.#show({ status: 'locked', refused: [] });
    });
    this.#count();
    void this.replay();
  }

  /** The state, as this tab has read it last. */
  get state(): OutboxState {
    return this.#state;
  }

  /**
   * Queues a write, together with the app's own changes in the vault: all of it is stored, or nothing. Resolves with
   * its id when it is stored; it is sent soon, or later.
   *
   * @throws {TypeError} naming what is wrong with the write.
   * @throws {LatchError} `vault_locked`, `storage_full`, `storage_lost`. Errors of a precondition function are passed
   *   on.
   */
  async enqueue(write: NewWrite, changes: readonly SealedChange[] = []): Promise<string> {
    const [id] = await this.#arrive([this.#readNew(write)], undefined, changes);
    return id!;
  }

  /**
   * Queues up to 1,000 writes, together with the app's own changes in the vault: all of it is stored, or nothing.
   * Resolves with their ids, in order. By default each write is sent in a separate request, like those of {@link Outbox.enqueue}.
   *
   * With `inOrder` each is sent only after the server has confirmed the one before it. With `request` all are sent in one
   * request, once all of them can be sent. A write that is refused there, or could not be made yet, is sent alone when it
   * is sent again.
   *
   * @throws {TypeError} naming what is wrong with a write, or with the options.
   * @throws {LatchError} what {@link Outbox.enqueue} throws.
   */
  async enqueueBatch(
    writes: readonly NewWrite[],
    changes: readonly SealedChange[] = [],
    options: BatchOptions = {},
  ): Promise<string[]> {
    const rows = writes.map((write) => this.#readNew(write));
    const checked = checkBatch(
      rows.map(({ write }) => write),
      options,
      this.#context.client,
    );
    const batch = checked.inOrder || checked.request ? { ...checked, id: crypto.randomUUID() } : undefined;
    return this.#arrive(rows, batch, changes);
  }

  #readNew({ precondition, ...write }: NewWrite): NewRow {
    const { client } = this.#context;
    const check = (found: Write['precondition']) => checkWrite({ ...write, precondition: found }, client);
    const isKnown = typeof precondition !== 'function';
    return {
      write: check(isKnown ? precondition : undefined),
      findPrecondition: isKnown ? undefined : async () => check(await precondition()).precondition,
    };
  }

  #arrive(rows: readonly NewRow[], batch: Batch | undefined, changes: readonly SealedChange[]): Promise<string[]> {
    const copies = changes.map(copyChange);
    return new Promise((resolve, reject) => {
      this.#pendingWrites.push({ rows, batch, changes: copies, resolve, reject });
      void this.#storeArrivals();
    });
  }

  /** Stores what arrives while something is stored together: the locks and the disk cost the same for one as for many. */
  async #storeArrivals(): Promise<void> {
    if (this.#isStoring) return;
    this.#isStoring = true;
    while (this.#pendingWrites.length > 0) {
      const pending = this.#pendingWrites.splice(0, mostTogether);
      try {
        const settled = await this.#inOrder(() => this.#store(pending));
        this.#count();
        this.#notifyTabs();
        for (const settle of settled) settle();
      } catch (error) {
        for (const { reject } of pending) reject(error);
      }
      this.#sendSoon();
    }
    this.#isStoring = false;
  }

  /** @returns The function that resolves or rejects the waiting calls. */
  async #store(pending: readonly PendingWrite[]): Promise<(() => void)[]> {
    const { vault, queue, owner } = this.#context;
    const settled: (() => void)[] = [];
    let storing: Promise<unknown>[] = [];
    let count = 0;
    let paths = new Set<string>();
    const isStored = async () => {
      await Promise.all(storing);
      storing = [];
      count = 0;
      paths = new Set();
    };
    const place = (write: Write, batch: Batch | undefined): QueuedWrite => {
      const { path, precondition } = write;
      const queued: QueuedWrite = {
        ...write,
        id: queue.placeBehind(count++),
        owner,
        key: crypto.randomUUID(),
        queuedAt: Date.now(),
        state: 'waiting',
        isContinuation: precondition !== undefined && (queue.has(path) || paths.has(path)),
        ...(batch && { batch }),
      };
      paths.add(path);
      return queued;
    };
    for (const { rows, batch, changes, resolve, reject } of pending) {
      const writes: Write[] = [];
      try {
        for (const { write, findPrecondition } of rows) {
          if (write.stream) await this.#expectStream(write.stream);
          if (findPrecondition) {
            // It may read what the writes before it change.
            await isStored();
            await queue.refresh();
          }
          const precondition = findPrecondition && (await findPrecondition());
          writes.push({ ...write, ...(precondition && { precondition }) });
        }
      } catch (error) {
        settled.push(() => reject(error));
        continue;
      }
      const queued = writes.map((write) => place(write, batch));
      storing.push(
        vault.write([...queued.map(keepWrite), ...changes], { durability: 'strict' }).then(
          () => {
            for (const write of queued) queue.note(write);
            settled.push(() => resolve(queued.map(({ id }) => id)));
          },
          (error: unknown) => settled.push(() => reject(error)),
        ),
      );
    }
    await isStored();
    return settled;
  }

  /**
   * Makes sure that a write can be sent later.
   *
   * @throws {TypeError} if there is no such stream, or it is too long for one request.
   */
  async #expectStream({ store, id, resumable }: StreamSource): Promise<void> {
    const found = await this.#context.vault.getStream?.(store, id);
    if (!found) throw new TypeError('"stream" must name a stream of the vault');
    void found.stream.cancel();
    if (!resumable && found.length > longestWhole)
      throw new TypeError(`"stream" must be resumable if it is longer than ${longestWhole} bytes`);
  }

  /** All writes that the server has not got, or has refused, in order. */
  async list(): Promise<QueuedWrite[]> {
    const writes = await this.#context.vault.getAll(outboxStore);
    return [...writes.values()].map(readRow).sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  /**
   * The writes that the server has refused, as this tab has read them last: with the reason, what helps, and how many
   * others wait behind each. None once the vault is locked.
   */
  listRefused(): RefusedWrite[] {
    const { queue } = this.#context;
    return explainRefused(this.#state.refused, queue.writes);
  }

  /**
   * Asks the server, as the user the write belongs to, for what it has at the path of a write: to be shown before
   * they decide. Nothing is changed.
   *
   * @throws {LatchError} what {@link settle} throws.
   */
  readTheirs(write: Pick<QueuedWrite, 'path'>): Promise<ServerAnswer> {
    return askForTheirs(this.#context, write);
  }

  /**
   * Applies the user's decision about a refused write. `mine` sends it again; after a conflict, it replaces the
   * server's current version, which is fetched first; with a `body` it sends that instead. `theirs` fetches the server's
   * version and deletes the write and those that build on it, together with the changes of the app's `whenTheirs`. `drop`
   * only deletes it. Other writes of an ordered batch continue, unless `withRest` drops them too.
   *
   * @throws {TypeError} naming what is wrong with the options.
   * @throws {LatchError} `network` and others where the server has to be asked and cannot be; `unauthenticated`,
   *   `wrong_account`, `rejected`; `vault_locked`. Nothing is changed then.
   */
  async settle(id: string, choice: Choice, options: SettleOptions = {}): Promise<void> {
    await settleWrite(this.#context, id, choice, options, (work) => this.#inOrder(work));
    await this.#announce();
    void this.replay();
  }

  /**
   * Sends queued writes, if that is possible now. Also happens automatically. Resolves when this tab is done; never
   * rejects.
   */
  replay(): Promise<void> {
    this.#isAskedAgain = true;
    return (this.#running ??= this.#runWhileAsked());
  }

  /** Reports the state of the outbox, now and after every change, until `signal` aborts. */
  watch(watcher: OutboxWatcher, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.#watchers.add(watcher);
    signal.addEventListener('abort', () => this.#watchers.delete(watcher));
    watcher.onChange(this.#state);
  }

  async #runWhileAsked(): Promise<void> {
    clearTimeout(this.#timer);
    const { signal } = this.#context;
    while (this.#isAskedAgain && !signal.aborted) {
      this.#isAskedAgain = false;
      await this.#pass();
    }
    // Not in a callback of the promise: who asks before that ran would not be heard.
    this.#running = undefined;
  }

  async #pass(): Promise<void> {
    const { vault, signal } = this.#context;
    try {
      if (this.#state.waiting === 0) await this.#look();
      if (this.#state.waiting === 0) return this.#show({ status: 'idle' });
      const quiet = this.#readQuiet();
      if (quiet > 0) return this.#waitFor(quiet);
      this.#show({ status: 'replaying' });
      // Another tab may be at it: then this one looks afterwards what is left.
      const end = await unlessAborted(signal, () =>
        withOptionalLock(`latchkey.outbox:${vault.id}`, {}, () => replayQueue(this.#context)),
      );
      this.#backoff.reset();
      writeLocal(this.#quietName, undefined);
      await this.#look();
      this.#show({ status: end === 'done' ? 'idle' : end });
    } catch (error) {
      if (signal.aborted) return;
      if (!isPassing(error)) return this.#stop(error);
      writeLocal(this.#quietName, error.retryAfter && { since: Date.now(), pause: error.retryAfter });
      this.#waitFor(error.retryAfter ?? this.#backoff.next() * (0.5 + Math.random() / 2));
      this.#failedAt = performance.now();
    }
  }

  /** How long the server is still to be left alone, in ms. A note from a clock that was ahead says nothing of that. */
  #readQuiet(): number {
    const { since, pause } = (readLocal(this.#quietName) ?? {}) as { since?: unknown; pause?: unknown };
    const passed = Date.now() - Number(since);
    return passed >= 0 ? Math.min(Number(pause), longestWait) - passed || 0 : 0;
  }

  /** Sends what is new; if the server could not be reached a moment ago, after the shortest pause. */
  #sendSoon(): void {
    const isFresh = performance.now() - this.#failedAt < shortestPause;
    if (this.#state.status === 'unreachable' && isFresh) this.#waitFor(shortestPause);
    else void this.replay();
  }

  #waitFor(pause: number): void {
    this.#show({ status: 'unreachable' });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.replay(), pause);
  }

  #stop(error: unknown): void {
    this.#show({ status: 'stopped', error });
    if (!(error instanceof LatchError)) reportError(error);
  }

  async #noteStep(write: QueuedWrite, outcome: StepOutcome): Promise<void> {
    this.#backoff.reset();
    if (outcome === 'sent') this.#show({ sent: this.#state.sent + 1 });
    for (const { onStep } of this.#watchers) onStep?.(write, outcome);
    await this.#announce();
  }

  /** Changes the queue while no other code changes it. */
  #inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const { vault, queue } = this.#context;
    if (vault.locked.aborted) return Promise.reject(abortError(vault.locked));
    return withLock(orderLock(vault), 'exclusive', async () => {
      await queue.refresh();
      return work();
    });
  }

  #notifyTabs(): void {
    this.#posted += 1;
    post(channel, this.#context.vault.id);
  }

  async #announce(): Promise<void> {
    this.#notifyTabs();
    await this.#look();
  }

  /** Reads the queue. */
  async #look(): Promise<void> {
    const { vault, queue } = this.#context;
    try {
      await queue.refresh();
      this.#count();
    } catch (error) {
      if (!vault.locked.aborted) this.#stop(error);
    }
  }

  #count(): void {
    const { queue, vault } = this.#context;
    if (!vault.locked.aborted) this.#show({ waiting: queue.waiting, refused: queue.listRefused() });
  }

  #show(news: Partial<OutboxState>): void {
    const { error: _over, ...rest } = this.#state;
    this.#state = { ...(news.status ? rest : this.#state), ...news };
    if (this.#state.status === 'idle' && this.#state.waiting > 0) this.#state = { ...this.#state, sent: 0 };
    for (const { onChange } of this.#watchers) onChange(this.#state);
  }
}
