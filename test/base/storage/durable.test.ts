import { expect } from '@open-wc/testing';
import { keepDurably, recallDurably } from '../../../src/base/storage/durable.js';
import type * as Durable from '../../../src/base/storage/durable.js';
import { keep, recall } from '../../../src/base/storage/kept.js';
import { importCopy } from '../../support/browser/copy.js';

const { open } = IDBFactory.prototype;

describe('a small thing that is kept durably', () => {
  afterEach(async () => {
    IDBFactory.prototype.open = open;
    for (const name of ['one', 'two']) await keepDurably(name, undefined);
  });

  /** Starts the next page after a kill that took from localStorage what it had not written yet. */
  async function startAfterKill(): Promise<void> {
    keep('one', undefined);
    await (await importCopy<typeof Durable>('base/storage/durable')).restoreKept();
  }

  it('is there at once, and after a kill', async () => {
    const written = keepDurably('one', { at: 1 });
    expect(recall('one')).to.deep.equal({ at: 1 });
    await written;
    await startAfterKill();
    expect([recall('one'), await recallDurably('one')]).to.deep.equal([{ at: 1 }, { at: 1 }]);
  });

  it('replaces what a killed browser left in localStorage', async () => {
    await keepDurably('one', { at: 2 });
    keep('one', { at: 1 });
    await (await importCopy<typeof Durable>('base/storage/durable')).restoreKept();
    expect(recall('one')).to.deep.equal({ at: 2 });
  });

  it('stays forgotten after a kill', async () => {
    await keepDurably('one', { at: 1 });
    await keepDurably('one', undefined);
    await startAfterKill();
    expect([recall('one'), await recallDurably('one')]).to.deep.equal([undefined, undefined]);
  });

  it('is read from the disk once in the life of a page', async () => {
    const { restoreKept } = await importCopy<typeof Durable>('base/storage/durable');
    await restoreKept();
    let opened = 0;
    IDBFactory.prototype.open = function (...parameters) {
      opened += 1;
      return open.apply(this, parameters);
    };
    await restoreKept();
    expect(opened).to.equal(0);
  });

  it('is written so that the browser has it on the disk before it reports success', async () => {
    const { transaction } = IDBDatabase.prototype;
    const durabilities: unknown[] = [];
    IDBDatabase.prototype.transaction = function (stores, mode, options) {
      if (mode === 'readwrite') durabilities.push(options?.durability);
      return transaction.call(this, stores, mode, options);
    };
    try {
      await keepDurably('one', 1);
    } finally {
      IDBDatabase.prototype.transaction = transaction;
    }
    expect(durabilities).to.deep.equal(['strict']);
  });

  it('is kept by localStorage alone where the browser refuses IndexedDB', async () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('No storage here.', 'InvalidStateError');
    };
    await keepDurably('two', { at: 1 });
    expect([recall('two'), await recallDurably('two')]).to.deep.equal([{ at: 1 }, undefined]);
    await (await importCopy<typeof Durable>('base/storage/durable')).restoreKept();
    expect(recall('two')).to.deep.equal({ at: 1 });
  });
});
