import { expect } from '@open-wc/testing';
import { createVault, wipeVaults, type Vault } from '../../src/vault/index.js';
import { createVaultDatabase, sealedStores } from '../../src/vault/storage.js';
import { rejection } from '../support/browser/rejection.js';
import { createVaultWith, handleOf, prfPasskey, unlockWith } from '../support/browser/vaults.js';

/** More than are sealed again in one transaction. */
const count = 250;

describe('replacing the key of a vault', () => {
  const phone = prfPasskey('phone');
  const laptop = prfPasskey('laptop');
  const undo: (() => void)[] = [];
  let vault: Vault;

  beforeEach(async () => {
    vault = await createVaultWith(phone);
    await vault.write(Array.from({ length: count }, (_, index) => ({ store: 'notes', id: `${index}`, value: index })));
    await vault.setStream('files', 'one', new Blob([new Uint8Array(300_000)]));
  });

  afterEach(async () => {
    undo.splice(0).forEach((restore) => restore());
    vault.lock();
    await wipeVaults();
  });

  /** How many rows there are of each generation. */
  async function rowsByGeneration(): Promise<Record<number, number>> {
    const database = createVaultDatabase();
    const keys = await database.transact({ mode: 'readonly' }, (transaction) =>
      Promise.all(
        sealedStores.map((store) => transaction.objectStore(store).getAllKeys() as Promise<[string, number][]>),
      ),
    );
    database.close();
    const rows: Record<number, number> = {};
    for (const [, generation] of keys.flat()) rows[generation] = (rows[generation] ?? 0) + 1;
    return rows;
  }

  it('leaves nothing of the old key, and nothing of the new one when it fails', async () => {
    const { put } = IDBObjectStore.prototype;
    undo.push(() => Object.assign(IDBObjectStore.prototype, { put }));
    const before = await rowsByGeneration();
    for (const full of ['records', 'pieces', 'pages']) {
      IDBObjectStore.prototype.put = function (...parameters) {
        if (this.name === full) throw new DOMException('Injected.', 'UnknownError');
        return put.apply(this, parameters);
      };
      expect((await rejection(vault.rotate({ ask: phone.ask }))).code).to.equal('storage_lost');
      expect(await rowsByGeneration(), full).to.deep.equal(before);
    }
    Object.assign(IDBObjectStore.prototype, { put });
    await vault.rotate({ ask: phone.ask });
    expect(Object.keys(await rowsByGeneration())).to.deep.equal(['2']);
    expect([(await vault.getAll('notes')).size, (await vault.getStream('files', 'one'))!.length]).to.deep.equal([
      count,
      300_000,
    ]);
  });

  it('ends when the vault is locked in the middle, and leaves it as it was', async () => {
    const before = await rowsByGeneration();
    const told: number[] = [];
    const rotation = vault.rotate({
      ask: phone.ask,
      onProgress(done) {
        told.push(done);
        vault.lock();
      },
    });
    expect((await rejection(rotation)).code).to.equal('vault_locked');
    expect([told, await rowsByGeneration()]).to.deep.equal([[100], before]);
    const again = await unlockWith(phone);
    expect([(await again.getAll('notes')).size, (await again.pin()).generation]).to.deep.equal([count, 1]);
  });

  it('writes nothing any more once all vaults are deleted in the middle', async () => {
    let wiped: Promise<void> | undefined;
    const { encrypt } = SubtleCrypto.prototype;
    undo.push(() => Object.assign(SubtleCrypto.prototype, { encrypt }));
    SubtleCrypto.prototype.encrypt = async function (...given) {
      await wiped;
      return encrypt.apply(this, given);
    };
    const rotation = vault.rotate({ ask: phone.ask, onProgress: () => void (wiped ??= wipeVaults()) });
    expect((await rejection(rotation)).code).to.equal('storage_lost');
    await wiped;
    expect(await rowsByGeneration()).to.deep.equal({});
  });

  it('overwrites the bytes of the new key, also when it fails, as creating a vault and adding a passkey do', async () => {
    const { encrypt, unwrapKey, decrypt } = SubtleCrypto.prototype;
    undo.push(() => Object.assign(SubtleCrypto.prototype, { encrypt, unwrapKey, decrypt }));
    const held: Uint8Array[] = [];
    const tries: Array<[string, () => Promise<unknown>]> = [
      ['replacing the key', () => vault.rotate({ ask: phone.ask })],
      [
        'creating a vault',
        () => createVault({ rpId: 'localhost', userHandle: handleOf('bob'), passkeys: [laptop], ask: laptop.ask }),
      ],
      [
        'adding a passkey',
        () =>
          vault.addPasskey([laptop], (request) =>
            (request.credentials.some(({ id }) => id === laptop.id) ? laptop : phone).ask(request),
          ),
      ],
      ['making a recovery code', () => vault.createRecoveryCode(phone.ask)],
    ];
    for (const [what, attempt] of tries) {
      SubtleCrypto.prototype.encrypt = async (_algorithm, _key, bytes) => {
        held.push(bytes as Uint8Array);
        throw new DOMException('Injected.', 'OperationError');
      };
      await rejection(attempt());
      expect([held.length > 0, held.every((bytes) => bytes.every((byte) => byte === 0))], what).to.deep.equal([
        true,
        true,
      ]);
      held.length = 0;
      Object.assign(SubtleCrypto.prototype, { encrypt });
    }
  });
});
