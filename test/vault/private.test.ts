import { expect } from '@open-wc/testing';
import { outboxStore } from '../../src/vault/outbox-store.js';
import { createVault, exportVault, importVault, migrateVault, wipeVaults, type Vault } from '../../src/vault/index.js';
import { createVaultDatabase, sealedStores } from '../../src/vault/storage.js';
import { countUnsentWrites } from '../../src/vault/wipe.js';
import { createVaultWith, handleOf, prfPasskey, unlockWith } from '../support/browser/vaults.js';

describe('a private vault', () => {
  const phone = prfPasskey('phone');
  let vault: Vault;

  beforeEach(async () => {
    vault = await createVault({
      rpId: 'localhost',
      userHandle: handleOf('alice'),
      passkeys: [phone],
      ask: phone.ask,
      private: true,
    });
  });

  afterEach(async () => {
    vault.lock();
    await wipeVaults();
  });

  /** All keys and rows of the database, as text, and how long the encrypted records are. */
  async function readDisk(): Promise<{ text: string; lengths: number[] }> {
    const database = createVaultDatabase();
    const found = await database.transact({ mode: 'readonly' }, (transaction) =>
      Promise.all(
        sealedStores.map(async (store) => [
          await transaction.objectStore(store).getAllKeys(),
          await transaction.objectStore(store).getAll(),
        ]),
      ),
    );
    const records = await database.transact({ mode: 'readonly' }, (transaction) =>
      transaction.objectStore('records').getAll(),
    );
    database.close();
    const inLatin = (_name: string, value: unknown) =>
      value instanceof Uint8Array ? String.fromCharCode(...value.subarray(0, 1000)) : value;
    return { text: JSON.stringify(found, inLatin), lengths: records.map(({ sealed }) => sealed.byteLength) };
  }

  it('stores, lists and reads like any other, also after it was locked, and has no name on the disk', async () => {
    await vault.write([
      { store: 'diary', id: '2026-11-24/secret', value: 'one' },
      { store: 'diary', id: '2026-11-23/other', value: { text: 'two' } },
      { store: 'people', id: 'Löwe', value: Uint8Array.of(1) },
    ]);
    await vault.setStream('files', 'holiday.jpg', new Blob([new Uint8Array(300_000)]));
    await vault.delete('diary', 'not there');
    const read = async (opened: Vault) => [
      await opened.list('diary'),
      await opened.get('diary', '2026-11-24/secret'),
      [...(await opened.getAll('diary', { prefix: '2026-11-23' }))],
      await opened.list('files'),
      (await opened.getStream('files', 'holiday.jpg'))!.length,
      (await new Response((await opened.getStream('files', 'holiday.jpg'))!.stream).arrayBuffer()).byteLength,
      await opened.list('latchkey.names'),
      await opened.get('diary', 'nothing'),
    ];
    const expected = [
      ['2026-11-23/other', '2026-11-24/secret'],
      'one',
      [['2026-11-23/other', { text: 'two' }]],
      ['holiday.jpg'],
      300_000,
      300_000,
      [],
      undefined,
    ];
    expect(await read(vault)).to.deep.equal(expected);
    const { text, lengths } = await readDisk();
    for (const name of ['diary', '2026', 'secret', 'people', 'files', 'holiday']) expect(text).to.not.contain(name);
    expect([...new Set(lengths)].toSorted()).to.deep.equal([104 + 32, 104 + 256]);
    vault.lock();
    const again = await unlockWith(phone);
    expect(await read(again)).to.deep.equal(expected);
    await again.rotate({ ask: phone.ask });
    expect(await read(again)).to.deep.equal(expected);
    again.lock();
    expect(await read(await unlockWith(phone))).to.deep.equal(expected);
  });

  it('reports changes by their names, those that are gone included, in this tab and another', async () => {
    await vault.write([
      { store: 'notes', id: 'one', value: 1 },
      { store: 'notes', id: 'two', value: 2 },
    ]);
    const other = await unlockWith(phone);
    const { mark } = await vault.getChanges('notes');
    await other.delete('notes', 'one');
    await other.set('notes', 'three', 3);
    const changes = await vault.getChanges('notes', mark);
    expect([changes.isWhole, [...changes.changed]]).to.deep.equal([
      false,
      [
        ['one', undefined],
        ['three', 3],
      ],
    ]);
    other.lock({ onlyHere: true });
    // Another object knows no name of what is gone by now.
    const fresh = await unlockWith(phone);
    await vault.delete('notes', 'two');
    const whole = await fresh.getChanges('notes', mark);
    expect([whole.isWhole, [...whole.changed]]).to.deep.equal([true, [['three', 3]]]);
    fresh.lock({ onlyHere: true });
  });

  it('keeps the order of writes to one record', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, value) => vault.set('notes', 'one', value)));
    expect(await vault.get('notes', 'one')).to.equal(49);
  });

  it('counts what waits to be sent without a key, is exported, imported and migrated', async () => {
    await vault.set(outboxStore, 'secret id', { path: '/notes' });
    await vault.set('notes', 'one', 1);
    vault.lock();
    expect(await countUnsentWrites(handleOf('alice'))).to.equal(1);
    expect((await readDisk()).text).to.not.contain('secret id');
    const file = await exportVault(vault.id);
    await wipeVaults();
    const opened = await importVault(file, { ask: phone.ask });
    expect([await opened.list(outboxStore), await opened.get('notes', 'one')]).to.deep.equal([[], 1]);
    await migrateVault(opened, [
      async (before) => (await before.list('notes')).map((id) => ({ store: 'notes', id, value: 'migrated' })),
    ]);
    expect(await opened.get('notes', 'one')).to.equal('migrated');
    opened.lock();
  });

  it('can stand beside one whose names are in the clear, which still opens', async () => {
    const key = prfPasskey('key');
    const others = await createVaultWith(key, 'bob');
    await others.set('notes', 'one', 'of Bob');
    others.lock();
    await vault.set('notes', 'one', 'of Alice');
    expect([await (await unlockWith(key)).get('notes', 'one'), await vault.get('notes', 'one')]).to.deep.equal([
      'of Bob',
      'of Alice',
    ]);
  });
});
