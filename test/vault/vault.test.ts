import { expect } from '@open-wc/testing';
import type { LatchError } from '../../src/base/client/errors.js';
import { createVault, listVaults, unlockVault, wipeVaults, type Vault } from '../../src/vault/index.js';
import { crossBridges, type KeyRecord } from '../../src/vault/key-record.js';
import { openSlot, requestFor, secretOf } from '../../src/vault/slots.js';
import { createVaultDatabase } from '../../src/vault/storage.js';
import { rejection } from '../support/browser/rejection.js';
import { createVaultWith, handleOf, prfPasskey, replaceKeys, unlockWith } from '../support/browser/vaults.js';

describe('a vault', () => {
  const phone = prfPasskey('phone');
  const laptop = prfPasskey('laptop');
  let vault: Vault;

  beforeEach(async () => {
    vault = await createVaultWith(phone);
  });

  afterEach(async () => {
    vault.lock();
    await wipeVaults();
  });

  /** The lists of keys as they are stored. */
  async function readKeyRecords(): Promise<KeyRecord[]> {
    const database = createVaultDatabase();
    const rows = await database.transact({ mode: 'readonly' }, (transaction) =>
      transaction.objectStore('keys').getAll(),
    );
    database.close();
    return rows;
  }

  const storedKeys = async (): Promise<string> => JSON.stringify(await readKeyRecords());

  it('gives back what was put in, after it was locked and unlocked', async () => {
    await vault.set('notes', 'first', { title: 'Löwe', tags: ['a', 'b'] });
    await vault.set('files', 'bytes', Uint8Array.of(1, 2, 3));
    vault.lock();
    const again = await unlockWith(phone);
    expect(await again.get('notes', 'first')).to.deep.equal({ title: 'Löwe', tags: ['a', 'b'] });
    expect([...((await again.get('files', 'bytes')) as Uint8Array)]).to.deep.equal([1, 2, 3]);
  });

  it('keeps stores and ids apart, whatever is in their names', async () => {
    await vault.write([
      { store: 'a', id: 'bc', value: 1 },
      { store: 'ab', id: 'c', value: 2 },
      { store: 'a","b', id: 'c', value: 3 },
    ]);
    expect([
      await vault.get('a', 'bc'),
      await vault.get('ab', 'c'),
      await vault.get('a","b', 'c'),
      await vault.get('a', 'b'),
    ]).to.deep.equal([1, 2, 3, undefined]);
    expect(await vault.list('a')).to.deep.equal(['bc']);
  });

  it('lists what is there, and all of it at once', async () => {
    await Promise.all(['c', 'a', 'b'].map((id) => vault.set('notes', id, id.toUpperCase())));
    await vault.delete('notes', 'b');
    expect(await vault.list('notes')).to.deep.equal(['a', 'c']);
    expect([...(await vault.getAll('notes'))]).to.deep.equal([
      ['a', 'A'],
      ['c', 'C'],
    ]);
    expect(await vault.get('notes', 'b')).to.equal(undefined);
  });

  it('keeps the last of many writes of one record', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, index) => vault.set('notes', 'one', index)));
    expect(await vault.get('notes', 'one')).to.equal(49);
  });

  it('writes a copy: what is done to the bytes afterwards changes nothing', async () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const written = vault.set('files', 'one', bytes);
    bytes.fill(0);
    await written;
    expect([...((await vault.get('files', 'one')) as Uint8Array)]).to.deep.equal([1, 2, 3]);
  });

  it('reads and writes nothing once it is locked', async () => {
    await vault.set('notes', 'one', 1);
    vault.lock();
    for (const attempt of [
      vault.get('notes', 'one'),
      vault.getAll('notes'),
      vault.list('notes'),
      vault.set('notes', 'two', 2),
      vault.delete('notes', 'one'),
      vault.keys(),
    ]) {
      expect((await rejection(attempt)).code).to.equal('vault_locked');
    }
    expect(vault.locked.aborted).to.equal(true);
  });

  it('gives nothing away that was being opened when it was locked', async () => {
    const { decrypt } = SubtleCrypto.prototype;
    await vault.set('notes', 'one', 1);
    await vault.setStream('files', 'one', new Blob(['x']));
    const ways: Array<(of: Vault) => Promise<() => Promise<unknown>>> = [
      async (of) => () => of.get('notes', 'one'),
      async (of) => () => of.getAll('notes'),
      async (of) => {
        const { stream } = (await of.getStream('files', 'one'))!;
        return () => stream.getReader().read();
      },
    ];
    for (const way of ways) {
      const again = await unlockWith(phone);
      const read = await way(again);
      SubtleCrypto.prototype.decrypt = async function (...parameters) {
        const opened = await decrypt.apply(this, parameters);
        again.lock({ onlyHere: true });
        return opened;
      };
      expect((await rejection(read())).code).to.equal('vault_locked');
      Object.assign(SubtleCrypto.prototype, { decrypt });
    }
  });

  it('has what another tab has written, and the other way round', async () => {
    const other = await unlockWith(phone);
    await vault.set('notes', 'one', 1);
    expect(await other.get('notes', 'one')).to.equal(1);
    await Promise.all([other.set('notes', 'one', 2), vault.set('notes', 'two', 3)]);
    expect([await vault.get('notes', 'one'), await other.get('notes', 'two')]).to.deep.equal([2, 3]);
  });

  it('does not open with another passkey', async () => {
    const stranger = prfPasskey('stranger');
    expect((await rejection<DOMException>(unlockWith(stranger))).name).to.equal('NotAllowedError');
    const liar = {
      ...stranger,
      ask: async (...request: Parameters<typeof phone.ask>) => ({
        ...(await phone.ask(...request)),
        first: crypto.getRandomValues(new Uint8Array(32)),
      }),
    };
    expect((await rejection(unlockVault({ ask: liar.ask }))).code).to.equal('vault_wrong_key');
  });

  describe('leaves no connection to its database behind', () => {
    const { open } = IDBFactory.prototype;
    const { close } = IDBDatabase.prototype;
    let connections: Set<IDBDatabase>;

    beforeEach(() => {
      vault.lock();
      connections = new Set();
      IDBFactory.prototype.open = function (...parameters) {
        const request = open.apply(this, parameters);
        if (parameters[0] === 'latchkey.vault')
          request.addEventListener('success', () => connections.add(request.result));
        return request;
      };
      IDBDatabase.prototype.close = function () {
        connections.delete(this);
        close.call(this);
      };
    });

    afterEach(() => {
      Object.assign(IDBFactory.prototype, { open });
      Object.assign(IDBDatabase.prototype, { close });
    });

    it('when it does not open', async () => {
      await rejection(unlockWith(prfPasskey('stranger')));
      expect(connections.size).to.equal(0);
    });

    it('when there is one already', async () => {
      await rejection(createVaultWith(phone));
      expect(connections.size).to.equal(0);
    });

    it('when it is locked in the middle of something, which it does not give away either', async () => {
      const again = await unlockWith(phone);
      await again.set('notes', 'one', 1);
      const under = ['get', 'getAll', 'list'].map((name) =>
        rejection((again[name as 'get'] as (...parameters: string[]) => Promise<unknown>).call(again, 'notes', 'one')),
      );
      const writing = Promise.allSettled([
        again.set('notes', 'two', 2),
        again.setStream('files', 'one', new Blob(['x'])),
        again.rotate({ ask: phone.ask }),
      ]);
      again.lock();
      expect((await Promise.all(under)).map(({ code }) => code)).to.deep.equal([
        'vault_locked',
        'vault_locked',
        'vault_locked',
      ]);
      await writing;
      // What is tidied up when it is unlocked may take a little longer.
      while (connections.size > 0) await new Promise((resolve) => navigator.locks.query().then(resolve));
    });
  });

  it('is one for each person', async () => {
    expect((await rejection(createVaultWith(laptop))).code).to.equal('constraint');
    const bobs = await createVaultWith(laptop, 'bob');
    await bobs.set('notes', 'one', 'of bob');
    await vault.set('notes', 'one', 'of alice');
    expect(await (await unlockWith(phone)).get('notes', 'one')).to.equal('of alice');
    expect(await (await unlockWith(laptop)).get('notes', 'one')).to.equal('of bob');
    expect(
      (await listVaults()).map(({ rpId, passkeys, hasRecoveryCode }) => ({ rpId, passkeys, hasRecoveryCode })),
    ).to.deep.equal(Array.from({ length: 2 }, () => ({ rpId: 'localhost', passkeys: 1, hasRecoveryCode: false })));
  });

  it('knows whose it is, however it was unlocked, and locked too', async () => {
    vault.lock();
    for (const known of [vault, await unlockWith(phone)])
      expect([await known.belongsTo(handleOf('alice')), await known.belongsTo(handleOf('bob'))]).to.deep.equal([
        true,
        false,
      ]);
    expect((await rejection(vault.belongsTo('not base64url'))).name).to.equal('TypeError');
  });

  it('opens with a passkey that was added, and no longer with one that was removed', async () => {
    await vault.set('notes', 'one', 1);
    await vault.addPasskey([laptop], (request) =>
      (request.credentials.some(({ id }) => id === laptop.id) ? laptop : phone).ask(request),
    );
    expect(await (await unlockWith(laptop)).get('notes', 'one')).to.equal(1);
    await vault.removeKey(phone.id);
    expect((await rejection<DOMException>(unlockWith(phone))).name).to.equal('NotAllowedError');
    expect((await vault.keys()).map(({ credentialId }) => credentialId)).to.deep.equal([laptop.id]);
    expect((await rejection(vault.removeKey(laptop.id))).code).to.equal('constraint');
  });

  it('opens with the recovery code, however it is typed, until there is another one', async () => {
    await vault.set('notes', 'one', 1);
    const code = await vault.createRecoveryCode(phone.ask);
    expect(code).to.match(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){7}$/);
    expect(
      await (await unlockVault({ code: ` ${code.toLowerCase().replaceAll('-', ' ')}` })).get('notes', 'one'),
    ).to.equal(1);
    await vault.createRecoveryCode(phone.ask);
    expect((await rejection(unlockVault({ code }))).code).to.equal('vault_wrong_key');
    expect((await rejection(unlockVault({ code: 'no code' }))).code).to.equal('vault_wrong_key');
  });

  it('goes on with a new key, in other tabs too, and all passkeys find it', async () => {
    await vault.addPasskey([laptop], (request) =>
      (request.credentials.some(({ id }) => id === laptop.id) ? laptop : phone).ask(request),
    );
    const other = await unlockWith(phone);
    await vault.set('notes', 'one', 1);
    await vault.rotate({ ask: phone.ask });
    expect(await vault.get('notes', 'one')).to.equal(1);
    await other.set('notes', 'two', 2);
    expect(await other.get('notes', 'one')).to.equal(1);
    await vault.rotate({ ask: phone.ask });
    expect(await (await unlockWith(laptop)).get('notes', 'two')).to.equal(2);
    expect(await (await unlockWith(phone)).get('notes', 'two')).to.equal(2);
    expect((await vault.pin()).generation).to.equal(3);
  });

  it('is compared with the pin of its own, where a page has one for each of several vaults', async () => {
    const others = await createVaultWith(laptop, 'bob');
    await vault.set('notes', 'one', 1);
    const [pin, other] = [await vault.pin(), await others.pin()];
    const bothKeys = (key: typeof phone, pins: (typeof pin)[]) => unlockVault({ ask: key.ask, pin: pins });
    (await bothKeys(phone, [pin, other])).lock({ onlyHere: true });
    (await bothKeys(laptop, [pin, other])).lock({ onlyHere: true });
    const ahead = { ...pin, change: pin.change + 1 };
    (await bothKeys(laptop, [ahead, other])).lock({ onlyHere: true });
    expect((await rejection(bothKeys(phone, [ahead, other]))).code).to.equal('vault_damaged');
    expect((await rejection(bothKeys(phone, [other]))).code).to.equal('vault_damaged');
    expect((await rejection(unlockVault({ ask: phone.ask, pin: other }))).code).to.equal('vault_damaged');
    others.lock();
  });

  it('opens with a passkey that was not used while the key was replaced 256 times, and refuses to replace it once more until that passkey is used', async () => {
    await vault.addPasskey([laptop], (request) =>
      (request.credentials.some(({ id }) => id === laptop.id) ? laptop : phone).ask(request),
    );
    vault.lock();
    await replaceKeys(phone, 254);
    const again = await unlockWith(phone);
    await again.set('notes', 'one', 1);
    for (let times = 0; times < 2; times++) await again.rotate({ ask: phone.ask });
    expect((await rejection(again.rotate({ ask: phone.ask }))).code).to.equal('constraint');
    expect((await again.pin()).generation).to.equal(257);
    expect(await (await unlockWith(laptop)).get('notes', 'one')).to.equal(1);
    await again.rotate({ ask: phone.ask });
    expect(await (await unlockWith(laptop)).get('notes', 'one')).to.equal(1);
  });

  it('asks to try again when another tab has replaced the key while it was unlocked', async () => {
    const ask: typeof phone.ask = async (request) => {
      const result = await phone.ask(request);
      await vault.rotate({ ask: phone.ask });
      return result;
    };
    const { code, retryable } = await rejection<LatchError>(unlockVault({ ask }));
    expect([code, retryable]).to.deep.equal(['vault_locked', true]);
    await vault.set('notes', 'one', 1);
    expect(await (await unlockWith(phone)).get('notes', 'one')).to.equal(1);
  });

  it('takes a passkey that was being added while another tab has replaced the key', async () => {
    await vault.addPasskey([laptop], (request) =>
      (request.credentials.some(({ id }) => id === laptop.id) ? laptop : phone).ask(request),
    );
    const other = await unlockWith(phone);
    const tablet = prfPasskey('tablet');
    const ask: typeof phone.ask = async (request) => {
      if (request.credentials.every(({ id }) => id !== tablet.id)) return phone.ask(request);
      await other.rotate({ ask: phone.ask });
      return tablet.ask(request);
    };
    await vault.set('notes', 'one', 1);
    await vault.addPasskey([tablet], ask);
    for (const passkey of [tablet, laptop, phone])
      expect(await (await unlockWith(passkey)).get('notes', 'one')).to.equal(1);
  });

  it('does not let a passkey back in that was removed in another tab while the key is replaced', async () => {
    await vault.addPasskey([laptop], (request) =>
      (request.credentials.some(({ id }) => id === laptop.id) ? laptop : phone).ask(request),
    );
    const other = await unlockWith(laptop);
    const ask: typeof phone.ask = async (request) => {
      const result = await phone.ask(request);
      await other.removeKey(phone.id);
      return result;
    };
    expect((await rejection(vault.rotate({ ask }))).code).to.equal('vault_wrong_key');
    expect((await vault.keys()).map(({ credentialId }) => credentialId)).to.deep.equal([laptop.id]);
  });

  it('shuts everybody out but the passkey in hand when one is compromised', async () => {
    await vault.addPasskey([laptop], (request) =>
      (request.credentials.some(({ id }) => id === laptop.id) ? laptop : phone).ask(request),
    );
    const other = await unlockWith(laptop);
    await vault.set('notes', 'one', 1);
    await vault.rotate({ ask: phone.ask, compromised: true });
    expect((await rejection(other.get('notes', 'one'))).code).to.equal('vault_locked');
    expect([other.locked.aborted, other.lockReason]).to.deep.equal([true, 'key-changed']);
    expect((await rejection<DOMException>(unlockWith(laptop))).name).to.equal('NotAllowedError');
    expect(await (await unlockWith(phone)).get('notes', 'one')).to.equal(1);
  });

  for (const compromised of [false, true])
    it(`${compromised ? 'is closed' : 'stays open'} to an earlier copy of the disk and a passkey that was removed, when the key is replaced ${compromised ? 'because of that' : 'for another reason'}`, async () => {
      const own = [phone, laptop, prfPasskey('tablet')];
      for (const added of own.slice(1))
        await vault.addPasskey([added], (request) =>
          (request.credentials.some(({ id }) => id === added.id) ? added : phone).ask(request),
        );
      const [copied] = await readKeyRecords();
      await vault.removeKey(laptop.id);
      await vault.rotate({ ask: phone.ask, compromised });
      const slot = copied!.slots.find(({ credentialId }) => credentialId === laptop.id)!;
      const secret = await secretOf(await laptop.ask(requestFor('localhost', [slot])));
      const old = await openSlot(copied!, slot, secret);
      const [present] = await readKeyRecords();
      expect((await crossBridges(present!, old)) === undefined).to.equal(compromised);
    });

  it('keeps values of any length as streams, and tells how far it is', async () => {
    const bytes = new Uint8Array(700_000).map((_, index) => index % 251);
    const told: number[] = [];
    await vault.setStream('files', 'long', new Blob([bytes]), { onProgress: (stored) => told.push(stored) });
    await vault.rotate({ ask: phone.ask });
    const { length, stream } = (await (await unlockWith(phone)).getStream('files', 'long'))!;
    const read = new Uint8Array(await new Response(stream).arrayBuffer());
    expect(length).to.equal(700_000);
    expect(told).to.deep.equal([262_144, 524_288, 700_000]);
    expect(read.every((byte, index) => byte === index % 251) && read.length === bytes.length).to.equal(true);
  });

  it('leaves what was there when a stream breaks off', async () => {
    await vault.setStream('files', 'one', new Blob(['before']));
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(300_000)),
      pull: (controller) => controller.error(new Error('The network is gone.')),
    });
    expect((await rejection(vault.setStream('files', 'one', broken))).message).to.equal('The network is gone.');
    expect(await new Response((await vault.getStream('files', 'one'))!.stream).text()).to.equal('before');
    const ending = AbortSignal.abort();
    expect((await rejection(vault.setStream('files', 'two', new Blob(['x']), { signal: ending }))).name).to.equal(
      'AbortError',
    );
    expect(await vault.list('files')).to.deep.equal(['one']);
  });

  for (const [what, first, second] of [
    ['are missing', undefined, undefined],
    ['are one alone', 1, undefined],
    ['are too short', 1, new Uint8Array(31).fill(2)],
    ['are too long', 1, new Uint8Array(33).fill(2)],
    ['are empty', new Uint8Array(32), 2],
    ['are alike', 1, new Uint8Array(32).fill(1)],
  ] as const) {
    it(`refuses results of the extension that ${what}, whatever they are requested for, and writes nothing`, async () => {
      const resultOf = (result: number | Uint8Array<ArrayBuffer> | undefined) =>
        typeof result === 'number' ? new Uint8Array(32).fill(result) : result?.slice();
      const ask: typeof phone.ask = async ({ credentials }) => ({
        credentialId: credentials[0]!.id,
        first: resultOf(first),
        second: resultOf(second),
      });
      const asNew: typeof phone.ask = (request) =>
        (request.credentials[0]!.id === laptop.id ? ask : phone.ask)(request);
      const before = await storedKeys();
      const attempts = [
        () => createVault({ rpId: 'localhost', userHandle: handleOf('bob'), passkeys: [laptop], ask }),
        () => unlockVault({ ask }),
        () => vault.addPasskey([laptop], ask),
        () => vault.addPasskey([laptop], asNew),
        () => vault.createRecoveryCode(ask),
        () => vault.rotate({ ask }),
      ];
      for (const attempt of attempts) expect((await rejection(attempt())).code).to.equal('no_prf');
      expect(await storedKeys()).to.equal(before);
    });
  }

  it('asks the browser not to delete it once it is there, and not when it came to nothing', async () => {
    await wipeVaults();
    const { persist } = navigator.storage;
    const found: number[] = [];
    try {
      Object.assign(navigator.storage, { persist: async () => void found.push((await listVaults()).length) });
      await rejection(
        createVault({
          rpId: 'localhost',
          userHandle: handleOf('alice'),
          passkeys: [phone],
          ask: async () => Promise.reject(new DOMException('Not now.', 'NotAllowedError')),
        }),
      );
      expect(found).to.deep.equal([]);
      (await createVaultWith(phone)).lock();
      while (found.length === 0) await listVaults();
      expect(found).to.deep.equal([1]);
    } finally {
      Object.assign(navigator.storage, { persist });
    }
  });

  it('has the browser put every list of keys on the disk before it goes on', async () => {
    const { put } = IDBObjectStore.prototype;
    const durabilities: string[] = [];
    IDBObjectStore.prototype.put = function (...parameters) {
      if (this.name === 'keys') durabilities.push(this.transaction.durability);
      return put.apply(this, parameters);
    };
    try {
      (await createVaultWith(laptop, 'bob')).lock();
      await vault.createRecoveryCode(phone.ask);
      await vault.rotate({ ask: phone.ask });
      await vault.removeKey((await vault.keys()).find(({ kind }) => kind === 'code')!.credentialId);
    } finally {
      Object.assign(IDBObjectStore.prototype, { put });
    }
    expect(durabilities).to.deep.equal(['strict', 'strict', 'strict', 'strict']);
  });

  it('overwrites what the passkey gave', async () => {
    await unlockWith(phone);
    const { first, second } = phone.last!;
    expect(
      [first, second].every((result) => new Uint8Array(result as ArrayBuffer).every((byte) => byte === 0)),
    ).to.equal(true);
  });

  it('takes an answer without two secrets for a passkey that gives none', async () => {
    for (const results of [null, { first: null, second: null }, {}]) {
      const ask = async () => results && { credentialId: phone.id, ...results };
      expect((await rejection(unlockVault({ ask: ask as never }))).code).to.equal('no_prf');
    }
  });

  for (const store of ['keys', 'records', 'covers', 'pages'] as const)
    it(`is damaged where something has put null in the place of its ${store}`, async () => {
      await vault.set('notes', 'one', 1);
      const database = createVaultDatabase();
      await database.transact({ mode: 'readwrite' }, async (transaction) => {
        const rows = transaction.objectStore(store);
        for (const key of await rows.getAllKeys()) await rows.put(null as never, key as never);
      });
      database.close();
      vault.lock();
      const read = async () => (await unlockWith(phone)).get('notes', 'one');
      const list = async () => (await unlockWith(phone)).getAll('notes');
      expect([(await rejection(read())).code, (await rejection(list())).code]).to.deep.equal([
        'vault_damaged',
        'vault_damaged',
      ]);
    });

  it('needs a newer package where that has changed the layout of the database', async () => {
    const erase = () => new Promise((resolve) => (indexedDB.deleteDatabase('latchkey.vault').onsuccess = resolve));
    vault.lock();
    await wipeVaults();
    await new Promise<void>((resolve) => {
      const opening = indexedDB.open('latchkey.vault', 99);
      opening.onsuccess = () => {
        opening.result.close();
        resolve();
      };
    });
    try {
      expect((await rejection(listVaults())).code).to.equal('vault_unsupported');
    } finally {
      await erase();
    }
  });

  it('deletes nothing because of what a script has put into the prototype of all objects', async () => {
    const [everything, name] = [Object.prototype, 'delete'];
    Object.defineProperty(everything, name, { configurable: true, value: true });
    try {
      await vault.set('notes', 'one', 1);
    } finally {
      Reflect.deleteProperty(everything, name);
    }
    expect(await vault.get('notes', 'one')).to.equal(1);
  });

  it('says that there is none', async () => {
    await wipeVaults();
    expect((await rejection(unlockWith(phone))).code).to.equal('vault_empty');
  });

  it('names the wrong argument', async () => {
    expect((await rejection(vault.set('', 'one', 1))).message).to.contain('"store"');
    expect((await rejection(vault.set('notes', '\ud800', 1))).message).to.contain('"id"');
    expect((await rejection(vault.set('notes', 'one', undefined))).message).to.contain('"value"');
    expect((await rejection(vault.set('notes', 'one', new Uint8Array(8_388_609)))).message).to.contain('"value"');
    expect((await rejection(vault.set('notes', 'one', new Map([['a', 1]])))).message).to.contain('"value"');
    await vault.set('notes', 'one', 1);
    const undecided = { store: 'notes', id: 'one', delete: false };
    expect((await rejection(vault.write([undecided as never]))).message).to.contain('"value"');
    await vault.write([{ ...undecided, value: 2 } as never]);
    expect(await vault.get('notes', 'one')).to.equal(2);
  });
});
