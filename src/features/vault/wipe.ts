import { forgetVaults, rememberedVaults, rememberVault } from './marker.js';
import { createVaultDatabase, together } from './storage.js';

/**
 * Deletes all vaults of this device, and what they hold. Works offline, and when there is none. Vaults that are
 * unlocked, in other tabs too, can neither read nor write from then on.
 *
 * @throws {LatchError} `storage_lost`, `timed_out`.
 */
export async function wipeVaults(): Promise<void> {
  const names = rememberedVaults();
  // Another tab that looks in between, or the next page after a crash, must not take them for lost.
  forgetVaults(names);
  const database = createVaultDatabase();
  try {
    await database.transact({ mode: 'readwrite', durability: 'strict' }, (transaction) =>
      together(...[...transaction.objectStoreNames].map((store) => () => transaction.objectStore(store).clear())),
    );
  } catch (error) {
    for (const name of names) rememberVault(name);
    throw error;
  } finally {
    database.close();
  }
}
