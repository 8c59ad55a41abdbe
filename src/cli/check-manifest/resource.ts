import { readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { download } from '../download.js';
import { Failure } from '../failure.js';
import { tellStatus } from './address.js';
import { mostBytes } from './file.js';
import type { Source } from './source.js';

/** The bytes at a URL in a manifest, or why they are missing. */
export type Resource =
  { bytes: Uint8Array; contentType: string | undefined } | { missing: 'on-disk' | 'on-network'; reason: string };

/**
 * Reads what is at `url`: from the folder of the manifest if that is a file and the address is of the same place, else
 * from the network.
 */
export async function readResource(
  url: string,
  { folder, manifestUrl }: Pick<Source, 'folder' | 'manifestUrl'>,
): Promise<Resource> {
  const { protocol, origin, pathname } = new URL(url);
  if (protocol === 'data:') return readDataUrl(url);
  if (!/^https?:$/.test(protocol))
    return { missing: 'on-network', reason: `Browsers do not fetch images from ${protocol} URLs.` };
  if (folder !== undefined && origin === new URL(manifestUrl).origin)
    return readFromFolder(folder, pathname, new URL('.', manifestUrl).pathname);
  try {
    const answer = await download(url, { accept: 'image/*,*/*;q=0.5' });
    if (answer.status < 200 || answer.status >= 300)
      return { missing: 'on-network', reason: `${answer.url} returns ${tellStatus(answer)}.` };
    return {
      bytes: answer.bytes,
      contentType: answer.headers.get('content-type')?.split(';')[0]!.trim().toLowerCase(),
    };
  } catch (error) {
    if (error instanceof Failure) return { missing: 'on-network', reason: error.message };
    throw error;
  }
}

/**
 * The folder stands for the place that the manifest is in; what is above that place is looked for in the folder, too.
 */
async function readFromFolder(folder: string, pathname: string, place: string): Promise<Resource> {
  const path = join(folder, decode(pathname.startsWith(place) ? pathname.slice(place.length) : pathname));
  if (relative(folder, path).startsWith('..'))
    return { missing: 'on-disk', reason: `${path} is not in the folder of the manifest.` };
  try {
    const found = await stat(path);
    if (!found.isFile()) return { missing: 'on-disk', reason: `${path} is not a file.` };
    if (found.size > mostBytes) return { missing: 'on-disk', reason: `${path} is larger than 5 MB.` };
    return { bytes: await readFile(path), contentType: undefined };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return {
      missing: 'on-disk',
      reason:
        code === 'ENOENT' || code === 'ENOTDIR'
          ? `The file ${path} does not exist.`
          : `${path} cannot be read: ${message}.`,
    };
  }
}

async function readDataUrl(url: string): Promise<Resource> {
  try {
    const response = await fetch(url);
    return {
      bytes: new Uint8Array(await response.arrayBuffer()),
      contentType: response.headers.get('content-type')?.split(';')[0],
    };
  } catch {
    return { missing: 'on-network', reason: 'The data: URL is malformed.' };
  }
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname; // a stray % stands for itself
  }
}
