import { registerBelonging, type Belonging } from './local-data.js';
import { clientFor, type Client } from '../base/client/client.js';

export type { Belonging, Remains } from './local-data.js';

/**
 * Deletes `belonging` when the user signs out: in this tab, before the request to the backend, and when another tab
 * signs out. Register it in every page that can sign out, and the same thing only once.
 *
 * @param client The backend whose user owns the data. Defaults to the page's.
 * @returns A function that unregisters it.
 * @throws {TypeError} if `belonging` has no `name` or no `wipe`.
 */
export function belongsToPerson(belonging: Belonging, client: Client = clientFor()): () => void {
  if (typeof belonging?.name !== 'string' || typeof belonging.wipe !== 'function')
    throw new TypeError('"belonging" must have a "name" and a function "wipe"');
  return registerBelonging(belonging, client);
}
