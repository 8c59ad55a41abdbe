import { hear, post } from '../../core/broadcast.js';
import { listen } from '../../core/channel.js';
import type { Client } from '../../core/client.js';
import { abortError, LatchError, unlessAborted } from '../../core/errors.js';
import { keep, recall } from '../../core/kept.js';
import { withLock } from '../../core/locks/lock.js';
import { withOptionalLock } from '../../core/locks/optional-lock.js';
import { watchPage } from '../../core/page.js';
import { longestWait } from '../../core/retry-after.js';
import { checkWrite } from './check-write.js';
import {
  keepWrite,
  nextPlace,
  readQueue,
  type NewWrite,
  type QueuedWrite,
  type SealedChange,
  type SealedStore,
} from './queued-write.js';
import {
  isPassing,
  orderLock,
  replayQueue,
  type ReplayContext,
  type StepOutcome,
  type WhenAnswered,
} from './replay.js';
import type { ServerAnswer } from './send-write.js';
import { askForTheirs, settleWrite, type Choice } from './settle-write.js';

/**
 * What the outbox is at: `idle`, nothing to send; `replaying`; `unreachable`, it tries again by itself; `signed-out`,
 * the person has to sign in first; `other-person`, it is somebody else who is signed in;
 * `stopped`, by an error that does not pass; `locked`, with its vault.
 */
export type OutboxStatus = 'idle' | 'replaying' | 'unreachable' | 'signed-out' | 'other-person' | 'stopped' | 'locked';

/** The outbox as it is at a moment. */
export interface OutboxState {
  readonly status: OutboxStatus;
  /** How many writes wait to be sent. */
  readonly waiting: number;
  /** How many were sent since the last time that none was waiting. */
  readonly sent: number;
  /** Those that the server has refused, for the person to decide about. */
  readonly refused: readonly QueuedWrite[];
  /** Why it has stopped. */
  readonly error?: unknown;
}

/** What is told to who watches an outbox. */
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
  queue: readonly QueuedWrite[];
  whenSent: WhenAnswered;
  whenTheirs: WhenAnswered;
}

/** The channel on which tabs tell each other whose queue has changed: the id of its vault. */
const channel = 'latchkey.outbox';

/** The first wait after a passing trouble, and the longest, in ms. */
const shortestPause = 1000;
const longestPause = 60_000;

/**
 * Keeps writes sealed until the server has them, and sends them by itself: in order, as soon as the server answers and
 * the person they belong to is signed in. Comes from {@link openOutbox}; works until its vault is locked, and
 * goes on with what is left in the next one.
 */
export class Outbox {
  readonly #context: ReplayContext;
  readonly #watchers = new Set<OutboxWatcher>();
  #state: OutboxState = { status: 'idle', waiting: 0, sent: 0, refused: [] };
  #running: Promise<void> | undefined;
  #isAskedAgain = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Under which name it is kept until when the server has asked to be left alone, for other tabs and the next page. */
  readonly #quietName: string;

  /** Outboxes come from {@link openOutbox}. */
  constructor(options: OutboxOptions) {
    const { vault } = options;
    const signal = vault.locked;
    this.#quietName = `quiet:${vault.id}`;
    this.#context = {
      ...options,
      onStep: (write, outcome) => void this.#noteStep(write, outcome),
      signal,
    };
    const look = () => void this.#look();
    hear(channel, (changed) => changed === vault.id && look(), signal, look);
    listen(() => void this.replay(), signal);
    watchPage((event) => {
      if (event === 'left') return;
      // Browsers say that they are online before they are: the first request after that is often lost, and the next
      // one must not wait as long as the connection was gone.
      if (event === 'online') this.#failures = 0;
      void this.replay();
    }, signal);
    signal.addEventListener('abort', () => {
      clearTimeout(this.#timer);
      this.#show({ status: 'locked' });
    });
    this.#count(options.queue);
    void this.replay();
  }

  /** As it is, as far as this tab has looked. */
  get state(): OutboxState {
    return this.#state;
  }

  /**
   * Keeps a write, together with what the app changes in the vault because of it: all of it is stored, or nothing.
   * Resolves with its id when that is done; it is sent later, or soon.
   *
   * @throws {TypeError} naming what is wrong with the write.
   * @throws {LatchError} `vault_locked`, `storage_full`, `storage_lost`. What a function in the place of the
   *   precondition throws is passed on.
   */
  async enqueue({ precondition, ...write }: NewWrite, changes: readonly SealedChange[] = []): Promise<string> {
    const { vault, client, owner } = this.#context;
    const isKnown = typeof precondition !== 'function';
    const known = checkWrite({ ...write, precondition: isKnown ? precondition : undefined }, client);
    const id = await this.#inOrder(async (queue) => {
      const checked = isKnown ? known : checkWrite({ ...known, precondition: await precondition() }, client);
      const isContinuation = checked.precondition !== undefined && queue.some(({ path }) => path === checked.path);
      const queued: QueuedWrite = {
        ...checked,
        id: nextPlace(queue),
        owner,
        key: crypto.randomUUID(),
        queuedAt: Date.now(),
        state: 'waiting',
        isContinuation,
      };
      await vault.write([keepWrite(queued), ...changes]);
      return queued.id;
    });
    await this.#announce();
    void this.replay();
    return id;
  }

  /** All writes that the server has not got, or has refused, in order. */
  list(): Promise<QueuedWrite[]> {
    return readQueue(this.#context.vault);
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
   * Does what the person has decided about a write that was refused. `mine` sends it again; after a conflict, over what
   * the server has by now, which is asked for. `theirs` asks for what the server has, and forgets the write and
   * those that build on it, together with what the app's `whenTheirs` changes in the vault. `drop` only forgets it.
   *
   * @throws {LatchError} `network` and others where the server has to be asked and cannot be; `unauthenticated`,
   *   `wrong_account`, `rejected`; `vault_locked`. Nothing is changed then.
   */
  async settle(id: string, choice: Choice): Promise<void> {
    await settleWrite(this.#context, id, choice, (work) => this.#inOrder(work));
    await this.#announce();
    void this.replay();
  }

  /** Sends what waits, if that is possible now. Happens by itself; resolves when this tab is through, never rejects. */
  replay(): Promise<void> {
    this.#isAskedAgain = true;
    return (this.#running ??= this.#runWhileAsked());
  }

  /** Tells what the outbox is at, now and with every change, until `signal` aborts. */
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
      await this.#look();
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
    }
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

  /** Changes the queue as nobody else does at the moment. */
  #inOrder<Result>(work: (queue: QueuedWrite[]) => Promise<Result>): Promise<Result> {
    const { vault } = this.#context;
    if (vault.locked.aborted) return Promise.reject(abortError(vault.locked));
    return withLock(orderLock(vault), 'exclusive', async () => work(await readQueue(vault)));
  }

  async #announce(): Promise<void> {
    post(channel, this.#context.vault.id);
    await this.#look();
  }

  /** Looks at the queue as it is now. */
  async #look(): Promise<void> {
    const { vault } = this.#context;
    try {
      this.#count(await readQueue(vault));
    } catch (error) {
      if (!vault.locked.aborted) this.#stop(error);
    }
  }

  #count(queue: readonly QueuedWrite[]): void {
    const refused = queue.filter(({ state }) => state !== 'waiting');
    this.#show({ waiting: queue.length - refused.length, refused });
  }

  #show(news: Partial<OutboxState>): void {
    const { error: _over, ...rest } = this.#state;
    this.#state = { ...(news.status ? rest : this.#state), ...news };
    if (this.#state.status === 'idle' && this.#state.waiting > 0) this.#state = { ...this.#state, sent: 0 };
    for (const { onChange } of this.#watchers) onChange(this.#state);
  }
}
