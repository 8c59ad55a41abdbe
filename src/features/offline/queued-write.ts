import { outboxStore } from '../../core/outbox-store.js';

/** One change of a sealed store: a record with a new value, or one to be deleted. */
export type SealedChange = { store: string; id: string; value: unknown } | { store: string; id: string; delete: true };

/** What the outbox needs of an unlocked vault; that of `latchkey/vault` is one. */
export interface SealedStore {
  /** The name of the vault; random. */
  readonly id: string;
  /** Aborts when the vault is locked. */
  readonly locked: AbortSignal;
  /** Whether it was made for the person with this user handle. A store that does not say is taken for theirs. */
  belongsTo?(userHandle: string): Promise<boolean>;
  get(store: string, id: string): Promise<unknown>;
  getAll(store: string): Promise<Map<string, unknown>>;
  /** Makes all of the changes or none. */
  write(changes: readonly SealedChange[]): Promise<void>;
}

/**
 * What the server's copy has to be for a write to happen: not there yet, or there in the version with this entity tag.
 */
export type Precondition = 'absent' | { readonly etag: string };

/** A write as an app wants it made. */
export interface Write {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Where, relative to the backend; on its origin. Writes to one path are made one after the other. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  precondition?: Precondition | undefined;
  /** What it is about, in words that the person knows. Shown if there is something to decide. */
  subject?: string;
}

/**
 * A write as an app hands it over. Its precondition may be a function, which is called while nothing else changes the
 * queue: the version that an app keeps in `whenSent` is then not the one before a write of its own that is
 * confirmed at this very moment, in this tab or another.
 */
export interface NewWrite extends Omit<Write, 'precondition'> {
  precondition?: Precondition | (() => Precondition | undefined | Promise<Precondition | undefined>) | undefined;
}

/** A write that the server has not got yet, or has refused. */
export interface QueuedWrite extends Write {
  /** Its place in the order. */
  readonly id: string;
  /** The user handle of whose write it is. */
  readonly owner: string;
  /** What the server tells by that it has got the write before, in the header `Idempotency-Key`. */
  readonly key: string;
  /** Epoch milliseconds. */
  readonly queuedAt: number;
  /**
   * Whether an earlier write to the same path was in the queue: the precondition is then what that one leaves behind.
   */
  readonly isContinuation: boolean;
  /**
   * `conflict`: the server has another version by now. `failed`: it has refused the write for good. Both wait for a
   * decision.
   */
  readonly state: 'waiting' | 'conflict' | 'failed';
  /** The status that it was refused with. */
  readonly refusal?: number | undefined;
}

/** In the order in which they were queued. */
export async function readQueue(vault: SealedStore): Promise<QueuedWrite[]> {
  const records = await vault.getAll(outboxStore);
  return ([...records.values()] as QueuedWrite[]).sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** The change of the vault that keeps a write. */
export const keepWrite = (write: QueuedWrite): SealedChange => ({ store: outboxStore, id: write.id, value: write });

/** The change of the vault that forgets it. */
export const forgetWrite = ({ id }: QueuedWrite): SealedChange => ({ store: outboxStore, id, delete: true });

/** The next place in the order. */
export function nextPlace(queue: readonly QueuedWrite[]): string {
  return `${Number(queue.at(-1)?.id ?? 0) + 1}`.padStart(16, '0');
}

/** The write that comes next to the same path; the one that builds on this one. */
export function findContinuation(
  queue: readonly QueuedWrite[],
  { id, path }: Pick<QueuedWrite, 'id' | 'path'>,
): QueuedWrite | undefined {
  return queue.find((other) => other.path === path && other.id > id && other.isContinuation);
}
