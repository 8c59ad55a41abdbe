import { areEqual } from './parts.js';
import { hashHandle } from './slots.js';
import { readKeyRows, type VaultTransaction } from './storage.js';

/** The hash by which the vaults of a user are known; undefined stands for everybody's. */
export const ownerHash = async (userHandle: string | undefined): Promise<Uint8Array | undefined> =>
  userHandle === undefined ? undefined : hashHandle(userHandle);

/** The names of the vaults of a user, with those that no one can open because their owner cannot be read. */
export async function findOwnVaults(
  transaction: VaultTransaction<IDBTransactionMode>,
  owner: Uint8Array | undefined,
): Promise<string[]> {
  const [names, rows] = await readKeyRows(transaction);
  return names.filter((_, index) => {
    const hash = (rows[index] as { userHandleHash?: unknown } | null | undefined)?.userHandleHash;
    return !owner || !(hash instanceof Uint8Array) || areEqual(hash, owner);
  });
}
