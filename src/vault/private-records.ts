import { damaged, type Content } from './envelope.js';
import type { PrivateNames } from './private-names.js';
import type { Mark, RecordChange, SealedRecords } from './sealed-records.js';

/** Puts a change where a private vault stores it, with its names inside. */
export async function nameChange(names: PrivateNames, change: RecordChange): Promise<RecordChange> {
  const [store, id] = await names.place(change.store, change.id);
  names.note(id, change.id);
  const { content } = change;
  return content ? { store, id, content: { ...content, names: [change.store, change.id] } } : { store, id };
}

/** Reads all records of a store, in the order of their ids. */
export async function readPrivately(
  names: PrivateNames,
  records: SealedRecords,
  store: string,
): Promise<Array<[id: string, content: Content]>> {
  return restore(names, store, await records.readAll(await names.store(store))) as Array<[string, Content]>;
}

/** What {@link SealedRecords.readChanges} reads. */
export async function readChangesPrivately(
  names: PrivateNames,
  records: SealedRecords,
  store: string,
  known: Mark | undefined,
): Promise<{ mark: Mark; isWhole: boolean; changed: Array<[id: string, content: Content | undefined]> }> {
  const code = await names.store(store);
  const read = await records.readChanges(code, known);
  // A record that is gone has no name inside. If it was not read before, only reading everything shows that it is gone.
  const isNamed = read.changed.every(([id, content]) => content ?? names.idOf(id) !== undefined);
  const { mark, isWhole, changed } = isNamed ? read : await records.readChanges(code);
  return { mark, isWhole, changed: restore(names, store, changed) };
}

/** The ids of a store, in order. Reads its records unless the ids are known. */
export async function listPrivately(names: PrivateNames, records: SealedRecords, store: string): Promise<string[]> {
  const codes = await records.list(await names.store(store));
  const ids = codes.map((code) => names.idOf(code));
  if (ids.includes(undefined)) return (await readPrivately(names, records, store)).map(([id]) => id);
  return (ids as string[]).sort(compare);
}

function restore(
  names: PrivateNames,
  store: string,
  found: ReadonlyArray<readonly [code: string, content: Content | undefined]>,
): Array<[id: string, content: Content | undefined]> {
  return found
    .map(([code, content]): [string, Content | undefined] => {
      const id = content ? content.names?.[1] : names.idOf(code);
      if (id === undefined || (content && content.names?.[0] !== store)) throw damaged('A record has no name');
      names.note(code, id);
      return [id, content];
    })
    .sort(([one], [other]) => compare(one, other));
}

const compare = (one: string, other: string): number => (one < other ? -1 : 1);
