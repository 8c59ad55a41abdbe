import { readHeader } from './stream-header.js';
import type { Content } from './envelope.js';
import { together, under, type RecordRow, type VaultDatabase } from './storage.js';

/**
 * The names of the streams that changes of records replace; all other pieces in their places belong to streams that are
 * still being written. An unreadable record may be replaced too: its pieces are deleted at the next unlocking.
 */
export async function findStreams<Change extends { store: string; id: string }>(
  database: VaultDatabase,
  [vault, generation]: readonly [vault: string, generation: number],
  changes: readonly Change[],
  open: (row: RecordRow, change: Change) => Promise<Content>,
): Promise<Map<Change, string>> {
  const streams = new Map<Change, string>();
  if (changes.length === 0) return streams;
  const rows = await database.transact({ mode: 'readonly' }, async (transaction) => {
    const hasPieces = async (...place: string[]) =>
      (await transaction.objectStore('pieces').getAllKeys(under(vault, generation, ...place), 1)).length > 0;
    const stores = [...new Set(changes.map(({ store }) => store))];
    // Most stores have none, and thousands of records may be replaced at once.
    const areStreams = new Map(
      (await together(...stores.map((store) => () => hasPieces(store)))).map((has, index) => [stores[index]!, has]),
    );
    return together(
      ...changes.map(({ store, id }) => async () => {
        const isStream = areStreams.get(store) && (await hasPieces(store, id));
        return isStream ? transaction.objectStore('records').get([vault, generation, store, id]) : undefined;
      }),
    );
  });
  for (const [index, change] of changes.entries()) {
    const row = rows[index];
    const content = row && (await open(row, change).catch(() => undefined));
    if (content?.format === 'stream') streams.set(change, readHeader(content.plaintext).name);
  }
  return streams;
}
