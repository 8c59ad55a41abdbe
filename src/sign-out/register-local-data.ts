import { addLocalData, type LocalData } from './local-data.js';
import { clientFor, type Client } from '../base/client/client.js';

export type { LocalData, Remains } from './local-data.js';

/**
 * Deletes `data` when the user signs out: in this tab, before the request to the backend, and when another tab
 * signs out. Register it in every page that can sign out, and the same thing only once.
 *
 * @param client The backend whose user owns the data. Defaults to the page's.
 * @returns A function that unregisters it.
 * @throws {TypeError} if `data` has no `name` or no `wipe`.
 */
export function registerLocalData(data: LocalData, client: Client = clientFor()): () => void {
  if (typeof data?.name !== 'string' || typeof data.wipe !== 'function')
    throw new TypeError('"data" must have a "name" and a function "wipe"');
  return addLocalData(data, client);
}
