import { ifStored } from '../base/storage/open-database.js';
import { outboxStore } from './outbox-store.js';
import { forgetVaults, rememberedVaults, rememberVault } from './marker.js';
import { findOwnVaults, ownerHash } from './own-vaults.js';
import { reserveRows } from './reserve.js';
import { createVaultDatabase, sealedStores, together, under, type VaultTransaction } from './storage.js';
import { notifyTabs } from './tabs.js';
import { seemsToHaveVaults } from './vault-hint.js';

/**
 * Deletes the vaults of one user on this device with their data; without `userHandle` those of all users. Works
 * offline, and if there is none. Unlocked vaults, in other tabs too, can neither read nor write from then on.
 *
 * @param userHandle Base64url.
 * @throws {LatchError} `storage_lost`, `timed_out`.
 * @throws {TypeError} if `userHandle` is not base64url.
 */
export async function wipeVaults(userHandle?: string): Promise<void> {
  await unlessNeverStored(wipe(await ownerHash(userHandle)), undefined);
}

/** The same at a sign-out: unlocked vaults are locked for that reason, and do not look lost. */
export async function wipeAtSignOut(userHandle: string): Promise<void> {
  const lock = (vault: string) => notifyTabs({ type: 'lock', vault, reason: 'sign-out' });
  await unlessNeverStored(wipe(await ownerHash(userHandle), lock), undefined);
}

async function wipe(owner: Uint8Array | undefined, lock?: (vault: string) => void): Promise<void> {
  const database = createVaultDatabase();
  try {
    const own = await database.transact({ mode: 'readonly' }, (transaction) => findOwnVaults(transaction, owner));
    if (lock) own.forEach(lock);
    const gone = owner ? own : await rememberedVaults();
    // Another tab that looks in between, or the next page after a crash, must not take them for lost.
    await forgetVaults(gone);
    try {
      await database.transact({ mode: 'readwrite', durability: 'strict' }, async (transaction) => {
        await together(
          ...own.map((name) => () => transaction.objectStore('keys').delete(name)),
          ...sealedStores.flatMap((store) =>
            owner
              ? own.map((name) => () => transaction.objectStore(store).delete(under(name)))
              : [() => transaction.objectStore(store).clear()],
          ),
        );
        if ((await transaction.objectStore('keys').count()) === 0)
          await transaction.objectStore('pieces').delete(reserveRows());
      });
    } catch (error) {
      // The browser may have stored it without a word: what is gone with intent must not look lost.
      const left = await database
        .transact({ mode: 'readonly' }, (transaction) => transaction.objectStore('keys').getAllKeys())
        .catch(() => own);
      for (const name of gone) if (left.includes(name) || !own.includes(name)) await rememberVault(name);
      throw error;
    }
  } finally {
    database.close();
  }
}

/**
 * Counts the writes of a user, or of all, that wait in the outboxes of locked and unlocked vaults. Needs no key.
 *
 * @throws {LatchError} `storage_lost`, `timed_out`.
 */
export async function countUnsentWrites(userHandle?: string): Promise<number> {
  const owner = await ownerHash(userHandle);
  const counting = read(async (transaction) => {
    const names = await findOwnVaults(transaction, owner);
    const records = await together(...names.map((name) => () => transaction.objectStore('keys').get(name)));
    const counts = await together(
      ...records.map(
        (record, index) => () =>
          transaction.objectStore('records').count(under(names[index]!, record?.generation ?? 0, outboxStore)),
      ),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  });
  return unlessNeverStored(counting, 0);
}

/** Whether the device has a vault of anybody. */
export const hasVaults = (): Promise<boolean> =>
  unlessNeverStored(
    read(async (transaction) => (await findOwnVaults(transaction, undefined)).length > 0),
    false,
  );

/**
 * Resolves with what `access` resolves with, or with `nothing` where the browser keeps no databases and this device has
 * never had a vault. A vault of before is still on the disk, where it can be neither counted nor deleted.
 */
async function unlessNeverStored<Value>(access: Promise<Value>, nothing: Value): Promise<Value> {
  return seemsToHaveVaults() ? access : ifStored(access, nothing);
}

async function read<Value>(work: (transaction: VaultTransaction<'readonly'>) => Promise<Value>): Promise<Value> {
  const database = createVaultDatabase();
  try {
    return await database.transact({ mode: 'readonly' }, work);
  } finally {
    database.close();
  }
}
