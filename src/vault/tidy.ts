import { LatchError } from '../base/client/errors.js';
import { withFreeLock } from '../base/storage/locks/free-lock.js';
import { nameOf, type KeyRecord } from './key-record.js';
import { readHeader } from './stream-header.js';
import { keyLock, streamLock } from './locks.js';
import type { SealedRecords } from './sealed-records.js';
import { deleteOtherGenerations, under, type VaultDatabase } from './storage.js';

/**
 * Deletes what interrupted rotations and streams have left behind, unless another tab is at one. Should it fail, the
 * next unlocking tries again.
 */
export async function tidy(database: VaultDatabase, record: KeyRecord, records: SealedRecords): Promise<void> {
  try {
    await withFreeLock(keyLock(nameOf(record)), async () => {
      await deleteOtherGenerations(database, nameOf(record));
      await withFreeLock(streamLock(nameOf(record)), () => deleteLostPieces(database, record, records));
    });
  } catch (error) {
    if (!(error instanceof LatchError || error instanceof DOMException)) throw error;
  }
}

async function deleteLostPieces(database: VaultDatabase, record: KeyRecord, records: SealedRecords): Promise<void> {
  const keys = await database.transact({ mode: 'readonly' }, (transaction) =>
    transaction.objectStore('pieces').getAllKeys(under(nameOf(record), record.generation)),
  );
  const streams = new Map(
    keys.map(([vault, generation, store, id, stream]) => [stream, [vault, generation, store, id, stream] as const]),
  );
  for (const key of streams.values()) {
    const [, , store, id, stream] = key;
    const content = await records.read(store, id);
    if (content?.format === 'stream' && readHeader(content.plaintext).name === stream) continue;
    await database.transact({ mode: 'readwrite' }, (transaction) =>
      transaction.objectStore('pieces').delete(under(...key)),
    );
  }
}
