import { writerOf } from '../base/storage/database.js';
import { LatchError } from '../base/client/errors.js';
import { withLock } from '../base/storage/locks/lock.js';
import { damaged, open, seal, type Content, type Generation } from './envelope.js';
import { checkKeyRecord, crossBridges, nameOf, signKeyRecord, verifyKeyRecord, type KeyRecord } from './key-record.js';
import {
  allPages,
  changesBetween,
  emptyLedger,
  latest,
  missingPages,
  pageOf,
  recordsOf,
  versionOf,
  type Ledger,
} from './ledger.js';
import { keyLock, ledgerLock } from './locks.js';
import { adopt, isUnchanged, recordContext, recordContexts, type Opened } from './opened.js';
import { readEach, readRows } from './read-rows.js';
import { onlyDeletes, Reserve } from './reserve.js';
import { findStreams } from './streams.js';
import type { VaultScope } from './slots.js';
import { together, under, type RecordRow, type VaultDatabase, type VaultTransaction } from './storage.js';
import { notifyTabs, type LockReason } from './tabs.js';

/** One record to be written, or to be deleted if it has no plaintext. */
export interface RecordChange {
  store: string;
  id: string;
  content?: Content;
  /** The stream whose pieces are to stay. */
  stream?: string;
}

/** How records are written. */
export interface RecordWriteOptions {
  /** Whether the caller holds the lock of the keys. */
  holdsKeyLock?: boolean;
  durability?: IDBTransactionDurability;
}

/** How far the records of a vault had come when they were read. */
export interface Mark {
  readonly vault: string;
  readonly generation: number;
  readonly ledger: Ledger;
}

/** How often something is tried that other tabs keep overtaking. */
const mostTries = 50;

/** The records of an unlocked vault: encrypted separately, with their versions in the ledger. */
export class SealedRecords {
  readonly #database: VaultDatabase;
  readonly #scope: VaultScope;
  readonly #name: string;
  /** Called when the keys have become useless: they were changed without us, or the browser has deleted everything. */
  readonly #giveUp: (reason: LockReason) => void;
  readonly #reserve: Reserve;
  #opened: Opened | undefined;

  constructor(database: VaultDatabase, scope: VaultScope, opened: Opened, giveUp: (reason: LockReason) => void) {
    this.#database = database;
    this.#scope = scope;
    this.#name = nameOf(scope);
    this.#opened = opened;
    this.#giveUp = giveUp;
    this.#reserve = new Reserve(database);
  }

  /** Discards all keys. Operations in progress may still end; no new ones start. */
  close(): void {
    this.#opened = undefined;
  }

  /** Continues with another generation, unless it was closed meanwhile. */
  continueWith(opened: Opened): void {
    if (this.#opened) this.#opened = opened;
  }

  /** @throws {LatchError} `vault_locked` */
  get opened(): Opened {
    if (!this.#opened) throw new LatchError('vault_locked', 'The vault is locked.');
    return this.#opened;
  }

  /** Reads one record; undefined if there is none. */
  async read(store: string, id: string): Promise<Content | undefined> {
    const { opened, ledger, found } = await this.#consult([pageOf(store, id)], (transaction, number) =>
      transaction.objectStore('records').get([this.#name, number, store, id]),
    );
    const version = versionOf(ledger, store, id);
    if (found === undefined && version === undefined) return undefined;
    const content = await openRow(
      opened.generation,
      recordContexts(this.#scope, store, opened.generation.number),
      found,
      store,
      id,
      version,
    );
    // It may have been locked meanwhile.
    void this.opened;
    return content;
  }

  /** Reads all records of a store whose ids begin with `prefix`, in the order of their ids. */
  async readAll(store: string, prefix?: string): Promise<Array<[id: string, content: Content]>> {
    return (await this.readChanges(store, undefined, prefix)).changed as Array<[id: string, content: Content]>;
  }

  /**
   * Reads the records of a store that have changed since `known`, those that are gone without content; all of them, in
   * the order of their ids, without `known`, and after the key was replaced. Costs as much as has changed in the whole
   * vault, however much there is in the store.
   */
  async readChanges(
    store: string,
    known?: Mark,
    prefix?: string,
  ): Promise<{ mark: Mark; isWhole: boolean; changed: Array<[id: string, content: Content | undefined]> }> {
    for (let tries = 0; tries < mostTries; tries++) {
      const { opened, ledger } = await this.#expect(allPages, tries === 0);
      const { generation } = opened;
      const { number } = generation;
      const mark: Mark = { vault: this.#name, generation: number, ledger };
      const since = known?.vault === this.#name && known.generation === number ? known.ledger : undefined;
      const isWhole = !since;
      const records = since ? changesBetween(since, ledger, store) : recordsOf(ledger, store, prefix);
      const contextOf = recordContexts(this.#scope, store, number);
      const openOne = (row: RecordRow | undefined, index: number) =>
        openRow(generation, contextOf, row, store, ...records[index]!);
      const opening = await this.#database.transact({ mode: 'readonly' }, async (transaction) => {
        const ids = records.map(([id]) => id);
        const read = isWhole
          ? readRows(transaction, [this.#name, number, store], ids, !!prefix, openOne)
          : readEach(transaction, [this.#name, number, store], records, openOne);
        // If another tab has written meanwhile, it may be anything.
        read.catch(() => {});
        return (await isUnchanged(transaction, { ...this.#scope, generation: number }, ledger)) ? read : undefined;
      });
      if (!opening) continue;
      const contents = (await Promise.all<Array<Content | undefined>>(opening)).flat();
      void this.opened;
      return { mark, isWhole, changed: records.map(([id], index) => [id, contents[index]]) };
    }
    throw overtaken();
  }

  /** The ids of a store that begin with `prefix`, in order. */
  async list(store: string, prefix?: string): Promise<string[]> {
    const { ledger } = await this.#consult(allPages, async () => undefined);
    return recordsOf(ledger, store, prefix).map(([id]) => id);
  }

  /**
   * Writes changes, all of them or none, and resolves when they are stored. Those that delete something may use the
   * reserve.
   */
  async write(
    changes: readonly RecordChange[],
    { holdsKeyLock = false, durability = 'relaxed' }: RecordWriteOptions = {},
  ): Promise<void> {
    const enter = () => withLock(ledgerLock(this.#name), 'exclusive', () => this.#enter(changes, durability));
    for (;;) {
      try {
        await (holdsKeyLock ? enter() : withLock(keyLock(this.#name), 'shared', enter));
        notifyTabs({ type: 'changed', vault: this.#name });
        this.#reserve.fill(this.#opened?.ledger.change ?? 0);
        return;
      } catch (error) {
        const isFull = error instanceof LatchError && error.code === 'storage_full';
        if (!isFull || !onlyDeletes(changes) || !(await this.#reserve.giveUp())) throw error;
      }
    }
  }

  async #enter(changes: readonly RecordChange[], durability: IDBTransactionDurability): Promise<void> {
    const pages = changes.map(({ store, id }) => pageOf(store, id));
    for (let tries = 0; tries < mostTries; tries++) {
      const { opened, ledger } = await this.#expect(pages, tries === 0);
      const version = ledger.change + 1;
      const { number } = opened.generation;
      const sealOne = ({ store, id }: RecordChange, { plaintext, format, names }: Content) =>
        seal(opened.generation, recordContext(this.#scope, store, id, version, number), plaintext, format, names);
      const versionBefore = ({ store, id }: RecordChange) => versionOf(ledger, store, id);
      const openOld = (row: RecordRow, change: RecordChange) =>
        openRow(
          opened.generation,
          recordContexts(this.#scope, change.store, number),
          row,
          change.store,
          change.id,
          versionBefore(change),
        );
      const replaced = changes.filter((change) => versionBefore(change) !== undefined);
      // None of it waits for the rest: each takes several turns of other threads.
      const [entered, rows, streams] = await Promise.all([
        opened.codec.enter(
          ledger,
          changes.map(({ store, id, content }) => ({ store, id, isDeleted: !content })),
        ),
        Promise.all(
          changes.map(async (change) => change.content && { version, sealed: await sealOne(change, change.content) }),
        ),
        findStreams(this.#database, [this.#name, number], replaced, openOld),
      ]);
      const isDone = await this.#database
        .transact({ mode: 'readwrite', durability }, async (transaction) => {
          // The browser answers in this order, so the transaction can still be undone when the answer is there.
          const checking = isUnchanged(transaction, { ...this.#scope, generation: number }, ledger);
          checking.catch(() => {});
          const [covers, pages, records, pieces] = [
            writerOf(transaction, 'covers'),
            writerOf(transaction, 'pages'),
            writerOf(transaction, 'records'),
            writerOf(transaction, 'pieces'),
          ];
          covers.put(entered.cover, [this.#name, number]);
          for (const [page, row] of entered.pages) pages.put(row, [this.#name, number, page]);
          for (const [index, change] of changes.entries()) {
            const key: RecordKey = [this.#name, number, change.store, change.id];
            const row = rows[index];
            if (row) records.put(row, key);
            else records.delete(key);
            const old = streams.get(change);
            if (old !== undefined && old !== change.stream) pieces.delete(under(...key, old));
          }
          if (!(await checking)) throw new Overtaken();
          return true;
        })
        .catch((error: unknown) => {
          if (error instanceof Overtaken) return false;
          throw error;
        });
      if (isDone) {
        opened.ledger = latest(opened.ledger, entered.ledger);
        return;
      }
    }
    throw overtaken();
  }

  /**
   * Changes the record of keys, of this generation, and enters that into the ledger.
   *
   * @throws the error of `change`; nothing is written then.
   */
  async changeKeys(
    change: (record: KeyRecord, generation: Generation) => Promise<Pick<KeyRecord, 'slots' | 'bridges'>>,
  ): Promise<void> {
    await withLock(keyLock(this.#name), 'exclusive', async () => {
      for (let tries = 0; tries < mostTries; tries++) {
        const { opened, ledger, record } = await this.readKeys();
        const changed = await signKeyRecord(
          { ...record, ...(await change(record, opened.generation)), revision: record.revision + 1 },
          opened.generation,
        );
        const entered = await opened.codec.enter(ledger, [], changed.revision);
        const isDone = await this.#database.transact(
          { mode: 'readwrite', durability: 'strict' },
          async (transaction) => {
            if (!(await isUnchanged(transaction, record, ledger))) return false;
            await together<unknown[]>(
              () => transaction.objectStore('keys').put(changed, this.#name),
              () => transaction.objectStore('covers').put(entered.cover, [this.#name, record.generation]),
            );
            return true;
          },
        );
        if (!isDone) continue;
        opened.ledger = latest(opened.ledger, entered.ledger);
        return;
      }
      throw overtaken();
    });
  }

  /**
   * Reads the record of keys.
   *
   * @throws {LatchError} `vault_damaged` if it was changed, or is an older one.
   */
  async readKeys(wanted: readonly number[] = []): Promise<{ opened: Opened; ledger: Ledger; record: KeyRecord }> {
    const { opened, ledger, found } = await this.#consult(wanted, (transaction) =>
      transaction.objectStore('keys').get(this.#name),
    );
    const record = checkKeyRecord(found);
    await verifyKeyRecord(record, opened.generation);
    if (record.revision !== ledger.keys || record.generation !== opened.generation.number)
      throw damaged('An older list of keys was put back');
    return { opened, ledger, record };
  }

  /**
   * The ledger with these pages. With `isLikely` it is the one that this tab knows, if it knows the pages: for what
   * compares it in its own transaction, because mostly no other tab has written.
   */
  async #expect(wanted: readonly number[], isLikely: boolean): Promise<{ opened: Opened; ledger: Ledger }> {
    const { opened } = this;
    const { ledger } = opened;
    const isKnown = ledger !== emptyLedger && missingPages(ledger, ledger, wanted).length === 0;
    return isLikely && isKnown ? { opened, ledger } : this.#consult(wanted, async () => undefined);
  }

  /** Reads something, and the ledger in the same transaction, so that the one fits the other. */
  async #consult<Found>(
    wanted: readonly number[],
    find: (transaction: VaultTransaction<'readonly'>, generation: number) => Promise<Found>,
  ): Promise<{ opened: Opened; ledger: Ledger; found: Found }> {
    for (;;) {
      const { opened } = this;
      const { number } = opened.generation;
      const known = opened.ledger;
      const read = await this.#database.transact({ mode: 'readonly' }, async (transaction) => {
        const [found, cover] = await together(
          () => find(transaction, number),
          () => transaction.objectStore('covers').get([this.#name, number]),
        );
        if (!cover || !Array.isArray(cover.pages)) return { found, cover: undefined };
        const missing = missingPages(known, cover, wanted);
        const rows = await together(
          ...missing.map((page) => () => transaction.objectStore('pages').get([this.#name, number, page])),
        );
        return { found, cover, rows: new Map(missing.map((page, index) => [page, rows[index]])) };
      });
      if (!read.cover) {
        await this.#adoptKey(opened);
        continue;
      }
      const ledger = await opened.codec.read(known, read.cover, read.rows, wanted);
      if (this.opened === opened) opened.ledger = latest(opened.ledger, ledger);
      return { opened, ledger, found: read.found };
    }
  }

  /** Another tab has changed the key: goes along if there is a way. */
  async #adoptKey(opened: Opened): Promise<void> {
    const row = await this.#database.transact({ mode: 'readonly' }, (transaction) =>
      transaction.objectStore('keys').get(this.#name),
    );
    try {
      if (!row) throw new LatchError('storage_lost', 'The browser has deleted the vault.');
      const record = checkKeyRecord(row);
      if (record.generation === opened.generation.number) throw damaged('The ledger is missing');
      const generation = await crossBridges(record, opened.generation);
      if (!generation) throw new LatchError('vault_locked', 'The key of the vault was changed.', { retryable: true });
      const adopted = await adopt(record, generation);
      if (this.#opened === opened) this.#opened = adopted;
    } catch (error) {
      const { code } = error as LatchError;
      if (code !== 'vault_damaged') this.#giveUp(code === 'storage_lost' ? 'lost' : 'key-changed');
      throw error;
    }
  }
}

/** Opens a row if it is the one that was written last. */
function openRow(
  generation: Generation,
  contextOf: ReturnType<typeof recordContexts>,
  row: RecordRow | null | undefined,
  store: string,
  id: string,
  version: number | undefined,
): Promise<Content> {
  // Other script of the origin can put anything there.
  if (!row || row.version !== version)
    return Promise.reject(damaged(`The record "${id}" of "${store}" is not the one that was written last`));
  return open(generation, contextOf(id, version), row.sealed);
}

/** Undoes a write that another tab was faster than. */
class Overtaken extends Error {}

function overtaken(): LatchError {
  return new LatchError('storage_lost', 'Other tabs keep writing.', { retryable: true });
}

type RecordKey = [vault: string, generation: number, store: string, id: string];
