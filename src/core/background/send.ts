import { post } from '../broadcast.js';
import * as disk from '../disk.js';
import { exchange, personHeader } from '../exchange.js';
import { signOutName } from '../kept.js';
import { withOptionalLock } from '../locks/optional-lock.js';
import { LatchError } from '../errors.js';
import { backgroundName, deleteRows, markOf, putRow, readRows, type BackgroundRow } from './rows.js';

/**
 * Sends the writes that are stored in the clear, in order, while their owner is signed in. Works in pages and in service
 * workers. Those of others, and those behind a refused write to the same path, wait.
 *
 * @throws {LatchError} a retryable one when the server cannot be reached, or has a passing trouble.
 */
export function sendBackground(): Promise<void> {
  return withOptionalLock(backgroundName, {}, sendAll);
}

async function sendAll(): Promise<void> {
  const passed = new Set<number>();
  for (;;) {
    // Another page may have added or dropped some.
    const next = findNext(await readRows(), passed);
    if (!next) return;
    passed.add(next.id);
    const owner = await findOwner(next);
    if (owner !== undefined) await sendRow(next, owner);
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

const never = new AbortController().signal;

/** The user handle of the owner, if they are signed in. */
async function findOwner({ baseUrl, owner }: BackgroundRow): Promise<string | undefined> {
  // The user has signed out on this device, and the server does not know yet.
  if ((await disk.read(signOutName(new URL(baseUrl)))) !== undefined) return undefined;
  const { body } = await exchange(new URL('session', baseUrl), {}, { signal: never });
  const { signedIn, user } = (body ?? {}) as { signedIn?: unknown; user?: { id?: unknown } | null };
  const id = signedIn === true ? user?.id : undefined;
  return typeof id === 'string' && (await markOf(id)) === owner ? id : undefined;
}

async function sendRow(row: BackgroundRow, owner: string): Promise<void> {
  const { baseUrl, method, path, headers, body, key } = row;
  let status: number;
  try {
    ({ status } = await exchange(
      new URL(path, baseUrl),
      {
        method,
        headers: { ...headers, 'idempotency-key': key, [personHeader]: owner },
        ...(body !== undefined && { body }),
      },
      { signal: never },
    ));
  } catch (error) {
    // Another user has signed in since.
    if (error instanceof LatchError && error.code === 'wrong_account') return;
    throw error;
  }
  if (status === 401) return;
  const isMade = (status >= 200 && status < 300) || (method === 'DELETE' && [404, 410].includes(status));
  await (isMade ? deleteRows([row.id]) : refuse(row, status));
  post(backgroundName, isMade ? 'sent' : 'refused');
}

/** Keeps a refused write, unless it was dropped meanwhile. */
async function refuse(row: BackgroundRow, refusal: number): Promise<void> {
  if ((await readRows()).some(({ id }) => id === row.id)) await putRow({ ...row, refusal });
}
