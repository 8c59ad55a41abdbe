import { damaged } from './envelope.js';
import { together, type RecordRow, type VaultTransaction } from './storage.js';

/** How many rows are read at a time. */
const rowsAtATime = 500;

/**
 * Reads all rows of one store of a generation, or with `isSome` those from one id to another, whose ids are given in the
 * order of the database, and begins to open some while the browser reads the next ones.
 *
 * @returns Their results in the same order, some at a time. Do not await it inside the transaction.
 * @throws {LatchError} `vault_damaged` if there are more or fewer, or others.
 */
export async function readRows<Value>(
  transaction: VaultTransaction<'readonly'>,
  place: readonly [vault: string, generation: number, store: string],
  ids: readonly string[],
  isSome: boolean,
  open: (row: RecordRow, index: number) => Promise<Value>,
): Promise<Array<Promise<Value[]>>> {
  const opening: Array<Promise<Value[]>> = [];
  const readSome = async (chunk: number): Promise<void> => {
    const from = chunk * rowsAtATime;
    const to = Math.min(from + rowsAtATime, ids.length);
    const first = from > 0 ? [...place, ids[from - 1]!] : isSome ? [...place, ids[0]!] : [...place];
    const last = [...place, to === ids.length && !isSome ? [] : ids[to - 1]!];
    const range = IDBKeyRange.bound(first, last, from > 0);
    const records = transaction.objectStore('records');
    const [keys, rows] = await together(
      () => records.getAllKeys(range),
      () => records.getAll(range),
    );
    if (keys.length !== to - from || keys.some(([, , , id], index) => id !== ids[from + index]))
      throw damaged('Records were added or taken away');
    opening[chunk] = Promise.all(rows.map((row, index) => open(row, from + index)));
    // The caller awaits it later.
    opening[chunk].catch(() => {});
  };
  if (isSome && ids.length === 0) return [];
  const chunks = Math.max(1, Math.ceil(ids.length / rowsAtATime));
  await together(...Array.from({ length: chunks }, (_, chunk) => () => readSome(chunk)));
  return opening;
}

/**
 * Reads some rows of one store of a generation by their ids; those without a version are gone.
 *
 * @returns Their results in the same order, undefined for those that are gone. Do not await it inside the transaction.
 */
export async function readEach<Value>(
  transaction: VaultTransaction<'readonly'>,
  place: readonly [vault: string, generation: number, store: string],
  records: ReadonlyArray<readonly [id: string, version: number | undefined]>,
  open: (row: RecordRow | undefined, index: number) => Promise<Value>,
): Promise<Array<Promise<Array<Value | undefined>>>> {
  const rows = await together(
    ...records.map(
      ([id, version]) =>
        async () =>
          version === undefined ? undefined : transaction.objectStore('records').get([...place, id]),
    ),
  );
  const opening = Promise.all(
    rows.map(async (row, index) => (records[index]![1] === undefined ? undefined : open(row, index))),
  );
  // The caller awaits it later.
  opening.catch(() => {});
  return [opening];
}
