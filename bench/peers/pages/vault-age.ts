import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { openDB } from 'idb';
import { records, timeRecords, type RecordTimes } from '../../pages/vault-records.js';

/** Fewer than the others: it takes that much longer. */
const count = 500;

/** One age file for each record, in IndexedDB. */
async function sample(): Promise<RecordTimes> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const database = await openDB('age', 1, { upgrade: (opened) => void opened.createObjectStore('records') });
  await database.clear('records');
  const sealAll = async () => {
    const sealed = await Promise.all(
      records.slice(0, count).map(async ([id, bytes]) => {
        const encrypter = new Encrypter();
        encrypter.addRecipient(recipient);
        return [id, await encrypter.encrypt(bytes)] as const;
      }),
    );
    const transaction = database.transaction('records', 'readwrite');
    for (const [id, file] of sealed) void transaction.store.put(file, id);
    await transaction.done;
  };
  const openAll = async () => {
    const [ids, files] = await Promise.all([database.getAllKeys('records'), database.getAll('records')]);
    const opened = await Promise.all(
      files.map(async (file: Uint8Array) => {
        const decrypter = new Decrypter();
        decrypter.addIdentity(identity);
        return decrypter.decrypt(file);
      }),
    );
    return new Map(ids.map((id, index) => [id as string, opened[index]]));
  };
  const times = await timeRecords(count, sealAll, openAll);
  database.close();
  return times;
}

Object.assign(globalThis, { sample });
