import { LatchError } from '../base/client/errors.js';
import { addRecoveryCode, addSlot, proveSlot, removeSlot, type AskPasskey } from './keys.js';
import { nameOf } from './key-record.js';
import { openStream, writeStream } from './large-values.js';
import { checkStreamLength, readHeader } from './streams.js';
import { rotateKey } from './rotate.js';
import type { Opened } from './opened.js';
import { areEqual } from './parts.js';
import type { PrivateNames } from './private-names.js';
import { listPrivately, nameChange, readChangesPrivately, readPrivately } from './private-records.js';
import { SealedRecords, type Mark, type RecordChange } from './sealed-records.js';
import { beginSlots, hashHandle, type EmptySlot, type VaultPasskey, type VaultScope } from './slots.js';
import type { VaultDatabase } from './storage.js';
import { listenToTabs, notifyTabs, type LockReason } from './tabs.js';
import { watchStore } from './watch.js';
import { WriteQueue } from './write-queue.js';
import { checkName, decodeValue, encodeValue, type VaultValue } from './values.js';

/** One change of a vault: a record with a new value, or one to be deleted. */
export type VaultChange =
  { store: string; id: string; value: VaultValue } | { store: string; id: string; delete: true };

/** One way to open a vault, for a list of them. */
export interface VaultKey {
  kind: 'passkey' | 'code';
  /** Base64url; a random name for a recovery code. */
  credentialId: string;
  /** Epoch milliseconds. */
  createdAt: number;
  /** Whether the passkey is synced. */
  backedUp: boolean;
}

/** How far a vault has come. A server that keeps it notices a device that comes with an older copy of everything. */
export interface VaultPin {
  /** Base64url. */
  vaultId: string;
  generation: number;
  change: number;
}

/** The changes in a store since an earlier reading. */
export interface StoreChanges {
  /** How far the vault had come, for the next reading. */
  readonly mark: unknown;
  /** Whether `changed` has all values of the store. Everything else that was known of it is gone then. */
  readonly isWhole: boolean;
  /** By their ids; undefined for those that are gone, and for streams. */
  readonly changed: ReadonlyMap<string, VaultValue>;
}

/** Which values of a store are read. */
export interface ReadOptions {
  /** Only those whose ids begin with this. Defaults to all. */
  prefix?: string | undefined;
}

/** How values are written. */
export interface WriteOptions {
  /**
   * `strict` waits until the data is on the disk, so that it survives a power cut. Defaults to `relaxed`, which waits
   * until the operating system has it, so that it survives the browser being killed.
   */
  durability?: 'strict' | 'relaxed' | undefined;
}

/** How a stream is stored. */
export interface SetStreamOptions {
  signal?: AbortSignal;
  /** Gets the number of stored bytes. */
  onProgress?: (bytes: number) => void;
}

/** How a vault is locked. */
export interface LockOptions {
  /** Whether other tabs keep theirs. */
  onlyHere?: boolean;
  /** What {@link Vault.lockReason} says from then on; `asked` by default. */
  reason?: LockReason;
}

/** How the key is replaced. */
export interface RotateOptions {
  ask: AskPasskey;
  /**
   * One of the passkeys can no longer be trusted, or one that was removed: an attacker with it and copies of the disk
   * cannot read what is written from now on. All passkeys except the one in use must be added again, and the recovery code too.
   */
  compromised?: boolean;
  /** Gets the number of records that are encrypted again so far, and their total. */
  onProgress?: (done: number, all: number) => void;
}

/**
 * An unlocked vault, until {@link Vault.lock}. Values are bytes or JSON values. The names of their stores and their ids
 * identify them and are encrypted only in a private vault. Every method that reads or writes rejects with `vault_locked` once it is locked,
 * with `vault_damaged` if something other than the vault has changed the stored data, and with `storage_full`,
 * `storage_lost` or `timed_out` if the browser fails.
 */
export class Vault {
  readonly #database: VaultDatabase;
  readonly #scope: VaultScope;
  readonly #records: SealedRecords;
  readonly #locking = new AbortController();
  readonly #queue: WriteQueue;
  /** Only of a private vault. */
  #names: PrivateNames | undefined;
  #naming: Promise<unknown> = Promise.resolve();
  #lockReason: LockReason | undefined;

  /** Vaults come from {@link createVault} and {@link unlockVault}. */
  constructor(database: VaultDatabase, scope: VaultScope, opened: Opened, names?: PrivateNames) {
    this.#names = names;
    this.#database = database;
    this.#scope = scope;
    this.#records = new SealedRecords(database, scope, opened, (reason) => this.lock({ onlyHere: true, reason }));
    this.#queue = new WriteQueue((changes, durability) => this.#records.write(changes, { durability }));
    listenToTabs(
      ({ type, vault, reason }) => type === 'lock' && vault === this.id && this.lock({ onlyHere: true, reason }),
      this.locked,
    );
  }

  /** The name that it is stored under; random, base64url. */
  get id(): string {
    return nameOf(this.#scope);
  }

  /** Aborts when the vault is locked. */
  get locked(): AbortSignal {
    return this.#locking.signal;
  }

  /** Why it was locked; undefined while it is not. */
  get lockReason(): LockReason | undefined {
    return this.#lockReason;
  }

  /**
   * Whether it is the vault of the user with this user handle, base64url: several people may have one on the same
   * device, and an app may find one that another of its pages has made.
   *
   * @throws {TypeError} if that is no base64url.
   */
  async belongsTo(userHandle: string): Promise<boolean> {
    return areEqual(await hashHandle(userHandle), this.#scope.userHandleHash);
  }

  /**
   * Discards all keys, in all tabs, or `onlyHere`. Nothing can be read or written until the vault is unlocked again,
   * which returns another object. Locking a locked vault does nothing.
   */
  lock({ onlyHere = false, reason = 'asked' }: LockOptions = {}): void {
    if (this.#locking.signal.aborted) return;
    this.#lockReason = reason;
    if (!onlyHere) notifyTabs({ type: 'lock', vault: this.id, reason });
    this.#records.close();
    this.#names = undefined;
    this.#locking.abort(new LatchError('vault_locked', 'The vault is locked.'));
    this.#database.close();
  }

  /**
   * Reads a value; undefined if there is none.
   *
   * @throws {TypeError} if it is a stream.
   */
  async get(store: string, id: string): Promise<VaultValue> {
    checkPlace(store, id);
    const content = await this.#records.read(...(await this.#find(store, id)));
    if (content?.format === 'stream') throw new TypeError(`"${id}" is a stream`);
    return content && decodeValue(content.format, content.plaintext);
  }

  /** Reads all values of a store, or those with a prefix, by their ids in order. Streams are left out. */
  async getAll(store: string, { prefix }: ReadOptions = {}): Promise<Map<string, VaultValue>> {
    checkName('store', store);
    checkPrefix(prefix);
    const values = new Map<string, VaultValue>();
    const contents = this.#names
      ? (await readPrivately(this.#names, this.#records, store)).filter(([id]) => id.startsWith(prefix ?? ''))
      : await this.#records.readAll(store, prefix);
    for (const [id, { format, plaintext }] of contents)
      if (format !== 'stream') values.set(id, decodeValue(format, plaintext));
    return values;
  }

  /**
   * Reads the values of a store that have changed since an earlier reading, whose `mark` is `since`; without one, and
   * after the key was replaced, all. Takes as long as there is to read, however large the store is.
   */
  async getChanges(store: string, since?: unknown): Promise<StoreChanges> {
    checkName('store', store);
    const known = since as Mark | undefined;
    const { mark, isWhole, changed } = this.#names
      ? await readChangesPrivately(this.#names, this.#records, store, known)
      : await this.#records.readChanges(store, known);
    const values = new Map<string, VaultValue>();
    for (const [id, content] of changed)
      values.set(
        id,
        content && content.format !== 'stream' ? decodeValue(content.format, content.plaintext) : undefined,
      );
    return { mark, isWhole, changed: values };
  }

  /** The ids of a store, or those with a prefix, streams included, in order. */
  async list(store: string, { prefix }: ReadOptions = {}): Promise<string[]> {
    checkName('store', store);
    checkPrefix(prefix);
    return this.#names
      ? (await listPrivately(this.#names, this.#records, store)).filter((id) => id.startsWith(prefix ?? ''))
      : this.#records.list(store, prefix);
  }

  /**
   * Reads a store now and after each change of it, in any tab: first all values, then those that have changed. All come
   * again after the key was replaced. Changes during a turn of the loop come together in the next one. Ends when the vault
   * is locked, or `signal` aborts.
   */
  watch(store: string, { signal }: { signal?: AbortSignal } = {}): AsyncIterable<StoreChanges> {
    checkName('store', store);
    return watchStore(this, store, signal);
  }

  /** Writes a value. Resolves when it is stored. */
  set(store: string, id: string, value: VaultValue, options?: WriteOptions): Promise<void> {
    return this.write([{ store, id, value }], options);
  }

  /** Deletes a value, or a stream; also if there is none. */
  delete(store: string, id: string, options?: WriteOptions): Promise<void> {
    return this.write([{ store, id, delete: true }], options);
  }

  /**
   * Writes several changes: all of them or none. Changes during a pending write are written together in the next one.
   */
  async write(changes: readonly VaultChange[], { durability = 'relaxed' }: WriteOptions = {}): Promise<void> {
    void this.#records.opened;
    for (const { store, id } of changes) checkPlace(store, id);
    const copies = changes.map((change) =>
      Object.hasOwn(change, 'delete') && (change as { delete: unknown }).delete
        ? { store: change.store, id: change.id }
        : { store: change.store, id: change.id, content: encodeValue((change as { value: VaultValue }).value) },
    );
    if (copies.length === 0) return;
    const named = this.#names ? await this.#nameAll(this.#names, copies) : copies;
    await this.#queue.add(named, durability);
  }

  /**
   * Writes a long value, piece by piece. What was there before stays until all of it is stored.
   *
   * @throws {LatchError} `constraint` if it has more than 4 GiB; also the error of `source` or the reason of the signal.
   *   Nothing is changed then.
   */
  async setStream(
    store: string,
    id: string,
    source: ReadableStream<Uint8Array> | Blob,
    { signal, onProgress }: SetStreamOptions = {},
  ): Promise<void> {
    checkPlace(store, id);
    if (source instanceof Blob) checkStreamLength(source.size);
    const ending = signal ? AbortSignal.any([signal, this.locked]) : this.locked;
    await writeStream(
      await this.#placeOf(store, id),
      source instanceof Blob ? source.stream() : source,
      onProgress,
      ending,
    );
  }

  /**
   * Reads a stream, and how many bytes it has; undefined if there is none. It fails at a piece that was changed,
   * swapped or truncated.
   */
  async getStream(
    store: string,
    id: string,
  ): Promise<{ length: number; stream: ReadableStream<Uint8Array<ArrayBuffer>> } | undefined> {
    checkPlace(store, id);
    const place = await this.#placeOf(store, id);
    const content = await this.#records.read(place.store, place.id);
    if (!content) return undefined;
    if (content.format !== 'stream') throw new TypeError(`"${id}" is not a stream`);
    const header = readHeader(content.plaintext);
    return { length: header.length, stream: openStream(place, header) };
  }

  /** The ways to open the vault, for a list of them. */
  async keys(): Promise<VaultKey[]> {
    const { record } = await this.#records.readKeys();
    return record.slots.map(({ kind, credentialId, createdAt, backedUp }) => ({
      kind,
      credentialId,
      createdAt,
      backedUp,
    }));
  }

  /** How far the vault has come, for a server to keep. */
  async pin(): Promise<VaultPin> {
    const { ledger, record } = await this.#records.readKeys();
    return { vaultId: this.id, generation: record.generation, change: ledger.change };
  }

  /**
   * Lets another passkey open the vault. Requests two passkeys: one that opens it already, and the new one. With the
   * recovery code, as the user has typed it, it requests only the new one, because the others may be lost.
   *
   * @throws {LatchError} `no_prf`, `vault_wrong_key`; `constraint` if there are 64 already; what `ask` throws.
   */
  async addPasskey(
    passkeys: readonly VaultPasskey[],
    ask: AskPasskey,
    { code }: { code?: string } = {},
  ): Promise<void> {
    await addSlot(this.#scope, this.#records, beginSlots(passkeys), ask, code);
  }

  /** Adds the one of these slots whose passkey is chosen; another device has begun them. @internal */
  async addBegun(slots: readonly EmptySlot[], ask: AskPasskey): Promise<void> {
    await addSlot(this.#scope, this.#records, slots, ask);
  }

  /**
   * Removes a passkey, or the recovery code, from the vault. An attacker with it and an earlier copy of the disk can
   * still read that copy, and later copies too until {@link Vault.rotate} is called with `compromised`.
   *
   * @throws {LatchError} `constraint` if it is the last one.
   */
  async removeKey(credentialId: string): Promise<void> {
    await removeSlot(this.#records, credentialId);
  }

  /**
   * Creates a code that opens the vault when no passkey is left, and replaces an earlier one. The code is not stored
   * anywhere. Requests a passkey.
   */
  async createRecoveryCode(ask: AskPasskey): Promise<string> {
    return addRecoveryCode(this.#scope, this.#records, ask);
  }

  /**
   * Replaces the key, and encrypts everything again. While the vault has other passkeys, the new key is stored encrypted
   * under the old one: other passkeys, other tabs, and an attacker who has the old key can read it. With `compromised`, or
   * without other passkeys, it is not, and other tabs lock.
   *
   * @throws {LatchError} `no_prf`, `vault_wrong_key`; `constraint` if the key was replaced 256 times since some passkey
   *   was used; `unsupported` without Web Locks; what `ask` throws.
   */
  async rotate({ ask, compromised = false, onProgress }: RotateOptions): Promise<void> {
    const { slot, secret } = await proveSlot(this.#scope, this.#records, ask);
    this.#records.continueWith(
      await rotateKey({
        database: this.#database,
        scope: this.#scope,
        records: this.#records,
        slot,
        secret,
        isCompromised: compromised,
        onProgress,
      }),
    );
  }

  async #placeOf(name: string, recordId: string) {
    const [store, id] = await this.#find(name, recordId);
    const names = this.#names && [name, recordId];
    return { database: this.#database, scope: this.#scope, records: this.#records, store, id, names };
  }

  /** Under which store and id a record is stored. */
  async #find(store: string, id: string): Promise<[store: string, id: string]> {
    return this.#names ? this.#names.place(store, id) : [store, id];
  }

  /** Names changes as they are stored. Those that come first are named first, so that they are written first. */
  #nameAll(names: PrivateNames, changes: readonly RecordChange[]): Promise<RecordChange[]> {
    const named = Promise.all(changes.map((change) => nameChange(names, change)));
    const naming = this.#naming.then(() => named);
    this.#naming = naming.catch(() => {});
    return naming;
  }
}

function checkPrefix(prefix: unknown): void {
  if (prefix !== undefined && prefix !== '') checkName('prefix', prefix);
}

function checkPlace(store: unknown, id: unknown): void {
  checkName('store', store);
  checkName('id', id);
}
