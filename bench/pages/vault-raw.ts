import { openDB } from 'idb';
import { recordCount, records, timeRecords, type RecordTimes } from './vault-records.js';

/** How many go into one transaction. */
const batch = 1000;

/**
 * AES-GCM with one key and IndexedDB, in the simplest form: without any binding, so that an older record would go
 * unnoticed.
 */
async function sample(): Promise<RecordTimes> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const database = await openDB('raw', 1, { upgrade: (opened) => void opened.createObjectStore('records') });
  await database.clear('records');
  const sealAll = async () => {
    for (let at = 0; at < recordCount; at += batch) {
      const sealed = await Promise.all(
        records.slice(at, at + batch).map(async ([id, bytes]) => {
          const iv = crypto.getRandomValues(new Uint8Array(12));
          return {
            id,
            iv,
            ciphertext: new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes)),
          };
        }),
      );
      const transaction = database.transaction('records', 'readwrite');
      for (const { id, ...row } of sealed) void transaction.store.put(row, id);
      await transaction.done;
    }
  };
  const openAll = async () => {
    const [ids, rows] = await Promise.all([database.getAllKeys('records'), database.getAll('records')]);
    const opened = await Promise.all(
      rows.map(
        async ({ iv, ciphertext }) =>
          new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, ciphertext)),
      ),
    );
    return new Map(ids.map((id, index) => [id as string, opened[index]]));
  };
  const times = await timeRecords(recordCount, sealAll, openAll);
  database.close();
  return times;
}

Object.assign(globalThis, { sample });
