import { LatchError } from '../base/client/errors.js';
import type { Content } from './envelope.js';
import { joinParts } from './parts.js';
import type { Bytes } from './secrets.js';
import type { VaultScope } from './slots.js';
import { type RecordRow, together, under, type VaultDatabase } from './storage.js';
import { decodeValue } from './values.js';

/** What the record of a stream says about it. */
export interface StreamHeader {
  /** Under which its pieces are stored; random. */
  name: string;
  pieces: number;
  /** In bytes. */
  length: number;
}

/** Where one piece belongs. The last one is marked, so that a truncated stream is noticed. */
export function pieceContext(
  { rpId, userHandleHash, vaultId }: VaultScope,
  store: string,
  id: string,
  name: string,
  index: number,
  isLast: boolean,
  generation: number,
): Bytes {
  return joinParts('wcv/piece/v1', rpId, userHandleHash, vaultId, store, id, name, index, Number(isLast), generation);
}

/** Reads what the record of a stream says. */
export function readHeader(plaintext: Bytes): StreamHeader {
  return decodeValue('json', plaintext) as StreamHeader;
}

/** How many bytes a stream may have: 4 GiB. */
const maxStreamBytes = 4_294_967_296;

/** @throws {LatchError} `constraint` if a stream would be longer than it may be. */
export function checkStreamLength(length: number): void {
  if (length > maxStreamBytes) throw new LatchError('constraint', 'A stream has at most 4 GiB.');
}

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
