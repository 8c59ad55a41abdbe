import { open, stat } from 'node:fs/promises';

/**
 * Waits until a file, or what is listed in a folder, is on the disk. Windows does that only for what may be written to, and
 * not for folders, whose entries it writes itself.
 */
export async function syncToDisk(path: string): Promise<void> {
  const isWindows = process.platform === 'win32';
  if (isWindows && (await stat(path)).isDirectory()) return;
  const file = await open(path, isWindows ? 'r+' : 'r');
  await file.sync().finally(() => file.close());
}
