import { expect } from '@open-wc/testing';
import { writeStored, readStored } from '../../../src/base/storage/stored.js';
import type * as Durable from '../../../src/base/storage/stored.js';
import { writeLocal, readLocal } from '../../../src/base/storage/local.js';
import { importCopy } from '../../support/browser/copy.js';

const { open } = IDBFactory.prototype;

describe('a small thing that is kept durably', () => {
  afterEach(async () => {
    IDBFactory.prototype.open = open;
    for (const name of ['one', 'two']) await writeStored(name, undefined);
  });

  /** Starts the next page after a kill that took from localStorage what it had not written yet. */
  async function startAfterKill(): Promise<void> {
    writeLocal('one', undefined);
    await (await importCopy<typeof Durable>('base/storage/stored')).restoreStored();
  }

  it('is there at once, and after a kill', async () => {
    const written = writeStored('one', { at: 1 });
    expect(readLocal('one')).to.deep.equal({ at: 1 });
    await written;
    await startAfterKill();
    expect([readLocal('one'), await readStored('one')]).to.deep.equal([{ at: 1 }, { at: 1 }]);
  });

  it('replaces what a killed browser left in localStorage', async () => {
    await writeStored('one', { at: 2 });
    writeLocal('one', { at: 1 });
    await (await importCopy<typeof Durable>('base/storage/stored')).restoreStored();
    expect(readLocal('one')).to.deep.equal({ at: 2 });
  });

  it('stays forgotten after a kill', async () => {
    await writeStored('one', { at: 1 });
    await writeStored('one', undefined);
    await startAfterKill();
    expect([readLocal('one'), await readStored('one')]).to.deep.equal([undefined, undefined]);
  });

  it('is read from the disk once in the life of a page', async () => {
    const { restoreStored } = await importCopy<typeof Durable>('base/storage/stored');
    await restoreStored();
    let opened = 0;
    IDBFactory.prototype.open = function (...parameters) {
      opened += 1;
      return open.apply(this, parameters);
    };
    await restoreStored();
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
      await writeStored('one', 1);
    } finally {
      IDBDatabase.prototype.transaction = transaction;
    }
    expect(durabilities).to.deep.equal(['strict']);
  });

  it('is kept by localStorage alone where the browser refuses IndexedDB', async () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('No storage here.', 'InvalidStateError');
    };
    await writeStored('two', { at: 1 });
    expect([readLocal('two'), await readStored('two')]).to.deep.equal([{ at: 1 }, undefined]);
    await (await importCopy<typeof Durable>('base/storage/stored')).restoreStored();
    expect(readLocal('two')).to.deep.equal({ at: 1 });
  });
});
