import { toBase64Url } from '../../base/bytes.js';
import { OneStore } from '../../base/storage/one-store.js';
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
  /** The status that it was refused with. */
  readonly refusal?: number | undefined;
}

const rows = new OneStore(backgroundName, { keyPath: 'id', autoIncrement: true });

/** Resolves with the id once the row is on the disk. */
export async function addRow(row: Omit<BackgroundRow, 'id'>): Promise<number> {
  return (await rows.access('readwrite', (store) => [store.add(row)]))[0] as number;
}

/** Reads all rows, in order; none where the browser keeps no databases. */
export async function readRows(): Promise<BackgroundRow[]> {
  const [all] = await ifStored(
    rows.access('readonly', (store) => [store.getAll()]),
    [[]],
  );
  return all as BackgroundRow[];
}

export async function putRow(row: BackgroundRow): Promise<void> {
  await rows.access('readwrite', (store) => [store.put(row)]);
}

export async function deleteRows(ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await rows.access('readwrite', (store) => ids.map((id) => store.delete(id)));
}

/** Recognizes a user without naming them: SHA-256 of the user handle, base64url. */
export async function markOf(userHandle: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(userHandle));
  return toBase64Url(digest);
}
