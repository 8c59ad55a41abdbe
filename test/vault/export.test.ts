import { expect } from '@open-wc/testing';
import { outboxStore } from '../../src/vault/outbox-store.js';
import { exportVault, importVault, listVaults, wipeVaults, type Vault } from '../../src/vault/index.js';
import { exportHead, readRows, writeRow, type ExportRow } from '../../src/vault/export-rows.js';
import { keyLock } from '../../src/vault/locks.js';
import { createVaultDatabase } from '../../src/vault/storage.js';
import { rejection } from '../support/browser/rejection.js';
import { createVaultWith, handleOf, prfPasskey, unlockWith } from '../support/browser/vaults.js';

describe('an exported vault', () => {
  const phone = prfPasskey('phone');
  let vault: Vault;

  beforeEach(async () => {
    vault = await createVaultWith(phone);
    await vault.write([
      { store: 'notes', id: 'one', value: { title: 'Löwe' } },
      { store: 'notes', id: '🦁', value: Uint8Array.of(1, 2) },
      { store: 'files', id: 'gone', value: 1 },
      { store: outboxStore, id: '1', value: { path: '/notes/one' } },
    ]);
    await vault.delete('files', 'gone');
    await vault.setStream('files', 'long', new Blob([new Uint8Array(600_000).fill(7)]));
    await vault.setStream('files', 'empty', new Blob([]));
  });

  afterEach(async () => {
    vault.lock();
    await wipeVaults();
  });

  /** Exports the vault, and deletes it here, as if the file had come to another device. */
  async function carryAway(): Promise<Blob> {
    vault.lock();
    const file = await exportVault(vault.id);
    await wipeVaults();
    return file;
  }

  async function expectEverything(opened: Vault): Promise<void> {
    const { stream, length } = (await opened.getStream('files', 'long'))!;
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    expect([length, bytes.length, bytes.every((byte) => byte === 7)]).to.deep.equal([600_000, 600_000, true]);
    expect([
      await opened.get('notes', 'one'),
      [...((await opened.get('notes', '🦁')) as Uint8Array)],
      await opened.list('notes'),
      await opened.list('files'),
      (await opened.getStream('files', 'empty'))!.length,
    ]).to.deep.equal([{ title: 'Löwe' }, [1, 2], ['one', '🦁'], ['empty', 'long'], 0]);
  }

  async function countRows(): Promise<number> {
    const database = createVaultDatabase();
    const counts = await database.transact({ mode: 'readonly' }, (transaction) =>
      Promise.all(
        (['keys', 'records', 'pieces', 'covers', 'pages'] as const).map((store) =>
          transaction.objectStore(store).count(),
        ),
      ),
    );
    database.close();
    return counts.reduce((sum, count) => sum + count, 0);
  }

  it('opens elsewhere by the passkey, with all that it had except the changes that waited to be sent, and is written to', async () => {
    const before = await vault.pin();
    const opened = await importVault(await carryAway(), { ask: phone.ask, userHandle: handleOf('alice') });
    await expectEverything(opened);
    expect([await opened.list(outboxStore), (await opened.pin()).change]).to.deep.equal([[], before.change + 1]);
    await opened.set('notes', 'two', 2);
    opened.lock();
    const again = await unlockWith(phone);
    expect([again.id, await again.get('notes', 'two'), await again.list('notes')]).to.deep.equal([
      vault.id,
      2,
      ['one', 'two', '🦁'],
    ]);
    again.lock();
  });

  it('opens by the recovery code, and after the key was replaced', async () => {
    const code = await vault.createRecoveryCode(phone.ask);
    await vault.rotate({ ask: phone.ask });
    const opened = await importVault(await carryAway(), { code: code.toLowerCase() });
    await expectEverything(opened);
    expect((await opened.keys()).map(({ kind }) => kind).toSorted()).to.deep.equal(['code', 'passkey']);
    opened.lock();
  });

  it('is refused once a bit of it differs, or it is cut or continued, and nothing of it is kept', async () => {
    const bytes = new Uint8Array(await (await carryAway()).arrayBuffer());
    const places = Array.from({ length: 60 }, (_, index) => Math.floor((index * (bytes.length - 1)) / 59));
    const wrong = [
      ...places.map((at) => {
        const changed = bytes.slice();
        changed[at]! ^= 1;
        return changed;
      }),
      ...places.slice(0, 20).map((at) => bytes.slice(0, at * 2)),
      new Uint8Array(),
      new Uint8Array([...bytes.subarray(0, 2000), ...bytes]),
    ];
    const codes = new Set<string | undefined>();
    for (const one of wrong) codes.add((await rejection(importVault(new Blob([one]), { ask: phone.ask }))).code);
    const after = new Uint8Array(bytes.length + 1);
    after.set(bytes);
    codes.add((await rejection(importVault(new Blob([after]), { ask: phone.ask }))).code);
    expect([...codes].filter((code) => !/^vault_(damaged|unsupported|wrong_key)$/.test(`${code}`))).to.deep.equal([]);
    expect([await countRows(), await listVaults()]).to.deep.equal([0, []]);
  });

  it('is refused if a record, a page or a piece is left out, comes twice, or stands elsewhere', async () => {
    const file = await carryAway();
    const rows: ExportRow[] = [];
    for await (const row of readRows(file)) rows.push(row);
    const [keys] = rows as [ExportRow & { type: 'keys' }];
    const write = (kept: ExportRow[]) => {
      const all: ExportRow[] = [...kept.filter(({ type }) => type !== 'end'), { type: 'end', rows: kept.length - 1 }];
      return new Blob([exportHead(), ...all.map((row) => writeRow(row, keys.record))]);
    };
    const last = (type: ExportRow['type']) => rows.findLastIndex((row) => row.type === type);
    const wrong = (['record', 'page', 'piece', 'cover'] as const).flatMap((type) => {
      const at = last(type);
      const [left, twice] = [rows.toSpliced(at, 1), rows.toSpliced(at, 0, rows[at]!)];
      // The last piece is the last row but one anyway.
      return type === 'piece' ? [left, twice] : [left, twice, left.toSpliced(-1, 0, rows[at]!)];
    });
    wrong.push([...rows.slice(0, 2), ...rows.slice(2).toReversed()]);
    const codes: unknown[] = [];
    for (const kept of wrong)
      codes.push((await rejection(importVault(write(kept), { ask: phone.ask })).catch(() => ({ code: 'none' }))).code);
    expect(codes).to.deep.equal(wrong.map(() => 'vault_damaged'));
    expect(await countRows()).to.equal(0);
    (await importVault(write(rows), { ask: phone.ask })).lock();
  });

  it('is refused where the user has a vault, for another user, by another passkey, and if it is older than the server knows', async () => {
    const file = await exportVault(vault.id);
    expect((await rejection(importVault(file, { ask: phone.ask }))).code).to.equal('constraint');
    await vault.set('notes', 'later', 1);
    const pin = await vault.pin();
    await carryAway();
    for (const [options, code] of [
      [{ ask: phone.ask, userHandle: handleOf('bob') }, 'wrong_account'],
      [{ code: 'ABCD-EFGH-JKMN-PQRS-TVWX-YZ01-2345-6789' }, 'vault_wrong_key'],
      [{ ask: phone.ask, pin }, 'vault_damaged'],
    ] as const)
      expect((await rejection(importVault(file, options))).code).to.equal(code);
    expect(await countRows()).to.equal(0);
    expect(`${await rejection(importVault('file' as never, { ask: phone.ask }))}`).to.contain('TypeError: "file"');
    expect(`${await rejection(importVault(file, {}))}`).to.contain('TypeError: "ask"');
  });

  it('stays beside the vaults of others, and what an interrupted import has left is deleted by the next one', async () => {
    const file = await carryAway();
    const key = prfPasskey('key');
    const others = await createVaultWith(key, 'bob');
    await others.set('notes', 'one', 'of Bob');
    others.lock();
    const database = createVaultDatabase();
    await database.transact({ mode: 'readwrite' }, async (transaction) => {
      await transaction
        .objectStore('records')
        .put({ version: 1, sealed: new Uint8Array(9) }, ['abandoned', 1, 'a', 'b']);
    });
    const opened = await importVault(file, { ask: phone.ask });
    const names = await database.transact({ mode: 'readonly' }, async (transaction) =>
      (await transaction.objectStore('records').getAllKeys()).map(([name]) => name),
    );
    database.close();
    expect([...new Set(names)].toSorted()).to.deep.equal([opened.id, others.id].toSorted());
    opened.lock();
    expect(await (await unlockWith(key)).get('notes', 'one')).to.equal('of Bob');
  });

  it('leaves alone what another tab has finished importing since it looked for leftovers', async () => {
    const file = await carryAway();
    const key = prfPasskey('key');
    const others = await createVaultWith(key, 'bob');
    await others.set('notes', 'one', 'of Bob');
    others.lock();
    const database = createVaultDatabase();
    const record = await database.transact({ mode: 'readwrite' }, async (transaction) => {
      const keys = transaction.objectStore('keys');
      const found = await keys.get(others.id);
      await keys.delete(others.id);
      return found!;
    });
    const { request } = LockManager.prototype;
    LockManager.prototype.request = async function (this: LockManager, ...parameters: Parameters<typeof request>) {
      if (parameters[0] === keyLock(others.id))
        await database.transact({ mode: 'readwrite' }, (transaction) =>
          transaction.objectStore('keys').put(record, others.id),
        );
      return Reflect.apply(request, this, parameters);
    } as typeof request;
    try {
      (await importVault(file, { ask: phone.ask })).lock();
    } finally {
      LockManager.prototype.request = request;
      database.close();
    }
    expect(await (await unlockWith(key)).get('notes', 'one')).to.equal('of Bob');
  });

  it('exists only of a vault that is on the device', async () => {
    expect((await rejection(exportVault('AAAA'))).code).to.equal('vault_empty');
    expect(`${await rejection(exportVault(undefined as never))}`).to.contain('TypeError: "id"');
  });
});
