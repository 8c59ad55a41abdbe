import { constants, createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { mostBytes } from '../download.js';
import { Failure } from '../failure.js';
import { decodeText, type Source } from './source.js';

/** Where files are taken to be published when they do not say it themselves. */
const assumedOrigin = 'https://localhost';

/**
 * Loads a manifest that is a file. As it has no address, it is judged as if `root` were the root of a site; by default, its
 * folder.
 */
export async function loadFile(path: string, root = dirname(path)): Promise<Source> {
  const below = relative(root, path);
  if (resolve(root, below) !== resolve(path) || below.startsWith('..'))
    throw new Failure(`${path} is not below the folder ${root}.`);
  const decoded = decodeText(await read(path));
  const { text = '' } = decoded;
  if (/^\s*<(!doctype|html|head)\b/i.test(text))
    throw new Failure(`${path} is a page. Name its manifest, or the URL of the page.`);
  const origin = findOrigin(text) ?? assumedOrigin;
  return {
    name: path,
    ...decoded,
    manifestUrl: `${origin}/${below.split(sep).map(encodeURIComponent).join('/')}`,
    documentUrl: `${origin}/`,
    folder: root,
  };
}

/** @throws {Failure} if there is no such file, or it may not be read. */
export async function refuseUnreadable(path: string): Promise<void> {
  await access(path, constants.R_OK).catch((cause: NodeJS.ErrnoException) => {
    throw new Failure(explain(path, cause), { cause });
  });
}

async function read(path: string): Promise<Uint8Array> {
  try {
    const chunks: Buffer[] = [];
    let length = 0;
    // A pipe or a device has no size, and may never end.
    for await (const chunk of createReadStream(path)) {
      chunks.push(chunk as Buffer);
      length += (chunk as Buffer).length;
      if (length > mostBytes) throw new Failure(`${path} is larger than 5 MB.`);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(explain(path, error as NodeJS.ErrnoException), { cause: error });
  }
}

function explain(path: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    const isLikeAHost = /^[\w-]+(\.[\w-]+)+(\/.*)?$/.test(path) && !/\.(json|webmanifest)$/i.test(path);
    return `The file ${path} does not exist.${isLikeAHost ? ` To check the URL, write https://${path}` : ''}`;
  }
  if (code === 'EISDIR') return `${path} is a folder. Name the manifest in it.`;
  if (code === 'EACCES' || code === 'EPERM') return `You have no permission to read ${path}.`;
  return `${path} cannot be read: ${message}.`;
}

/** The origin that a manifest is for, if one of its members has it. */
function findOrigin(text: string): string | undefined {
  const manifest = parse(text);
  for (const member of ['start_url', 'scope', 'id']) {
    const url = manifest[member];
    if (typeof url === 'string' && /^https?:\/\//i.test(url) && URL.canParse(url)) return new URL(url).origin;
  }
  return undefined;
}

function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text.replace(/^\uFEFF/, ''))) as Record<string, unknown>;
  } catch {
    return {}; // what is wrong with the text is a finding, later
  }
}
