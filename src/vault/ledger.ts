import { damaged, type Generation } from './envelope.js';
import { joinParts } from './parts.js';
import { deriveMacKey, sign, verify, type Bytes } from './secrets.js';

/**
 * The ledger has the current version of each record, so that no older one can be restored, and no record removed,
 * unnoticed. It has 256 pages, each with its own MAC, and a cover with the number of the last change of each: a write
 * changes one page and the cover. Only restoring the whole vault at once goes unnoticed; detecting that needs a server.
 */
const pageCount = 256;

/** One stored page. */
export interface PageRow {
  change: number;
  /** Store, id and version of each record. */
  entries: Array<[store: string, id: string, version: number]>;
  mac: Bytes;
}

/** The stored cover. */
export interface CoverRow {
  change: number;
  /** The revision of the record of keys: an older one, with a passkey that was removed since, is as good as none. */
  keys: number;
  /** The last change of each page. */
  pages: number[];
  mac: Bytes;
}

/** The ledger after some change. Never altered: a change leads to another one. */
export interface Ledger {
  /** How many changes there have been. */
  readonly change: number;
  readonly keys: number;
  readonly pages: readonly number[];
  /** The pages that were read so far. */
  readonly known: ReadonlyMap<number, { change: number; versions: Versions }>;
}

/** The versions of the records on a page, by store and id. */
type Versions = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** A ledger before anything is known of it. */
export const emptyLedger: Ledger = {
  change: 0,
  keys: 0,
  pages: new Array<number>(pageCount).fill(0),
  known: new Map(),
};

/** All pages. */
export const allPages: readonly number[] = emptyLedger.pages.map((_change, page) => page);

/** The page that a record is on. Which it is needs to be no secret. */
export function pageOf(store: string, id: string): number {
  let hash = 0x811c9dc5;
  for (const byte of joinParts(store, id)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 24) % pageCount;
}

/** The version of a record; undefined if there is none. Its page must be known. */
export function versionOf({ pages, known }: Ledger, store: string, id: string): number | undefined {
  const page = pageOf(store, id);
  return pages[page] === 0 ? undefined : known.get(page)!.versions.get(store)?.get(id);
}

/** What two readings of one ledger know together. */
export function latest(one: Ledger, other: Ledger): Ledger {
  if (one === other || one.change !== other.change) return one.change > other.change ? one : other;
  return { ...one, known: new Map([...one.known, ...other.known]) };
}

/** All records and their versions. All pages must be known. */
export function entriesOf({ known }: Ledger): PageRow['entries'] {
  return [...known.values()].flatMap(({ versions }) => entriesOn(versions));
}

/**
 * The ids of a store that begin with `prefix`, and the versions of their records, in the order of the database. All pages
 * must be known.
 */
export function recordsOf({ known }: Ledger, store: string, prefix?: string): Array<[id: string, version: number]> {
  const found: Array<[id: string, version: number]> = [];
  for (const { versions } of known.values()) {
    const ids = versions.get(store);
    if (!ids) continue;
    if (prefix) for (const id of idsWith(prefix, ids)) found.push([id, ids.get(id)!]);
    else for (const entry of ids) found.push(entry);
  }
  return found.sort(([one], [other]) => (one < other ? -1 : 1));
}

/** The ids of one store on one page in order, for those that were looked for by their beginnings. Pages are never altered. */
const inOrder = new WeakMap<ReadonlyMap<string, number>, readonly string[]>();

function* idsWith(prefix: string, versions: ReadonlyMap<string, number>): Generator<string> {
  let ids = inOrder.get(versions);
  if (!ids) inOrder.set(versions, (ids = [...versions.keys()].sort()));
  let first = 0;
  for (let end = ids.length; first < end;) {
    const middle = (first + end) >>> 1;
    if (ids[middle]! < prefix) first = middle + 1;
    else end = middle;
  }
  for (let index = first; ids[index]?.startsWith(prefix); index++) yield ids[index]!;
}

/**
 * The ids of a store whose records differ between two states of the ledger of one generation, and the versions that
 * they have in the later one; undefined for those that are gone. All pages of both must be known.
 */
export function changesBetween(
  earlier: Ledger,
  later: Ledger,
  store: string,
): Array<[id: string, version: number | undefined]> {
  const changes: Array<[id: string, version: number | undefined]> = [];
  for (const page of allPages) {
    if (earlier.pages[page] === later.pages[page]) continue;
    const before = earlier.known.get(page)?.versions.get(store);
    const now = later.known.get(page)!.versions.get(store);
    for (const [id, version] of now ?? []) if (before?.get(id) !== version) changes.push([id, version]);
    for (const id of before?.keys() ?? []) if (!now?.has(id)) changes.push([id, undefined]);
  }
  return changes;
}

function entriesOn(versions: Versions): PageRow['entries'] {
  const entries: PageRow['entries'] = [];
  for (const [store, ids] of versions) for (const [id, version] of ids) entries.push([store, id, version]);
  return entries;
}

const copyVersions = (versions: Versions = new Map()): Map<string, Map<string, number>> =>
  new Map(Array.from(versions, ([store, ids]) => [store, new Map(ids)]));

/** The versions of the entries of a page. The names of stores, which repeat themselves, are kept once. */
function versionsOf(entries: PageRow['entries']): Versions {
  const versions = new Map<string, Map<string, number>>();
  for (const [store, id, version] of entries) {
    let ids = versions.get(store);
    if (!ids) versions.set(store, (ids = new Map()));
    ids.set(id, version);
  }
  return versions;
}

/** The pages of `wanted` that have to be read to know the ledger that has this cover. */
export function missingPages({ known }: Ledger, { pages }: Pick<Ledger, 'pages'>, wanted: readonly number[]): number[] {
  return [...new Set(wanted)].filter((page) => pages[page] !== 0 && known.get(page)?.change !== pages[page]);
}

/** Keeps the ledger of one generation of a vault. */
export class LedgerCodec {
  readonly #key: CryptoKey;
  readonly #vaultId: Bytes;
  readonly #generation: number;

  private constructor(key: CryptoKey, vaultId: Bytes, generation: number) {
    this.#key = key;
    this.#vaultId = vaultId;
    this.#generation = generation;
  }

  static async of({ master, number }: Generation, vaultId: Bytes): Promise<LedgerCodec> {
    return new LedgerCodec(await deriveMacKey(master, new TextEncoder().encode('wcv/led/v1')), vaultId, number);
  }

  /**
   * Updates the known state from what was just read in one transaction.
   *
   * @throws {LatchError} `vault_damaged` if anything but the vault has changed it, or an older state was put back.
   */
  async read(
    known: Ledger,
    cover: CoverRow,
    rows: ReadonlyMap<number, PageRow | undefined>,
    wanted: readonly number[],
  ): Promise<Ledger> {
    const covered = await this.#readCover(known, cover);
    // Most readings find what this tab knows already.
    if (covered === known && rows.size === 0 && missingPages(known, known, wanted).length === 0) return known;
    const { change, keys, pages } = covered;
    const merged = new Map([...known.known].filter(([page, last]) => last.change === pages[page]));
    await Promise.all(
      [...rows].map(async ([page, row]) => {
        if (
          !row ||
          row.change !== pages[page] ||
          !isPage(row) ||
          !(await verify(this.#key, row.mac, writePage(this.#vaultId, this.#generation, page, row)))
        )
          throw damaged('A page of the ledger was changed');
        merged.set(page, { change: row.change, versions: versionsOf(row.entries) });
      }),
    );
    const ledger = { change, keys, pages, known: merged };
    if (missingPages(ledger, ledger, wanted).length > 0) throw damaged('The cover of the ledger was changed');
    return ledger;
  }

  /** An unchanged cover needs no further checks. */
  async #readCover(known: Ledger, cover: CoverRow): Promise<Omit<Ledger, 'known'>> {
    if (cover.change === known.change && known !== emptyLedger) return known;
    if (!isCover(cover) || !(await verify(this.#key, cover.mac, writeCover(this.#vaultId, this.#generation, cover))))
      throw damaged('The cover of the ledger was changed');
    if (cover.change < known.change) throw damaged('An older state was put back');
    return cover;
  }

  /**
   * Enters changes, all of the same number: the next one; of records, whose pages must be known, or of the keys.
   * Answers the ledger after them, and the rows to store.
   */
  async enter(
    ledger: Ledger,
    changes: ReadonlyArray<{ store: string; id: string; isDeleted: boolean }>,
    keys = ledger.keys,
  ): Promise<{ ledger: Ledger; cover: CoverRow; pages: Map<number, PageRow> }> {
    const change = ledger.change + 1;
    const touched = new Map<number, Map<string, Map<string, number>>>();
    for (const { store, id, isDeleted } of changes) {
      const page = pageOf(store, id);
      let versions = touched.get(page);
      if (!versions) touched.set(page, (versions = copyVersions(ledger.known.get(page)?.versions)));
      let ids = versions.get(store);
      if (!ids) versions.set(store, (ids = new Map()));
      if (isDeleted) ids.delete(id);
      else ids.set(id, change);
    }
    const pages = ledger.pages.map((last, page) => (touched.has(page) ? change : last));
    const known = new Map(ledger.known);
    const rows = new Map<number, PageRow>();
    const [mac] = await Promise.all([
      sign(this.#key, writeCover(this.#vaultId, this.#generation, { change, keys, pages })),
      ...[...touched].map(async ([page, versions]) => {
        known.set(page, { change, versions });
        const row = { change, entries: entriesOn(versions) };
        rows.set(page, { ...row, mac: await sign(this.#key, writePage(this.#vaultId, this.#generation, page, row)) });
      }),
    ]);
    return { ledger: { change, keys, pages, known }, cover: { change, keys, pages, mac }, pages: rows };
  }
}

/** All of the cover but its MAC. */
export function writeCover(vaultId: Bytes, generation: number, { change, keys, pages }: Omit<CoverRow, 'mac'>): Bytes {
  return joinParts('wcv/led/cover/v1', vaultId, generation, change, keys, ...pages);
}

/** All of a page but its MAC. */
export function writePage(
  vaultId: Bytes,
  generation: number,
  page: number,
  { change, entries }: Omit<PageRow, 'mac'>,
): Bytes {
  return joinParts('wcv/led/page/v1', vaultId, generation, page, change, ...entries.flat());
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

function isCover({ change, keys, pages, mac }: CoverRow): boolean {
  return (
    isCount(change) &&
    isCount(keys) &&
    Array.isArray(pages) &&
    pages.length === pageCount &&
    pages.every(isCount) &&
    mac instanceof Uint8Array
  );
}

function isPage({ entries, mac }: PageRow): boolean {
  const isEntry = (entry: unknown) =>
    Array.isArray(entry) &&
    entry.length === 3 &&
    typeof entry[0] === 'string' &&
    typeof entry[1] === 'string' &&
    isCount(entry[2]);
  return Array.isArray(entries) && entries.every(isEntry) && mac instanceof Uint8Array;
}
