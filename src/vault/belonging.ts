import { shareBelonging, type Belonging } from '../sign-out/local-data.js';
import { clientFor, type Client } from '../base/client/client.js';
import { LatchError } from '../base/client/errors.js';

const load = () => import('./wipe.js');

const ownVaults: Belonging = {
  name: 'vaults',
  async countUnsent(person) {
    const { countUnsentWrites } = await load();
    return countUnsentWrites(person);
  },
  async wipe(person) {
    const { wipeVaults, hasVaults } = await load();
    if (person !== undefined) return wipeVaults(person);
    if (await hasVaults()) throw new LatchError('unsupported', 'The owner of the vaults is unknown.');
  },
};

/**
 * Has the vaults of a person deleted when that person signs out, offline too, and has the sign-out ask first if their
 * outbox has writes that the server has not got, whether the vault is locked or not. Vaults of other people on the
 * device stay. Call it in every page that can sign out; `latch-vault-unlock` does so.
 *
 * @param client The backend whose person they belong to. Defaults to the page's.
 * @returns What takes them off the list again.
 */
export function vaultsBelongToPerson(client: Client = clientFor()): () => void {
  // A page without a connection cannot load it any more.
  load().catch(() => {});
  return shareBelonging(ownVaults, client);
}
