import { LatchError } from '../base/client/errors.js';
import { withFreeLock, withLock } from '../base/storage/locks/lock.js';
import { outboxStore } from './outbox-store.js';
import { damaged, open } from './envelope.js';
import { readRows, type ExportRow } from './export-rows.js';
import { checkKeyRecord, crossBridges, nameOf, type KeyRecord } from './key-record.js';
import { allPages, emptyLedger, entriesOf, versionOf, type CoverRow, type Ledger, type PageRow } from './ledger.js';
import { keyLock } from './locks.js';
import { rememberVault } from './marker.js';
import { adopt, recordContext, type Opened } from './opened.js';
import { ownerHash } from './own-vaults.js';
import { areEqual } from './parts.js';
import { SealedRecords } from './sealed-records.js';
import { hashHandle, openSlot } from './slots.js';
import {
  createVaultDatabase,
  deleteOtherGenerations,
  deleteVault,
  readKeyRows,
  together,
  type VaultDatabase,
} from './storage.js';
import { pieceContext, readHeader, type StreamHeader } from './streams.js';
import { checkPin, checkWay, chooseWay, readNames, type UnlockVaultOptions } from './unlock.js';
import { Vault } from './vault.js';

/** How many bytes are written in one transaction. */
const bytesAtATime = 8_388_608;

/**
 * Puts an exported vault on this device, checks all of it, and unlocks it, by a passkey that opens it or by its recovery
 * code. A passkey that is synced to this device will do. Changes that waited to be sent when it was exported are left
 * out: the device that they were made on sends them.
 *
 * @param file What {@link exportVault} returned.
 * @throws {LatchError} `constraint` if the user has a vault on this device already, `wrong_account` if the file is the
 *   vault of another user than `userHandle`, `vault_damaged` if it was changed or cut, `vault_unsupported`,
 *   `vault_wrong_key`, `no_prf`, `storage_full`, `storage_lost`, `timed_out`; the errors of `ask`. Nothing is kept then.
 * @throws {TypeError} if `file` is not a Blob, or there is neither `ask` nor `code`.
 */
export async function importVault(file: Blob, options: UnlockVaultOptions): Promise<Vault> {
  if (!(file instanceof Blob)) throw new TypeError('"file" must be a Blob');
  checkWay(options);
  const owner = await ownerHash(options.userHandle);
  const rows = readRows(file);
  const { record, cover, pages, next } = await readHead(rows);
  if (owner && !areEqual(owner, record.userHandleHash))
    throw new LatchError('wrong_account', 'The exported vault belongs to another user.');
  const database = createVaultDatabase();
  try {
    await database.transact({ mode: 'readonly' }, (transaction) => expectRoom(transaction, record));
    const { slot, secret } = await chooseWay([record], options);
    const generation = await crossBridges(record, await openSlot(record, slot, secret));
    if (!generation) throw damaged('There is no way to the present key');
    const opened = await adopt(record, generation);
    const ledger = await opened.codec.read(emptyLedger, cover, pages, allPages);
    if (record.revision !== ledger.keys) throw damaged('An older list of keys was put back');
    checkPin(options.pin, record, ledger);
    return await withLock(keyLock(nameOf(record)), 'exclusive', () =>
      store(database, record, opened, { ledger, cover, pages }, rows, next),
    );
  } catch (error) {
    database.close();
    throw error;
  }
}

type Rows = AsyncGenerator<ExportRow, void, undefined>;

/** Reads the keys and the ledger, which come first, and the row after them. */
async function readHead(
  rows: Rows,
): Promise<{ record: KeyRecord; cover: CoverRow; pages: Map<number, PageRow>; next: ExportRow }> {
  const take = async () => (await rows.next()).value!;
  const first = await take();
  const second = await take();
  if (first.type !== 'keys' || second.type !== 'cover') throw damaged('The exported vault has another order');
  const pages = new Map<number, PageRow>();
  let next = await take();
  for (; next.type === 'page'; next = await take()) {
    if (pages.has(next.page)) throw damaged('A page comes twice');
    pages.set(next.page, next.row);
  }
  return { record: checkKeyRecord(first.record), cover: second.cover, pages, next };
}

/** @throws {LatchError} `constraint` if the user has a vault on this device already. */
export async function expectNoVault(rpId: string, userHandle: string): Promise<void> {
  const userHandleHash = await hashHandle(userHandle);
  const database = createVaultDatabase();
  try {
    await database.transact({ mode: 'readonly' }, (transaction) => expectRoom(transaction, { userHandleHash, rpId }));
  } finally {
    database.close();
  }
}

async function expectRoom(
  transaction: Parameters<typeof readKeyRows>[0],
  { userHandleHash, rpId }: Pick<KeyRecord, 'userHandleHash' | 'rpId'>,
): Promise<void> {
  const [, rows] = await readKeyRows(transaction);
  const isTaken = (rows as Array<Partial<KeyRecord> | null>).some(
    (other) =>
      other?.userHandleHash instanceof Uint8Array &&
      areEqual(other.userHandleHash, userHandleHash) &&
      other.rpId === rpId,
  );
  if (isTaken) throw new LatchError('constraint', 'This user already has a vault.');
}

/** Checks the records and pieces, and stores them; the keys last, so that there is a vault only if all of it is there. */
async function store(
  database: VaultDatabase,
  record: KeyRecord,
  opened: Opened,
  { ledger, cover, pages }: { ledger: Ledger; cover: CoverRow; pages: Map<number, PageRow> },
  rows: Rows,
  next: ExportRow,
): Promise<Vault> {
  const name = nameOf(record);
  const contents = new Contents(record, opened, ledger);
  // Another tab may have done the same before the lock was free.
  await database.transact({ mode: 'readonly' }, (transaction) => expectRoom(transaction, record));
  await deleteAbandoned(database, name);
  try {
    let batch: ExportRow[] = [];
    let bytes = 0;
    const flush = async () => {
      await writeRows(database, record, batch);
      batch = [];
      bytes = 0;
    };
    for (let row: ExportRow | void = next; row; row = (await rows.next()).value) {
      if (!(await contents.check(row))) continue;
      batch.push(row);
      bytes += row.type === 'record' ? row.row.sealed.byteLength : row.type === 'piece' ? row.sealed.byteLength : 0;
      if (bytes >= bytesAtATime) await flush();
    }
    await flush();
    contents.checkEnd();
    const unsent = entriesOf(ledger).filter(([of]) => of === outboxStore);
    const entered =
      unsent.length === 0
        ? { ledger, cover, pages }
        : await opened.codec.enter(
            ledger,
            unsent.map(([of, id]) => ({ store: of, id, isDeleted: true })),
          );
    await database.transact({ mode: 'readwrite', durability: 'strict' }, async (transaction) => {
      // A first attempt may have been stored although the browser dropped the connection.
      const present = await transaction.objectStore('keys').get(name);
      if (present?.mac instanceof Uint8Array && areEqual(present.mac, record.mac)) return;
      await expectRoom(transaction, record);
      await together<unknown[]>(
        () => transaction.objectStore('keys').put(record, name),
        () => transaction.objectStore('covers').put(entered.cover, [name, record.generation]),
        ...[...pages, ...entered.pages].map(
          ([page, row]) =>
            () =>
              transaction.objectStore('pages').put(row, [name, record.generation, page]),
        ),
      );
    });
    const adopted = { ...opened, ledger: entered.ledger };
    const names = await readNames(record, new SealedRecords(database, record, adopted, () => {}));
    await rememberVault(name);
    return new Vault(database, record, adopted, names);
  } catch (error) {
    // The keys too, which may be stored already. If this fails, no one can read what is there without them.
    await deleteVault(database, name).catch(() => {});
    throw error;
  }
}

/** What the ledger says that there is, compared with what comes. */
class Contents {
  readonly #record: KeyRecord;
  readonly #opened: Opened;
  readonly #ledger: Ledger;
  readonly #streams = new Map<string, StreamHeader & { place: string; next: number; read: number }>();
  readonly #records = new Set<string>();
  #isPastRecords = false;

  constructor(record: KeyRecord, opened: Opened, ledger: Ledger) {
    this.#record = record;
    this.#opened = opened;
    this.#ledger = ledger;
  }

  /**
   * Opens a record or piece. Resolves with whether it is to be stored.
   *
   * @throws {LatchError} `vault_damaged` if it is not what was written last.
   */
  async check(row: ExportRow): Promise<boolean> {
    if (row.type === 'record' && !this.#isPastRecords) return this.#checkRecord(row);
    this.#isPastRecords = true;
    if (row.type === 'piece') return this.#checkPiece(row);
    if (row.type !== 'end') throw damaged('The exported vault has another order');
    return false;
  }

  /** @throws {LatchError} `vault_damaged` if something is missing. */
  checkEnd(): void {
    const isWhole = [...this.#streams.values()].every(
      ({ pieces, length, next, read }) => next === pieces && read === length,
    );
    if (!isWhole || this.#records.size !== entriesOf(this.#ledger).length)
      throw damaged('The exported vault is not whole');
  }

  async #checkRecord({ store: of, id, row: { version, sealed } }: ExportRow & { type: 'record' }): Promise<boolean> {
    const { generation } = this.#opened;
    const place = JSON.stringify([of, id]);
    if (this.#records.has(place) || version !== versionOf(this.#ledger, of, id))
      throw damaged(`The record "${id}" of "${of}" is not the one that was written last`);
    this.#records.add(place);
    const content = await open(generation, recordContext(this.#record, of, id, version, generation.number), sealed);
    if (content.format === 'stream') {
      const header = readHeader(content.plaintext);
      this.#streams.set(header.name, { ...header, place, next: 0, read: 0 });
    }
    return of !== outboxStore;
  }

  async #checkPiece({ store: of, id, name, index, sealed }: ExportRow & { type: 'piece' }): Promise<boolean> {
    const { generation } = this.#opened;
    const stream = this.#streams.get(name);
    // The piece of a stream that was being written.
    if (!stream || stream.place !== JSON.stringify([of, id])) return false;
    const isLast = index === stream.pieces - 1;
    const context = pieceContext(this.#record, of, id, name, index, isLast, generation.number);
    const { plaintext } = await open(generation, context, sealed);
    if (index !== stream.next) throw damaged('A piece is missing');
    stream.next += 1;
    stream.read += plaintext.byteLength;
    return true;
  }
}

function writeRows(database: VaultDatabase, record: KeyRecord, rows: readonly ExportRow[]): Promise<void> {
  const place = [nameOf(record), record.generation] as const;
  return database.transact({ mode: 'readwrite' }, async (transaction) => {
    await together<unknown[]>(
      ...rows.map((row) => async () => {
        if (row.type === 'record') await transaction.objectStore('records').put(row.row, [...place, row.store, row.id]);
        if (row.type === 'piece')
          await transaction.objectStore('pieces').put(row.sealed, [...place, row.store, row.id, row.name, row.index]);
      }),
    );
  });
}

/** Deletes what imports have left whose page was closed in the middle: rows of a name without keys. */
async function deleteAbandoned(database: VaultDatabase, present: string): Promise<void> {
  const names = await database.transact({ mode: 'readonly' }, async (transaction) => {
    const [known] = await readKeyRows(transaction);
    const records = transaction.objectStore('records');
    const found: string[] = [];
    for (let key = (await records.getAllKeys(undefined, 1))[0]; key;) {
      const [name] = key;
      if (!known.includes(name)) found.push(name);
      [key] = await records.getAllKeys(IDBKeyRange.lowerBound([name, []], true), 1);
    }
    return found;
  });
  // Another tab may have finished its import meanwhile: then there are keys.
  for (const name of names)
    if (name === present) await deleteOtherGenerations(database, name);
    else await withFreeLock(keyLock(name), () => deleteOtherGenerations(database, name));
}
