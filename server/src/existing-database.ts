import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config/config.js';
import { reasonOf, StartError } from './start-error.js';
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

/**
 * The file with the generated secret, which must be in the data folder already.
 *
 * @throws {StartError} if it cannot be read.
 */
export async function requireSecretFile({ dataDirectory }: Config): Promise<string> {
  const file = join(dataDirectory, 'session-secret');
  await access(file).catch((cause: unknown) => {
    throw new StartError(`The data folder has no readable secret: ${file} (${reasonOf(cause)}).`, { cause });
  });
  return file;
}
