import { expect } from '@open-wc/testing';
import { clientFor } from '../../src/base/client/client.js';
import { readSession } from '../../src/session/session.js';
import { signOut } from '../../src/sign-out/sign-out.js';
import { forgetLostVaults, listVaults, registerVaults, wipeVaults } from '../../src/vault/index.js';
import { rememberedVaults } from '../../src/vault/marker.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { rejection } from '../support/browser/rejection.js';
import { forgetSignOuts } from '../support/browser/sign-outs.js';
import { createVaultWith, handleOf, prfPasskey, unlockWith } from '../support/browser/vaults.js';

const client = clientFor();

describe('vaults that belong to a person', () => {
  let backend: BackendRequests;

  beforeEach(() => {
    backend = watchBackendRequests();
  });

  afterEach(async () => {
    backend.restore();
    await forgetSignOuts();
    await wipeVaults();
  });

  /** Has the backend's session be that of this user; undefined for one whom a backend does not name. */
  async function signInAs(userId: string | undefined): Promise<void> {
    const user = { id: userId && handleOf(userId), name: 'x', displayName: 'x' };
    backend.answerWith(({ path }) => json(path === '/session' ? { signedIn: true, user, authTime: 1000 } : {}));
    await readSession(client);
  }
  const goOffline = () => backend.answerWith(() => Promise.reject(new TypeError('Failed to fetch')));

  it('are deleted when the person signs out, without a connection too, and those that are unlocked read nothing any more', async () => {
    await signInAs('alice');
    const phone = prfPasskey('phone');
    const vault = await createVaultWith(phone);
    await vault.set('notes', 'one', 'Only here');
    const takeBack = registerVaults(client);
    goOffline();
    const { remains } = await signOut({ client, confirm: async () => true });
    expect(remains).to.deep.equal([]);
    expect(await listVaults()).to.deep.equal([]);
    expect((await rejection(vault.get('notes', 'one'))).code).to.equal('vault_locked');
    expect(vault.lockReason).to.equal('sign-out');
    takeBack();
  });

  it('are deleted with all that they hold, and those of another person on the same device stay', async () => {
    const [phone, key] = [prfPasskey('phone'), prfPasskey('key')];
    const mine = await createVaultWith(phone);
    await mine.set('notes', 'one', 'of Alice');
    mine.lock();
    const others = await createVaultWith(key, 'bob');
    await others.set('notes', 'one', 'of Bob');
    others.lock();
    const takeBack = registerVaults(client);
    await signInAs('alice');
    expect((await signOut({ client })).remains).to.deep.equal([]);
    expect((await listVaults()).map(({ id }) => id)).to.deep.equal([others.id]);
    expect([await listVaults(handleOf('alice')), (await listVaults(handleOf('bob'))).length]).to.deep.equal([[], 1]);
    const rows = await rowsOf(mine.id);
    expect(rows).to.deep.equal([]);
    const again = await unlockWith(key);
    expect(await again.get('notes', 'one')).to.equal('of Bob');
    again.lock();
    takeBack();
  });

  it('stay, and are named, when it is unknown who signs out', async () => {
    (await createVaultWith(prfPasskey('phone'))).lock();
    const takeBack = registerVaults(client);
    await signInAs(undefined);
    const { remains } = await signOut({ client });
    expect(remains.map(({ name, reason }) => [name, (reason as { code: string }).code])).to.deep.equal([
      ['vaults', 'unsupported'],
    ]);
    expect(await listVaults()).to.have.length(1);
    takeBack();
  });

  it('stay where they are once they are taken off the list', async () => {
    await signInAs('alice');
    (await createVaultWith(prfPasskey('phone'))).lock();
    registerVaults(client)();
    await signOut({ client, confirm: async () => true });
    expect(await listVaults()).to.have.length(1);
  });

  it('are not taken for lost by a page that looks while they are deleted, and are still missed when that fails and the browser deletes them', async () => {
    const { clear } = IDBObjectStore.prototype;
    const vault = await createVaultWith(prfPasskey('phone'));
    vault.lock();
    const remembered: Promise<string[]>[] = [];
    try {
      IDBObjectStore.prototype.clear = function () {
        remembered.push(rememberedVaults());
        throw new DOMException('Injected.', 'UnknownError');
      };
      expect((await rejection(wipeVaults())).code).to.equal('storage_lost');
    } finally {
      Object.assign(IDBObjectStore.prototype, { clear });
    }
    expect([(await Promise.all(remembered)).flat(), await rememberedVaults()]).to.deep.equal([[], [vault.id]]);
    await new Promise((resolve) => (indexedDB.deleteDatabase('latchkey.vault').onsuccess = resolve));
    expect((await rejection(listVaults())).code).to.equal('storage_lost');
    await forgetLostVaults();
    expect(await listVaults()).to.deep.equal([]);
  });

  it('are not taken for lost when a kill has brought back in localStorage that there was one', async () => {
    (await createVaultWith(prfPasskey('phone'))).lock();
    const before = localStorage.getItem('latchkey.vaults')!;
    await wipeVaults();
    localStorage.setItem('latchkey.vaults', before);
    expect(await listVaults()).to.deep.equal([]);
  });

  it('are missed when the browser has deleted everything in IndexedDB', async () => {
    (await createVaultWith(prfPasskey('phone'))).lock();
    for (const { name } of await indexedDB.databases())
      await new Promise((resolve) => (indexedDB.deleteDatabase(name!).onsuccess = resolve));
    expect((await rejection(listVaults())).code).to.equal('storage_lost');
    await forgetLostVaults();
  });

  /** The keys of everything that is stored under the name of a vault. */
  async function rowsOf(vault: string): Promise<IDBValidKey[]> {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('latchkey.vault');
      opening.onsuccess = () => resolve(opening.result);
    });
    const transaction = database.transaction([...database.objectStoreNames]);
    const all = await Promise.all(
      [...database.objectStoreNames].map(
        (store) =>
          new Promise<IDBValidKey[]>((resolve) => {
            const request = transaction.objectStore(store).getAllKeys();
            request.onsuccess = () => resolve(request.result);
          }),
      ),
    );
    database.close();
    return all.flat().filter((key) => JSON.stringify(key).includes(vault));
  }
});
