import { shareLocalData, type LocalData } from '../sign-out/local-data.js';
import { clientFor, type Client } from '../base/client/client.js';
import { LatchError } from '../base/client/errors.js';

const load = () => import('./wipe.js');

const ownVaults: LocalData = {
  name: 'vaults',
  async countUnsent(userId) {
    const { countUnsentWrites } = await load();
    return countUnsentWrites(userId);
  },
  async wipe(userId) {
    const { wipeAtSignOut, hasVaults } = await load();
    if (userId !== undefined) return wipeAtSignOut(userId);
    if (await hasVaults()) throw new LatchError('unsupported', 'The owner of the vaults is unknown.');
  },
};

/**
 * Has the vaults of a user deleted when that user signs out, offline too, and has the sign-out ask first if their
 * outbox has writes that the server has not got, whether the vault is locked or not. Vaults of other people on the
 * device stay. Call it in every page that can sign out; `latch-vault-unlock` does so.
 *
 * @param client The backend whose user they belong to. Defaults to the page's.
 * @returns What takes them off the list again.
 */
export function registerVaults(client: Client = clientFor()): () => void {
  // A page without a connection cannot load it any more.
  load().catch(() => {});
  return shareLocalData(ownVaults, client);
}
