import { toBase64Url } from '../base/bytes.js';
import { LatchError } from '../base/client/errors.js';
import { isBytes } from '../base/json-value.js';
import { withLock } from '../base/storage/locks/lock.js';
import { damaged, open, seal, type Generation } from './envelope.js';
import { keyLock, streamLock } from './locks.js';
import { nameOf } from './key-record.js';
import type { SealedRecords } from './sealed-records.js';
import { randomBytes, type Bytes } from './secrets.js';
import type { VaultScope } from './slots.js';
import { expectVault, under, type VaultDatabase } from './storage.js';
import { checkStreamLength, pieceContext, readHeader, type StreamHeader } from './streams.js';
import { encodeValue } from './values.js';

/** How long one piece is, in bytes; the last one may be shorter. */
const pieceLength = 262_144;

/** Where and under whose key. */
interface Place {
  database: VaultDatabase;
  scope: VaultScope;
  records: SealedRecords;
  store: string;
  id: string;
  /** The names that are sealed with the record, in a private vault. */
  names?: readonly string[] | undefined;
}

/**
 * Encrypts a stream piece by piece. The previous value stays until all of it is stored. `onProgress` gets the number of
 * stored bytes. A stalled stream blocks neither other writes nor changes of the keys.
 *
 * @throws {LatchError} a retryable `storage_lost` if the key was replaced meanwhile; `constraint` if it yields more than
 *   4 GiB.
 * @throws {TypeError} if it yields anything but bytes; also the error of the stream or the reason of the signal. The
 *   pieces stored so far are then deleted, at the next unlocking at the latest, and the stream is cancelled.
 */
export async function writeStream(
  { database, scope, records, store, id, names }: Place,
  source: ReadableStream<Uint8Array>,
  onProgress: ((bytes: number) => void) | undefined,
  signal: AbortSignal,
): Promise<void> {
  const vault = nameOf(scope);
  const reader = readerOf(source);
  const cancel = (reason: unknown) => void reader.cancel(reason).catch(() => {});
  const stop = () => cancel(signal.reason);
  signal.addEventListener('abort', stop);
  const work = async () => {
    const { generation } = records.opened;
    const name = toBase64Url(randomBytes(16));
    const keyOf = (index: number): [string, number, string, string, string, number] => [
      vault,
      generation.number,
      store,
      id,
      name,
      index,
    ];
    let count = 0;
    let length = 0;
    let isRecordUnderWay = false;
    const put = async (bytes: Bytes, isLast: boolean) => {
      signal.throwIfAborted();
      checkStreamLength(length + bytes.byteLength);
      const sealed = await seal(
        generation,
        pieceContext(scope, store, id, name, count, isLast, generation.number),
        bytes,
        'bytes',
        names && [],
      );
      await database.transact({ mode: 'readwrite' }, async (transaction) => {
        await expectVault(transaction, vault, generation.number);
        await transaction.objectStore('pieces').put(sealed, keyOf(count));
      });
      count += 1;
      length += bytes.byteLength;
      onProgress?.(length);
    };
    try {
      const held = new Uint8Array(pieceLength);
      let filled = 0;
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        if (!isBytes(read.value)) throw new TypeError('"source" must yield Uint8Array chunks');
        for (let at = 0; at < read.value.byteLength;) {
          // A full one is held back: it may be the last.
          if (filled === pieceLength) {
            await withLock(keyLock(vault), 'shared', () => put(held, false));
            filled = 0;
          }
          const some = read.value.subarray(at, at + pieceLength - filled);
          held.set(some, filled);
          filled += some.byteLength;
          at += some.byteLength;
        }
      }
      await withLock(keyLock(vault), 'shared', async () => {
        await put(held.subarray(0, filled), true);
        const header: StreamHeader = { name, pieces: count, length };
        isRecordUnderWay = true;
        await records.write(
          [{ store, id, content: { format: 'stream', plaintext: encodeValue(header).plaintext, names }, stream: name }],
          { holdsKeyLock: true },
        );
      });
    } catch (error) {
      // A browser that has stored the record need not have said so. If it has not, the next unlocking deletes the
      // pieces.
      if (!isRecordUnderWay)
        await database
          .transact({ mode: 'readwrite' }, (transaction) =>
            transaction.objectStore('pieces').delete(under(vault, generation.number, store, id, name)),
          )
          .catch(() => {});
      throw error;
    }
  };
  try {
    await withLock(streamLock(vault), 'shared', work);
  } catch (error) {
    cancel(error);
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function readerOf(source: ReadableStream<Uint8Array>): ReadableStreamDefaultReader<Uint8Array> {
  try {
    return source.getReader();
  } catch (cause) {
    throw new TypeError('"source" must be a Blob or an unlocked stream', { cause });
  }
}

/**
 * One stored piece, and the key that it is encrypted with. If it is missing, another tab may have replaced the key, or
 * the value.
 */
async function readPiece(
  { database, scope, records, store, id }: Place,
  name: string,
  index: number,
): Promise<{ generation: Generation; sealed: Bytes }> {
  const vault = nameOf(scope);
  for (;;) {
    const { generation } = records.opened;
    const sealed = await database.transact({ mode: 'readonly' }, (transaction) =>
      transaction.objectStore('pieces').get([vault, generation.number, store, id, name, index]),
    );
    if (sealed) return { generation, sealed };
    const content = await records.read(store, id);
    if (content?.format !== 'stream' || readHeader(content.plaintext).name !== name)
      throw new LatchError('storage_lost', 'The value was replaced while it was read.', { retryable: true });
    if (records.opened.generation === generation) throw damaged('A piece is missing');
  }
}

/** Decrypts a stream piece by piece, as it is read. It fails at a piece that was changed, swapped or truncated. */
export function openStream(place: Place, { name, pieces, length }: StreamHeader): ReadableStream<Bytes> {
  const { scope, records, store, id } = place;
  let index = 0;
  let read = 0;
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const { generation, sealed } = await readPiece(place, name, index);
        const isLast = index === pieces - 1;
        const { plaintext } = await open(
          generation,
          pieceContext(scope, store, id, name, index, isLast, generation.number),
          sealed,
        );
        void records.opened;
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
