import { fromBase64Url, toBase64Url } from '../base/bytes.js';
import { isBytes } from '../base/json-value.js';
import { outboxStore } from '../vault/outbox-store.js';

/** One change of a sealed store: a record with a new value, or one to be deleted. */
export type SealedChange = { store: string; id: string; value: unknown } | { store: string; id: string; delete: true };

/** Names and values of headers. */
export type RequestHeaders = Readonly<Record<string, string>>;

/** The changes in a store since an earlier reading. */
export interface SealedStoreChanges {
  /** For the next reading. */
  readonly mark: unknown;
  /** Whether `changed` has all values, so that everything else known before is gone. */
  readonly isWhole: boolean;
  /** By their ids; undefined for those that are gone. */
  readonly changed: ReadonlyMap<string, unknown>;
}

/** What the outbox needs of an unlocked vault; that of `latchkey/vault` is one. */
export interface SealedStore {
  /** The name of the vault; random. */
  readonly id: string;
  /** Aborts when the vault is locked. */
  readonly locked: AbortSignal;
  /** Whether it was made for the user with this user handle. A store that does not say is taken for theirs. */
  belongsTo?(userHandle: string): Promise<boolean>;
  get(store: string, id: string): Promise<unknown>;
  getAll(store: string): Promise<Map<string, unknown>>;
  /** Reads a stream and its length; undefined if there is none. Needed for writes with a stream. */
  getStream?(
    store: string,
    id: string,
  ): Promise<{ length: number; stream: ReadableStream<Uint8Array<ArrayBuffer>> } | undefined>;
  /**
   * Reads the changes in a store since the reading that returned `since`. Without it the whole queue is read and
   * decrypted for each write.
   */
  getChanges?(store: string, since?: unknown): Promise<SealedStoreChanges>;
  /** Makes all of the changes or none. With `strict`, resolves when they are on the disk. */
  write(changes: readonly SealedChange[], options?: { durability?: 'strict' }): Promise<void>;
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
  /** Sent as JSON; bytes are sent unchanged, by default as `application/octet-stream`. */
  body?: unknown;
  /** In place of `body`: a stream of the vault, which is sent as `application/octet-stream`. */
  stream?: StreamSource;
  /** More headers, such as another `Content-Type`. None of those that the outbox sets itself. */
  headers?: RequestHeaders;
  precondition?: Precondition | undefined;
  /** What it is about, in words that the user knows. Shown if there is something to decide. */
  subject?: string;
}

/** The stream of a vault that is the content of a write. */
export interface StreamSource {
  readonly store: string;
  readonly id: string;
  /**
   * Sends it in pieces, so that it continues where it was interrupted, by the draft "Resumable Uploads for HTTP", which
   * the server has to support. Otherwise it is sent in one request, and all of it is in memory meanwhile.
   */
  readonly resumable?: boolean;
}

/** How the writes of a batch are sent. */
export interface BatchOptions {
  /**
   * Sends each write only after the server has confirmed the one before it, also to different paths. The rest waits
   * behind a refused one.
   */
  inOrder?: boolean;
  /** Sends all of them in one request, to a path that accepts batches. */
  request?: BatchRequest;
}

/** The request that a batch is sent in. */
export interface BatchRequest {
  /** Where it is sent by POST, relative to the backend; on its origin. */
  path: string;
  /** More headers of the request. None of those that the outbox sets itself. */
  headers?: RequestHeaders;
}

/** What the writes of a batch have in common until they are sent, or refused. */
export interface Batch extends BatchOptions {
  /** Random; the `Idempotency-Key` of the request. */
  readonly id: string;
}

/**
 * A write as an app passes it in. Its precondition may be a function, which is called while nothing else changes the
 * queue. So a version that the app stores in `whenSent` is never outdated by a write that the server confirms at that
 * moment, in this tab or another.
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
  /** Identifies the write to the server when it is sent again, in the header `Idempotency-Key`. */
  readonly key: string;
  /** Epoch milliseconds. */
  readonly queuedAt: number;
  /**
   * Whether an earlier write to the same path was in the queue: the precondition is then what that one leaves behind.
   */
  readonly isContinuation: boolean;
  /**
   * `conflict`: the server has another version by now. `failed`: it has permanently refused the write. Both wait for a
   * decision.
   */
  readonly state: 'waiting' | 'conflict' | 'failed';
  /** The status that it was refused with. */
  readonly refusal?: number | undefined;
  /** The JSON of the response that refused it, unless that was longer than 4,096 characters. */
  readonly response?: unknown;
  /** The path of its upload, once the server has begun one. */
  readonly upload?: string | undefined;
  /** The batch that it is sent with. */
  readonly batch?: Batch | undefined;
}

/**
 * The name of the lock under which the queue of a vault is changed: two tabs that change it at once must not number two
 * writes alike, or miss what one of them has left behind.
 */
export const orderLock = ({ id }: SealedStore): string => `latchkey.outbox.order:${id}`;

/** The change of the vault that keeps a write. */
export const keepWrite = (write: QueuedWrite): SealedChange => ({
  store: outboxStore,
  id: write.id,
  value: writeRow(write),
});

/** A write as it is stored. JSON has no bytes. */
type WriteRow = QueuedWrite & { bytes?: string };

function writeRow(write: QueuedWrite): WriteRow {
  if (!isBytes(write.body)) return write;
  const { body, ...rest } = write;
  return { ...rest, bytes: toBase64Url(body) };
}

/** Reads a write from what is stored of it. */
export function readRow(row: unknown): QueuedWrite {
  const { bytes, ...write } = row as WriteRow;
  return bytes === undefined ? write : { ...write, body: fromBase64Url(bytes) };
}

/** The change of the vault that forgets it. */
export const forgetWrite = ({ id }: QueuedWrite): SealedChange => ({ store: outboxStore, id, delete: true });
