import { LatchError } from '../base/client/errors.js';
import { damaged } from './envelope.js';
import { exportHead, writeRow, type ExportRow } from './export-rows.js';
import { checkKeyRecord } from './key-record.js';
import { createVaultDatabase, together, under, type VaultSchema, type VaultTransaction } from './storage.js';

/** How many rows are read at a time, at most and at first, and how many bytes that is about. */
const mostRows = 1024;
const firstRows = 16;
const bytesAtATime = 2_097_152;

/**
 * Copies a vault of this device into a file, as it is: encrypted, with all ways to open it. The vault may be locked.
 * Works offline and asks for nothing. {@link importVault} opens the file on another device, or later on this one.
 *
 * @param id The `id` of the vault, base64url, as {@link listVaults} returns it.
 * @throws {LatchError} `vault_empty` if this device has no such vault, `vault_damaged`, `vault_unsupported`;
 *   `storage_lost`, `timed_out` if the browser reads nothing for a minute. All of it may take longer.
 * @throws {TypeError} if `id` is not a string.
 */
export async function exportVault(id: string): Promise<Blob> {
  if (typeof id !== 'string' || id === '') throw new TypeError('"id" must be the id of a vault');
  const database = createVaultDatabase();
  try {
    return await database.transact({ mode: 'readonly' }, (transaction, goOn) => collect(transaction, id, goOn));
  } finally {
    database.close();
  }
}

/** Reads everything in one transaction, so that the ledger fits the records. */
async function collect(transaction: VaultTransaction<'readonly'>, name: string, goOn: () => void): Promise<Blob> {
  const row = await transaction.objectStore('keys').get(name);
  if (!row) throw new LatchError('vault_empty', 'There is no such vault on this device.');
  const record = checkKeyRecord(row);
  const { generation } = record;
  const cover = await transaction.objectStore('covers').get([name, generation]);
  if (!cover) throw damaged('The ledger is missing');
  const chunks: BlobPart[] = [exportHead()];
  let rows = 0;
  const add = (...some: ExportRow[]): number => {
    rows += some.length;
    // The browser can put a blob on the disk; bytes stay in memory.
    const chunk = new Blob(some.map((one) => writeRow(one, record)));
    chunks.push(chunk);
    goOn();
    return chunk.size;
  };
  add({ type: 'keys', record }, { type: 'cover', cover });
  const place = [name, generation] as const;
  await readAll(transaction, 'pages', place, (found) =>
    add(...found.map(([[, , page], one]): ExportRow => ({ type: 'page', page, row: one }))),
  );
  await readAll(transaction, 'records', place, (found) =>
    add(...found.map(([[, , store, id], one]): ExportRow => ({ type: 'record', store, id, row: one }))),
  );
  await readAll(transaction, 'pieces', place, (found) =>
    add(
      ...found.map(([[, , store, id, stream, index], sealed]): ExportRow => ({
        type: 'piece',
        store,
        id,
        name: stream,
        index,
        sealed,
      })),
    ),
  );
  chunks.push(writeRow({ type: 'end', rows }, record));
  return new Blob(chunks, { type: 'application/octet-stream' });
}

/** Reads all rows of a store, some at a time. `add` returns how many bytes they are. */
async function readAll<Store extends 'pages' | 'records' | 'pieces'>(
  transaction: VaultTransaction<'readonly'>,
  store: Store,
  place: readonly [vault: string, generation: number],
  add: (found: Array<[key: VaultSchema[Store]['key'], row: VaultSchema[Store]['value']]>) => number,
): Promise<void> {
  const source = transaction.objectStore(store);
  const all = under(...place);
  let count = firstRows;
  for (let range = all; ;) {
    const [keys, rows] = await together(
      () => source.getAllKeys(range, count),
      () => source.getAll(range, count),
    );
    const bytes = add(keys.map((key, index) => [key, rows[index]!]));
    if (keys.length < count) return;
    range = IDBKeyRange.bound(keys.at(-1), all.upper, true);
    count = bytes < bytesAtATime ? Math.min(2 * count, mostRows) : Math.max(1, count >> 1);
  }
}
