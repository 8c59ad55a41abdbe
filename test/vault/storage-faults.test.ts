import { expect } from '@open-wc/testing';
import { LatchError } from '../../src/base/client/errors.js';
import { createVault, exportVault, importVault, listVaults, wipeVaults, type Vault } from '../../src/vault/index.js';
import { createVaultDatabase, sealedStores } from '../../src/vault/storage.js';
import { stopClock } from '../support/browser/clock.js';
import { rejection } from '../support/browser/rejection.js';
import { runsEverything } from '../support/browser/runs.js';
import { breakStorage, storeInSilence, type Fault, type StorageFaults } from '../support/browser/storage-faults.js';
import { createVaultWith, handleOf, prfPasskey, unlockWith } from '../support/browser/vaults.js';

const names = [
  'QuotaExceededError',
  'UnknownError',
  'InvalidStateError',
  'AbortError',
  'DataError',
  'TransactionInactiveError',
  'ConstraintError',
  'NotFoundError',
  'VersionError',
  'TimeoutError',
  'ReadOnlyError',
];
const codes = ['storage_full', 'storage_lost', 'timed_out', 'vault_unsupported'];
/** More than any of the operations makes. */
const mostCalls = 200;
/** `npm test` lets every sixth call fail, others for each operation. */
const step = runsEverything ? 1 : 6;

describe('a vault when IndexedDB fails', () => {
  const phone = prfPasskey('phone');
  const laptop = prfPasskey('laptop');
  let faults: StorageFaults;
  let vault: Vault;

  beforeEach(async () => {
    faults = breakStorage();
    vault = await createVaultWith(phone);
    await vault.write([
      { store: 'notes', id: 'kept', value: 'before' },
      { store: 'notes', id: 'gone', value: 'before' },
    ]);
  });

  afterEach(async () => {
    faults.restore();
    vault.lock();
    await wipeVaults();
  });

  /** What another page finds. */
  async function readAgain(): Promise<string> {
    const again = await unlockWith(phone);
    const notes = Object.fromEntries(await again.getAll('notes'));
    const file = await again.getStream('files', 'long');
    const length = file && (await new Response(file.stream).arrayBuffer()).byteLength;
    again.lock({ onlyHere: true });
    return JSON.stringify({ ...notes, length });
  }

  const before = { gone: 'before', kept: 'before' };
  const bothKeys = (request: Parameters<typeof phone.ask>[0]) =>
    (request.credentials.some(({ id }) => id === laptop.id) ? laptop : phone).ask(request);
  const operations: Array<[name: string, run: () => Promise<unknown>, after: Record<string, unknown>]> = [
    ['reading', () => vault.get('notes', 'kept'), before],
    ['reading all', () => vault.getAll('notes'), before],
    ['listing', () => vault.list('notes'), before],
    ['writing', () => vault.set('notes', 'kept', 'after'), { gone: 'before', kept: 'after' }],
    [
      'writing several',
      () =>
        vault.write([
          { store: 'notes', id: 'kept', value: 'after' },
          { store: 'notes', id: 'gone', delete: true },
        ]),
      { kept: 'after' },
    ],
    [
      'writing a stream',
      () => vault.setStream('files', 'long', new Blob([new Uint8Array(600_000)])),
      { ...before, length: 600_000 },
    ],
    ['unlocking', () => unlockWith(phone), before],
    ['adding a passkey', () => vault.addPasskey([laptop], bothKeys), before],
    ['making a recovery code', () => vault.createRecoveryCode(phone.ask), before],
    ['replacing the key', () => vault.rotate({ ask: phone.ask }), before],
    [
      'creating another one',
      () => createVault({ rpId: 'localhost', userHandle: handleOf('bob'), passkeys: [laptop], ask: laptop.ask }),
      before,
    ],
    ['listing vaults', () => listVaults(), before],
  ];

  for (const [index, [name, run, after]] of operations.entries()) {
    for (const isLasting of [false, true]) {
      it(`loses nothing in silence while ${name}, when ${isLasting ? 'every call from some on fails' : 'any one call fails'}`, async () => {
        for (let at = 1 + (index % step); at <= mostCalls; at += step) {
          const throws: Fault = { throws: names[(at + index) % names.length]! };
          faults.start(at, at % 3 === 0 ? { aborts: true } : throws, isLasting);
          const outcome = await run().then(
            () => 'done' as const,
            (error: unknown) => error,
          );
          const wasHit = faults.calls.length >= at;
          faults.stop();
          if (outcome !== 'done' && !(outcome instanceof LatchError && codes.includes(outcome.code)))
            throw new Error(`Call ${at} (${faults.calls[at - 1]}): ${String(outcome)}`);
          const found = await readAgain();
          expect(
            [JSON.stringify(after), ...(outcome === 'done' ? [] : [JSON.stringify(before)])],
            `call ${at}`,
          ).to.include(found);
          await vault.write([
            { store: 'notes', id: 'kept', value: 'before' },
            { store: 'notes', id: 'gone', value: 'before' },
            { store: 'files', id: 'long', delete: true },
          ]);
          if (!wasHit) return;
          if (name === 'creating another one' && outcome === 'done') await recreate();
        }
        throw new Error(`${name} makes more than ${mostCalls} calls.`);
      });
    }
  }

  async function recreate(): Promise<void> {
    vault.lock();
    await wipeVaults();
    vault = await createVaultWith(phone);
    await vault.write([
      { store: 'notes', id: 'kept', value: 'before' },
      { store: 'notes', id: 'gone', value: 'before' },
    ]);
  }

  it('has the old stream or the new one, whole, when any one call fails while the one is replaced by the other', async () => {
    const write = (length: number) => vault.setStream('files', 'long', new Blob([new Uint8Array(length)]));
    for (let at = 1; at <= mostCalls; at++) {
      await write(270_000);
      faults.start(at, at % 3 === 0 ? { aborts: true } : { throws: names[at % names.length]! }, false);
      const outcome = await write(10).then(
        () => 'done' as const,
        (error: unknown) => error,
      );
      const wasHit = faults.calls.length >= at;
      faults.stop();
      if (outcome !== 'done' && !(outcome instanceof LatchError && codes.includes(outcome.code)))
        throw new Error(`Call ${at} (${faults.calls[at - 1]}): ${String(outcome)}`);
      expect(outcome === 'done' ? [10] : [10, 270_000], `call ${at}`).to.include(
        (JSON.parse(await readAgain()) as { length: number }).length,
      );
      if (!wasHit) return;
    }
    throw new Error(`It makes more than ${mostCalls} calls.`);
  });

  it('has all of the vault, or nothing, when any one call fails while it is deleted', async () => {
    for (let at = 1; at <= mostCalls; at++) {
      faults.start(at, at % 2 === 0 ? { aborts: true } : { throws: names[at % names.length]! }, true);
      const outcome = await wipeVaults().then(
        () => 'done' as const,
        (error: unknown) => error,
      );
      const wasHit = faults.calls.length >= at;
      faults.stop();
      if (outcome !== 'done') {
        expect(codes).to.include((outcome as LatchError).code);
        expect(await readAgain(), `call ${at}`).to.equal(JSON.stringify(before));
      } else {
        expect(await listVaults(), `call ${at}`).to.deep.equal([]);
        if (!wasHit) return;
        await recreate();
      }
    }
    throw new Error(`It makes more than ${mostCalls} calls.`);
  });

  it('does not miss one that is deleted although the browser does not say so', async () => {
    const clock = stopClock();
    try {
      const stored = storeInSilence('keys', { isDropped: false });
      const wiping = rejection(wipeVaults(handleOf('alice')));
      await stored;
      await clock.pass(60_000);
      expect((await wiping).code).to.equal('timed_out');
    } finally {
      clock.restore();
    }
    expect(await listVaults()).to.deep.equal([]);
  });

  it('has nothing of one whose creation fails because the browser does not say that it is stored', async () => {
    const bob = { rpId: 'localhost', userHandle: handleOf('bob'), passkeys: [laptop], ask: laptop.ask };
    const clock = stopClock();
    try {
      const stored = storeInSilence('keys', { isDropped: false });
      const creating = rejection(createVault(bob));
      await stored;
      await clock.pass(60_000);
      expect((await creating).code).to.equal('timed_out');
    } finally {
      clock.restore();
    }
    expect((await listVaults()).map(({ id }) => id)).to.deep.equal([vault.id]);
    (await createVault(bob)).lock();
  });

  describe('while one is imported', () => {
    let file: Blob;

    /** Exports a private vault, and deletes it here, as if the file had come to another device. */
    beforeEach(async () => {
      vault.lock();
      await wipeVaults();
      const { id, ask } = phone;
      const options = { rpId: 'localhost', userHandle: handleOf('alice'), passkeys: [{ id }], ask, private: true };
      vault = await createVault(options);
      await vault.write([
        { store: 'notes', id: 'kept', value: 'before' },
        { store: 'notes', id: 'gone', value: 'before' },
      ]);
      vault.lock();
      file = await exportVault(vault.id);
      await wipeVaults();
    });

    const importOnce = () => importVault(file, { ask: phone.ask });

    /** How many rows are stored of vaults, in all stores. */
    async function countRows(): Promise<number> {
      const database = createVaultDatabase();
      const counts = await database.transact({ mode: 'readonly' }, (transaction) =>
        Promise.all((['keys', ...sealedStores] as const).map((store) => transaction.objectStore(store).count())),
      );
      database.close();
      return counts.reduce((sum, count) => sum + count, 0);
    }

    it('has all of it, or nothing, when any one call fails that is not made again', async () => {
      for (let at = 1; at <= mostCalls; at++) {
        faults.start(at, { throws: 'QuotaExceededError' }, false);
        const outcome = await importOnce().then(
          (imported) => imported.lock({ onlyHere: true }),
          (error: unknown) => error,
        );
        const wasHit = faults.calls.length >= at;
        faults.stop();
        if (outcome === undefined) {
          expect(await readAgain(), `call ${at}`).to.equal(JSON.stringify(before));
          await wipeVaults();
        } else {
          expect(codes, `call ${at}`).to.include((outcome as LatchError).code);
          expect([await countRows(), await listVaults()], `call ${at}`).to.deep.equal([0, []]);
        }
        if (!wasHit) return;
      }
      throw new Error(`It makes more than ${mostCalls} calls.`);
    });

    it('has all of it when the connection drops at the moment at which it is stored', async () => {
      const stored = storeInSilence('keys', { isDropped: true });
      const importing = importOnce();
      await stored;
      (await importing).lock();
      expect(await readAgain()).to.equal(JSON.stringify(before));
    });

    it('has nothing of it when the browser does not say that it is stored', async () => {
      const clock = stopClock();
      try {
        const stored = storeInSilence('keys', { isDropped: false });
        const importing = rejection(importOnce());
        await stored;
        await clock.pass(60_000);
        expect((await importing).code).to.equal('timed_out');
      } finally {
        clock.restore();
      }
      expect([await countRows(), await listVaults()]).to.deep.equal([0, []]);
      (await importOnce()).lock();
    });
  });

  for (const [method, at] of [
    ['open', 1],
    ['transaction', 2],
  ] as const) {
    it(`gives up after a while when ${method} never answers`, async () => {
      vault.lock();
      const clock = stopClock();
      try {
        faults.start(at, { hangs: true }, true);
        const attempt = rejection(listVaults());
        await clock.pass(60_000);
        expect((await attempt).code).to.equal('timed_out');
      } finally {
        clock.restore();
        faults.stop();
      }
    });
  }
});
