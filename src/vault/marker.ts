import { writeStored, readStored } from '../base/storage/stored.js';
import { readLocal } from '../base/storage/local.js';
import { markerName, readNames } from './vault-hint.js';

/**
 * The random names of the vaults that this device should have. IndexedDB is authoritative. Only if everything in
 * IndexedDB is gone, `localStorage` shows that there was a vault.
 */
export async function rememberedVaults(): Promise<string[]> {
  return readNames((await readStored(markerName)) ?? readLocal(markerName));
}

/** Notes beside the database that there is a vault, so that one that the browser has deleted is missed. */
export async function rememberVault(vault: string): Promise<void> {
  const known = await rememberedVaults();
  // A browser that was killed may have lost the one note and have the other.
  const isNoted = known.includes(vault) && readNames(readLocal(markerName)).includes(vault);
  if (!isNoted) await writeStored(markerName, [...new Set([...known, vault])]);
}

/** Notes that vaults are gone with intent. */
export async function forgetVaults(vaults: readonly string[]): Promise<void> {
  await writeStored(
    markerName,
    (await rememberedVaults()).filter((one) => !vaults.includes(one)),
  );
}
