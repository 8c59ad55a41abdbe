import { link, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { randomText } from '../crypto/random-text.js';
import { makeFolder } from '../store/make-folder.js';
import { syncToDisk } from '../store/sync-to-disk.js';

/**
 * Reads the secret kept in the data folder, making both at the first start. The file appears complete or not at all, and
 * of several processes that start at once all end up with the same one. It is on the disk before anything depends on it.
 */
export async function keepSessionSecret(dataDirectory: string): Promise<string> {
  await makeFolder(dataDirectory);
  const path = join(dataDirectory, 'session-secret');
  const draft = `${path}.${randomText(8)}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(randomText());
    await file.sync();
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await file.close();
    await unlink(draft);
  }
  await syncToDisk(dataDirectory);
  return readFile(path, 'utf8');
}
