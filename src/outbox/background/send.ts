import { post } from '../../base/storage/broadcast.js';
import * as storedDatabase from '../../base/storage/stored-database.js';
import { exchange, userHeader } from '../../base/client/exchange.js';
import { signOutName } from '../../base/storage/local.js';
import { withOptionalLock } from '../../base/storage/locks/optional-lock.js';
import { LatchError } from '../../base/client/errors.js';
import { resolveOwn } from '../own-path.js';
import { backgroundName, deleteRows, markOf, putRow, readRows, type BackgroundRow } from './rows.js';

/** What differs between a page and a worker that send. */
export interface BackgroundSender {
  /**
   * Asks a backend for the `user.id` of who is signed in; undefined if no user is, or if that cannot be found out here.
   *
   * @throws {LatchError} if the backend cannot be reached.
   */
  findUser(row: BackgroundRow): Promise<string | undefined>;
  /** The headers that the page's adapter gives a request. */
  readBackendHeaders(row: BackgroundRow): Promise<Readonly<Record<string, string>>>;
  /** Whether a refusal may be due to a token against CSRF that is no longer valid: the write is left to a page. */
  mayBeStale(row: BackgroundRow, status: number): boolean;
}

/**
 * Sends the writes that are stored in the clear, in order, while their owner is signed in. Works in pages and in service
 * workers. Those of others, and those behind a refused write to the same path, wait.
 *
 * @throws {LatchError} a retryable one when the server cannot be reached, or has a passing trouble.
 */
export function sendBackground(sender: BackgroundSender): Promise<void> {
  return withOptionalLock(backgroundName, {}, () => sendAll(sender));
}

/** Asks a backend that speaks the contract for the `user.id` of who is signed in, without any state of a page. */
export async function askContract(baseUrl: string): Promise<string | undefined> {
  const { body } = await exchange(new URL('session', baseUrl), {}, { signal: new AbortController().signal });
  const { signedIn, user } = (body ?? {}) as { signedIn?: unknown; user?: { id?: unknown } | null };
  return signedIn === true && typeof user?.id === 'string' ? user.id : undefined;
}

async function sendAll(sender: BackgroundSender): Promise<void> {
  const passed = new Set<number>();
  for (;;) {
    // Another page may have added or dropped some.
    const next = findNext(await readRows(), passed);
    if (!next) return;
    passed.add(next.id);
    const owner = await findOwner(sender, next);
    if (owner !== undefined) await sendRow(sender, next, owner);
  }
}

/** The first row that was not passed, and has none of the same owner before it to the same path. */
function findNext(rows: readonly BackgroundRow[], passed: ReadonlySet<number>): BackgroundRow | undefined {
  const held = new Set<string>();
  for (const row of rows) {
    const place = `${row.owner} ${row.baseUrl} ${row.path}`;
    if (row.refusal === undefined && !passed.has(row.id) && !held.has(place)) return row;
    held.add(place);
  }
  return undefined;
}

/** The user handle of the owner, if they are signed in. */
async function findOwner(sender: BackgroundSender, row: BackgroundRow): Promise<string | undefined> {
  // The user has signed out on this device, and the server does not know yet.
  if ((await storedDatabase.read(signOutName(new URL(row.baseUrl)))) !== undefined) return undefined;
  const user = await sender.findUser(row);
  return user !== undefined && (await markOf(user)) === row.owner ? user : undefined;
}

async function sendRow(sender: BackgroundSender, row: BackgroundRow, owner: string): Promise<void> {
  const { baseUrl, method, path, headers, body, key } = row;
  const url = resolveOwn(path, new URL(baseUrl));
  if (!url) return refuse(row, 0);
  let status: number;
  try {
    ({ status } = await exchange(
      url,
      {
        method,
        headers: {
          ...(await sender.readBackendHeaders(row)),
          ...headers,
          'idempotency-key': key,
          [userHeader]: owner,
        },
        ...(body !== undefined && { body }),
      },
      { signal: new AbortController().signal },
    ));
  } catch (error) {
    // Another user has signed in since.
    if (error instanceof LatchError && error.code === 'wrong_account') return;
    throw error;
  }
  if (status === 401 || sender.mayBeStale(row, status)) return;
  const isMade = (status >= 200 && status < 300) || (method === 'DELETE' && [404, 410].includes(status));
  if (!isMade) return refuse(row, status);
  await deleteRows([row.id]);
  post(backgroundName, 'sent');
}

async function refuse(row: BackgroundRow, refusal: number): Promise<void> {
  await putRow({ ...row, refusal });
  post(backgroundName, 'refused');
}
