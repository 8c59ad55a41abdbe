import { beginNewLog } from '../../src/base/storage/database-log.js';
import { createVault, unlockVault, wipeVaults, type AskPasskey } from '../../src/vault/index.js';
import { recordCount, records, timeRecords, type RecordTimes } from './vault-records.js';

const ask: AskPasskey = async ({ credentials }) => ({
  credentialId: credentials[0]!.id,
  first: new Uint8Array(32).fill(1),
  second: new Uint8Array(32).fill(2),
});

/**
 * One vault with all records: how long they take, and how long, in ms, the new log takes that comes before the first
 * vault of a page, and unlocking once the passkey has answered.
 */
async function sample(): Promise<RecordTimes & { newLog: number; unlock: number }> {
  const began = performance.now();
  await beginNewLog();
  const newLog = performance.now() - began;
  await wipeVaults();
  const vault = await createVault({ rpId: 'localhost', userHandle: 'AAAA', passkeys: [{ id: 'AAAA' }], ask });
  const times = await timeRecords(
    recordCount,
    () => Promise.all(records.map(([id, bytes]) => vault.set('records', id, bytes))),
    () => vault.getAll('records'),
  );
  vault.lock();
  let answered = 0;
  const again = await unlockVault({
    ask: async (request) => {
      const result = await ask(request);
      answered = performance.now();
      return result;
    },
  });
  const unlock = performance.now() - answered;
  again.lock();
  return { ...times, newLog, unlock };
}

Object.assign(globalThis, { sample });
