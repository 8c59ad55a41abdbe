import { expect } from '@open-wc/testing';
import type { LatchError } from '../../src/base/client/errors.js';
import { wipeVaults, type Vault } from '../../src/vault/index.js';
import { checkStreamLength } from '../../src/vault/streams.js';
import { createVaultDatabase, type VaultTransaction } from '../../src/vault/storage.js';
import { stopClock } from '../support/browser/clock.js';
import { rejection } from '../support/browser/rejection.js';
import { createVaultWith, prfPasskey, unlockWith } from '../support/browser/vaults.js';

/** How long one piece is, in bytes. */
const piece = 262_144;
const piecesIn = (transaction: VaultTransaction<'readwrite'>) => transaction.objectStore('pieces');
type Pieces = ReturnType<typeof piecesIn>;
type Key = [string, number, string, string, string, number];

/** A stream that gives what the test hands it, when it does. */
function handFed(): {
  stream: ReadableStream<Uint8Array>;
  feed(chunk: unknown): void;
  end(): void;
  cancelled: unknown;
} {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const fed = {
    stream: new ReadableStream<Uint8Array>({
      start: (own) => void (controller = own),
      cancel: (reason) => void (fed.cancelled = reason ?? 'cancelled'),
    }),
    feed: (chunk: unknown) => controller.enqueue(chunk as Uint8Array),
    end: () => controller.close(),
    cancelled: undefined as unknown,
  };
  return fed;
}

describe('streams in a vault', () => {
  const phone = prfPasskey('phone');
  const laptop = prfPasskey('laptop');
  let vault: Vault;

  beforeEach(async () => {
    vault = await createVaultWith(phone);
  });

  afterEach(async () => {
    vault.lock();
    await wipeVaults();
  });

  const bytesOf = (length: number, from = 0) => new Uint8Array(length).map((_, index) => (index + from) % 251);
  const blobOf = (length: number, from = 0) => new Blob([bytesOf(length, from)]);
  const collect = async (
    reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
    parts: Uint8Array<ArrayBuffer>[] = [],
  ) => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value);
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  };
  const readAll = async (id: string, of = vault) => collect((await of.getStream('files', id))!.stream.getReader());
  const joined = (one: Uint8Array, other: Uint8Array) => {
    const both = new Uint8Array(one.length + other.length);
    both.set(one);
    both.set(other, one.length);
    return both;
  };
  const isAlike = (one: Uint8Array, other: Uint8Array) =>
    one.length === other.length && one.every((byte, index) => byte === other[index]);

  async function inDatabase<Value>(
    work: (transaction: VaultTransaction<'readwrite'>) => Promise<Value>,
  ): Promise<Value> {
    const database = createVaultDatabase();
    const value = await database.transact({ mode: 'readwrite' }, work);
    database.close();
    return value;
  }
  const keysOfPieces = () => inDatabase((transaction) => piecesIn(transaction).getAllKeys());

  for (const length of [0, 1, piece - 1, piece, piece + 1, 2 * piece]) {
    it(`come back as they were, ${length} bytes long, wherever the chunks begin`, async () => {
      const bytes = bytesOf(length);
      for (const size of [1000, 65_536, piece, length + 1]) {
        const { stream, feed, end } = handFed();
        const written = vault.setStream('files', 'one', stream);
        for (let at = 0; at < length; at += size) feed(bytes.slice(at, at + size));
        feed(new Uint8Array());
        end();
        await written;
        expect(isAlike(await readAll('one'), bytes), `chunks of ${size}`).to.equal(true);
      }
      expect((await keysOfPieces()).length).to.equal(Math.max(1, Math.ceil(length / piece)));
    });
  }

  it('have at most 4 GiB', async () => {
    await vault.setStream('files', 'one', blobOf(10));
    const huge = new Blob(['some']);
    Object.defineProperty(huge, 'size', { value: 2 ** 32 + 1 });
    const { code } = (await rejection(vault.setStream('files', 'one', huge))) as LatchError;
    expect([code, await readAll('one')]).to.deep.equal(['constraint', bytesOf(10)]);
    expect(() => checkStreamLength(2 ** 32)).not.to.throw();
    expect(() => checkStreamLength(2 ** 32 + 1)).to.throw('4 GiB');
  });

  it('take a byte at a time, and everything at once', async () => {
    const bytes = bytesOf(piece + 1000);
    const { stream, feed, end } = handFed();
    for (let at = 0; at < bytes.length; at++) feed(bytes.subarray(at, at + 1));
    end();
    await vault.setStream('files', 'one', stream);
    expect(isAlike(await readAll('one'), bytes)).to.equal(true);
    const whole = handFed();
    whole.feed(bytesOf(12 * piece));
    whole.end();
    await vault.setStream('files', 'two', whole.stream);
    expect((await readAll('two')).length).to.equal(12 * piece);
  });

  it('refuse what is no bytes, in place of the stream and in it, and leave nothing of it behind', async () => {
    for (const source of [undefined, null, 'text', new Uint8Array(3), {}])
      expect(`${await rejection(vault.setStream('files', 'one', source as never))}`).to.contain('TypeError: "source"');
    for (const chunk of [
      'text',
      new ArrayBuffer(8),
      new Uint16Array(4),
      new DataView(new ArrayBuffer(8)),
      [1, 2],
      7,
      null,
    ]) {
      const fed = handFed();
      fed.feed(bytesOf(2 * piece));
      fed.feed(chunk);
      expect(`${await rejection(vault.setStream('files', 'one', fed.stream))}`).to.contain('TypeError: "source"');
      expect(fed.cancelled).to.be.instanceOf(TypeError);
    }
    expect([await vault.list('files'), await keysOfPieces()]).to.deep.equal([[], []]);
    const taken = new Blob(['x']).stream();
    taken.getReader();
    expect(`${await rejection(vault.setStream('files', 'one', taken))}`).to.contain('TypeError: "source"');
  });

  it('take bytes of another window of the origin', async () => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    const { Uint8Array: Theirs } = frame.contentWindow as unknown as typeof globalThis;
    const fed = handFed();
    fed.feed(Theirs.of(1, 2, 3));
    fed.end();
    await vault.setStream('files', 'one', fed.stream);
    frame.remove();
    expect([...(await readAll('one'))]).to.deep.equal([1, 2, 3]);
  });

  for (const [what, write] of [
    ['a shorter stream', (of: Vault) => of.setStream('files', 'one', blobOf(10))],
    ['a value', (of: Vault) => of.set('files', 'one', 'value')],
    ['nothing', (of: Vault) => of.delete('files', 'one')],
  ] as const) {
    for (const before of ['a stream', 'a value', 'nothing']) {
      it(`are whole when they are stored after ${what} that was put there meanwhile, in place of ${before}`, async () => {
        const other = await unlockWith(phone);
        if (before === 'a stream') await vault.setStream('files', 'one', blobOf(3 * piece, 7));
        if (before === 'a value') await vault.set('files', 'one', 'before');
        const { stream, feed, end } = handFed();
        let stored!: () => void;
        const begun = new Promise<void>((resolve) => (stored = resolve));
        const written = vault.setStream('files', 'one', stream, { onProgress: stored });
        feed(bytesOf(2 * piece));
        await begun;
        await write(other);
        feed(bytesOf(10, 2 * piece));
        end();
        await written;
        expect(isAlike(await readAll('one', other), bytesOf(2 * piece + 10))).to.equal(true);
        expect((await keysOfPieces()).length).to.equal(3);
      });
    }
  }

  it('leave no pieces behind when they are replaced or deleted', async () => {
    await vault.setStream('files', 'one', blobOf(3 * piece));
    await vault.setStream('files', 'one', blobOf(piece + 1));
    expect((await keysOfPieces()).length).to.equal(2);
    await vault.write([{ store: 'files', id: 'one', value: 'short' }]);
    expect(await keysOfPieces()).to.deep.equal([]);
    await vault.setStream('files', 'two', blobOf(piece + 1));
    await vault.delete('files', 'two');
    expect(await keysOfPieces()).to.deep.equal([]);
  });

  it('are replaced and deleted although their record was changed from outside', async () => {
    for (const mend of [() => vault.setStream('files', 'one', blobOf(10)), () => vault.delete('files', 'one')]) {
      await vault.setStream('files', 'one', blobOf(10));
      await inDatabase((transaction) =>
        transaction
          .objectStore('records')
          .put({ version: 1, sealed: new Uint8Array(200) }, [vault.id, 1, 'files', 'one']),
      );
      expect((await rejection(readAll('one'))).code).to.equal('vault_damaged');
      await mend();
    }
    expect(await vault.list('files')).to.deep.equal([]);
  });

  it('are read to their end while another tab replaces the key', async () => {
    await vault.addPasskey([laptop], (request) =>
      (request.credentials.some(({ id }) => id === laptop.id) ? laptop : phone).ask(request),
    );
    await vault.setStream('files', 'one', blobOf(2 * piece + 5));
    const other = await unlockWith(phone);
    const reader = (await vault.getStream('files', 'one'))!.stream.getReader();
    const parts = [(await reader.read()).value!];
    await other.rotate({ ask: phone.ask });
    expect(isAlike(await collect(reader, parts), bytesOf(2 * piece + 5))).to.equal(true);
  });

  for (const [what, write] of [
    ['written again', (of: Vault) => of.setStream('files', 'one', blobOf(3 * piece, 1))],
    ['replaced by a value', (of: Vault) => of.set('files', 'one', 1)],
    ['deleted', (of: Vault) => of.delete('files', 'one')],
  ] as const) {
    it(`say when they were ${what} while they are read, which is no damage`, async () => {
      await vault.setStream('files', 'one', blobOf(3 * piece));
      const reader = (await vault.getStream('files', 'one'))!.stream.getReader();
      await reader.read();
      await write(await unlockWith(phone));
      const { code, retryable } = await rejection<Error & { code: string; retryable: boolean }>(reader.read());
      expect([code, retryable]).to.deep.equal(['storage_lost', true]);
    });
  }

  it('end once the vault is locked: what is written leaves nothing behind, and what is read gives nothing more', async () => {
    await vault.setStream('files', 'read', blobOf(3 * piece));
    const reader = (await vault.getStream('files', 'read'))!.stream.getReader();
    await reader.read();
    const fed = handFed();
    let stored!: () => void;
    const begun = new Promise<void>((resolve) => (stored = resolve));
    const written = rejection(vault.setStream('files', 'written', fed.stream, { onProgress: stored }));
    fed.feed(bytesOf(piece + 1));
    await begun;
    vault.lock();
    expect([(await written).code, (await rejection(reader.read())).code]).to.deep.equal([
      'vault_locked',
      'vault_locked',
    ]);
    expect((fed.cancelled as { code: string }).code).to.equal('vault_locked');
    expect((await keysOfPieces()).map(([, , , id]) => id)).to.deep.equal(['read', 'read', 'read']);
  });

  /** Begins to write a stream that stalls after its first piece; resolves once that is stored. */
  async function stall(): Promise<{ written: Promise<void>; feed(chunk: unknown): void; end(): void }> {
    const { stream, feed, end } = handFed();
    let stored!: () => void;
    const begun = new Promise<void>((resolve) => (stored = resolve));
    const written = vault.setStream('files', 'stalled', stream, { onProgress: stored });
    feed(bytesOf(piece + 1));
    await begun;
    return { written, feed, end };
  }

  it('do not block writing, adding and removing passkeys, or unlocking, when they stall, and are whole in the end', async () => {
    const { written, feed, end } = await stall();
    const other = await unlockWith(phone);
    await other.addPasskey([laptop], (request) =>
      (request.credentials.some(({ id }) => id === laptop.id) ? laptop : phone).ask(request),
    );
    await other.removeKey(laptop.id);
    await other.set('notes', 'one', 1);
    await (await unlockWith(phone)).setStream('files', 'another', blobOf(10));
    feed(bytesOf(10, piece + 1));
    end();
    await written;
    expect(isAlike(await readAll('stalled'), bytesOf(piece + 11))).to.equal(true);
  });

  it('fail when the key is replaced in the middle, which does not wait for them', async () => {
    await vault.addPasskey([laptop], (request) =>
      (request.credentials.some(({ id }) => id === laptop.id) ? laptop : phone).ask(request),
    );
    const { written, feed, end } = await stall();
    await (await unlockWith(phone)).rotate({ ask: phone.ask });
    feed(bytesOf(piece));
    end();
    const { code, retryable } = await rejection<Error & { code: string; retryable: boolean }>(written);
    expect([code, retryable, await vault.list('files'), await keysOfPieces()]).to.deep.equal([
      'storage_lost',
      true,
      [],
      [],
    ]);
    await vault.setStream('files', 'stalled', blobOf(10));
    expect((await readAll('stalled')).length).to.equal(10);
  });

  it('leave nothing behind when all vaults are deleted in the middle', async () => {
    const { written, feed, end } = await stall();
    await wipeVaults();
    feed(bytesOf(piece));
    end();
    expect((await rejection(written)).code).to.equal('storage_lost');
    expect(await keysOfPieces()).to.deep.equal([]);
  });

  const pieceKeys = async (id: string): Promise<Key[]> => (await keysOfPieces()).filter(([, , , of]) => of === id);
  for (const [what, tamper] of [
    ['a piece is taken away', (pieces, keys) => pieces.delete(keys[1]!)],
    ['the last piece is taken away', (pieces, keys) => pieces.delete(keys[2]!)],
    [
      'two pieces change places',
      async (pieces, keys) => {
        const [one, other] = [(await pieces.get(keys[0]!))!, (await pieces.get(keys[1]!))!];
        await pieces.put(other, keys[0]!);
        await pieces.put(one, keys[1]!);
      },
    ],
    ['a piece comes twice', async (pieces, keys) => pieces.put((await pieces.get(keys[0]!))!, keys[1]!)],
    [
      'a piece comes from another stream',
      async (pieces, keys, others) => pieces.put((await pieces.get(others[1]!))!, keys[1]!),
    ],
    ['a piece is cut', async (pieces, keys) => pieces.put((await pieces.get(keys[1]!))!.slice(0, -1), keys[1]!)],
    [
      'a piece is the end of two',
      async (pieces, keys) => {
        const [one, other] = [(await pieces.get(keys[0]!))!, (await pieces.get(keys[1]!))!];
        await pieces.put(joined(one, other), keys[1]!);
      },
    ],
    ['a piece is no bytes', (pieces, keys) => pieces.put('spoilt' as never, keys[1]!)],
  ] as Array<[what: string, tamper: (pieces: Pieces, keys: Key[], others: Key[]) => Promise<unknown>]>) {
    it(`are refused when ${what}`, async () => {
      await vault.setStream('files', 'one', blobOf(2 * piece + 5));
      await vault.setStream('files', 'other', blobOf(2 * piece + 5, 9));
      const [keys, others] = [await pieceKeys('one'), await pieceKeys('other')];
      await inDatabase((transaction) => tamper(piecesIn(transaction), keys, others));
      expect((await rejection(readAll('one'))).code).to.equal('vault_damaged');
      expect((await readAll('other')).length).to.equal(2 * piece + 5);
    });
  }

  it('are whole when the browser has stored them without telling so', async () => {
    const { transaction } = IDBDatabase.prototype;
    const { put } = IDBObjectStore.prototype;
    const silent = new WeakSet<IDBTransaction>();
    let tell!: () => void;
    const stored = new Promise<void>((resolve) => (tell = resolve));
    const clock = stopClock();
    try {
      IDBDatabase.prototype.transaction = function (...parameters) {
        const own = transaction.apply(this, parameters);
        const listen = own.addEventListener.bind(own);
        own.addEventListener = (type: string, listener: unknown) =>
          listen(type, (event) => silent.has(own) || (listener as EventListener)(event));
        return own;
      };
      IDBObjectStore.prototype.put = function (...parameters) {
        if (this.name === 'records') {
          silent.add(this.transaction);
          this.transaction.oncomplete = tell;
        }
        return put.apply(this, parameters);
      };
      const attempt = rejection(vault.setStream('files', 'one', blobOf(piece + 5)));
      await stored;
      await clock.pass(60_000);
      expect((await attempt).code).to.equal('timed_out');
    } finally {
      Object.assign(IDBDatabase.prototype, { transaction });
      Object.assign(IDBObjectStore.prototype, { put });
      clock.restore();
    }
    expect(isAlike(await readAll('one'), bytesOf(piece + 5))).to.equal(true);
  });

  it('can be left in the middle', async () => {
    await vault.setStream('files', 'one', blobOf(3 * piece));
    const reader = (await vault.getStream('files', 'one'))!.stream.getReader();
    const first = reader.read();
    await reader.cancel();
    expect([(await first).done, (await readAll('one')).length]).to.deep.equal([true, 3 * piece]);
  });
});
