import { toBase64Url } from '../../base/bytes.js';
import { Database, type DBSchema } from '../../base/storage/database.js';
import { ifStored } from '../../base/storage/open-database.js';

/**
 * The name of the database, of the lock under which it is sent, of the tag that a worker is woken by, and of the channel
 * on which changes are reported.
 */
export const backgroundName = 'latchkey.background';

/** A write that is stored in the clear, so that a worker can send it without a page. */
export interface BackgroundRow {
  /** Its place in the order. */
  readonly id: number;
  /** The address of the backend. */
  readonly baseUrl: string;
  /** What {@link markOf} makes of the user handle. */
  readonly owner: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Those of the page's adapter when it was queued, which a worker sends: it cannot read fresh ones. */
  readonly backendHeaders?: Readonly<Record<string, string>> | undefined;
  /** Whether only a page can find out who is signed in, because the backend does not speak the contract. */
  readonly needsPage?: boolean | undefined;
  /** JSON, or bytes. */
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  readonly key: string;
  /** Epoch milliseconds. */
  readonly queuedAt: number;
  readonly subject?: string | undefined;
  /** The status that it was refused with, or 0 if its path leads to another origin. */
  readonly refusal?: number | undefined;
}

interface Schema extends DBSchema {
  [backgroundName]: { key: number; value: BackgroundRow };
}

const rows = new Database<Schema>({
  name: backgroundName,
  version: 1,
  upgrade: (database) => void database.createObjectStore(backgroundName, { keyPath: 'id', autoIncrement: true }),
  isBrief: true,
});
/** Each write is on the disk before it is reported as done. */
const writing = { mode: 'readwrite', durability: 'strict' } as const;

/** Resolves with the id once the row is on the disk. */
export function addRow(row: Omit<BackgroundRow, 'id'>): Promise<number> {
  let id: number | undefined;
  return rows.transact(writing, async (transaction) => {
    const store = transaction.objectStore(backgroundName);
    // A first attempt may have been stored although the browser dropped the connection.
    if (id === undefined || (await store.get(id))?.key !== row.key) id = await store.add(row as BackgroundRow);
    return id;
  });
}

/** Reads all rows, in order; none where the browser keeps no databases. */
export function readRows(): Promise<BackgroundRow[]> {
  return ifStored(
    rows.transact({ mode: 'readonly' }, (transaction) => transaction.objectStore(backgroundName).getAll()),
    [],
  );
}

/** Replaces a row, unless it was deleted meanwhile. */
export async function putRow(row: BackgroundRow): Promise<void> {
  await rows.transact(writing, async (transaction) => {
    const store = transaction.objectStore(backgroundName);
    if (await store.get(row.id)) await store.put(row);
  });
}

export async function deleteRows(ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await rows.transact(writing, (transaction) =>
    Promise.all(ids.map((id) => transaction.objectStore(backgroundName).delete(id))),
  );
}

/** Recognizes a user without naming them: SHA-256 of the user handle, base64url. */
export async function markOf(userHandle: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(userHandle));
  return toBase64Url(digest);
}
