import { expect } from '@open-wc/testing';
import { writeLocal, readLocal } from '../../../src/base/storage/local.js';
import { importCopy } from '../../support/browser/copy.js';
import type * as Kept from '../../../src/base/storage/local.js';

const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')!;

describe('a small thing that is kept', () => {
  const giveBack = () => Object.defineProperty(globalThis, 'localStorage', own);

  beforeEach(() => localStorage.clear());

  afterEach(() => {
    giveBack();
    localStorage.clear();
    for (const name of ['one', 'two']) writeLocal(name, undefined);
  });

  /** Has the browser refuse its storage, or a part of it. */
  const refuse = (value: Partial<Storage> | undefined) =>
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: () => value ?? fail() });
  const fail = () => {
    throw new DOMException('', 'SecurityError');
  };

  it('is there for the next page of the origin, under a name of our own', async () => {
    writeLocal('one', { authTime: 1 });
    const next = await importCopy<typeof Kept>('base/storage/local');
    expect(next.readLocal('one')).to.deep.equal({ authTime: 1 });
    expect(Object.keys(localStorage)).to.deep.equal(['latchkey.one']);
  });

  it('is forgotten without a trace', () => {
    writeLocal('one', true);
    writeLocal('one', undefined);
    expect(readLocal('one')).to.equal(undefined);
    expect(localStorage.length).to.equal(0);
  });

  it('is as good as nothing when it cannot be read', () => {
    for (const text of ['', '{', 'undefined']) {
      localStorage.setItem('latchkey.one', text);
      expect(readLocal('one')).to.equal(undefined);
    }
  });

  it('lives as long as the page where the browser keeps nothing', () => {
    refuse(undefined);
    writeLocal('one', 1);
    expect(readLocal('one')).to.equal(1);
    writeLocal('one', undefined);
    expect(readLocal('one')).to.equal(undefined);
  });

  it('never gives way to an older value when the storage is full', () => {
    writeLocal('one', 'old');
    const { removeItem, getItem } = Storage.prototype;
    const real = localStorage;
    refuse({
      removeItem: removeItem.bind(real),
      getItem: getItem.bind(real),
      setItem: () => {
        throw new DOMException('', 'QuotaExceededError');
      },
    });
    writeLocal('one', 'new');
    expect(readLocal('one')).to.equal('new');
    giveBack();
    expect(localStorage.getItem('latchkey.one')).to.equal(null);
  });
});
