import { readHeader } from './large-values.js';
import type { Content } from './sealed-records.js';
import { together, under, type RecordRow, type VaultDatabase } from './storage.js';

/**
 * The names of the streams that changes of records put an end to; all other pieces in their places belong to streams that are still being written. What cannot be read may be replaced all the same: its pieces are
 * deleted at the next unlocking.
 */
export async function findStreams<Change extends { store: string; id: string }>(
  database: VaultDatabase,
  [vault, generation]: readonly [vault: string, generation: number],
  changes: readonly Change[],
  open: (row: RecordRow, change: Change) => Promise<Content>,
): Promise<Map<Change, string>> {
  const streams = new Map<Change, string>();
  if (changes.length === 0) return streams;
  const rows = await database.transact({ mode: 'readonly' }, (transaction) =>
    together(
      ...changes.map(({ store, id }) => async () => {
        const pieces = await transaction.objectStore('pieces').getAllKeys(under(vault, generation, store, id), 1);
        return pieces.length > 0 ? transaction.objectStore('records').get([vault, generation, store, id]) : undefined;
      }),
    ),
  );
  for (const [index, change] of changes.entries()) {
    const row = rows[index];
    const content = row && (await open(row, change).catch(() => undefined));
    if (content?.format === 'stream') streams.set(change, readHeader(content.plaintext).name);
  }
  return streams;
}
