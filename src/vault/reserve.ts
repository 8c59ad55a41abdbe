import { isChromium } from '../base/storage/database-log.js';
import { randomBytes } from './secrets.js';
import { under, type VaultDatabase, type VaultSchema } from './storage.js';

/**
 * Space that only deletions may use. To delete something the vault has to write a page of the ledger, which a full disk
 * refuses; so while there is room, it keeps some pieces that mean nothing, and gives them up when it needs the space.
 *
 * With each new log Chromium writes again what it has stored last, up to some 10 MB, and deletes the earlier copy only
 * later. So the reserve is as large as what is stored, and eight pieces more, up to 96.
 *
 * Each piece is long enough for Chromium to store it in a separate file: space inside its database is released only
 * when the browser compacts it, but the space of such a file at once. Deleting itself needs no room.
 */
const leastPieces = 8;
const mostPieces = 96;
const pieceLength = 131_072;
/** No vault has this name: those are base64url. */
const name = 'latchkey.reserve';
const keyOf = (index: number): VaultSchema['pieces']['key'] => [name, 0, '', '', '', index];

/** All rows of the reserve, among the pieces of streams. */
export const reserveRows = (): IDBKeyRange => under(name);

/** How many changes a vault must have seen before it keeps a reserve: one that is hardly used needs none. */
const leastChanges = 16;
/** How long after an attempt that found no room another one is made, and how often the size is compared, in ms. */
const pause = 60_000;
/** The most that a change may write when it takes from the reserve, in bytes: less than half a piece. */
const maxWrittenBytes = 65_536;

/** Whether a change may use the reserve: it deletes something, and writes little. */
export function onlyDeletes(changes: readonly { content?: { plaintext: Uint8Array } }[]): boolean {
  const written = changes.reduce((sum, { content }) => sum + (content?.plaintext.byteLength ?? 0), 0);
  return changes.some(({ content }) => !content) && written <= maxWrittenBytes;
}

/** The reserve of all vaults of the origin, maintained by one unlocked vault. */
export class Reserve {
  readonly #database: VaultDatabase;
  #isFilling = false;
  #triedAt = -Infinity;
  /** From which change on the reserve is compared again with what is stored, however short the pause was. */
  #due = leastChanges;
  /** How many pieces the next call gives up. */
  #next = 1;

  constructor(database: VaultDatabase) {
    this.#database = database;
  }

  /** Adds what is missing, as far as there is room, in the background. `change` is how many changes there have been. */
  fill(change: number): void {
    this.#next = 1;
    const isPaused = performance.now() - this.#triedAt < pause;
    if (this.#isFilling || change < leastChanges || (isPaused && change < this.#due)) return;
    this.#isFilling = true;
    this.#triedAt = performance.now();
    this.#addMissing()
      .then(
        () => (this.#due = 2 * change),
        // There is no room, or the browser refuses to store anything: the next write reports it.
        () => (this.#due = Infinity),
      )
      .finally(() => (this.#isFilling = false));
  }

  /** Deletes one piece to free its space, and twice as many each further time. Resolves with false if none is left. */
  async giveUp(): Promise<boolean> {
    const count = this.#next;
    this.#next *= 2;
    return this.#database.transact({ mode: 'readwrite', durability: 'strict' }, async (transaction) => {
      const store = transaction.objectStore('pieces');
      const last = (await store.getAllKeys(reserveRows())).slice(-count);
      await Promise.all(last.map((key) => store.delete(key)));
      return last.length > 0;
    });
  }

  async #addMissing(): Promise<void> {
    const present = await this.#database.transact({ mode: 'readonly' }, (transaction) =>
      transaction.objectStore('pieces').getAllKeys(reserveRows()),
    );
    const indexes = new Set(present.map((key) => key[5]));
    const wanted = await countWanted(indexes.size);
    for (let index = 0; index < wanted; index++) {
      if (indexes.has(index)) continue;
      const piece = new Uint8Array(pieceLength);
      // The browser gives half as much at once, and compresses what repeats itself.
      for (let at = 0; at < pieceLength; at += 65_536) piece.set(randomBytes(65_536), at);
      await this.#database.transact({ mode: 'readwrite' }, (transaction) =>
        transaction.objectStore('pieces').put(piece, keyOf(index)),
      );
    }
  }
}

/** As much of the answer of `estimate` as Chromium adds. */
interface StorageUsage {
  usageDetails?: { indexedDB?: number };
}

/** How many pieces the reserve should have, if it has `present`. */
async function countWanted(present: number): Promise<number> {
  if (!isChromium()) return leastPieces;
  const { usageDetails } = (await navigator.storage.estimate()) as StorageUsage;
  const stored = Math.max(0, (usageDetails?.indexedDB ?? 0) - present * pieceLength);
  return Math.min(leastPieces + Math.ceil(stored / pieceLength), mostPieces);
}
