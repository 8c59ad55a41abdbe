import { access } from 'node:fs/promises';
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

const embeddedFile = (dataDirectory: string): string => join(dataDirectory, 'latchkey.db');

async function openEmbedded(dataDirectory: string): Promise<Database> {
  await makeFolder(dataDirectory);
  return openLibsql(embeddedFile(dataDirectory));
}

/** Whether the data folder has an embedded database. Creates nothing. */
export async function hasEmbeddedDatabase(dataDirectory: string): Promise<boolean> {
  return access(embeddedFile(dataDirectory)).then(
    () => true,
    // One that this user may not look for is refused where it is opened, with the reason.
    ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT' && code !== 'ENOTDIR',
  );
}
