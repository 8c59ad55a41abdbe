import { registerBelonging } from '../../core/belongings.js';
import { clientFor, type Client } from '../../core/client.js';

const loadWipe = () => import('./wipe.js');

/**
 * Has all vaults of this device deleted when the person signs out, offline too. Call it in every page that can sign
 * out; where `latch-vault-unlock` is, that has done so.
 *
 * @param client The backend whose person they belong to. Defaults to the page's.
 * @returns What takes them off the list again.
 */
export function vaultsBelongToPerson(client: Client = clientFor()): () => void {
  // Whoever signs out without a connection cannot load it any more.
  void loadWipe().catch(() => {});
  return registerBelonging({ name: 'vaults', wipe: async () => (await loadWipe()).wipeVaults() }, client);
}
