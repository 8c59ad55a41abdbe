import { LatchError } from '../base/client/errors.js';
import { withLock } from '../base/storage/locks/lock.js';
import { migrationLock } from './locks.js';
import type { Vault, VaultChange } from './vault.js';

/**
 * Leads from one version of an app's data to the next: reads what it needs, and returns the changes. It may run again
 * if the page is closed before they are stored.
 */
export type Migration = (vault: Pick<Vault, 'get' | 'getAll' | 'list'>) => Promise<readonly VaultChange[]>;

/** Where the version of the app's data is. */
const store = 'latchkey.schema';
const id = 'version';

/**
 * Brings the data of an app to its present version, which is the number of `migrations`: runs those that the vault has
 * not had yet, in order, in one tab at a time. The changes of each are stored together with the new version, all or none.
 * Data that was never migrated has version 0.
 *
 * @returns The version from which it came.
 * @throws {LatchError} `vault_unsupported` if a newer version of the app has migrated the vault; the errors of
 *   {@link Vault.write} and of the migrations. The vault then stays at the version before.
 * @throws {TypeError} if `migrations` are not functions.
 */
export async function migrateVault(vault: Vault, migrations: readonly Migration[]): Promise<number> {
  if (!Array.isArray(migrations) || migrations.some((migration) => typeof migration !== 'function'))
    throw new TypeError('"migrations" must be an array of functions');
  return withLock(migrationLock(vault.id), 'exclusive', async () => {
    const before = ((await vault.get(store, id)) ?? 0) as number;
    if (before > migrations.length)
      throw new LatchError('vault_unsupported', `The data has version ${before}, of a newer version of the app.`);
    for (let version = before; version < migrations.length; version++) {
      const changes = await migrations[version]!(vault);
      await vault.write([...changes, { store, id, value: version + 1 }], { durability: 'strict' });
    }
    return before;
  });
}
