import { expect } from '@open-wc/testing';
import type { LatchError } from '../../src/base/client/errors.js';
import {
  createVault,
  listVaults,
  unlockVault,
  wipeVaults,
  type Vault,
  type VaultPasskey,
} from '../../src/vault/index.js';
import { rejection } from '../support/browser/rejection.js';
import { createVaultWith, handleOf, prfPasskey, unlockWith } from '../support/browser/vaults.js';

describe('the ways into a vault', () => {
  const phone = prfPasskey('phone');
  const laptop = prfPasskey('laptop');
  let vault: Vault;

  beforeEach(async () => {
    vault = await createVaultWith(phone);
    await vault.set('notes', 'one', 1);
  });

  afterEach(async () => {
    vault.lock();
    await wipeVaults();
  });

  const both: typeof phone.ask = (request) =>
    (request.credentials.some(({ id }) => id === laptop.id) ? laptop : phone).ask(request);
  const kinds = async () => (await vault.keys()).map(({ kind }) => kind);

  it('stay as many when the same passkey is added again', async () => {
    await vault.addPasskey([phone], phone.ask);
    await vault.addPasskey([{ ...phone, id: `${phone.id}=` }], phone.ask);
    expect((await vault.keys()).map(({ credentialId }) => credentialId)).to.deep.equal([phone.id]);
    expect(await (await unlockWith(phone)).get('notes', 'one')).to.equal(1);
  });

  it('are 64 at most, and one more is refused with nothing changed', async () => {
    const more = Array.from({ length: 63 }, (_, index) => prfPasskey(`key ${index}`));
    for (const one of more)
      await vault.addPasskey([one], (request) =>
        (request.credentials.some(({ id }) => id === one.id) ? one : phone).ask(request),
      );
    expect((await rejection(vault.addPasskey([laptop], both))).code).to.equal('constraint');
    expect((await rejection(vault.createRecoveryCode(phone.ask))).code).to.equal('constraint');
    expect([(await vault.keys()).length, await (await unlockWith(more[62]!)).get('notes', 'one')]).to.deep.equal([
      64, 1,
    ]);
  });

  it('are those of one person alone when that person is named', async () => {
    const others = await createVaultWith(laptop, 'bob');
    others.lock();
    const asked: string[][] = [];
    const ask: typeof phone.ask = (request) => {
      asked.push(request.credentials.map(({ id }) => id));
      return both(request);
    };
    expect((await unlockVault({ ask, userHandle: handleOf('alice') })).id).to.equal(vault.id);
    expect((await unlockVault({ ask, userHandle: handleOf('bob') })).id).to.equal(others.id);
    expect(asked).to.deep.equal([[phone.id], [laptop.id]]);
    expect((await rejection(unlockVault({ ask, userHandle: handleOf('carol') }))).code).to.equal('vault_empty');
  });

  it('end with the last one, whichever kind that is', async () => {
    expect((await rejection(vault.removeKey(phone.id))).code).to.equal('constraint');
    await vault.createRecoveryCode(phone.ask);
    await vault.removeKey(phone.id);
    const [code] = await vault.keys();
    expect((await rejection(vault.removeKey(code!.credentialId))).code).to.equal('constraint');
    expect(await kinds()).to.deep.equal(['code']);
  });

  it('may be the recovery code alone: it unlocks, and lets a new passkey in; who asks for a passkey hears that there is none', async () => {
    const code = await vault.createRecoveryCode(phone.ask);
    await vault.removeKey(phone.id);
    expect(await listVaults()).to.deep.equal([{ id: vault.id, rpId: 'localhost', passkeys: 0, hasRecoveryCode: true }]);
    phone.asked = 0;
    for (const attempt of [
      () => unlockVault({ ask: phone.ask }),
      () => vault.rotate({ ask: phone.ask }),
      () => vault.createRecoveryCode(phone.ask),
      () => vault.addPasskey([laptop], both),
    ]) {
      expect((await rejection(attempt())).code).to.equal('vault_wrong_key');
    }
    expect(phone.asked).to.equal(0);
    const again = await unlockVault({ code });
    await again.addPasskey([laptop], laptop.ask, { code });
    expect([await (await unlockWith(laptop)).get('notes', 'one'), await kinds()]).to.deep.equal([
      1,
      ['code', 'passkey'],
    ]);
  });

  it('let no one in with a code that is not the one, nor where there is none', async () => {
    expect(
      (await rejection(vault.addPasskey([laptop], laptop.ask, { code: 'ABCD-EFGH-JKMN-PQRS-TVWX-YZ01-2345-6789' })))
        .code,
    ).to.equal('vault_wrong_key');
    const code = await vault.createRecoveryCode(phone.ask);
    for (const wrong of [
      '',
      'no code',
      `${code}0`,
      code.slice(1),
      'ABCD-EFGH-JKMN-PQRS-TVWX-YZ01-2345-6789',
      `${code.slice(0, -1)}U`,
    ]) {
      expect((await rejection(vault.addPasskey([laptop], laptop.ask, { code: wrong }))).code, wrong).to.equal(
        'vault_wrong_key',
      );
      expect((await rejection(unlockVault({ code: wrong }))).code, wrong).to.equal('vault_wrong_key');
    }
    expect(await kinds()).to.deep.equal(['passkey', 'code']);
  });

  it('take a code in every spelling that people and their keyboards give it', async () => {
    const code = await vault.createRecoveryCode(phone.ask);
    const spellings = [
      code.toLowerCase(),
      code.replaceAll('-', ''),
      code.replaceAll('-', ' '),
      code.replaceAll('-', '\u2013'),
      code.replaceAll('-', '\u2011'),
      code.replaceAll('-', '\u2212'),
      code.replaceAll('-', '\u00a0'),
      code.replaceAll('-', '\u200b'),
      code.replaceAll('1', 'l').replaceAll('0', 'o'),
      code.replaceAll('1', 'I').replaceAll('0', 'O'),
      `\n ${code}\t`,
      code.replaceAll('-', '\u034f\u30fc'),
      code.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit))),
      code.replace(/\d/g, (digit) => String.fromCharCode(0x0966 + Number(digit))),
      [...code]
        .map((character) => (character === '-' ? character : String.fromCharCode(character.charCodeAt(0) + 0xfee0)))
        .join(''),
    ];
    for (const spelling of spellings)
      expect(await (await unlockVault({ code: spelling })).get('notes', 'one'), spelling).to.equal(1);
  });

  it('stay open by the code once the key is replaced, and not once it is compromised', async () => {
    const code = await vault.createRecoveryCode(phone.ask);
    for (let times = 0; times < 3; times++) await vault.rotate({ ask: phone.ask });
    expect(await (await unlockVault({ code })).get('notes', 'one')).to.equal(1);
    await vault.rotate({ ask: phone.ask });
    await vault.addPasskey([laptop], laptop.ask, { code });
    expect(await (await unlockWith(laptop)).get('notes', 'one')).to.equal(1);
    await vault.rotate({ ask: phone.ask, compromised: true });
    expect((await rejection(unlockVault({ code }))).code).to.equal('vault_wrong_key');
    expect(await kinds()).to.deep.equal(['passkey']);
  });

  it('close for a passkey that another tab has removed, also in a tab that is unlocked by it, as soon as that one is requested', async () => {
    await vault.addPasskey([laptop], both);
    const other = await unlockWith(laptop);
    await vault.removeKey(laptop.id);
    expect(await other.get('notes', 'one')).to.equal(1);
    for (const attempt of [
      () => other.rotate({ ask: laptop.ask }),
      () => other.createRecoveryCode(laptop.ask),
      () => unlockWith(laptop),
    ])
      expect((await rejection<DOMException>(attempt())).name).to.equal('NotAllowedError');
    await vault.rotate({ ask: phone.ask });
    const { code, retryable } = await rejection<LatchError>(other.get('notes', 'one'));
    expect([code, retryable, other.lockReason]).to.deep.equal(['vault_locked', true, 'key-changed']);
  });

  for (const [what, wrong] of Object.entries({
    'no list': undefined,
    'an empty list': [],
    'no id': [{}],
    'an empty id': [{ id: '' }],
    'an id that is no base64url': [{ id: 'a b' }],
  }) as Array<[string, VaultPasskey[]]>) {
    it(`are refused by name when they are ${what}, before anybody is asked`, async () => {
      laptop.asked = phone.asked = 0;
      expect(`${await rejection(vault.addPasskey(wrong, both))}`).to.contain('TypeError: "passkeys"');
      expect(
        `${await rejection(createVault({ rpId: 'localhost', userHandle: handleOf('bob'), passkeys: wrong, ask: laptop.ask }))}`,
      ).to.contain('TypeError: "passkeys"');
      expect([laptop.asked, phone.asked]).to.deep.equal([0, 0]);
    });
  }

  it('can be read again whatever a backend says beside their ids', async () => {
    const odd = {
      ...laptop,
      transports: [...Array.from({ length: 80 }, (_, index) => `radio ${index}`), 7, null],
      backedUp: null,
    } as unknown as VaultPasskey;
    const bobs = await createVault({
      rpId: 'localhost',
      userHandle: handleOf('bob'),
      passkeys: [odd],
      ask: laptop.ask,
    });
    await bobs.set('notes', 'one', 'of bob');
    bobs.lock();
    expect(await (await unlockWith(laptop)).get('notes', 'one')).to.equal('of bob');
  });

  it('are named in the error when something else is missing', async () => {
    const options = { rpId: 'localhost', userHandle: handleOf('bob'), passkeys: [laptop], ask: laptop.ask };
    for (const [name, wrong] of [
      ['rpId', ''],
      ['rpId', 7],
      ['userHandle', ''],
      ['userHandle', 'a b'],
      ['userHandle', undefined],
      ['ask', undefined],
    ] as const) {
      expect(`${await rejection(createVault({ ...options, [name]: wrong } as never))}`).to.contain(
        `TypeError: "${name}"`,
      );
    }
    expect(`${await rejection(unlockVault({}))}`).to.contain('TypeError: "ask"');
    expect(`${await rejection(unlockVault({ code: 7 as never }))}`).to.contain('TypeError: "code"');
    expect(`${await rejection(vault.rotate({ ask: 1 as never }))}`).to.contain('TypeError: "ask"');
    await vault.setStream('files', 'one', new Blob(['x']));
    expect(`${await rejection(vault.get('files', 'one'))}`).to.contain('TypeError: "one" is a stream');
    expect((await listVaults()).length).to.equal(1);
  });
});
