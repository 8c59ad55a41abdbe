import { join } from 'node:path';
import type { Log } from '../log.js';
import { openLibsql } from './libsql.js';
import { migrate } from './migrations.js';
import { openPostgres } from './postgres.js';
import { createStore, type Store } from './store.js';

/**
 * Opens the store in PostgreSQL when a URL is given, else in `latchkey.db` in the data folder, and brings its schema up
 * to date.
 */
export async function openStore(
  place: { databaseUrl?: string | undefined; dataDirectory: string },
  log: Log,
): Promise<Store> {
  const database = place.databaseUrl
    ? await openPostgres(place.databaseUrl, log)
    : await openLibsql(join(place.dataDirectory, 'latchkey.db'));
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return createStore(database);
}
