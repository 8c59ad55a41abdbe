import { LatchError } from '../client/errors.js';

/** The browser keeps no database for this page at all, so that nothing can be in one. */
class NoDatabases extends LatchError {
  constructor(cause?: unknown) {
    super('storage_lost', 'This browser stores no data for this page.', { cause });
  }
}

/**
 * What browsers refuse every database with: in private windows, in Lockdown Mode, where the user has blocked cookies,
 * and in sandboxed frames.
 */
const refusals = ['SecurityError', 'InvalidStateError'];

/**
 * Opens or deletes a database with `open`.
 *
 * @throws {LatchError} `storage_lost` where the browser keeps no databases for this page, see {@link ifStored}; what
 *   `open` rejects with.
 */
export async function openDatabase<Opened>(open: (databases: IDBFactory) => Promise<Opened>): Promise<Opened> {
  try {
    const { indexedDB } = globalThis as { indexedDB?: IDBFactory | null };
    if (indexedDB) return await open(indexedDB);
  } catch (cause) {
    throw refusals.includes((cause as DOMException).name) ? new NoDatabases(cause) : cause;
  }
  throw new NoDatabases();
}

/**
 * Resolves with what `access` to a database resolves with, or with `nothing` where the browser keeps no databases for
 * this page.
 *
 * @throws what `access` rejects with otherwise: there may be something in the database.
 */
export async function ifStored<Value>(access: Promise<Value>, nothing: Value): Promise<Value> {
  try {
    return await access;
  } catch (error) {
    if (error instanceof NoDatabases) return nothing;
    throw error;
  }
}
