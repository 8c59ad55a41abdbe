import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncToDisk } from './sync-to-disk.js';

/**
 * Makes the folder `path` and those above it that are missing, for this user alone (0700). A folder that is there
 * already keeps its mode. Node's own recursive `mkdir` never settles where the system says that the parent of a folder
 * does not exist although it does, as below `/proc`.
 *
 * @throws {Error} the system's, with its `code`.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
    await syncToDisk(dirname(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || parent === path || (await exists(parent))) throw error;
    await makeFolder(parent);
    await makeFolder(path);
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
