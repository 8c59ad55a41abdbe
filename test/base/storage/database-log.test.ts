import { expect } from '@open-wc/testing';
import { importCopy } from '../../support/browser/copy.js';
import type * as log from '../../../src/base/storage/database-log.js';
import { stopClock } from '../../support/browser/clock.js';

type Log = typeof log;

/** The part as a page has it that was just loaded. */
const load = () => importCopy<Log>('base/storage/database-log');
/** Waits until no page is at a new log. */
const isOver = () => navigator.locks.request('latchkey.new-log', () => {});
const names = async () => (await indexedDB.databases()).map(({ name }) => name);

describe('the new log of the databases', () => {
  let asked: string[];
  const { open, deleteDatabase } = IDBFactory.prototype;

  beforeEach(() => {
    asked = [];
    IDBFactory.prototype.open = function (name, ...version) {
      asked.push(`open ${name}`);
      return open.call(this, name, ...version);
    };
    IDBFactory.prototype.deleteDatabase = function (name) {
      asked.push(`delete ${name}`);
      return deleteDatabase.call(this, name);
    };
  });
  afterEach(async () => {
    Object.assign(IDBFactory.prototype, { open, deleteDatabase });
    Reflect.deleteProperty(navigator, 'locks');
    // The page of the next test would leave the log to one that is still at it.
    await isOver();
  });

  it('is begun by a page that only loads the code', async () => {
    const isBegun = new Promise<void>((resolve) => {
      IDBFactory.prototype.deleteDatabase = function (name) {
        if (name === 'latchkey.new-log') resolve();
        return deleteDatabase.call(this, name);
      };
    });
    await load();
    await isBegun;
  });

  it('is begun once in the life of a page, and leaves no database behind', async () => {
    const { beginNewLog } = await load();
    await Promise.all([beginNewLog(), beginNewLog()]);
    await beginNewLog();
    expect(asked).to.deep.equal(['open latchkey.new-log', 'delete latchkey.new-log']);
    expect(await names()).not.to.include('latchkey.new-log');
  });

  it('is left to the tab that is at it', async () => {
    await navigator.locks.request('latchkey.new-log', async () => (await load()).beginNewLog());
    expect(asked).to.deep.equal([]);
  });

  it('is not waited for where the browser refuses it', async () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('No storage here.', 'InvalidStateError');
    };
    await (await load()).beginNewLog();
  });

  it('is not waited for where tabs have no locks', async () => {
    Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
    await (await load()).beginNewLog();
    expect(asked).to.deep.equal([]);
  });

  it('is given up when the browser does not come to an end', async () => {
    const obstacle = await new Promise<IDBDatabase>((resolve) => {
      const opening = open.call(indexedDB, 'latchkey.new-log');
      opening.onsuccess = () => resolve(opening.result);
    });
    const isAsked = new Promise<void>((resolve) => {
      IDBFactory.prototype.deleteDatabase = function (name) {
        resolve();
        return deleteDatabase.call(this, name);
      };
    });
    const clock = stopClock();
    try {
      const done = (await load()).beginNewLog();
      await isAsked;
      await clock.pass(2_000);
      await done;
    } finally {
      clock.restore();
      obstacle.close();
      await isOver();
    }
    expect(await names()).not.to.include('latchkey.new-log');
  });

  it('is not begun in a browser that keeps no such log', async () => {
    const own = Object.getOwnPropertyDescriptor(Navigator.prototype, 'userAgentData')!;
    Reflect.deleteProperty(Navigator.prototype, 'userAgentData');
    try {
      await (await load()).beginNewLog();
      expect(asked).to.deep.equal([]);
    } finally {
      Object.defineProperty(Navigator.prototype, 'userAgentData', own);
    }
  });
});
