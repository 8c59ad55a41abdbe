import { join } from 'node:path';
import { logToConsole, type Log } from '../log.js';
import type { Database } from './database.js';
import { openLibsql } from './libsql.js';
import { makeFolder } from './make-folder.js';
import { migrate } from './migrations.js';
import { openPostgres } from './postgres.js';
import { createStore, type Store } from './store.js';

/** Where a store is: in PostgreSQL when a URL is given, else in `latchkey.db` in the data folder. */
export interface StorePlace {
  databaseUrl?: string | undefined;
  /** Made, for this user alone, if it is missing. */
  dataDirectory: string;
}

/**
 * Opens the store and brings its schema up to date.
 *
 * @throws {Error} when the folder cannot be written, or the database does not answer; nothing stays open then.
 */
export async function openStore({ databaseUrl, dataDirectory }: StorePlace, log: Log = logToConsole): Promise<Store> {
  const database = databaseUrl ? await openPostgres(databaseUrl, log) : await openEmbedded(dataDirectory);
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return createStore(database);
}

async function openEmbedded(dataDirectory: string): Promise<Database> {
  await makeFolder(dataDirectory);
  return openLibsql(join(dataDirectory, 'latchkey.db'));
}
