import type { Config } from './config/config.js';
import { readSecrets } from './crypto/secrets.js';
import { logToConsole, type Log } from './log.js';
import { createGrants } from './oidc/grants.js';
import { openState } from './start.js';

/**
 * Seals what the database holds encrypted with the first secret, so that older secrets can be removed. Servers may run
 * meanwhile. Running it again continues.
 *
 * @returns one sentence that says what was done.
 * @throws {StartError} when the data folder or the database cannot be used.
 */
export async function reseal(config: Config, log: Log = logToConsole): Promise<string> {
  const { store, sessionSecret } = await openState(config, log);
  try {
    const grants = createGrants(undefined, store, readSecrets(sessionSecret), Date.now, log);
    const { resealed, unreadable } = await grants.reseal();
    const lost = unreadable > 0 ? ` ${unreadable} cannot be read with any secret of the list.` : '';
    return `Sealed ${resealed} refresh tokens with the first secret.${lost}`;
  } finally {
    await store.close();
  }
}
