import { expect } from '@open-wc/testing';
import { Database, type DBSchema } from '../../../src/base/storage/database.js';
import { settled, stopClock } from '../../support/browser/clock.js';
import { rejection } from '../../support/browser/rejection.js';

interface Schema extends DBSchema {
  rows: { key: string; value: string };
}

const name = 'latchkey.test';
const createDatabase = (version = 1, isBrief = false) =>
  new Database<Schema>({
    name,
    version,
    isBrief,
    upgrade: (database) => void (database.objectStoreNames.contains('rows') || database.createObjectStore('rows')),
  });

describe('a database', () => {
  const { open } = IDBFactory.prototype;
  const { transaction } = IDBDatabase.prototype;
  const { close } = IDBDatabase.prototype;
  const undo: (() => void)[] = [];
  let database: Database<Schema>;
  /** Those that are open, of the database of this test. */
  let connections: Set<IDBDatabase>;

  beforeEach(() => {
    database = createDatabase();
    connections = new Set();
    IDBFactory.prototype.open = function (...parameters) {
      const request = open.apply(this, parameters);
      if (parameters[0] === name) request.addEventListener('success', () => connections.add(request.result));
      return request;
    };
    IDBDatabase.prototype.close = function () {
      connections.delete(this);
      close.call(this);
    };
  });

  afterEach(async () => {
    undo
      .splice(0)
      .reverse()
      .forEach((restore) => restore());
    Object.assign(IDBFactory.prototype, { open });
    Object.assign(IDBDatabase.prototype, { transaction, close });
    database.close();
    await remove();
  });

  const remove = () =>
    new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = () => resolve();
      request.onerror = () => reject(new Error('The database could not be deleted.'));
    });
  const put = (value: string, of = database) =>
    of.transact({ mode: 'readwrite' }, (rows) => rows.objectStore('rows').put(value, 'one'));
  const get = (of = database) => of.transact({ mode: 'readonly' }, (rows) => rows.objectStore('rows').get('one'));

  it('is opened by the first transaction, and after it was closed only for as long as one is running', async () => {
    expect(connections.size).to.equal(0);
    await put('a');
    expect(connections.size).to.equal(1);
    const reading = Promise.all([get(), get()]);
    database.close();
    expect([await reading, connections.size]).to.deep.equal([['a', 'a'], 0]);
    expect([await get(), connections.size]).to.deep.equal(['a', 0]);
  });

  it('is open only while a transaction runs, if its plan says so', async () => {
    const brief = createDatabase(1, true);
    await put('a', brief);
    expect(connections.size).to.equal(0);
    expect([await Promise.all([get(brief), get(brief)]), connections.size]).to.deep.equal([['a', 'a'], 0]);
  });

  it('lets go for another page that deletes it, or has a newer version of it, which then is more than this page knows', async () => {
    await put('a');
    await remove();
    expect(await get()).to.equal(undefined);
    const newer = createDatabase(2);
    await put('b', newer);
    expect((await rejection(get())).code).to.equal('vault_unsupported');
    newer.close();
  });

  it('closes a connection that comes too late, and blocks no other connection with it', async () => {
    const clock = stopClock();
    undo.push(clock.restore);
    const counted = IDBFactory.prototype.open;
    let answer!: () => void;
    IDBFactory.prototype.open = function (...parameters) {
      const request = counted.apply(this, parameters);
      const listen = request.addEventListener.bind(request);
      // The browser answers when the test lets it.
      request.addEventListener = ((type: string, listener: EventListener) => {
        if (type !== 'success') return listen(type, listener);
        listen(type, (event) => (answer = () => listener.call(request, event)));
      }) as typeof request.addEventListener;
      return request;
    };
    const attempt = rejection(put('a'));
    await clock.pass(10_000);
    expect((await attempt).code).to.equal('timed_out');
    while (!(answer as unknown)) await settled();
    answer();
    await settled();
    expect(connections.size).to.equal(0);
    IDBFactory.prototype.open = counted;
    await put('b');
    expect(await get()).to.equal('b');
  });

  it('is opened once more for all transactions that fail together', async () => {
    await put('a');
    let failures = 2;
    IDBDatabase.prototype.transaction = function (...parameters) {
      if (failures-- > 0) throw new DOMException('Lost.', 'UnknownError');
      return transaction.apply(this, parameters);
    };
    let openings = 0;
    const counted = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...parameters) {
      openings += 1;
      return counted.apply(this, parameters);
    };
    expect([await Promise.all([get(), get()]), openings]).to.deep.equal([['a', 'a'], 1]);
  });

  it('is opened once more for what is pending when the browser drops the connection, and only once', async () => {
    await put('a');
    let lost = 0;
    let isLasting = false;
    IDBDatabase.prototype.transaction = function (...parameters) {
      const own = transaction.apply(this, parameters);
      if (lost === 0 || isLasting) {
        lost += 1;
        // What the browser has lost, it never settles.
        own.addEventListener = () => {};
        queueMicrotask(() => this.dispatchEvent(new Event('close')));
      }
      return own;
    };
    expect([await get(), lost]).to.deep.equal(['a', 1]);
    isLasting = true;
    lost = 0;
    const error = await rejection(get());
    expect(error).to.include({ code: 'storage_lost', retryable: true });
    expect(lost).to.equal(2);
    Object.assign(IDBDatabase.prototype, { transaction });
    expect(await get()).to.equal('a');
  });

  it('takes back a transaction that takes too long, and goes on over another connection', async () => {
    await put('before');
    const clock = stopClock();
    undo.push(clock.restore);
    IDBDatabase.prototype.transaction = function (...parameters) {
      const own = transaction.apply(this, parameters);
      // It never tells that it is complete, and is kept from being that.
      own.addEventListener = () => {};
      const keep = () => void (own.objectStore('rows').get('one').onsuccess = keep);
      keep();
      return own;
    };
    const attempt = rejection(put('after'));
    await clock.pass(60_000);
    expect((await attempt).code).to.equal('timed_out');
    Object.assign(IDBDatabase.prototype, { transaction });
    expect([await get(), connections.size]).to.deep.equal(['before', 1]);
  });

  it('lets a transaction take longer than a minute that says after each of its steps that it goes on', async () => {
    await put('a');
    const clock = stopClock();
    undo.push(clock.restore);
    const readFor150Seconds = (says: boolean) =>
      database.transact({ mode: 'readonly' }, async (rows, goOn) => {
        for (let step = 0; step < 3; step++) {
          let isOver = false;
          void clock.pass(50_000).then(() => (isOver = true));
          // The transaction completes once it has nothing to do.
          while (!isOver) await rows.objectStore('rows').get('one');
          if (says) goOn();
        }
        return 'read';
      });
    expect(await readFor150Seconds(true)).to.equal('read');
    expect((await rejection(readFor150Seconds(false))).code).to.equal('timed_out');
  });

  it('rejects where there is no IndexedDB', async () => {
    const own = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB')!;
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: undefined });
    undo.push(() => Object.defineProperty(globalThis, 'indexedDB', own));
    expect((await rejection(get())).code).to.equal('storage_lost');
  });

  it('rejects a database with another layout', async () => {
    await new Promise(
      (resolve) =>
        (indexedDB.open(name, 1).onsuccess = ({ target }) => resolve((target as IDBOpenDBRequest).result.close())),
    );
    expect((await rejection(get())).code).to.equal('storage_lost');
  });

  it('passes on what the work throws, and undoes it', async () => {
    await put('before');
    const attempt = database.transact({ mode: 'readwrite' }, async (rows) => {
      await rows.objectStore('rows').put('after', 'one');
      throw new RangeError('Too much.');
    });
    expect((await rejection(attempt)).message).to.equal('Too much.');
    expect(await get()).to.equal('before');
  });
});
