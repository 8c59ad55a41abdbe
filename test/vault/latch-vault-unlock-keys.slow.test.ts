import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import '../../src/define/vault-unlock.js';
import { countUnsent, wipeLocalData, registerLocalData } from '../../src/sign-out/local-data.js';
import { clientFor } from '../../src/base/client/client.js';
import type { LatchVaultUnlock } from '../../src/elements.js';
import { createPasskey } from '../../src/passkey/create.js';
import { announceSession } from '../../src/session/session.js';
import { listVaults, wipeVaults } from '../../src/vault/index.js';
import { signInAgain, signOutQuietly, signUpUser } from '../support/browser/account.js';
import { addAuthenticator, type Authenticator } from '../support/browser/authenticator.js';
import { watchBackendRequests } from '../support/browser/backend.js';
import { statusOf } from '../support/browser/elements.js';
import { choose } from '../support/browser/menu.js';
import {
  aboutOf,
  adviceOf,
  answerDialog,
  buttonNamed,
  dialogTitle,
  mainButton,
  shown,
} from '../support/browser/vault-lock.js';

const client = clientFor();

describe('the keys of <latch-vault-unlock>', () => {
  let phone: Authenticator;
  let userId: string;
  const undo: (() => unknown)[] = [];

  beforeEach(async () => {
    phone = await addAuthenticator();
    userId = await signUpUser();
  });

  afterEach(async () => {
    document.querySelectorAll('latch-vault-unlock').forEach((lock) => lock.remove());
    for (const restore of undo.splice(0).reverse()) await restore();
    await wipeVaults();
    await phone.remove();
    await signOutQuietly();
  });

  const put = () => fixture<LatchVaultUnlock>(html`<latch-vault-unlock></latch-vault-unlock>`);
  const codeOf = (lock: LatchVaultUnlock) => lock.renderRoot.querySelector('[part=box]')!.textContent!;

  /** Puts one into the page whose vault exists, is unlocked, and opens with one passkey. */
  async function unlocked(): Promise<LatchVaultUnlock> {
    await createPasskey({ client });
    const lock = await put();
    await lock.unlock();
    await shown(lock, () => adviceOf(lock));
    return lock;
  }

  /** Adds a security key to the account beside the phone. */
  async function addSecurityKey(): Promise<void> {
    await phone.setPresence(false);
    const key = await addAuthenticator({
      transport: 'usb',
      defaultBackupEligibility: false,
      defaultBackupState: false,
    });
    undo.push(() => key.remove());
    await createPasskey({ client });
    await phone.setPresence(true);
  }

  /** Has a recovery code made, and ends its dialog with the button of these words. */
  async function makeCode(lock: LatchVaultUnlock, end: string): Promise<string> {
    await choose(lock, 'Create a recovery code');
    await answerDialog(lock, 'Create a recovery code?', 'Continue');
    await shown(lock, () => dialogTitle(lock) === 'Your recovery code');
    const code = codeOf(lock);
    await expect(lock).to.be.accessible();
    await answerDialog(lock, 'Your recovery code', end);
    await shown(lock, () => !lock.matches(':state(pending)'));
    return code;
  }

  it('are a passkey that is created first and then used once more, in an account that has none', async () => {
    const lock = await put();
    mainButton(lock).click();
    await shown(lock, () => dialogTitle(lock) === 'Create a passkey first?');
    await expect(lock).to.be.accessible();
    const unlocking = oneEvent(lock, 'latch-unlocked');
    await answerDialog(lock, 'Create a passkey first?', 'Continue');
    await shown(lock, () => dialogTitle(lock) === 'Now use your new passkey');
    expect((await phone.credentials()).length).to.equal(1);
    expect(await listVaults()).to.deep.equal([]);
    await answerDialog(lock, 'Now use your new passkey', 'Continue');
    await unlocking;
    expect(await lock.vault!.keys()).to.have.length(1);
  });

  it('do not ask for a new passkey once more that derives no secrets, as the browser said at once', async () => {
    await phone.remove();
    phone = await addAuthenticator({ hasPrf: false });
    const lock = await put();
    mainButton(lock).click();
    await shown(lock, () => dialogTitle(lock) === 'Create a passkey first?');
    const failing = oneEvent(lock, 'latch-unlock-failed');
    await answerDialog(lock, 'Create a passkey first?', 'Continue');
    expect((await failing).detail).to.have.property('code', 'no_prf');
    expect([(await phone.credentials()).length, await listVaults()]).to.deep.equal([1, []]);
  });

  it('are not offered in a browser without passkeys; the status line says that at once', async () => {
    const lock = await put();
    const own = Object.getOwnPropertyDescriptor(globalThis, 'PublicKeyCredential')!;
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    undo.push(async () => void Object.defineProperty(globalThis, 'PublicKeyCredential', own));
    mainButton(lock).click();
    await shown(lock, () => statusOf(lock).includes('can’t'));
    expect(dialogTitle(lock)).to.equal(undefined);
  });

  it('stay as they are when the person declines to create a passkey', async () => {
    const lock = await put();
    mainButton(lock).click();
    await answerDialog(lock, 'Create a passkey first?', 'Cancel');
    await shown(lock, () => statusOf(lock) === 'Nothing changed. Try again.');
    expect([await listVaults(), (await phone.credentials()).length]).to.deep.equal([[], 0]);
  });

  it('come with advice as long as there is one, and are joined by another passkey, with a click before each request', async () => {
    const lock = await unlocked();
    expect(adviceOf(lock)).to.equal(
      'If you lose this passkey, unsynced changes are lost. Add another passkey or a recovery code.',
    );
    await addSecurityKey();
    await choose(lock, 'Add a passkey');
    await answerDialog(lock, 'Add a passkey?', 'Continue');
    await answerDialog(lock, 'Now the new passkey', 'Continue');
    await shown(lock, () => statusOf(lock) === 'Passkey added.');
    await shown(lock, () => adviceOf(lock) === undefined);
    expect((await lock.vault!.keys()).map(({ backedUp }) => backedUp)).to.deep.equal([true, false]);
    expect(statusOf(lock)).to.equal('Passkey added.');
    lock.lock();
    await phone.setPresence(false);
    await lock.unlock();
    expect(lock.unlocked).to.equal(true);
  });

  it('say that all passkeys of the account open it already', async () => {
    const lock = await unlocked();
    await lock.addPasskey();
    await lock.updateComplete;
    expect([statusOf(lock), await lock.vault!.keys().then(({ length }) => length)]).to.deep.equal([
      'All your passkeys already unlock this data. Add another one to your account first.',
      1,
    ]);
  });

  it('are joined by a recovery code, which opens the vault offline and without a passkey, however it is typed', async () => {
    const lock = await unlocked();
    await lock.vault!.set('notes', 'one', 'Only here');
    const code = await makeCode(lock, 'I’ve saved it');
    await lock.updateComplete;
    expect(code).to.match(/^([0-9A-Z]{4}-){7}[0-9A-Z]{4}$/);
    expect([statusOf(lock), lock.shadowRoot!.innerHTML.includes(code)]).to.deep.equal(['Recovery code added.', false]);
    lock.lock();
    await phone.setPresence(false);
    const backend = watchBackendRequests();
    undo.push(backend.restore);
    backend.answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
    (await shown(lock, () => buttonNamed(lock, 'Use recovery code'))).click();
    await shown(lock, () => dialogTitle(lock) === 'Unlock with your recovery code');
    await expect(lock).to.be.accessible();
    const input = lock.renderRoot.querySelector<HTMLInputElement>('dialog input')!;
    input.value = 'ABCD-EFGH';
    await answerDialog(lock, 'Unlock with your recovery code', 'Unlock');
    await shown(
      lock,
      () =>
        lock.renderRoot.querySelector('dialog [role=alert]')!.textContent ===
        'That code doesn’t unlock this data. Check it and try again.',
    );
    input.value = code.toLowerCase().replaceAll('-', ' ');
    const unlocking = oneEvent(lock, 'latch-unlocked');
    await answerDialog(lock, 'Unlock with your recovery code', 'Unlock');
    await unlocking;
    expect(await lock.vault!.get('notes', 'one')).to.equal('Only here');
    await shown(lock, () => !lock.matches(':state(pending)'));
    expect([dialogTitle(lock), lock.shadowRoot!.activeElement?.className]).to.deep.equal([undefined, 'content']);
  });

  it('are joined by a new passkey in place of a lost one, once the recovery code has unlocked the vault and was entered again', async () => {
    const lock = await unlocked();
    await lock.vault!.set('notes', 'one', 'Only here');
    const code = await makeCode(lock, 'I’ve saved it');
    lock.lock();
    await addSecurityKey();
    await phone.setPresence(false);
    const enter = async (title: string, words: string, typed: string) => {
      await shown(lock, () => dialogTitle(lock) === title);
      lock.renderRoot.querySelector<HTMLInputElement>('dialog input')!.value = typed;
      await answerDialog(lock, title, words);
    };
    (await shown(lock, () => buttonNamed(lock, 'Use recovery code'))).click();
    const unlocking = oneEvent(lock, 'latch-unlocked');
    await enter('Unlock with your recovery code', 'Unlock', code);
    await unlocking;
    await shown(lock, () => !lock.matches(':state(pending)'));
    expect(adviceOf(lock)).to.equal('If you lost your passkey, add another one.');
    await expect(lock).to.be.accessible();
    await choose(lock, 'Add a passkey');
    await enter('Add a passkey?', 'Continue', 'ABCD-EFGH');
    await shown(
      lock,
      () =>
        lock.renderRoot.querySelector('dialog [role=alert]')!.textContent ===
        'That code doesn’t unlock this data. Check it and try again.',
    );
    await expect(lock).to.be.accessible();
    await enter('Add a passkey?', 'Continue', code);
    await shown(lock, () => statusOf(lock) === 'Passkey added.');
    await shown(lock, () => adviceOf(lock) === undefined);
    expect([
      (await lock.vault!.keys()).map(({ kind }) => kind),
      lock.shadowRoot!.innerHTML.includes(code),
    ]).to.deep.equal([['passkey', 'code', 'passkey'], false]);
    lock.lock();
    await lock.unlock();
    expect(await lock.vault!.get('notes', 'one')).to.equal('Only here');
    await shown(lock, () => lock.vault);
    expect(adviceOf(lock)).to.equal(undefined);
  });

  it('show a recovery code that can be copied', async () => {
    const copied: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void copied.push(text) },
    });
    undo.push(() => Reflect.deleteProperty(navigator, 'clipboard'));
    const lock = await unlocked();
    const made = lock.createRecoveryCode();
    await answerDialog(lock, 'Create a recovery code?', 'Continue');
    await answerDialog(lock, 'Your recovery code', 'Copy');
    await shown(lock, () => buttonNamed(lock, 'Copied'));
    expect(copied).to.deep.equal([codeOf(lock)]);
    await answerDialog(lock, 'Your recovery code', 'I’ve saved it');
    await made;
  });

  it('are what they were when the person throws the recovery code away', async () => {
    const lock = await unlocked();
    await makeCode(lock, 'Discard code');
    expect((await lock.vault!.keys()).map(({ kind }) => kind)).to.deep.equal(['passkey']);
  });

  it('take the recovery code off the screen when the vault is locked', async () => {
    const lock = await unlocked();
    const made = lock.createRecoveryCode();
    await answerDialog(lock, 'Create a recovery code?', 'Continue');
    await shown(lock, () => dialogTitle(lock) === 'Your recovery code');
    const code = codeOf(lock);
    lock.lock();
    await lock.updateComplete;
    expect([lock.shadowRoot!.innerHTML.includes(code), dialogTitle(lock)]).to.deep.equal([false, undefined]);
    await made;
    await lock.updateComplete;
    expect(statusOf(lock)).to.equal('Locked.');
  });

  it('do not open what was changed from outside: the person hears how many changes are unsent before all is deleted', async () => {
    const lock = await unlocked();
    await lock.vault!.set('notes', 'one', 'Only here');
    lock.lock();
    undo.push(registerLocalData({ name: 'outbox', wipe: () => {}, countUnsent: () => 2 }));
    await changeKeys();
    const failed = oneEvent(lock, 'latch-unlock-failed');
    mainButton(lock).click();
    expect((await failed).detail).to.have.property('code', 'vault_damaged');
    await shown(lock, () => !lock.matches(':state(pending)') && mainButton(lock).textContent!.trim() === 'Start over');
    expect(aboutOf(lock)).to.contain('Something else changed');
    await expect(lock).to.be.accessible();
    mainButton(lock).click();
    await shown(lock, () => dialogTitle(lock) === 'Delete and start over?');
    expect(lock.renderRoot.querySelector('dialog p')!.textContent).to.contain(
      '2 changes have not been sent to the server. They will be lost.',
    );
    await expect(lock).to.be.accessible();
    await answerDialog(lock, 'Delete and start over?', 'Cancel');
    await shown(lock, () => !lock.matches(':state(pending)'));
    expect(await listVaults()).to.have.length(1);
    mainButton(lock).click();
    await answerDialog(lock, 'Delete and start over?', 'Delete and start over');
    await shown(lock, () => mainButton(lock).textContent!.trim() === 'Lock with a passkey');
    await shown(lock, () => statusOf(lock) === 'Deleted. You can lock this app’s data again.');
    expect(await listVaults()).to.deep.equal([]);
  });

  it('do not open the vault of another person on the same device, who gets one of their own beside it', async () => {
    const lock = await unlocked();
    await lock.vault!.set('notes', 'one', 'of the first');
    const { id } = lock.vault!;
    lock.lock();
    await signOutQuietly();
    await phone.remove();
    phone = await addAuthenticator();
    await signUpUser();
    announceSession('signed-in');
    await shown(lock, () => mainButton(lock).textContent!.trim() === 'Lock with a passkey');
    await createPasskey({ client });
    await lock.unlock();
    expect(await lock.vault!.list('notes')).to.deep.equal([]);
    expect((await listVaults()).map((vault) => vault.id).sort()).to.deep.equal([id, lock.vault!.id].sort());
    lock.lock();
    await signOutQuietly();
    announceSession('signed-out');
    await shown(lock, () => mainButton(lock).textContent!.trim() === 'Unlock');
  });

  describe('of two people whose passkeys are with the same provider', () => {
    let lock: LatchVaultUnlock;
    let people: { name: string; vault: string }[];

    beforeEach(async () => {
      lock = await unlocked();
      people = [{ name: userId, vault: lock.vault!.id }];
      lock.lock();
      const name = await signUpUser();
      announceSession('signed-in');
      await shown(lock, () => mainButton(lock).textContent!.trim() === 'Lock with a passkey');
      await createPasskey({ client });
      await lock.unlock();
      people.push({ name, vault: lock.vault!.id });
      lock.lock();
    });

    const vaults = async () => (await listVaults()).map(({ id }) => id);

    /** Has an attempt to unlock fail, after which the element offers to start over, and clicks that. */
    async function startAnew(): Promise<void> {
      await phone.setUserVerified(false);
      await lock.unlock();
      (await shown(lock, () => buttonNamed(lock, 'Start over'))).click();
    }

    it('open the vault of the one who is signed in', async () => {
      for (const { name, vault } of people) {
        await signInAgain(name);
        await lock.unlock();
        expect(lock.vault!.id).to.equal(vault);
        lock.lock();
      }
    });

    it('are asked about nothing of the other: no code of the other is offered or opens, and no write of the other is counted or deleted', async () => {
      const [first, second] = people as [(typeof people)[0], (typeof people)[0]];
      await signInAgain(first.name);
      await lock.unlock();
      const code = await makeCode(lock, 'I’ve saved it');
      await lock.vault!.write([
        { store: 'notes', id: 'one', value: 'of the first' },
        { store: 'latchkey.outbox', id: '1', value: { path: '/notes/one' } },
      ]);
      lock.lock();
      await shown(lock, () => buttonNamed(lock, 'Use recovery code'));

      await signInAgain(second.name);
      announceSession('signed-in');
      await shown(lock, () => !buttonNamed(lock, 'Use recovery code'));
      await lock.unlock();
      const theirs = await makeCode(lock, 'I’ve saved it');
      expect([lock.vault!.id, await lock.vault!.list('notes')]).to.deep.equal([second.vault, []]);
      lock.lock();
      (await shown(lock, () => buttonNamed(lock, 'Use recovery code'))).click();
      await shown(lock, () => dialogTitle(lock) === 'Unlock with your recovery code');
      const input = lock.renderRoot.querySelector<HTMLInputElement>('dialog input')!;
      input.value = code;
      await answerDialog(lock, 'Unlock with your recovery code', 'Unlock');
      await shown(lock, () => lock.renderRoot.querySelector('dialog [role=alert]')!.textContent !== '');
      expect(lock.unlocked).to.equal(false);
      input.value = theirs;
      await answerDialog(lock, 'Unlock with your recovery code', 'Unlock');
      await shown(lock, () => lock.unlocked);
      expect(lock.vault!.id).to.equal(second.vault);
      lock.lock();

      expect((await countUnsent(client)).unsent).to.equal(0);
      expect(await wipeLocalData(client)).to.deep.equal([]);
      expect(await vaults()).to.deep.equal([first.vault]);
      await signInAgain(first.name);
      await lock.unlock();
      expect([await lock.vault!.get('notes', 'one'), (await countUnsent(client)).unsent]).to.deep.equal([
        'of the first',
        1,
      ]);
    });

    it('leave the vault of the other person when one starts over', async () => {
      await startAnew();
      await answerDialog(lock, 'Delete and start over?', 'Delete and start over');
      await shown(lock, () => statusOf(lock) === 'Deleted. You can lock this app’s data again.');
      expect(await vaults()).to.deep.equal([people[0]!.vault]);
    });

    it('leave both vaults while it is unknown who starts over', async () => {
      await signOutQuietly();
      await startAnew();
      await shown(lock, () => statusOf(lock) === 'Sign in first. After that, this works offline too.');
      expect((await vaults()).sort()).to.deep.equal(people.map(({ vault }) => vault).sort());
    });
  });
});

/** Does to the list of keys what an attacker with access to the disk could do. */
async function changeKeys(): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('latchkey.vault');
    request.onsuccess = () => resolve(request.result);
  });
  const transaction = database.transaction('keys', 'readwrite');
  const keys = transaction.objectStore('keys');
  keys.openCursor().onsuccess = ({ target }) => {
    const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result;
    if (cursor) cursor.update({ ...(cursor.value as object), revision: 7 });
  };
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  database.close();
}
