import type { Generation } from './envelope.js';
import { nameOf, verifyKeyRecord, type KeyRecord } from './key-record.js';
import { LedgerCodec, emptyLedger, type Ledger } from './ledger.js';
import { concatenate, joinParts } from './parts.js';
import type { Bytes } from './secrets.js';
import type { VaultScope } from './slots.js';
import { together, type VaultTransaction } from './storage.js';

/** The key of one generation, and what it has shown to be true. */
export interface Opened {
  readonly generation: Generation;
  readonly codec: LedgerCodec;
  ledger: Ledger;
}

/** Where a record belongs: it opens nowhere else. */
export function recordContext(
  scope: VaultScope,
  store: string,
  id: string,
  version: number,
  generation: number,
): Bytes {
  return recordContexts(scope, store, generation)(id, version);
}

/** The same for many records of one store: what they have in common is written once. */
export function recordContexts(
  { rpId, userHandleHash, vaultId }: VaultScope,
  store: string,
  generation: number,
): (id: string, version: number) => Bytes {
  const common = joinParts('wcv/rec/v1', rpId, userHandleHash, vaultId, store);
  return (id, version) => concatenate(common, joinParts(id, version, generation));
}

/**
 * Begins to trust a key: checks that it is the one that the record of keys was signed with.
 *
 * @throws {LatchError} `vault_damaged` if the record was changed.
 */
export async function adopt(record: KeyRecord, generation: Generation): Promise<Opened> {
  await verifyKeyRecord(record, generation);
  return { generation, codec: await LedgerCodec.of(generation, record.vaultId), ledger: emptyLedger };
}

/**
 * Whether nothing was written since the ledger was read. A change of the keys is entered into the ledger too, so
 * comparing the ledger also compares the keys.
 */
export async function isUnchanged(
  transaction: VaultTransaction<IDBTransactionMode>,
  scope: VaultScope & { generation: number },
  { change }: Ledger,
): Promise<boolean> {
  const name = nameOf(scope);
  const [record, cover] = await together(
    () => transaction.objectStore('keys').get(name),
    () => transaction.objectStore('covers').get([name, scope.generation]),
  );
  return record?.generation === scope.generation && cover?.change === change;
}
