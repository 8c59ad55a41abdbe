import { expect } from '@open-wc/testing';
import { forgetCaches, forgetDatabase } from '../../src/sign-out/forget.js';
import { stopClock } from '../support/browser/clock.js';
import { rejection } from '../support/browser/rejection.js';

const open = (name: string) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error as DOMException);
  });
const databases = async () => (await indexedDB.databases()).map(({ name }) => name);

describe('forgetting what is stored', () => {
  afterEach(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });

  it('deletes the caches with a prefix, and no others of the origin', async () => {
    for (const name of ['mail-of-alice', 'mail-of-alice-pictures', 'app-shell'])
      await (await caches.open(name)).put('/mark', new Response('mark'));
    await forgetCaches('mail-');
    expect(await caches.keys()).to.deep.equal(['app-shell']);
    expect(await caches.match('/mark', { cacheName: 'mail-of-alice' })).to.equal(undefined);
    await forgetCaches('mail-');
  });

  it('refuses a prefix that all caches of the origin have', async () => {
    await caches.open('app-shell');
    for (const prefix of ['', undefined])
      expect(await rejection(forgetCaches(prefix as string)))
        .to.be.instanceOf(TypeError)
        .and.to.have.property('message')
        .that.contains('"prefix"');
    expect(await caches.keys()).to.deep.equal(['app-shell']);
  });

  it('has nothing to do where the browser has no caches', async () => {
    const own = Object.getOwnPropertyDescriptor(globalThis, 'caches')!;
    Object.defineProperty(globalThis, 'caches', { configurable: true, value: undefined });
    await forgetCaches('mail-').finally(() => Object.defineProperty(globalThis, 'caches', own));
  });

  it('deletes a database, and no other one', async () => {
    for (const name of ['drafts', 'settings']) (await open(name)).close();
    await forgetDatabase('drafts');
    expect(await databases())
      .to.contain('settings')
      .and.not.to.contain('drafts');
    await forgetDatabase('drafts');
    await forgetDatabase('settings');
  });

  it('waits for connections that close themselves', async () => {
    const connection = await open('drafts');
    connection.onversionchange = () => connection.close();
    await forgetDatabase('drafts');
    expect(await databases()).not.to.contain('drafts');
  });

  it('names a database that another page keeps open', async () => {
    const connection = await open('drafts');
    const clock = stopClock();
    try {
      const failed = rejection(forgetDatabase('drafts'));
      const asked = new Promise((resolve) => (connection.onversionchange = resolve));
      await asked;
      while (clock.waiting === 0) await clock.pass(0);
      await clock.pass(5000);
      expect(await failed)
        .to.include({ code: 'timed_out' })
        .and.to.have.property('message')
        .that.contains('"drafts"');
    } finally {
      clock.restore();
      connection.close();
    }
    await forgetDatabase('drafts');
  });

  it('refuses an invalid name', async () => {
    expect(await rejection(forgetDatabase(undefined as unknown as string)))
      .to.be.instanceOf(TypeError)
      .and.to.have.property('message')
      .that.contains('"name"');
  });
});
