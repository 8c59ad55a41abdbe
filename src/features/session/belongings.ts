import { registerBelonging, type Belonging } from '../../core/belongings.js';
import { clientFor, type Client } from '../../core/client.js';

export type { Belonging, Remains } from '../../core/belongings.js';

/**
 * Has `belonging` deleted when the person signs out: here, before the backend is told, and when another tab does.
 * Register it in every page that can sign out, and the same thing only once.
 *
 * @param client The backend whose person it belongs to. Defaults to the page's.
 * @returns What takes it off the list again.
 * @throws {TypeError} if `belonging` has no `name` or no `wipe`.
 */
export function belongsToPerson(belonging: Belonging, client: Client = clientFor()): () => void {
  if (typeof belonging?.name !== 'string' || typeof belonging.wipe !== 'function')
    throw new TypeError('"belonging" must have a "name" and a function "wipe"');
  return registerBelonging(belonging, client);
}
