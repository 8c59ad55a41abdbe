import { open, seal, type Generation } from './envelope.js';
import { adopt, isUnchanged, recordContext, type Opened } from './opened.js';
import type { SealedRecords } from './sealed-records.js';
import { buildBridge, mostBridges, nameOf, signKeyRecord, type KeyRecord } from './key-record.js';
import { allPages, emptyLedger, entriesOf } from './ledger.js';
import { pieceContext, readHeader } from './streams.js';
import { keyLock } from './locks.js';
import { LatchError } from '../base/client/errors.js';
import { hasLocks, withLock } from '../base/storage/locks/lock.js';
import { importMaster, randomBytes } from './secrets.js';
import { fillSlot, type EmptySlot, type Slot, type VaultScope } from './slots.js';
import { deleteOtherGenerations, expectVault, together, type VaultDatabase } from './storage.js';

/** How many records are encrypted again in one transaction. */
const recordsAtATime = 100;

/** What is encrypted again, and with which keys. */
interface Rotation {
  database: VaultDatabase;
  scope: VaultScope;
  records: SealedRecords;
  /** The passkey in hand, which the new key is wrapped for. */
  slot: EmptySlot;
  secret: CryptoKey;
  /**
   * Whether one of the passkeys cannot be trusted any more: all others are dropped then, instead of finding the new key
   * by way of the old one.
   */
  isCompromised: boolean;
  onProgress?: ((done: number, all: number) => void) | undefined;
}

/**
 * Replaces the key by a new one, and encrypts everything again. The new records are written beside the old ones, and
 * one transaction switches from one to the other: whenever it is interrupted, the vault opens with the old key or with
 * the new one.
 */
export async function rotateKey({
  database,
  scope,
  records,
  slot,
  secret,
  isCompromised,
  onProgress,
}: Rotation): Promise<Opened> {
  const name = nameOf(scope);
  // Two tabs that write the next generation into one place would spoil it for both.
  if (!hasLocks()) throw new LatchError('unsupported', 'The browser has no Web Locks, which rotation needs.');
  return withLock(keyLock(name), 'exclusive', async () => {
    const { opened, ledger, record } = await records.readKeys(allPages);
    if (!record.slots.some(({ credentialId }) => credentialId === slot.credentialId))
      throw new LatchError('vault_wrong_key', 'This passkey no longer opens the vault.');
    const number = record.generation + 1;
    const others = isCompromised ? [] : record.slots.filter(({ credentialId }) => credentialId !== slot.credentialId);
    const bridges = neededBridges(record.bridges, others);
    if (others.length > 0 && bridges.length >= mostBridges)
      throw new LatchError('constraint', 'A passkey missed too many rotations: use it, or remove it.');
    const key = randomBytes(32);
    let filled: Slot;
    let generation: Generation;
    try {
      filled = await fillSlot(scope, slot, number, secret, key, Date.now());
      if (others.length > 0) bridges.push(await buildBridge(scope, opened.generation, key));
      generation = { number, master: await importMaster(key) };
    } finally {
      key.fill(0);
    }
    const next = await signKeyRecord(
      { ...record, revision: record.revision + 1, generation: number, slots: [...others, filled], bridges },
      generation,
    );
    await deleteOtherGenerations(database, name);
    try {
      const entries = entriesOf(ledger);
      for (let done = 0; done < entries.length; done += recordsAtATime) {
        // It may have been locked meanwhile.
        void records.opened;
        await sealAnew(database, scope, opened.generation, generation, entries.slice(done, done + recordsAtATime));
        onProgress?.(Math.min(done + recordsAtATime, entries.length), entries.length);
      }
      void records.opened;
      const adopted = await adopt(next, generation);
      const entered = await adopted.codec.enter(
        emptyLedger,
        entries.map(([store, id]) => ({ store, id, isDeleted: false })),
        next.revision,
      );
      const isDone = await database.transact({ mode: 'readwrite', durability: 'strict' }, async (transaction) => {
        if (!(await isUnchanged(transaction, record, ledger)))
          return (await transaction.objectStore('keys').get(name))?.revision === next.revision;
        await together<unknown[]>(
          () => transaction.objectStore('keys').put(next, name),
          () => transaction.objectStore('covers').put(entered.cover, [name, number]),
          () => transaction.objectStore('covers').delete([name, record.generation]),
          ...[...entered.pages].map(
            ([page, row]) =>
              () =>
                transaction.objectStore('pages').put(row, [name, number, page]),
          ),
        );
        return true;
      });
      if (!isDone)
        throw new LatchError('storage_lost', 'Another tab changed the vault meanwhile.', { retryable: true });
      return { ...adopted, ledger: entered.ledger };
    } finally {
      // What is left of the one key or the other is deleted again at the next unlocking, should this fail.
      await deleteOtherGenerations(database, name).catch(() => {});
    }
  });
}

/** The bridges that some slot still has to cross. */
export function neededBridges(bridges: KeyRecord['bridges'], slots: KeyRecord['slots']): KeyRecord['bridges'] {
  const oldest = Math.min(...slots.map(({ generation }) => generation));
  return bridges.filter(({ from }) => from >= oldest);
}

/** All records of a new generation have the version of its first change. */
const firstVersion = 1;

async function sealAnew(
  database: VaultDatabase,
  scope: VaultScope,
  old: Generation,
  next: Generation,
  entries: ReturnType<typeof entriesOf>,
): Promise<void> {
  const name = nameOf(scope);
  const rows = await database.transact({ mode: 'readonly' }, async (transaction) => {
    await expectVault(transaction, name, old.number);
    return together(
      ...entries.map(
        ([store, id]) =>
          () =>
            transaction.objectStore('records').get([name, old.number, store, id]),
      ),
    );
  });
  const sealed = await Promise.all(
    entries.map(async ([store, id, version], index) => {
      const { format, plaintext, names } = await open(
        old,
        recordContext(scope, store, id, version, old.number),
        rows[index]?.sealed ?? new Uint8Array(),
      );
      if (format === 'stream') await sealPiecesAnew(database, scope, old, next, store, id, plaintext);
      return seal(next, recordContext(scope, store, id, firstVersion, next.number), plaintext, format, names);
    }),
  );
  await database.transact({ mode: 'readwrite' }, async (transaction) => {
    await expectVault(transaction, name, old.number);
    await together(
      ...entries.map(
        ([store, id], index) =>
          () =>
            transaction
              .objectStore('records')
              .put({ version: firstVersion, sealed: sealed[index]! }, [name, next.number, store, id]),
      ),
    );
  });
}

async function sealPiecesAnew(
  database: VaultDatabase,
  scope: VaultScope,
  old: Generation,
  next: Generation,
  store: string,
  id: string,
  header: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const vault = nameOf(scope);
  const { name, pieces } = readHeader(header);
  for (let index = 0; index < pieces; index++) {
    const contextFor = ({ number }: Generation) =>
      pieceContext(scope, store, id, name, index, index === pieces - 1, number);
    const sealed = await database.transact({ mode: 'readonly' }, async (transaction) => {
      await expectVault(transaction, vault, old.number);
      return transaction.objectStore('pieces').get([vault, old.number, store, id, name, index]);
    });
    const { plaintext, format, names } = await open(old, contextFor(old), sealed ?? new Uint8Array());
    const again = await seal(next, contextFor(next), plaintext, format, names);
    await database.transact({ mode: 'readwrite' }, async (transaction) => {
      await expectVault(transaction, vault, old.number);
      await transaction.objectStore('pieces').put(again, [vault, next.number, store, id, name, index]);
    });
  }
}
