import { abortError, LatchError } from '../base/client/errors.js';
import { userHeader, type ServerAnswer } from '../base/client/exchange.js';
import { withLock } from '../base/storage/locks/lock.js';
import { readOwnPath } from './own-path.js';
import type { Queue } from './queue.js';
import { keepWrite, orderLock, type QueuedWrite, type SealedStore, type StreamSource } from './queued-write.js';
import { ask, ownHeaders, unsendable, type Sender } from './send-write.js';

/** How many bytes of a resumable upload are sent in one request. */
const pieceLength = 1_048_576;

/** What an upload works with. */
interface Uploader extends Sender {
  vault: SealedStore;
  queue: Queue;
  /** Called with how many bytes of all have been sent. */
  onProgress(write: QueuedWrite, sent: number, all: number): void;
}

/**
 * Sends a write whose content is a stream of the vault. Only a few pieces of it are decrypted at a time, if the upload
 * is resumable; otherwise all of it is.
 *
 * @returns The answer. Its status is 0 if the write cannot be sent.
 * @throws {LatchError} what `sendWrite` throws, and errors of the vault.
 * @see {@link https://datatracker.ietf.org/doc/draft-ietf-httpbis-resumable-upload/ Resumable Uploads for HTTP}
 */
export async function sendStream(uploader: Uploader, write: QueuedWrite, source: StreamSource): Promise<ServerAnswer> {
  const found = await uploader.vault.getStream?.(source.store, source.id);
  if (!found) return unsendable('stream_missing');
  const { length, stream } = found;
  const reader = stream.getReader();
  try {
    return source.resumable
      ? await sendInPieces(uploader, write, reader, length)
      : await sendWhole(uploader, write, await readBytes(reader, length));
  } finally {
    void reader.cancel().catch(() => {});
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;

const contentType = { 'content-type': 'application/octet-stream' };

async function sendWhole(uploader: Uploader, write: QueuedWrite, body: Uint8Array<ArrayBuffer>): Promise<ServerAnswer> {
  const { method, path, headers = {} } = write;
  return ask(uploader, path, { method, body }, contentType, headers, ownHeaders(write));
}

async function sendInPieces(
  uploader: Uploader,
  write: QueuedWrite,
  reader: Reader,
  length: number,
): Promise<ServerAnswer> {
  const { owner } = write;
  const begun = (await findUpload(uploader, write, length)) ?? (await beginUpload(uploader, write, length));
  if ('status' in begun) return begun;
  const { upload } = begun;
  let { offset } = begun;
  const rest = new PieceReader(reader);
  await rest.skip(offset);
  for (;;) {
    const body = await rest.read(Math.min(pieceLength, length - offset));
    const isLast = offset + body.byteLength === length;
    const answer = await ask(
      uploader,
      upload,
      { method: 'PATCH', body },
      {
        'content-type': 'application/partial-upload',
        'upload-offset': `${offset}`,
        'upload-complete': isLast ? '?1' : '?0',
        [userHeader]: owner,
      },
    );
    const isAccepted = answer.status >= 200 && answer.status < 300;
    if (isAccepted) uploader.onProgress(write, offset + body.byteLength, length);
    if (isLast && answer.status !== 409) return answer;
    // Another request has sent some of it meanwhile, or the server has dropped it: how far it is has to be asked again.
    if ([404, 409, 410].includes(answer.status))
      throw new LatchError('bad_response', `${upload} returned ${answer.status}.`, { retryable: true });
    if (!isAccepted) return answer;
    offset += body.byteLength;
  }
}

interface Upload {
  /** Its path. */
  upload: string;
  /** How many bytes the server has. */
  offset: number;
}

/** Asks how far an earlier upload of the same write is. Undefined if there is none any more. */
async function findUpload(
  uploader: Uploader,
  { upload, owner }: QueuedWrite,
  length: number,
): Promise<Upload | ServerAnswer | undefined> {
  if (upload === undefined) return undefined;
  const answer = await ask(uploader, upload, { method: 'HEAD' }, { [userHeader]: owner });
  const { status, etag, headers } = answer;
  if (status === 401) return answer;
  if (status < 200 || status > 299) return undefined;
  // The response to the last piece was lost.
  if (headers.get('upload-complete') === '?1') return { status: 200, etag, body: undefined };
  const offset = Number(headers.get('upload-offset') ?? Number.NaN);
  if (!Number.isInteger(offset) || offset < 0 || offset > length)
    throw new LatchError('bad_response', `${upload} has an invalid "Upload-Offset".`);
  return { upload, offset };
}

/** Has the server create an upload, and stores where it is. Resolves with the answer if the server has refused it. */
async function beginUpload(uploader: Uploader, write: QueuedWrite, length: number): Promise<Upload | ServerAnswer> {
  const { client, vault, queue, signal } = uploader;
  const { method, path, headers = {} } = write;
  const answer = await ask(uploader, path, { method }, contentType, headers, {
    ...ownHeaders(write),
    'upload-complete': '?0',
    'upload-length': `${length}`,
  });
  if (answer.status < 200 || answer.status > 299) return answer;
  const location = answer.headers.get('location');
  const upload = location ? readOwnPath(location, new URL(path, client.baseUrl)) : undefined;
  if (upload === undefined) return unsendable('not_resumable');
  await withLock(orderLock(vault), 'exclusive', async () => {
    if (signal.aborted) throw abortError(signal);
    const present = await queue.read(write.id);
    if (present?.key === write.key) await vault.write([keepWrite({ ...present, upload })]);
  });
  return { upload, offset: 0 };
}

async function readBytes(reader: Reader, length: number): Promise<Uint8Array<ArrayBuffer>> {
  return new PieceReader(reader).read(length);
}

/** Reads a stream in pieces of the lengths that are wanted. */
class PieceReader {
  readonly #reader: Reader;
  #held = new Uint8Array(0);

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** Reads as many bytes as there are, up to `length`. */
  async read(length: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(length);
    let filled = 0;
    while (filled < length && (await this.#fetch())) {
      const some = this.#held.subarray(0, length - filled);
      bytes.set(some, filled);
      filled += some.byteLength;
      this.#held = this.#held.subarray(some.byteLength);
    }
    return bytes.subarray(0, filled);
  }

  async skip(length: number): Promise<void> {
    for (let left = length; left > 0 && (await this.#fetch());) {
      const count = Math.min(left, this.#held.byteLength);
      this.#held = this.#held.subarray(count);
      left -= count;
    }
  }

  async #fetch(): Promise<boolean> {
    if (this.#held.byteLength > 0) return true;
    const { done, value } = await this.#reader.read();
    if (!done) this.#held = value;
    return !done;
  }
}
