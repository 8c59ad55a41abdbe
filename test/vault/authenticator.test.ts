import { expect } from '@open-wc/testing';
import { broadcast } from '../../src/base/storage/channel.js';
import { toBase64Url } from '../../src/base/bytes.js';
import { clientFor } from '../../src/base/client/client.js';
import { LatchError } from '../../src/base/client/errors.js';
import { createPasskey } from '../../src/passkey/create.js';
import { listPasskeys } from '../../src/passkey/list.js';
import { evaluatePrf } from '../../src/passkey/prf.js';
import { readSession, type SignedInState } from '../../src/session/session.js';
import {
  createVault,
  exportVault,
  importVault,
  listVaults,
  lockWhenLeft,
  openVault,
  unlockVault,
  wipeVaults,
  type AskPasskey,
} from '../../src/vault/index.js';
import { signOutQuietly, signUpUser } from '../support/browser/account.js';
import { addAuthenticator, type Authenticator } from '../support/browser/authenticator.js';
import { watchBackendRequests } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { rejection } from '../support/browser/rejection.js';
import { createVaultWith, prfPasskey } from '../support/browser/vaults.js';

const client = clientFor();

describe('a vault and an authenticator', () => {
  let authenticator: Authenticator;

  beforeEach(async () => {
    authenticator = await addAuthenticator();
    await signUpUser();
    await createPasskey({ client });
  });

  afterEach(async () => {
    await wipeVaults();
    await authenticator.remove();
    await signOutQuietly();
  });

  it('open with the passkey that the person signs in with, also when no user is signed in any more', async () => {
    const vault = await createVault({ passkeys: await listPasskeys({ client }), ask: evaluatePrf });
    await vault.set('notes', 'one', 'Only here');
    vault.lock();
    await signOutQuietly();
    const again = await unlockVault({ ask: evaluatePrf });
    expect(await again.get('notes', 'one')).to.equal('Only here');
    again.lock();
  });

  it('open on another device with the same passkey, which is synced there, and with no recovery code', async () => {
    const { userId } = await listPasskeys({ client });
    const vault = await createVault({ passkeys: await listPasskeys({ client }), ask: evaluatePrf, private: true });
    await vault.set('notes', 'one', 'From the first device');
    vault.lock();
    const file = await exportVault(vault.id);
    // What is left is what another device has: the passkey, and nothing in the browser.
    await wipeVaults();
    await new Promise((resolve) => (indexedDB.deleteDatabase('latchkey.vault').onsuccess = resolve));
    expect(await listVaults()).to.deep.equal([]);
    const second = await importVault(file, { ask: evaluatePrf, userHandle: userId });
    expect([await second.get('notes', 'one'), (await second.keys()).map(({ kind }) => kind)]).to.deep.equal([
      'From the first device',
      ['passkey'],
    ]);
    second.lock();
    const again = await openVault({ client, ask: evaluatePrf, passkeys: () => listPasskeys({ client }) });
    expect([again.id, await again.list('notes')]).to.deep.equal([vault.id, ['one']]);
    again.lock();
  });

  it('are opened by one call: it creates the vault, unlocks it later, offline too, and locks it when the user signs out', async () => {
    const listed: number[] = [];
    const open = () =>
      openVault({
        client,
        ask: evaluatePrf,
        async passkeys() {
          const list = await listPasskeys({ client });
          listed.push(list.credentials.length);
          return list;
        },
      });
    const vault = await open();
    await vault.set('notes', 'one', 'Only here');
    vault.lock();
    const again = await open();
    expect([again.id, await again.get('notes', 'one'), listed]).to.deep.equal([vault.id, 'Only here', [1]]);
    again.lock();
    const backend = watchBackendRequests();
    backend.answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
    const offline = await open();
    backend.restore();
    const locked = new Promise((resolve) => offline.locked.addEventListener('abort', resolve));
    expect([await offline.get('notes', 'one'), listed]).to.deep.equal(['Only here', [1]]);
    broadcast({ type: 'signed-out' });
    await locked;
    expect(offline.lockReason).to.equal('sign-out');
  });

  it('stay apart: a user who is signed in is not asked for the vault of another, also if their passkeys cannot be listed', async () => {
    const key = prfPasskey('key');
    (await createVaultWith(key, 'bob')).lock();
    const asked: string[] = [];
    const ask: AskPasskey = (request) => {
      asked.push(...request.credentials.map(({ id }) => id));
      return evaluatePrf(request);
    };
    const failing = openVault({ client, ask, passkeys: () => Promise.reject(new LatchError('network', 'Injected.')) });
    expect((await rejection(failing)).code).to.equal('network');
    expect(asked).to.deep.equal([]);
    const vault = await openVault({ client, ask, passkeys: () => listPasskeys({ client }), autoLock: false });
    expect([asked.includes(key.id), (await listVaults()).length]).to.deep.equal([false, 2]);
    broadcast({ type: 'signed-out' });
    await settled();
    expect(vault.locked.aborted).to.equal(false);
    vault.lock();
  });

  it('belong to the user that the page shows: nothing is opened or created when another one has signed in', async () => {
    const { userId } = await listPasskeys({ client });
    const asked: AskPasskey = () => expect.fail('a passkey');
    const options = { client, userId, passkeys: () => listPasskeys({ client }) };
    await signUpUser();
    await createPasskey({ client });
    expect((await rejection(openVault({ ...options, ask: asked }))).code).to.equal('wrong_account');
    (await openVault({ ...options, userId: undefined, ask: evaluatePrf })).lock();
    expect((await rejection(openVault({ ...options, ask: asked }))).code).to.equal('wrong_account');
    expect(await listVaults()).to.have.length(1);
  });

  it('belong to the user of the session where the backend has another user handle in each list', async () => {
    const passkeys = async () => ({
      ...(await listPasskeys({ client })),
      userId: toBase64Url(crypto.getRandomValues(new Uint8Array(16))),
    });
    const vault = await openVault({ client, ask: evaluatePrf, passkeys });
    await vault.set('notes', 'one', 'Mine');
    const { user } = (await readSession(client)) as SignedInState;
    expect(await vault.belongsTo(user!.id!)).to.equal(true);
    broadcast({ type: 'signed-in' });
    await settled();
    expect(vault.locked.aborted).to.equal(false);
    vault.lock();
    const again = await openVault({ client, userId: user!.id!, ask: evaluatePrf, passkeys });
    expect([await again.get('notes', 'one'), (await listVaults()).length]).to.deep.equal(['Mine', 1]);
    again.lock();
  });

  it('belong to the user of the session if a page says who that is when it creates one of a list itself', async () => {
    const { user } = (await readSession(client)) as SignedInState;
    const list = {
      ...(await listPasskeys({ client })),
      userId: toBase64Url(crypto.getRandomValues(new Uint8Array(16))),
    };
    const vault = await createVault({ passkeys: list, userHandle: user!.id, ask: evaluatePrf });
    lockWhenLeft(vault, { client });
    expect([await vault.belongsTo(user!.id!), (await listVaults(user!.id)).length]).to.deep.equal([true, 1]);
    broadcast({ type: 'signed-in' });
    await settled();
    expect(vault.locked.aborted).to.equal(false);
    vault.lock();
    (await openVault({ client, ask: evaluatePrf, passkeys: async () => list })).lock();
    expect(await listVaults()).to.have.length(1);
  });

  it('ask for no passkey that derives no secrets, as the browser reported when it was made', async () => {
    const list = await listPasskeys({ client });
    const [passkey] = list.credentials;
    const without = { ...passkey!, id: 'AQID', prf: false as const };
    const asked: string[][] = [];
    const ask: AskPasskey = (request) => {
      asked.push(request.credentials.map(({ id }) => id));
      return evaluatePrf(request);
    };
    const none = openVault({ client, ask, passkeys: async () => ({ ...list, credentials: [without] }) });
    expect((await rejection(none)).code).to.equal('no_prf');
    expect([asked, await listVaults()]).to.deep.equal([[], []]);
    const vault = await openVault({
      client,
      ask,
      passkeys: async () => ({ ...list, credentials: [without, passkey!] }),
    });
    expect(asked).to.deep.equal([[passkey!.id]]);
    expect((await rejection(vault.addPasskey([without], ask))).code).to.equal('no_prf');
    vault.lock();
  });

  it('refuse by name what they cannot use, and stay locked then', async () => {
    const options = { client, ask: evaluatePrf, passkeys: () => listPasskeys({ client }) };
    expect(`${await rejection(openVault({ ...options, passkeys: [] as never }))}`).to.contain('TypeError: "passkeys"');
    expect(`${await rejection(openVault({ ...options, idleAfter: -1 }))}`).to.contain('TypeError: "idleAfter"');
    const list = { ...(await listPasskeys({ client })), userId: '' };
    expect(`${await rejection(createVault({ passkeys: list, ask: evaluatePrf }))}`).to.contain(
      'TypeError: "userHandle"',
    );
  });
});
