import { isDenied } from './spelling.js';

/**
 * A file that is kept when the worker is installed: its path, or its path and a revision that changes with its content.
 * A path without revision must change with the content itself, as the hashed names of bundlers do.
 */
export type KeptFile = string | { readonly url: string; readonly revision: string };

/**
 * What may be kept. Nothing is that is not listed. Paths are absolute, with their query if they have one; one that ends
 * in `*` stands for all paths, without a query, that begin with what is before it.
 */
export interface WorkerOptions {
  /** Files that are kept when the worker is installed, all or none, and replaced when their revision changes. */
  precache?: readonly KeptFile[];
  /**
   * Files that are kept as they are used, and all of them once a page has said that it is there: what pages need now and
   * then, such as other languages. One that cannot be had is left for the next time.
   */
  later?: readonly KeptFile[];
  /** Paths of files that never change: what is kept is not asked for again. */
  cacheFirst?: readonly string[];
  /** Paths of files that may be one visit old: what is kept is shown at once, and asked for again in the background. */
  staleWhileRevalidate?: readonly string[];
  /**
   * Paths whose responses are about the signed-in user: requested each time, and cached for use without a connection,
   * while a page has named the user.
   */
  personal?: readonly string[];
  /**
   * The page that is shown instead of one that is neither kept nor to be had. It is kept with the files of `precache`.
   */
  offlinePage?: KeptFile;
  /** Has the first version of the worker serve the pages that are open already. */
  claim?: boolean;
}

/** The options, checked, with nothing left out. */
export interface Settings extends Record<'cacheFirst' | 'staleWhileRevalidate' | 'personal', readonly string[]> {
  /** By address without fragment: the key it is kept under. */
  readonly files: ReadonlyMap<string, string>;
  /** The addresses among them that are kept later. */
  readonly later: ReadonlySet<string>;
  /** The URL of the page to show without a connection. */
  readonly offlinePage: string | undefined;
  readonly claim: boolean;
}

/** The parameter that distinguishes the revisions of one file in the keys of the cache. */
const revisionParameter = 'latchkey-revision';

/**
 * Checks what an app lists. `base` is an address of the worker's origin.
 *
 * @throws {TypeError} with the path, if it is not on the origin, or is never cached.
 */
export function readOptions(options: WorkerOptions, base: string): Settings {
  const { precache = [], later = [], offlinePage, claim = false, ...lists } = options;
  const read = (name: 'cacheFirst' | 'staleWhileRevalidate' | 'personal') =>
    list(name, lists[name] ?? []).map((path) => readPattern(name, path, base));
  const files = list('precache', precache).map((file) => readFile('precache', file, base));
  const rest = list('later', later).map((file) => readFile('later', file, base));
  const fallback = offlinePage === undefined ? undefined : readFile('offlinePage', offlinePage, base);
  const atOnce = new Set([...files, ...(fallback ? [fallback] : [])].map(([address]) => address));
  return {
    cacheFirst: read('cacheFirst'),
    staleWhileRevalidate: read('staleWhileRevalidate'),
    personal: read('personal'),
    files: new Map([...rest, ...files, ...(fallback ? [fallback] : [])]),
    later: new Set(rest.map(([address]) => address).filter((address) => !atOnce.has(address))),
    offlinePage: fallback?.[0],
    claim,
  };
}

/** Whether one of the patterns stands for the address. */
export function isListed({ pathname, search }: URL, patterns: readonly string[]): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? search === '' && pathname.startsWith(pattern.slice(0, -1)) : pathname + search === pattern,
  );
}

function list<Item>(name: string, value: readonly Item[]): readonly Item[] {
  if (!Array.isArray(value)) throw new TypeError(`"${name}" must be a list`);
  return value;
}

function readPattern(name: string, path: string, base: string): string {
  const { pathname, search } = resolve(name, path, base);
  if (pathname.slice(0, -1).includes('*') || (search !== '' && `${pathname}${search}`.includes('*')))
    throw new TypeError(`"${name}" may have a "*" at the end of a path only, not as in ${JSON.stringify(path)}`);
  return pathname + search;
}

function readFile(name: string, file: KeptFile, base: string): [address: string, key: string] {
  const { url, revision } = typeof file === 'string' ? { url: file, revision: undefined } : (file ?? {});
  if (revision !== undefined && typeof revision !== 'string')
    throw new TypeError(`"${name}" must have strings for revisions, unlike that of ${JSON.stringify(url)}`);
  const address = resolve(name, url, base);
  const key = new URL(address);
  if (revision !== undefined) key.searchParams.set(revisionParameter, revision);
  return [address.href, key.href];
}

function resolve(name: string, path: unknown, base: string): URL {
  const url =
    typeof path === 'string' && path.startsWith('/') && URL.canParse(path, base) ? new URL(path, base) : undefined;
  if (!url || url.origin !== new URL(base).origin)
    throw new TypeError(`"${name}" must list paths of this origin, which ${JSON.stringify(path)} is not`);
  if (isDenied(url.pathname))
    throw new TypeError(`"${name}" must not list ${JSON.stringify(path)}, which is never cached`);
  url.hash = '';
  return url;
}
