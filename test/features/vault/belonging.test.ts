import { expect } from '@open-wc/testing';
import { clientFor } from '../../../src/core/client.js';
import { signOut } from '../../../src/features/session/sign-out.js';
import { listVaults, vaultsBelongToPerson, wipeVaults } from '../../../src/features/vault/index.js';
import { signUpSomebody } from '../../support/browser/account.js';
import { watchBackendRequests, type BackendRequests } from '../../support/browser/backend.js';
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
    expect(await vault.get('notes', 'one').catch(({ code }: { code: string }) => code)).to.be.oneOf(['vault_locked', 'storage_lost']);
    takeBack();
  });

  it('stay where they are once they are taken off the list', async () => {
    await signUpSomebody();
    (await createVaultWith(prfPasskey('phone'))).lock();
    vaultsBelongToPerson(client)();
    await signOut({ client, confirm: async () => true });
    expect(await listVaults()).to.have.length(1);
  });
});
