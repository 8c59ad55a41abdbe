import { outboxStore } from '../vault/outbox-store.js';
import { readRow, type QueuedWrite, type SealedStore, type SealedStoreChanges } from './queued-write.js';

/**
 * The queue of a vault, as this tab has read it last, in order. Only changes since then are read and decrypted, so that
 * a write costs the same behind ten thousand others. Queued writes are held in memory without their bodies.
 */
export class Queue {
  readonly #vault: SealedStore;
  #writes = new Map<string, QueuedWrite>();
  #idsByPath = new Map<string, Set<string>>();
  readonly #refused = new Map<string, QueuedWrite>();
  /** Those in order, as long as they are the same. */
  #refusedInOrder: QueuedWrite[] | undefined = [];
  #last: string | undefined;
  #mark: unknown;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(vault: SealedStore) {
    this.#vault = vault;
  }

  /** All writes, in the order in which they were queued. */
  get writes(): Iterable<QueuedWrite> {
    return this.#writes.values();
  }

  /** How many wait to be sent. */
  get waiting(): number {
    return this.#writes.size - this.#refused.size;
  }

  /** Returns those that the server has refused, in order, with their bodies. */
  listRefused(): readonly QueuedWrite[] {
    return (this.#refusedInOrder ??= [...this.#refused.values()].sort(byPlace));
  }

  get(id: string): QueuedWrite | undefined {
    return this.#writes.get(id);
  }

  /** The place behind the last write, `ahead` places further. */
  placeBehind(ahead: number): string {
    return `${Number(this.#last ?? 0) + 1 + ahead}`.padStart(16, '0');
  }

  /** Whether a write to this path is in the queue. */
  has(path: string): boolean {
    return this.#idsByPath.has(path);
  }

  /**
   * The writes to the same path that come right behind this one and build on it, in order: up to one that builds on
   * nothing, and without those that are `gone`.
   */
  *continuationsOf({ id, path }: Pick<QueuedWrite, 'id' | 'path'>, gone?: ReadonlySet<string>): Generator<QueuedWrite> {
    for (const other of this.#idsByPath.get(path) ?? []) {
      if (other <= id || gone?.has(other)) continue;
      const write = this.#writes.get(other)!;
      if (!write.isContinuation) return;
      yield write;
    }
  }

  /** The writes of the same ordered batch that come later, in order. */
  restOf({ id, batch }: Pick<QueuedWrite, 'id' | 'batch'>): QueuedWrite[] {
    if (!batch?.inOrder) return [];
    return [...this.#writes.values()].filter((other) => other.id > id && other.batch?.id === batch.id);
  }

  /** Reads a write from the vault, body and all. */
  async read(id: string): Promise<QueuedWrite | undefined> {
    const row = await this.#vault.get(outboxStore, id);
    return row === undefined ? undefined : readRow(row);
  }

  /** Reads the next write to the same path, if it builds on this one. */
  async readContinuation(write: Pick<QueuedWrite, 'id' | 'path'>): Promise<QueuedWrite | undefined> {
    const [next] = this.continuationsOf(write);
    return next && this.read(next.id);
  }

  /** Reads what this tab or another has changed. Calls that come before a reading begins share it. */
  refresh(): Promise<void> {
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      return this.#read();
    });
    this.#running = this.#next.catch(() => {});
    return this.#next;
  }

  /** Notes a write that this tab has just added, before the next reading finds it. */
  note(write: QueuedWrite): void {
    this.#put(write);
  }

  /** Forgets everything that was read from the vault, which is locked. */
  forget(): void {
    this.#writes.clear();
    this.#idsByPath.clear();
    this.#refused.clear();
    this.#refusedInOrder = [];
  }

  async #read(): Promise<void> {
    const { mark, isWhole, changed } = await readChanges(this.#vault, this.#mark);
    if (isWhole) for (const id of this.#writes.keys()) this.#drop(id);
    const before = this.#last ?? '';
    let isInOrder = true;
    for (const [id, write] of [...changed].sort(([one], [other]) => (one < other ? -1 : 1))) {
      if (write === undefined) this.#drop(id);
      else {
        isInOrder &&= id > before || this.#writes.has(id);
        this.#put(readRow(write));
      }
    }
    if (!isInOrder) this.#sort();
    this.#mark = mark;
  }

  #put(write: QueuedWrite): void {
    const { id, path, state } = write;
    const { body: _left, ...rest } = write;
    if (this.#writes.get(id)?.path !== path) this.#drop(id);
    this.#writes.set(id, state === 'waiting' ? rest : write);
    this.#idsByPath.set(path, (this.#idsByPath.get(path) ?? new Set()).add(id));
    if (state !== 'waiting') this.#refused.set(id, write);
    if (state !== 'waiting' || this.#refused.delete(id)) this.#refusedInOrder = undefined;
    if (id > (this.#last ?? '')) this.#last = id;
  }

  #drop(id: string): void {
    const write = this.#writes.get(id);
    if (!write) return;
    this.#writes.delete(id);
    if (this.#refused.delete(id)) this.#refusedInOrder = undefined;
    const ids = this.#idsByPath.get(write.path)!;
    ids.delete(id);
    if (ids.size === 0) this.#idsByPath.delete(write.path);
    if (id !== this.#last) return;
    this.#last = undefined;
    for (const other of this.#writes.keys()) if (other > (this.#last ?? '')) this.#last = other;
  }

  /** Places are given again once those behind them are free, and another tab may have done so. */
  #sort(): void {
    const writes = [...this.#writes.values()].sort(byPlace);
    this.#writes = new Map(writes.map((write) => [write.id, write]));
    this.#idsByPath = new Map();
    for (const { id, path } of writes) this.#idsByPath.set(path, (this.#idsByPath.get(path) ?? new Set()).add(id));
  }
}

const byPlace = (one: QueuedWrite, other: QueuedWrite): number => (one.id < other.id ? -1 : 1);

async function readChanges(vault: SealedStore, since: unknown): Promise<SealedStoreChanges> {
  if (vault.getChanges) return vault.getChanges(outboxStore, since);
  return { mark: undefined, isWhole: true, changed: await vault.getAll(outboxStore) };
}
