import { Database, type DBSchema, type Transaction } from '../base/storage/database.js';
import { LatchError } from '../base/client/errors.js';
import type { KeyRecord } from './key-record.js';
import type { CoverRow, PageRow } from './ledger.js';
import type { Bytes } from './secrets.js';

/** Everything of a vault is stored under its name, so that it can be deleted by it. */
export interface VaultSchema extends DBSchema {
  /** By the name of the vault. */
  keys: { key: string; value: KeyRecord };
  /** By name, generation, store and id. */
  records: { key: [string, number, string, string]; value: RecordRow };
  /** The pieces of large values: by name, generation, store, id, the name of the stream, and place. */
  pieces: { key: [string, number, string, string, string, number]; value: Bytes };
  /** By name and generation. */
  covers: { key: [string, number]; value: CoverRow };
  /** By name, generation and number. */
  pages: { key: [string, number, number]; value: PageRow };
}

/** One stored record. */
export interface RecordRow {
  version: number;
  sealed: Bytes;
}

export type VaultTransaction<Mode extends IDBTransactionMode> = Transaction<VaultSchema, Mode>;
export type VaultDatabase = Database<VaultSchema>;

/** All vaults of the origin. */
const databaseName = 'latchkey.vault';

/** Opens nothing yet: the database does that when it is needed. */
export function createVaultDatabase(): VaultDatabase {
  return new Database<VaultSchema>({
    name: databaseName,
    version: 1,
    upgrade(database) {
      for (const store of ['keys', 'records', 'pieces', 'covers', 'pages'] as const) database.createObjectStore(store);
    },
  });
}

/**
 * Makes several requests of one transaction, and waits for all. One that the browser refuses at once ends the others
 * like one that it refuses later.
 */
export function together<Answers extends unknown[]>(
  ...requests: { [Index in keyof Answers]: () => Promise<Answers[Index]> }
): Promise<Answers> {
  return Promise.all(requests.map(async (request: () => Promise<unknown>) => request())) as Promise<Answers>;
}

/** Every key that begins with these parts. An array comes after all strings and numbers. */
export function under(...parts: Array<string | number>): IDBKeyRange {
  return IDBKeyRange.bound(parts, [...parts, []]);
}

/**
 * Makes sure that a vault still exists, and that its key is of this generation, before a record is stored that could
 * otherwise never be read or deleted.
 *
 * @throws {LatchError} `storage_lost`
 */
export async function expectVault(
  transaction: VaultTransaction<IDBTransactionMode>,
  name: string,
  generation: number,
): Promise<void> {
  const record = await transaction.objectStore('keys').get(name);
  if (record?.generation !== generation)
    throw new LatchError('storage_lost', record ? 'The key was replaced in another tab.' : 'The vault was deleted.', {
      retryable: !!record,
    });
}

/** The rows of the store of key records: the names of the vaults, and for each the possible record. */
export function readKeyRows(
  transaction: VaultTransaction<IDBTransactionMode>,
): Promise<[names: string[], rows: unknown[]]> {
  const keys = transaction.objectStore('keys');
  return together(
    () => keys.getAllKeys(),
    () => keys.getAll(),
  );
}

/** Every store but that of the keys. */
export const sealedStores = ['records', 'pieces', 'covers', 'pages'] as const;

/** Deletes everything of a vault. */
export function deleteVault(database: VaultDatabase, name: string): Promise<void> {
  return database.transact({ mode: 'readwrite', durability: 'strict' }, async (transaction) => {
    await together(
      () => transaction.objectStore('keys').delete(name),
      ...sealedStores.map((store) => () => transaction.objectStore(store).delete(under(name))),
    );
  });
}

/** Deletes everything of a vault that is not sealed with its present key; all of it if the vault itself is gone. */
export function deleteOtherGenerations(database: VaultDatabase, name: string): Promise<void> {
  return database.transact({ mode: 'readwrite' }, async (transaction) => {
    const present = await transaction.objectStore('keys').get(name);
    const ranges = present
      ? [
          IDBKeyRange.bound([name], [name, present.generation], true, true),
          IDBKeyRange.bound([name, present.generation, []], [name, []]),
        ]
      : [under(name)];
    await together(
      ...sealedStores.flatMap((store) => ranges.map((range) => () => transaction.objectStore(store).delete(range))),
    );
  });
}
