import { expect } from '@open-wc/testing';
import { wipeVaults, type Vault } from '../../src/vault/index.js';
import { createVaultDatabase, type RecordRow, type VaultTransaction } from '../../src/vault/storage.js';
import { rejection } from '../support/browser/rejection.js';
import { runsEverything } from '../support/browser/runs.js';
import { createVaultWith, prfPasskey, unlockWith } from '../support/browser/vaults.js';

/** Somewhat more than are read at a time, twice. */
const count = 1100;
const recordsIn = (transaction: VaultTransaction<'readwrite'>) => transaction.objectStore('records');
type Records = ReturnType<typeof recordsIn>;

const nameOf = (index: number) => `note ${String(index).padStart(4, '0')}`;

describe('all records of a store', () => {
  const phone = prfPasskey('phone');
  let vault: Vault;

  beforeEach(async () => {
    vault = await createVaultWith(phone);
  });

  afterEach(async () => {
    vault.lock();
    await wipeVaults();
  });

  const write = (from: number, to: number, value: string) =>
    vault.write(
      Array.from({ length: to - from }, (_, index) => ({
        store: 'notes',
        id: nameOf(from + index),
        value: `${value} ${from + index}`,
      })),
    );

  it('are read in the order of their names, however many there are, and none of another store', async () => {
    await vault.write([
      { store: 'note', id: 'x', value: 'before' },
      { store: 'notes2', id: 'x', value: 'after' },
    ]);
    let last = 0;
    for (const length of [0, 1, 499, 500, 501, 1000, count]) {
      if (length > last) await write(last, length, 'note');
      last = length;
      const all = [...(await vault.getAll('notes'))];
      expect([
        all.length,
        all.every(([id, note], index) => id === nameOf(index) && note === `note ${index}`),
      ]).to.deep.equal([length, true]);
    }
    expect([...(await (await unlockWith(phone)).getAll('notes'))].length).to.equal(count);
  });

  it('are those of one moment while another tab writes, again and again', async () => {
    await write(0, count, '0');
    const other = await unlockWith(phone);
    for (let round = 1; round <= 3; round++) {
      const writing = write(0, count, `${round}`);
      const moments = new Set(
        [...(await other.getAll('notes')).values()].map((note) => (note as string).split(' ')[0]),
      );
      expect(moments.size).to.equal(1);
      await writing;
    }
  });

  const place = (index: number): [string, number, string, string] => [vault.id, 1, 'notes', nameOf(index)];
  const sealedWrongly: RecordRow = { version: 1, sealed: new Uint8Array(200) };
  const changes: Array<[what: string, tamper: (records: Records) => Promise<unknown>]> = [
    ['one is taken away', (records) => records.delete(place(700))],
    ['the last is taken away', (records) => records.delete(place(count - 1))],
    ['one is added in the middle', (records) => records.put(sealedWrongly, [vault.id, 1, 'notes', `${nameOf(600)}a`])],
    ['one is added at the end', (records) => records.put(sealedWrongly, place(count))],
    [
      'one is put in the place of another',
      async (records) => records.put((await records.get(place(499)))!, place(500)),
    ],
    [
      'two have changed places',
      async (records) => {
        const [one, other] = [(await records.get(place(10)))!, (await records.get(place(1010)))!];
        await records.put(other, place(10));
        await records.put(one, place(1010));
      },
    ],
    [
      'one is moved to where another was',
      async (records) => {
        await records.put((await records.get(place(3)))!, [vault.id, 1, 'notes', `${nameOf(3)}a`]);
        await records.delete(place(3));
      },
    ],
    ['one has lost its bytes', (records) => records.put({ version: 1 } as RecordRow, place(20))],
  ];
  for (const [what, tamper] of changes.filter((_, index) => runsEverything || index % 3 === 0)) {
    it(`are refused when ${what} behind the vault’s back`, async () => {
      await write(0, count, 'note');
      const database = createVaultDatabase();
      await database.transact({ mode: 'readwrite' }, (transaction) => tamper(recordsIn(transaction)));
      database.close();
      expect((await rejection(vault.getAll('notes'))).code).to.equal('vault_damaged');
    });
  }

  it('are refused when an older one is put back', async () => {
    await write(0, count, 'older');
    const database = createVaultDatabase();
    const older = (await database.transact({ mode: 'readonly' }, (transaction) =>
      transaction.objectStore('records').get(place(900)),
    ))!;
    await write(0, count, 'newer');
    await database.transact({ mode: 'readwrite' }, (transaction) =>
      transaction.objectStore('records').put(older, place(900)),
    );
    expect((await rejection(vault.getAll('notes'))).code).to.equal('vault_damaged');
    const { version } = (await database.transact({ mode: 'readonly' }, (transaction) =>
      transaction.objectStore('records').get(place(901)),
    ))!;
    await database.transact({ mode: 'readwrite' }, (transaction) =>
      transaction.objectStore('records').put({ ...older, version }, place(900)),
    );
    expect((await rejection(vault.getAll('notes'))).code).to.equal('vault_damaged');
    database.close();
  });
});
