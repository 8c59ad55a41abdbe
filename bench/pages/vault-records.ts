/** How many records, and how long each is in bytes. */
export const recordCount = 10_000;
export const recordLength = 1_000;

/** What one round took, in µs for each record. */
export interface RecordTimes {
  seal: number;
  open: number;
}

/** Records with different bytes, which no database can store in less. */
export const records: ReadonlyArray<[id: string, bytes: Uint8Array<ArrayBuffer>]> = Array.from(
  { length: recordCount },
  (_, index) => [`record ${index}`, crypto.getRandomValues(new Uint8Array(recordLength))],
);

/**
 * Times what seals and stores `count` records, and then what reads and opens them; they are compared with what was put
 * in.
 */
export async function timeRecords(
  count: number,
  sealAll: () => Promise<unknown>,
  openAll: () => Promise<ReadonlyMap<string, unknown>>,
): Promise<RecordTimes> {
  const started = performance.now();
  await sealAll();
  const sealed = performance.now();
  const opened = await openAll();
  const ended = performance.now();
  const isWhole = records.slice(0, count).every(([id, bytes]) => (opened.get(id) as Uint8Array)[0] === bytes[0]);
  if (opened.size !== count || !isWhole) throw new Error('What was read is not what was written.');
  return { seal: ((sealed - started) * 1000) / count, open: ((ended - sealed) * 1000) / count };
}
