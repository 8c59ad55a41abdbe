import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomText } from '../crypto/random-text.js';

/**
 * Reads the secret kept in the data folder, making one at the first start. The file appears complete or not at all, and
 * of several processes that start at once all end up with the same one.
 */
export async function keepSessionSecret(dataDirectory: string): Promise<string> {
  const path = join(dataDirectory, 'session-secret');
  const draft = `${path}.${randomText(8)}`;
  await writeFile(draft, randomText(), { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  return readFile(path, 'utf8');
}
