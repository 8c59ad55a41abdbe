import { damaged } from './envelope.js';
import { writeKeyRecord, type KeyRecord } from './key-record.js';
import { writeCover, writePage, type CoverRow, type PageRow } from './ledger.js';
import { joinParts, splitParts } from './parts.js';
import { LatchError } from '../base/client/errors.js';
import type { Bytes } from './secrets.js';
import type { Slot } from './slots.js';
import type { RecordRow } from './storage.js';

/** What an exported vault begins with: `WCVE`, the version, and three zeros. */
const magic = Uint8Array.of(0x57, 0x43, 0x56, 0x45, 1, 0, 0, 0);
/** How long one row may be, in bytes: more than the longest record, and any page of a vault with millions of them. */
const maxRowBytes = 67_108_864;
/** How much of a file is read at a time, in bytes. */
const readAtATime = 4_194_304;

/** One row of an exported vault: those of the database, in this order, and their number. */
export type ExportRow =
  | { type: 'keys'; record: KeyRecord }
  | { type: 'cover'; cover: CoverRow }
  | { type: 'page'; page: number; row: PageRow }
  | { type: 'record'; store: string; id: string; row: RecordRow }
  | { type: 'piece'; store: string; id: string; name: string; index: number; sealed: Bytes }
  | { type: 'end'; rows: number };

/** The first bytes of the file. */
export const exportHead = (): Bytes => magic.slice();

/** Writes one row. Those of the ledger, and that of the keys, are the bytes that their MAC is of. */
export function writeRow(row: ExportRow, { vaultId, generation }: KeyRecord): Bytes {
  const parts = () => {
    switch (row.type) {
      case 'keys':
        return joinParts('keys', writeKeyRecord(row.record), row.record.mac);
      case 'cover':
        return joinParts('cover', writeCover(vaultId, generation, row.cover), row.cover.mac);
      case 'page':
        return joinParts('page', writePage(vaultId, generation, row.page, row.row), row.row.mac);
      case 'record':
        return joinParts('record', row.store, row.id, row.row.version, row.row.sealed);
      case 'piece':
        return joinParts('piece', row.store, row.id, row.name, row.index, row.sealed);
      case 'end':
        return joinParts('end', row.rows);
    }
  };
  return joinParts(parts());
}

/**
 * Reads the rows of an exported vault, one after another.
 *
 * @throws {LatchError} `vault_damaged` if it is something else, or cut; `vault_unsupported` for an unknown version.
 */
export async function* readRows(file: Blob): AsyncGenerator<ExportRow, void, undefined> {
  let from = 0;
  let held: Bytes = new Uint8Array();
  const take = async (at: number, length: number): Promise<Bytes> => {
    if (at + length > file.size) throw damaged('The exported vault is cut');
    if (at < from || at + length > from + held.byteLength) {
      held = new Uint8Array(await file.slice(at, at + Math.max(length, readAtATime)).arrayBuffer());
      from = at;
    }
    return held.subarray(at - from, at - from + length);
  };
  const head = await take(0, magic.byteLength);
  if (head.subarray(0, 4).some((byte, index) => byte !== magic[index])) throw damaged('This is not an exported vault');
  if (head.subarray(4).some((byte, index) => byte !== magic[4 + index]))
    throw new LatchError('vault_unsupported', `Version ${head[4]} of an export is not supported.`);
  for (let at = magic.byteLength, rows = 0; ; rows++) {
    const length = readCount(await take(at, 4));
    if (length > maxRowBytes) throw damaged('A row is too long');
    const row = readRow(await take(at + 4, length));
    at += 4 + length;
    yield row;
    if (row.type !== 'end') continue;
    if (row.rows !== rows || at !== file.size) throw damaged('The exported vault has other rows');
    return;
  }
}

function readRow(bytes: Bytes): ExportRow {
  const [label, ...parts] = split(bytes);
  const type = label && readText(label);
  switch (type) {
    case 'keys':
      return { type, record: readKeyRecord(parts) };
    case 'cover': {
      const [, , , change, keys, ...pages] = split(bytesOf(parts, 0));
      return {
        type,
        cover: {
          change: readNumber(change),
          keys: readNumber(keys),
          pages: pages.map(readNumber),
          mac: bytesOf(parts, 1),
        },
      };
    }
    case 'page': {
      const [, , , page, change, ...flat] = split(bytesOf(parts, 0));
      const entries = Array.from({ length: Math.ceil(flat.length / 3) }, (_, index): PageRow['entries'][number] => [
        readText(bytesOf(flat, 3 * index)),
        readText(bytesOf(flat, 3 * index + 1)),
        readNumber(flat[3 * index + 2]),
      ]);
      return { type, page: readNumber(page), row: { change: readNumber(change), entries, mac: bytesOf(parts, 1) } };
    }
    case 'record':
      return {
        type,
        store: readText(bytesOf(parts, 0)),
        id: readText(bytesOf(parts, 1)),
        row: { version: readNumber(parts[2]), sealed: bytesOf(parts, 3) },
      };
    case 'piece':
      return {
        type,
        store: readText(bytesOf(parts, 0)),
        id: readText(bytesOf(parts, 1)),
        name: readText(bytesOf(parts, 2)),
        index: readNumber(parts[3]),
        sealed: bytesOf(parts, 4),
      };
    case 'end':
      return { type, rows: readNumber(parts[0]) };
    default:
      throw damaged('The exported vault has an unknown row');
  }
}

function readKeyRecord(parts: readonly Bytes[]): KeyRecord {
  const [, v, revision, vaultId, rpId, userHandleHash, generation, slots, bridges] = split(bytesOf(parts, 0));
  const readSlot = (bytes: Bytes): Slot => {
    const written = split(bytes);
    const at = (index: number) => bytesOf(written, index);
    return {
      kind: readText(at(0)) as Slot['kind'],
      credentialId: readText(at(1)),
      transports: split(at(2)).map(readText),
      generation: readNumber(at(3)),
      prfSalt1: at(4),
      prfSalt2: at(5),
      hkdfSalt: at(6),
      iv: at(7),
      wrapped: at(8),
      commitment: at(9),
      createdAt: readNumber(at(10)),
      backedUp: readNumber(at(11)) === 1,
    };
  };
  return {
    v: readNumber(v) as KeyRecord['v'],
    revision: readNumber(revision),
    vaultId: copy(vaultId),
    rpId: readText(copy(rpId)),
    userHandleHash: copy(userHandleHash),
    generation: readNumber(generation),
    slots: split(copy(slots)).map(readSlot),
    bridges: split(copy(bridges)).map((bytes) => {
      const written = split(bytes);
      const [salt, iv, sealed] = [1, 2, 3].map((index) => bytesOf(written, index));
      return { from: readNumber(written[0]), salt: salt!, iv: iv!, sealed: sealed! };
    }),
    mac: bytesOf(parts, 1),
  };
}

function split(bytes: Bytes): Bytes[] {
  try {
    return splitParts(bytes);
  } catch (cause) {
    throw damaged('A row of the exported vault is cut', cause);
  }
}

/** A copy of a part: the database would store all of the file that it is a view of. */
const bytesOf = (parts: readonly Bytes[], index: number): Bytes => copy(parts[index]);

function copy(part: Bytes | undefined): Bytes {
  if (!part) throw damaged('A row of the exported vault is cut');
  return part.slice();
}

const readCount = (bytes: Bytes): number => new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);

function readNumber(part: Bytes | undefined): number {
  if (part?.byteLength !== 8) throw damaged('A row of the exported vault has no number');
  const value = Number(new DataView(part.buffer, part.byteOffset).getBigUint64(0));
  if (!Number.isSafeInteger(value)) throw damaged('A number of the exported vault is too large');
  return value;
}

function readText(part: Bytes): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(part);
  } catch (cause) {
    throw damaged('A text of the exported vault cannot be read', cause);
  }
}
