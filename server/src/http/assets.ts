import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';

/** A file of the built pages. */
export interface Asset {
  body: Uint8Array<ArrayBuffer>;
  contentType: string;
  /** True for file names that change with their content. */
  immutable: boolean;
}

/** Finds the file for a URL path, or nothing. */
export type Assets = (path: string) => Promise<Asset | undefined>;

/** The types that hono's list lacks, or names without a charset. */
const moreTypes: Readonly<Record<string, string>> = {
  '.map': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.xml': 'text/xml; charset=utf-8',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
};

/** The type of a file by its name; files without one are never served. */
const contentTypeOf = (name: string): string | undefined =>
  moreTypes[extname(name).toLowerCase()] ?? getMimeType(name.toLowerCase());

/** Nothing is there, or a file stands where the path names a folder. */
const absent = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);

/**
 * Splits a URL path into names, or nothing when one of them must never be looked up: dot files, parents, separators,
 * control characters.
 */
function splitPath(path: string): string[] | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // Not UTF-8 behind the percent signs, so not the name of any of our files.
    return undefined;
  }
  const names = decoded.slice(1).split('/');
  return names.every(
    // eslint-disable-next-line no-control-regex -- U+0000 in a file name makes Node throw.
    (name, index) => !/^\.|[\\:\u0000-\u001f]/.test(name) && (name !== '' || index === names.length - 1),
  )
    ? names
    : undefined;
}

/** How much of the files is kept in memory, in bytes: pages of a usual site, and what they load. */
const mostKept = 64 * 1024 * 1024;

/** Answers each file as it is now. What has not changed since it was read is the same object. */
function createReader(): (path: string, contentType: string, immutable: boolean) => Promise<Asset> {
  const kept = new Map<string, { asset: Promise<Asset>; changed: number; size: number }>();
  let bytes = 0;
  return async (path, contentType, immutable) => {
    const { mtimeMs: changed, size } = await stat(path);
    const known = kept.get(path);
    if (known?.changed === changed && known.size === size) return known.asset;
    bytes += size - (known?.size ?? 0);
    if (bytes > mostKept) {
      kept.clear();
      bytes = size;
    }
    // One read, and one compression, for all who ask for it at once.
    const asset = readFile(path).then((body) => ({ body: new Uint8Array(body), contentType, immutable }));
    kept.set(path, { asset, changed, size });
    asset.catch(() => kept.delete(path));
    return asset;
  };
}

/** A name that Vite has given to a file of `assets/`: it ends in 8 characters that stand for the content. */
const namedAfterContent = /-(?=[\w-]*[A-Z\d])[\w-]{8}\.\w+$/;

/**
 * Serves the files below `directory`, as they are at the moment of the request. A path without extension is a page:
 * `/name` is `name.html`, `/` is `index.html`. Dot files, files of unknown kinds and links that lead outside are never
 * served.
 */
export function assetsIn(directory: string): Assets {
  const read = createReader();

  async function readAsset(root: string, names: readonly string[]): Promise<Asset | undefined> {
    const contentType = contentTypeOf(names.at(-1)!);
    if (!contentType) return undefined;
    try {
      const path = await realpath(join(root, ...names));
      if (!path.startsWith(root + sep)) return undefined;
      return await read(path, contentType, names[0] === 'assets' && namedAfterContent.test(names.at(-1)!));
    } catch (error) {
      if (absent.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
      throw error;
    }
  }

  return async (path) => {
    const names = splitPath(path);
    if (!names) return undefined;
    const root = await realpath(directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (root === undefined) return undefined;
    const last = names.at(-1)!;
    const file = last === '' ? 'index.html' : extname(last) === '' ? `${last}.html` : last;
    return readAsset(root, [...names.slice(0, -1), file]);
  };
}

/** Serves the pages below `directory`, and the scripts of the package in `scripts`, if it is there, as `/latchkey/`. */
export function pagesWithScripts(directory: string, scripts: string | undefined): Assets {
  const pages = assetsIn(directory);
  if (scripts === undefined) return pages;
  const files = assetsIn(scripts);
  return async (path) =>
    (await pages(path)) ?? (path.startsWith('/latchkey/') ? files(path.slice('/latchkey'.length)) : undefined);
}
