import { toBase64Url } from '../../core/bytes.js';
import { damaged, open, seal } from './envelope.js';
import { keyLock, withLock } from './locks.js';
import { nameOf } from './key-record.js';
import { concatenate, joinParts } from './parts.js';
import type { SealedRecords } from './sealed-records.js';
import { randomBytes, type Bytes } from './secrets.js';
import type { VaultScope } from './slots.js';
import type { VaultDatabase } from './storage.js';
import { decodeValue, encodeValue } from './values.js';

/** How long one piece is, in bytes; the last one may be shorter. */
const pieceLength = 262_144;

/** What the record of a stream says about it. */
export interface StreamHeader {
  /** Under which its pieces are stored; random. */
  name: string;
  pieces: number;
  /** In bytes. */
  length: number;
}

/** Where one piece belongs. The last one says so: a stream that was cut off does not end there. */
export function pieceContext({ rpId, userHandleHash, vaultId }: VaultScope, store: string, id: string, name: string, index: number, isLast: boolean, generation: number): Bytes {
  return joinParts('wcv/piece/v1', rpId, userHandleHash, vaultId, store, id, name, index, Number(isLast), generation);
}

/** Reads what the record of a stream says. */
export function readHeader(plaintext: Bytes): StreamHeader {
  return decodeValue('json', plaintext) as StreamHeader;
}

/** Where and under whose key. */
interface Place {
  database: VaultDatabase;
  scope: VaultScope;
  records: SealedRecords;
  store: string;
  id: string;
}

/**
 * Seals a stream piece by piece. Until all of it is stored, what was there before stays. `onProgress` is told how many bytes are stored.
 *
 * @throws whatever the stream or the signal fails with; the pieces so far are deleted then.
 */
export async function writeStream({ database, scope, records, store, id }: Place, source: ReadableStream<Uint8Array>, onProgress: ((bytes: number) => void) | undefined, signal: AbortSignal | undefined): Promise<void> {
  const vault = nameOf(scope);
  await withLock(keyLock(vault), 'shared', async () => {
    const { generation } = records.opened;
    const name = toBase64Url(randomBytes(16));
    const keyOf = (index: number): [string, number, string, string, string, number] => [vault, generation.number, store, id, name, index];
    let count = 0;
    let length = 0;
    const put = async (bytes: Bytes, isLast: boolean) => {
      signal?.throwIfAborted();
      const sealed = await seal(generation, pieceContext(scope, store, id, name, count, isLast, generation.number), bytes);
      await database.transact({ mode: 'readwrite' }, (transaction) => transaction.objectStore('pieces').put(sealed, keyOf(count)));
      count += 1;
      length += bytes.byteLength;
      onProgress?.(length);
    };
    try {
      let held: Bytes = new Uint8Array();
      for await (const chunk of chunksOf(source, signal)) {
        held = concatenate(held, chunk);
        // One is held back: it may be the last.
        for (; held.byteLength > pieceLength; held = held.slice(pieceLength)) await put(held.slice(0, pieceLength), false);
      }
      await put(held, true);
      const header: StreamHeader = { name, pieces: count, length };
      await records.write([{ store, id, content: { format: 'stream', plaintext: encodeValue(header).plaintext }, stream: name }], true);
    } catch (error) {
      const range = IDBKeyRange.bound([vault, generation.number, store, id, name], [vault, generation.number, store, id, name, []]);
      await database.transact({ mode: 'readwrite' }, (transaction) => transaction.objectStore('pieces').delete(range)).catch(() => {});
      throw error;
    }
  });
}

async function* chunksOf(source: ReadableStream<Uint8Array>, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  const reader = source.getReader();
  const cancel = () => void reader.cancel(signal?.reason).catch(() => {});
  signal?.addEventListener('abort', cancel);
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
    signal?.throwIfAborted();
  } catch (error) {
    cancel();
    throw error;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

/** Opens a stream piece by piece, as it is read. It fails where something was changed, swapped or cut off. */
export function openStream({ database, scope, records, store, id }: Place, { name, pieces, length }: StreamHeader): ReadableStream<Bytes> {
  const vault = nameOf(scope);
  let index = 0;
  let read = 0;
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const { generation } = records.opened;
        const sealed = await database.transact({ mode: 'readonly' }, (transaction) => transaction.objectStore('pieces').get([vault, generation.number, store, id, name, index]));
        if (!sealed) throw damaged('A piece is missing, or the value was written anew meanwhile');
        const isLast = index === pieces - 1;
        const { plaintext } = await open(generation, pieceContext(scope, store, id, name, index, isLast, generation.number), sealed);
        index += 1;
        read += plaintext.byteLength;
        if (isLast && read !== length) throw damaged('The value has another length');
        if (plaintext.byteLength > 0) controller.enqueue(plaintext);
        if (isLast) controller.close();
        else if (plaintext.byteLength === 0) throw damaged('A piece is empty');
      },
    },
    { highWaterMark: 0 },
  );
}
