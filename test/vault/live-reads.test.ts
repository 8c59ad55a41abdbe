import { expect } from '@open-wc/testing';
import { migrateVault, wipeVaults, type Migration, type StoreChanges, type Vault } from '../../src/vault/index.js';
import { rejection } from '../support/browser/rejection.js';
import { createVaultWith, prfPasskey, unlockWith } from '../support/browser/vaults.js';

describe('a store of a vault', () => {
  const phone = prfPasskey('phone');
  let vault: Vault;

  beforeEach(async () => {
    vault = await createVaultWith(phone);
  });

  afterEach(async () => {
    vault.lock();
    await wipeVaults();
  });

  /** The next turn of a loop over what is watched. */
  async function next(watched: AsyncIterator<StoreChanges>): Promise<[isWhole: boolean, changed: unknown]> {
    const { value } = (await watched.next()) as { value: StoreChanges };
    return [value.isWhole, [...value.changed]];
  }

  it('is watched: first all of it, then what this tab or another changes, and nothing of other stores', async () => {
    await vault.set('notes', 'one', 1);
    const other = await unlockWith(phone);
    const watched = vault.watch('notes')[Symbol.asyncIterator]();
    expect(await next(watched)).to.deep.equal([true, [['one', 1]]]);
    const own = next(watched);
    await vault.set('files', 'one', 1);
    await vault.set('notes', 'two', 2);
    expect(await own).to.deep.equal([false, [['two', 2]]]);
    const others = next(watched);
    await other.write([
      { store: 'notes', id: 'one', delete: true },
      { store: 'notes', id: 'three', value: 3 },
    ]);
    expect((await others)[1]).to.have.deep.members([
      ['one', undefined],
      ['three', 3],
    ]);
    other.lock({ onlyHere: true });
  });

  it('is watched from the start again once the key was replaced, and until the vault is locked or the signal aborts', async () => {
    await vault.set('notes', 'one', 1);
    const seen: unknown[] = [];
    const ending = new AbortController();
    const stopped = (async () => {
      for await (const { changed } of vault.watch('notes', { signal: ending.signal })) seen.push(changed.get('one'));
    })();
    const watched = vault.watch('notes')[Symbol.asyncIterator]();
    await next(watched);
    await vault.rotate({ ask: phone.ask });
    const later = next(watched);
    await vault.set('notes', 'two', 2);
    expect(await later).to.deep.equal([
      true,
      [
        ['one', 1],
        ['two', 2],
      ],
    ]);
    ending.abort();
    await stopped;
    expect(seen[0]).to.equal(1);
    const last = watched.next();
    vault.lock();
    expect(await last).to.deep.equal({ value: undefined, done: true });
    expect(await vault.watch('notes')[Symbol.asyncIterator]().next()).to.deep.equal({ value: undefined, done: true });
    expect(() => vault.watch('')).to.throw(TypeError, '"store"');
  });

  it('is listed and read by the beginning of its ids, whichever characters they have', async () => {
    const ids = [
      '2026-01-01',
      '2026-01-02',
      '2026-02-01',
      '"quoted"',
      '"quoted" twice',
      'ä',
      'äö',
      '🦁1',
      '🦁2',
      '\\',
      '\\n',
    ];
    await vault.write(ids.map((id, value) => ({ store: 'notes', id, value })));
    await vault.set('notes2', '2026-01-03', 'of another store');
    const both = async (prefix: string) => {
      const values = await vault.getAll('notes', { prefix });
      expect(await vault.list('notes', { prefix })).to.deep.equal([...values.keys()]);
      return [...values];
    };
    expect(await both('2026-01')).to.deep.equal([
      ['2026-01-01', 0],
      ['2026-01-02', 1],
    ]);
    expect(await both('"quoted"')).to.deep.equal([
      ['"quoted"', 3],
      ['"quoted" twice', 4],
    ]);
    expect(await both('äö')).to.deep.equal([['äö', 6]]);
    await vault.write([
      { store: 'notes', id: '2026-01-03', value: 'new' },
      { store: 'notes', id: '2026-01-01', delete: true },
    ]);
    expect(await both('2026-01')).to.deep.equal([
      ['2026-01-02', 1],
      ['2026-01-03', 'new'],
    ]);
    expect(await both('🦁')).to.deep.equal([
      ['🦁1', 7],
      ['🦁2', 8],
    ]);
    expect((await both('\\')).map(([id]) => id)).to.deep.equal(['\\', '\\n']);
    expect([await both('2027'), (await both('')).length]).to.deep.equal([[], ids.length]);
    for (const prefix of [7, '\ud83e'])
      expect(`${await rejection(vault.list('notes', { prefix: prefix as never }))}`).to.contain('TypeError: "prefix"');
  });

  it('keeps what a range of ids has from being swapped for other rows', async () => {
    await vault.write(['a1', 'a2', 'b'].map((id) => ({ store: 'notes', id, value: id })));
    const connection = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('latchkey.vault');
      request.onsuccess = () => resolve(request.result);
    });
    const transaction = connection.transaction('records', 'readwrite');
    transaction.objectStore('records').delete([vault.id, 1, 'notes', 'a2']);
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    connection.close();
    expect((await rejection(vault.getAll('notes', { prefix: 'a' }))).code).to.equal('vault_damaged');
    expect([...(await vault.getAll('notes', { prefix: 'b' }))]).to.deep.equal([['b', 'b']]);
  });

  describe('that has another shape in the next version of the app', () => {
    const ran: number[] = [];
    const migrations: Migration[] = [
      async (before) => {
        ran.push(1);
        return [...(await before.getAll('notes'))].map(([id, text]) => ({ store: 'notes', id, value: { text } }));
      },
      async (before) => {
        ran.push(2);
        return (await before.list('notes')).flatMap((id) => [
          { store: 'notes', id, delete: true as const },
          { store: 'entries', id, value: id },
        ]);
      },
    ];

    beforeEach(async () => {
      ran.length = 0;
      await vault.set('notes', 'one', 'Text');
    });

    it('gets it step by step, each once, also from two tabs at once', async () => {
      const other = await unlockWith(phone);
      expect(await migrateVault(vault, migrations.slice(0, 1))).to.equal(0);
      expect(await vault.get('notes', 'one')).to.deep.equal({ text: 'Text' });
      const from = await Promise.all([migrateVault(vault, migrations), migrateVault(other, migrations)]);
      expect(from.toSorted()).to.deep.equal([1, 2]);
      expect([ran, await vault.list('notes'), await vault.list('entries')]).to.deep.equal([[1, 2], [], ['one']]);
      other.lock({ onlyHere: true });
    });

    it('keeps the old one if a step fails, and gets it with the next attempt', async () => {
      const failing = [migrations[0]!, () => Promise.reject(new Error('Failed.'))];
      expect(`${await rejection(migrateVault(vault, failing))}`).to.equal('Error: Failed.');
      expect(await vault.get('notes', 'one')).to.deep.equal({ text: 'Text' });
      expect(await migrateVault(vault, migrations)).to.equal(1);
      expect(ran).to.deep.equal([1, 2]);
    });

    it('is refused by an older version of the app', async () => {
      await migrateVault(vault, migrations);
      expect((await rejection(migrateVault(vault, migrations.slice(0, 1)))).code).to.equal('vault_unsupported');
      expect(`${await rejection(migrateVault(vault, ['step'] as never))}`).to.contain('TypeError: "migrations"');
    });
  });
});
