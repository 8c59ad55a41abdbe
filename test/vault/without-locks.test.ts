import { expect } from '@open-wc/testing';
import { wipeVaults, type Vault } from '../../src/vault/index.js';
import { createVaultDatabase } from '../../src/vault/storage.js';
import { settled, stopClock } from '../support/browser/clock.js';
import { rejection } from '../support/browser/rejection.js';
import { createVaultWith, prfPasskey, unlockWith } from '../support/browser/vaults.js';

describe('a vault in a browser', () => {
  const phone = prfPasskey('phone');
  const laptop = prfPasskey('laptop');
  let vault: Vault;

  beforeEach(async () => {
    vault = await createVaultWith(phone);
  });

  afterEach(async () => {
    Reflect.deleteProperty(navigator, 'locks');
    vault.lock();
    await wipeVaults();
  });

  const replaceLocks = (locks: Pick<LockManager, 'request'> | undefined) =>
    Object.defineProperty(navigator, 'locks', { configurable: true, get: () => locks });

  it('without locks keeps what several tabs write at once, records and passkeys, and refuses to replace the key, which could not be done safely', async () => {
    replaceLocks(undefined);
    const other = await unlockWith(phone);
    const numbers = Array.from({ length: 10 }, (_, index) => index);
    for (const number of numbers)
      await Promise.all([vault.set('notes', `a${number}`, number), other.set('notes', `b${number}`, number)]);
    await other.addPasskey([laptop], (request) =>
      (request.credentials.some(({ id }) => id === laptop.id) ? laptop : phone).ask(request),
    );
    expect((await vault.getAll('notes')).size).to.equal(20);
    expect((await rejection(vault.rotate({ ask: phone.ask }))).code).to.equal('unsupported');
    expect([(await vault.keys()).length, (await vault.pin()).generation]).to.deep.equal([2, 1]);
    const { generation } = await (await unlockWith(laptop)).pin();
    expect(generation).to.equal(1);
  });

  it('that does not say who has a lock leaves alone what another tab may be in the middle of', async () => {
    const database = createVaultDatabase();
    const row = { version: 1, sealed: new Uint8Array(200) };
    const stored = () =>
      database.transact({ mode: 'readonly' }, (transaction) => transaction.objectStore('records').getAllKeys());
    await database.transact({ mode: 'readwrite' }, (transaction) =>
      transaction.objectStore('records').put(row, [vault.id, 2, 'notes', 'sealed again']),
    );
    replaceLocks({ request: () => new Promise<never>(() => {}) });
    const clock = stopClock();
    try {
      const unlocking = unlockWith(phone);
      await clock.pass(0);
      await unlocking;
      await clock.pass(60_000);
      await settled();
    } finally {
      clock.restore();
    }
    expect(await stored()).to.deep.equal([[vault.id, 2, 'notes', 'sealed again']]);
    Reflect.deleteProperty(navigator, 'locks');
    await unlockWith(phone);
    while ((await stored()).length > 0) await settled();
    database.close();
  });
});
