import { expect } from '@open-wc/testing';
import { clientFor } from '../../../src/core/client.js';
import { signOut } from '../../../src/features/session/sign-out.js';
import { listVaults, vaultsBelongToPerson, wipeVaults } from '../../../src/features/vault/index.js';
import { rememberedVaults } from '../../../src/features/vault/marker.js';
import { signUpSomebody } from '../../support/browser/account.js';
import { watchBackendRequests, type BackendRequests } from '../../support/browser/backend.js';
import { rejection } from '../../support/browser/rejection.js';
import { forgetSignOuts } from '../../support/browser/sign-outs.js';
import { createVaultWith, prfPasskey } from '../../support/browser/vaults.js';

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

  it('are deleted when the person signs out, without a connection too, and those that are unlocked read nothing any more', async () => {
    await signUpSomebody();
    const phone = prfPasskey('phone');
    const vault = await createVaultWith(phone);
    await vault.set('notes', 'one', 'Only here');
    const takeBack = vaultsBelongToPerson(client);
    backend.answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
    const { remains } = await signOut({ client, confirm: async () => true });
    expect(remains).to.deep.equal([]);
    expect(await listVaults()).to.deep.equal([]);
    expect(await vault.get('notes', 'one').catch(({ code }: { code: string }) => code)).to.be.oneOf([
      'vault_locked',
      'storage_lost',
    ]);
    takeBack();
  });

  it('stay where they are once they are taken off the list', async () => {
    await signUpSomebody();
    (await createVaultWith(prfPasskey('phone'))).lock();
    vaultsBelongToPerson(client)();
    await signOut({ client, confirm: async () => true });
    expect(await listVaults()).to.have.length(1);
  });

  it('are not taken for lost by a page that looks while they are deleted, and are still missed when that fails and the browser deletes them', async () => {
    const { clear } = IDBObjectStore.prototype;
    const vault = await createVaultWith(prfPasskey('phone'));
    vault.lock();
    const remembered: string[][] = [];
    try {
      IDBObjectStore.prototype.clear = function () {
        remembered.push(rememberedVaults());
        throw new DOMException('Injected.', 'UnknownError');
      };
      expect((await rejection(wipeVaults())).code).to.equal('storage_lost');
    } finally {
      Object.assign(IDBObjectStore.prototype, { clear });
    }
    expect([remembered.flat(), rememberedVaults()]).to.deep.equal([[], [vault.id]]);
    await new Promise((resolve) => (indexedDB.deleteDatabase('latchkey.vault').onsuccess = resolve));
    expect((await rejection(listVaults())).code).to.equal('storage_lost');
  });
});
