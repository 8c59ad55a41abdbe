import { expect } from '@open-wc/testing';
import { forgetLostVaults, listVaults, unlockVault, wipeVaults } from '../../src/vault/index.js';
import { createVaultDatabase } from '../../src/vault/storage.js';
import { rejection } from '../support/browser/rejection.js';
import { createVaultWith, prfPasskey, unlockWith } from '../support/browser/vaults.js';

/** Writes something where the list of keys of a vault should be. */
async function spoil(vault: string, row: (record: object) => unknown): Promise<void> {
  const database = createVaultDatabase();
  await database.transact({ mode: 'readwrite' }, async (transaction) => {
    const keys = transaction.objectStore('keys');
    await keys.put(row((await keys.get(vault)) ?? {}) as never, vault);
  });
  database.close();
}

describe('a device with the vaults of two people, one of which cannot be read', () => {
  const alices = prfPasskey('alice’s phone');
  const bobs = prfPasskey('bob’s phone');
  let names: { alice: string; bob: string };

  beforeEach(async () => {
    const [alice, bob] = [await createVaultWith(alices, 'alice'), await createVaultWith(bobs, 'bob')];
    await bob.set('notes', 'one', 'of bob');
    names = { alice: alice.id, bob: bob.id };
    for (const vault of [alice, bob]) vault.lock();
  });

  afterEach(() => wipeVaults());

  for (const [what, code, row] of [
    ['is nothing of the kind', 'vault_damaged', () => 'spoilt'],
    ['has lost its keys', 'vault_damaged', (record: object) => ({ ...record, slots: undefined })],
    ['was written by a newer version', 'vault_unsupported', (record: object) => ({ ...record, v: 3 })],
    ['says that it is another one', 'vault_damaged', (record: object) => ({ ...record, vaultId: new Uint8Array(16) })],
  ] as const) {
    it(`lists and opens the other one when the first ${what}, and lets a user create another`, async () => {
      await spoil(names.alice, row);
      expect((await listVaults()).map(({ id }) => id)).to.deep.equal([names.bob]);
      expect(await (await unlockWith(bobs)).get('notes', 'one')).to.equal('of bob');
      const again = await createVaultWith(alices, 'alice');
      again.lock();
      expect((await listVaults()).map(({ id }) => id)).to.have.members([names.bob, again.id]);
    });

    it(`rejects when no readable vault is left, not even the one that ${what}`, async () => {
      await spoil(names.bob, () => null);
      await spoil(names.alice, row);
      const codes = [(await rejection(listVaults())).code, (await rejection(unlockVault({ ask: alices.ask }))).code];
      expect(codes).to.deep.equal([code, code]);
    });
  }

  it('still misses one that the browser has deleted', async () => {
    await spoil(names.alice, () => 'spoilt');
    const database = createVaultDatabase();
    await database.transact({ mode: 'readwrite' }, (transaction) => transaction.objectStore('keys').delete(names.bob));
    database.close();
    expect((await rejection(listVaults())).code).to.equal('storage_lost');
    await forgetLostVaults();
    expect((await rejection(listVaults())).code).to.equal('vault_damaged');
  });
});
