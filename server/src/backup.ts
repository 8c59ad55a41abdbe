import { chmod, copyFile, mkdir, mkdtemp, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Config } from './config/config.js';
import { requireDatabase, requireSecretFile } from './existing-database.js';
import { reasonOf, StartError } from './start-error.js';
import { backUpLibsql } from './store/libsql.js';
import { syncToDisk } from './store/sync-to-disk.js';

/**
 * Copies the embedded database and the generated secret into the new folder `target`, while servers use them. The
 * folder is empty until all of it is on the disk, and can be used as `DATA_DIR` then.
 *
 * @returns one sentence that says what was done.
 * @throws {StartError} when the folder exists or cannot be written, or there is no embedded database or secret.
 */
export async function backUp(config: Config, target: string): Promise<string> {
  const { databaseUrl, dataDirectory } = config;
  if (databaseUrl) throw new StartError('DATABASE_URL is set: back up PostgreSQL with its own tools, such as pg_dump.');
  await requireDatabase(config);
  const secret = await requireSecretFile(config);
  const fail = (cause: unknown): never => {
    throw new StartError(`The backup ${target} cannot be written (${reasonOf(cause)}).`, { cause });
  };
  // None may replace another.
  await mkdir(target, { mode: 0o700 }).catch(fail);
  let draft: string | undefined;
  try {
    // A folder of its own, beside the target, so that what is removed after a failure is never someone else's.
    draft = await mkdtemp(`${resolve(target)}.part-`);
    await backUpLibsql(join(dataDirectory, 'latchkey.db'), join(draft, 'latchkey.db'));
    await copyFile(secret, join(draft, 'session-secret'));
    for (const name of ['latchkey.db', 'session-secret']) {
      await chmod(join(draft, name), 0o600);
      await syncToDisk(join(draft, name));
    }
    await syncToDisk(draft);
    await rename(draft, target);
    await syncToDisk(dirname(resolve(target)));
  } catch (cause) {
    if (draft !== undefined) await rm(draft, { recursive: true, force: true });
    // Only while it is empty: nothing in it is ours.
    await rmdir(target).catch(() => {});
    fail(cause);
  }
  return `Copied the database and the secret to ${target}.`;
}
