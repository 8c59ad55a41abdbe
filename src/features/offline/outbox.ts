import { hear, post } from '../../core/broadcast.js';
import { listen } from '../../core/channel.js';
import type { Client } from '../../core/client.js';
import { abortError, LatchError, unlessAborted } from '../../core/errors.js';
import { keep, recall } from '../../core/kept.js';
import { withLock } from '../../core/locks/lock.js';
import { withOptionalLock } from '../../core/locks/optional-lock.js';
import { watchPage } from '../../core/page.js';
import { outboxStore } from '../../core/outbox-store.js';
import { longestWait } from '../../core/retry-after.js';
import { checkWrite, copyChange } from './check-write.js';
import type { Queue } from './queue.js';
import {
  keepWrite,
  readRow,
  type NewWrite,
  type QueuedWrite,
  type SealedChange,
  type SealedStore,
  type Write,
} from './queued-write.js';
import {
  isPassing,
  orderLock,
  replayQueue,
  type ReplayContext,
  type StepOutcome,
  type WhenAnswered,
} from './replay.js';
import type { Sending, ServerAnswer } from './send-write.js';
import { askForTheirs, settleWrite, type Choice } from './settle-write.js';

/**
 * The state of the outbox: `idle`, nothing to send; `replaying`; `unreachable`, it retries automatically; `signed-out`,
 * the user must sign in first; `other-person`, another user is signed in; `stopped`, by a permanent error; `locked`,
 * together with its vault.
 */
export type OutboxStatus = 'idle' | 'replaying' | 'unreachable' | 'signed-out' | 'other-person' | 'stopped' | 'locked';

/** The outbox at one moment. */
export interface OutboxState {
  readonly status: OutboxStatus;
  /** How many writes wait to be sent. */
  readonly waiting: number;
  /** How many were sent since the last time that none was waiting. */
  readonly sent: number;
  /** Those that the server has refused, for the person to decide about; none once the vault is locked. */
  readonly refused: readonly QueuedWrite[];
  /** Why it has stopped. */
  readonly error?: unknown;
}

/** What an outbox reports to its watchers. */
export interface OutboxWatcher {
  onChange(state: OutboxState): void;
  /** One write is dealt with, in this tab. */
  onStep?(write: QueuedWrite, outcome: StepOutcome): void;
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

/** How many writes are stored together. */
const mostTogether = 1000;

/** A write that is being queued. */
interface Arrival {
  write: Write;
  /** Finds the precondition, while nothing else changes the queue. */
  findPrecondition: (() => Promise<Write['precondition']>) | undefined;
  changes: readonly SealedChange[];
  resolve(id: string): void;
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
  #failures = 0;
  #failedAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #arrivals: Arrival[] = [];
  #isStoring = false;
  /** How many messages of this tab are on their way to all tabs. */
  #posted = 0;
  /** Under which name it is kept until when the server has asked to be left alone, for other tabs and the next page. */
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
      signal,
    };
    const look = () => {
      this.#posted = 0;
      void this.#look();
    };
    const hearOf = (changed: unknown) => {
      if (changed !== vault.id) return;
      // What this tab has posted itself comes back to it.
      if (this.#posted > 0) this.#posted -= 1;
      else look();
    };
    hear(channel, hearOf, signal, look);
    listen(() => void this.replay(), signal);
    watchPage((event) => {
      if (event === 'left') return;
      // Browsers report that they are online before they are. The first request after that is often lost, and the next
      // one must not wait as long as the connection was gone.
      if (event === 'online') this.#failures = 0;
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
  async enqueue({ precondition, ...write }: NewWrite, changes: readonly SealedChange[] = []): Promise<string> {
    const { client } = this.#context;
    const check = (found: Write['precondition']) => checkWrite({ ...write, precondition: found }, client);
    const isKnown = typeof precondition !== 'function';
    const arrival = {
      write: check(isKnown ? precondition : undefined),
      findPrecondition: isKnown ? undefined : async () => check(await precondition()).precondition,
      changes: changes.map(copyChange),
    };
    return new Promise((resolve, reject) => {
      this.#arrivals.push({ ...arrival, resolve, reject });
      void this.#storeArrivals();
    });
  }

  /** Stores what arrives while something is stored together: the locks and the disk cost the same for one as for many. */
  async #storeArrivals(): Promise<void> {
    if (this.#isStoring) return;
    this.#isStoring = true;
    while (this.#arrivals.length > 0) {
      const arrivals = this.#arrivals.splice(0, mostTogether);
      try {
        const settled = await this.#inOrder(() => this.#store(arrivals));
        this.#count();
        this.#tellTabs();
        for (const settle of settled) settle();
      } catch (error) {
        for (const { reject } of arrivals) reject(error);
      }
      this.#sendSoon();
    }
    this.#isStoring = false;
  }

  /** @returns The function that resolves or rejects the waiting calls. */
  async #store(arrivals: readonly Arrival[]): Promise<(() => void)[]> {
    const { vault, queue, owner } = this.#context;
    const settled: (() => void)[] = [];
    let storing: Promise<unknown>[] = [];
    let paths = new Set<string>();
    const isStored = async () => {
      await Promise.all(storing);
      storing = [];
      paths = new Set();
    };
    for (const { write, findPrecondition, changes, resolve, reject } of arrivals) {
      let { precondition } = write;
      if (findPrecondition) {
        // It may read what the writes before it change.
        await isStored();
        await queue.refresh();
        try {
          precondition = await findPrecondition();
        } catch (error) {
          settled.push(() => reject(error));
          continue;
        }
      }
      const { path } = write;
      const queued: QueuedWrite = {
        ...write,
        ...(precondition && { precondition }),
        id: queue.placeBehind(storing.length),
        owner,
        key: crypto.randomUUID(),
        queuedAt: Date.now(),
        state: 'waiting',
        isContinuation: precondition !== undefined && (queue.has(path) || paths.has(path)),
      };
      paths.add(path);
      storing.push(
        vault.write([keepWrite(queued), ...changes], { durability: 'strict' }).then(
          () => {
            queue.note(queued);
            settled.push(() => resolve(queued.id));
          },
          (error: unknown) => settled.push(() => reject(error)),
        ),
      );
    }
    await isStored();
    return settled;
  }

  /** All writes that the server has not got, or has refused, in order. */
  async list(): Promise<QueuedWrite[]> {
    const writes = await this.#context.vault.getAll(outboxStore);
    return [...writes.values()].map(readRow).sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  /**
   * Asks the server, as the person the write belongs to, for what it has at the path of a write: to be shown before
   * they decide. Nothing is changed.
   *
   * @throws {LatchError} what {@link settle} throws.
   */
  readTheirs(write: Pick<QueuedWrite, 'path'>): Promise<ServerAnswer> {
    return askForTheirs(this.#context, write);
  }

  /**
   * Applies the user's decision about a refused write. `mine` sends it again; after a conflict, it replaces the
   * server's current version, which is fetched first. `theirs` fetches the server's version and deletes the write and
   * those that build on it, together with the changes of the app's `whenTheirs`. `drop` only deletes it.
   *
   * @throws {LatchError} `network` and others where the server has to be asked and cannot be; `unauthenticated`,
   *   `wrong_account`, `rejected`; `vault_locked`. Nothing is changed then.
   */
  async settle(id: string, choice: Choice): Promise<void> {
    await settleWrite(this.#context, id, choice, (work) => this.#inOrder(work));
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
      const until = recall(this.#quietName);
      const quiet = typeof until === 'number' ? Math.min(until - Date.now(), longestWait) : 0;
      if (quiet > 0) return this.#waitFor(quiet);
      this.#show({ status: 'replaying' });
      // Another tab may be at it: then this one looks afterwards what is left.
      const end = await unlessAborted(signal, () =>
        withOptionalLock(`latchkey.outbox:${vault.id}`, {}, () => replayQueue(this.#context)),
      );
      this.#failures = 0;
      keep(this.#quietName, undefined);
      await this.#look();
      this.#show({ status: end === 'done' ? 'idle' : end });
    } catch (error) {
      if (signal.aborted) return;
      if (!isPassing(error)) return this.#stop(error);
      keep(this.#quietName, error.retryAfter && Date.now() + error.retryAfter);
      this.#waitFor(
        error.retryAfter ?? Math.min(longestPause, shortestPause * 2 ** this.#failures) * (0.5 + Math.random() / 2),
      );
      this.#failures += 1;
      this.#failedAt = performance.now();
    }
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
    this.#failures = 0;
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

  #tellTabs(): void {
    this.#posted += 1;
    post(channel, this.#context.vault.id);
  }

  async #announce(): Promise<void> {
    this.#tellTabs();
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
