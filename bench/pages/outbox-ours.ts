import { clientFor } from '../../src/base/client/client.js';
import { openOutbox } from '../../src/offline.js';
import { createVault, wipeVaults } from '../../src/vault/index.js';
import { noteOf, sentCount, signUp, type OutboxTimes } from './outbox-person.js';

/** How many writes are enqueued at once. */
const batchLength = 1000;

/**
 * Enqueues as many writes without a connection, each after the one before it is on the disk, and then sends some of them
 * while the rest wait.
 */
async function sample(writeCount: number): Promise<OutboxTimes> {
  const userId = await signUp();
  await wipeVaults();
  const vault = await createVault({
    rpId: 'localhost',
    userHandle: userId,
    passkeys: [{ id: 'AAAA' }],
    ask: async ({ credentials }) => ({
      credentialId: credentials[0]!.id,
      first: new Uint8Array(32).fill(1),
      second: new Uint8Array(32).fill(2),
    }),
  });
  const connected = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  const outbox = await openOutbox({ vault, client: clientFor(), userId });
  const began = performance.now();
  for (let index = 0; index < writeCount; index++)
    await outbox.enqueue({ method: 'PUT', path: `/notes/n${index}`, body: noteOf(index), precondition: 'absent' });
  const enqueued = performance.now();
  const batch = Array.from({ length: batchLength }, (_none, index) => ({
    method: 'PUT' as const,
    path: `/notes/b${index}`,
    body: noteOf(index),
    precondition: 'absent' as const,
  }));
  await outbox.enqueueBatch(batch);
  const batched = performance.now();
  await outbox.replay();
  globalThis.fetch = connected;
  const replaying = performance.now();
  const isSent = new Promise<void>((resolve) => {
    outbox.watch({ onChange: ({ sent }) => sent >= sentCount && resolve() }, vault.locked);
  });
  dispatchEvent(new Event('online'));
  await isSent;
  const ended = performance.now();
  if (outbox.state.refused.length > 0) throw new Error('The server has refused writes.');
  vault.lock();
  await wipeVaults();
  return {
    enqueue: ((enqueued - began) * 1000) / writeCount,
    batch: ((batched - enqueued) * 1000) / batchLength,
    replay: ((ended - replaying) * 1000) / sentCount,
  };
}

Object.assign(globalThis, { sample });
