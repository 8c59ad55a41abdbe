import { open } from 'node:fs/promises';

/** Waits until a file, or what is listed in a folder, is on the disk. */
export async function syncToDisk(path: string): Promise<void> {
  const file = await open(path, 'r');
  await file.sync().finally(() => file.close());
}
