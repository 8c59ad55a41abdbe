import { deleteDB, openDB } from 'idb';
import { createVault, unlockVault, wipeVaults, type AskPasskey } from '../../src/vault/index.js';

/** How many records there are, how long each is in bytes, how many one write has, and how many writes are begun at once. */
const recordCount = 100_000;
const recordLength = 1_000;
const batch = 1_000;
const batchesAtOnce = 10;
/** How many records are read one by one, and as lists of a hundred. */
const readCount = 200;
const listCount = 20;

/** What one round took: µs for each record, ms for the rest, and MB. */
export interface LargeVaultTimes {
  seal: number;
  newLog: number;
  unlock: number;
  first: number;
  read: number;
  firstList: number;
  list: number;
  heap: number;
}

/** A hundred ids have the same beginning. */
const idOf = (index: number) => `${String(Math.floor(index / 100)).padStart(4, '0')}/${index % 100}`;

/** The records of one write. */
const recordsFrom = (start: number) =>
  Array.from({ length: batch }, (_none, index) => ({
    id: idOf(start + index),
    bytes: crypto.getRandomValues(new Uint8Array(recordLength)),
  }));

const batchesFrom = (start: number) =>
  Array.from({ length: batchesAtOnce }, (_none, index) => recordsFrom(start + index * batch));

const ask: AskPasskey = async ({ credentials }) => ({
  credentialId: credentials[0]!.id,
  first: new Uint8Array(32).fill(1),
  second: new Uint8Array(32).fill(2),
});

const heapSize = () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize;

/** Times `work` for each of `count` indexes, in ms for each. */
async function timeEach(count: number, work: (index: number) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  for (let index = 0; index < count; index++) await work(index);
  return (performance.now() - started) / count;
}

/** What the first vault of a page waits for in Chromium, as often as it is called. */
async function beginNewLog(): Promise<void> {
  (await openDB('latchkey.new-log')).close();
  await deleteDB('latchkey.new-log');
}

/** A vault of 100,000 records: sealed batch by batch, unlocked again, and read. */
async function sampleOurs(): Promise<LargeVaultTimes> {
  await wipeVaults();
  const before = heapSize();
  const vault = await createVault({ rpId: 'localhost', userHandle: 'AAAA', passkeys: [{ id: 'AAAA' }], ask });
  let sealing = 0;
  let heap = 0;
  for (let start = 0; start < recordCount; start += batch * batchesAtOnce) {
    const writes = batchesFrom(start).map((records) =>
      records.map(({ id, bytes }) => ({ store: 'records', id, value: bytes })),
    );
    const began = performance.now();
    await Promise.all(writes.map((changes) => vault.write(changes)));
    sealing += performance.now() - began;
    heap = Math.max(heap, heapSize() - before);
  }
  vault.lock();
  const newLog = await timeEach(1, beginNewLog);
  let answered = 0;
  const again = await unlockVault({
    ask: async (request) => {
      const result = await ask(request);
      answered = performance.now();
      return result;
    },
  });
  const unlock = performance.now() - answered;
  const random = (index: number) => (index * 7919) % recordCount;
  const first = await timeEach(1, () => again.get('records', idOf(random(1))));
  const read = await timeEach(readCount, async (index) => {
    if ((await again.get('records', idOf(random(index)))) === undefined) throw new Error('A record is missing.');
  });
  const readList = async (index: number) => {
    const prefix = idOf(random(index)).slice(0, 5);
    const { size } = await again.getAll('records', { prefix });
    if (size !== 100) throw new Error(`${size} records begin with ${prefix}.`);
  };
  const firstList = await timeEach(1, readList);
  const list = await timeEach(listCount, readList);
  heap = Math.max(heap, heapSize() - before);
  again.lock();
  await wipeVaults();
  return { seal: (sealing * 1000) / recordCount, newLog, unlock, first, read, firstList, list, heap: heap / 1_000_000 };
}

/** The same by hand: one key of AES-GCM and idb, without any binding. */
async function sampleByHand(): Promise<Pick<LargeVaultTimes, 'seal'>> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const database = await openDB('raw-large', 1, { upgrade: (opened) => void opened.createObjectStore('records') });
  await database.clear('records');
  let sealing = 0;
  const sealBatch = async (records: ReturnType<typeof recordsFrom>) => {
    const rows = await Promise.all(
      records.map(async ({ id, bytes }) => {
        const iv = crypto.getRandomValues(new Uint8Array(12));
        const ciphertext = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes));
        return { id, iv, ciphertext };
      }),
    );
    const transaction = database.transaction('records', 'readwrite');
    for (const { id, ...row } of rows) void transaction.store.put(row, id);
    await transaction.done;
  };
  for (let start = 0; start < recordCount; start += batch * batchesAtOnce) {
    const writes = batchesFrom(start);
    const began = performance.now();
    await Promise.all(writes.map(sealBatch));
    sealing += performance.now() - began;
  }
  await database.clear('records');
  database.close();
  return { seal: (sealing * 1000) / recordCount };
}

Object.assign(globalThis, { sampleOurs, sampleByHand });
