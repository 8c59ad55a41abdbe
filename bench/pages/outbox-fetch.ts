import { openDB } from 'idb';
import { noteOf, sentCount, signUp, type OutboxTimes } from './outbox-person.js';

/**
 * The same writes in the clear, as one would write it down: each stored by idb on the disk, then sent after a request
 * for the session, and deleted.
 */
async function sample(writeCount: number): Promise<OutboxTimes> {
  const owner = await signUp();
  const database = await openDB('raw-outbox', 1, { upgrade: (opened) => void opened.createObjectStore('writes') });
  await database.clear('writes');
  const began = performance.now();
  for (let index = 0; index < writeCount; index++) {
    const transaction = database.transaction('writes', 'readwrite', { durability: 'strict' });
    void transaction.store.put({ path: `/notes/n${index}`, body: noteOf(index) }, index);
    await transaction.done;
  }
  const enqueued = performance.now();
  for (let index = 0; index < sentCount; index++) {
    const { path, body } = (await database.get('writes', index)) as { path: string; body: object };
    await (await fetch('/session', { cache: 'no-store' })).json();
    const { status } = await fetch(path, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        'if-none-match': '*',
        'idempotency-key': crypto.randomUUID(),
        'latch-user': owner,
      },
      body: JSON.stringify(body),
    });
    if (status !== 201) throw new Error(`The server answered ${status}.`);
    await database.delete('writes', index);
  }
  const ended = performance.now();
  database.close();
  return { enqueue: ((enqueued - began) * 1000) / writeCount, replay: ((ended - enqueued) * 1000) / sentCount };
}

Object.assign(globalThis, { sample });
