import type { Config } from './config/config.js';
import { StartError } from './start-error.js';
import { hasEmbeddedDatabase } from './store/open.js';

/**
 * Refuses a data folder without a database, for commands that work on what is stored: opening it would create one.
 *
 * @throws {StartError} if the data folder has no database.
 */
export async function requireDatabase({ databaseUrl, dataDirectory }: Config): Promise<void> {
  if (databaseUrl || (await hasEmbeddedDatabase(dataDirectory))) return;
  throw new StartError(`There is no database in the data folder ${dataDirectory}; choose another with DATA_DIR.`);
}
