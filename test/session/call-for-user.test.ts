import { expect } from '@open-wc/testing';
import * as account from '../../src/account/account.js';
import { approveDevice } from '../../src/another-device/other-device.js';
import { clientFor } from '../../src/base/client/client.js';
import { createPasskey } from '../../src/passkey/create.js';
import { listPasskeys } from '../../src/passkey/list.js';
import { changeAccount, removePasskey, renamePasskey } from '../../src/passkey/manage.js';
import { stepUp } from '../../src/passkey/step-up.js';
import { removePassword, setPassword } from '../../src/password/settings.js';
import { confirmPayment } from '../../src/payment/confirm.js';
import * as secondFactor from '../../src/second-factor/second-factor.js';
import { listSessions, signOutDevice } from '../../src/session/session-list.js';
import { PersonalList } from '../../src/session/personal-list.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { order } from '../support/browser/payment-requests.js';
import { rejection } from '../support/browser/rejection.js';
import { forgetSignOuts, notedSignOut, noteEarlierSignOut } from '../support/browser/sign-outs.js';

const client = clientFor();
const user = { id: 'YWRh', name: 'ada', displayName: 'Ada' };
const session = { signedIn: true, user, authMethod: 'password', authTime: 1000, expires: 4_000_000_000_000 };
const accountOfAda = { name: 'ada', displayName: 'Ada' };

/** Everything that a page can request or change for the signed-in user. */
const calls: Record<string, () => Promise<unknown>> = {
  readAccount: () => account.readAccount({ client }),
  changeAddresses: () => account.changeAddresses({ client, email: 'ada@example.com' }),
  signOutOtherDevices: () => account.signOutOtherDevices({ client }),
  listSecurityEvents: () => account.listSecurityEvents({ client }),
  readDeletion: () => account.readDeletion({ client }),
  listLinkedAccounts: () => account.listLinkedAccounts({ client }),
  unlinkAccount: () => account.unlinkAccount({ client, id: '1' }),
  deleteAccount: () => account.deleteAccount({ client }),
  restoreAccount: () => account.restoreAccount({ client }),
  changeAccount: () => changeAccount({ client, name: 'grace' }),
  listPasskeys: () => listPasskeys({ client }),
  renamePasskey: () => renamePasskey({ client, id: 'AQID', nickname: 'Phone' }),
  removePasskey: () => removePasskey({ client, id: 'AQID' }),
  createPasskey: () => createPasskey({ client }),
  stepUp: () => stepUp({ client }),
  setPassword: () => setPassword({ client, password: 'correct horse battery' }),
  removePassword: () => removePassword({ client }),
  readSecondFactor: () => secondFactor.readSecondFactor({ client }),
  requireSecondFactor: () => secondFactor.requireSecondFactor({ client, required: false }),
  enrollTotp: () => secondFactor.enrollTotp({ client }),
  confirmTotpInSettings: () => secondFactor.confirmTotpInSettings({ client, code: '123456' }),
  removeTotp: () => secondFactor.removeTotp({ client }),
  renewRecoveryCodes: () => secondFactor.renewRecoveryCodes({ client }),
  listSessions: () => listSessions({ client }),
  signOutDevice: () => signOutDevice({ client, id: '1' }),
  approveDevice: () => approveDevice({ client, code: 'BCDF-GHJK' }),
  confirmPayment: () => confirmPayment({ client, ...order }),
};

describe('while the backend has not confirmed a sign-out', () => {
  let backend: BackendRequests;

  beforeEach(() => {
    backend = watchBackendRequests();
    noteEarlierSignOut({ authTime: 1000 });
  });

  afterEach(async () => {
    await forgetSignOuts();
    backend.restore();
  });

  for (const [name, call] of Object.entries(calls))
    it(`${name} requests nothing of the user who has left`, async () => {
      backend.answerWith(({ path }) => (path === '/session' ? json(session) : json({}, 500)));
      expect((await rejection(call())).code).to.equal('unauthenticated');
      expect(
        backend.all.map(({ path }) => path).filter((path) => !['/session', '/logout'].includes(path)),
      ).to.deep.equal([]);
    });

  it('nothing is requested without a connection', async () => {
    backend.answerWith(() => Promise.reject(new TypeError('offline')));
    expect((await rejection(listPasskeys({ client }))).code).to.equal('unauthenticated');
  });

  it('it is asked to first, and what was requested comes once it has', async () => {
    backend.answerWith(({ path }) => json(path === '/session' ? session : path === '/account' ? accountOfAda : {}));
    expect((await account.readAccount({ client })).name).to.equal('ada');
    expect([notedSignOut(), backend.to('/logout').length]).to.deep.equal([null, 1]);
  });

  it('a user who has signed in meanwhile gets what they request, and stays signed in', async () => {
    backend.answerWith(({ path }) => json(path === '/account' ? accountOfAda : { ...session, authTime: Date.now() }));
    expect((await account.readAccount({ client })).name).to.equal('ada');
    expect([notedSignOut(), backend.to('/logout').length]).to.deep.equal([null, 0]);
  });

  it('a list that was shown goes', async () => {
    await forgetSignOuts();
    const told: string[] = [];
    const list = new PersonalList<string>({ baseUrl: '', addController() {}, requestUpdate() {} } as never, {
      fetch: async () => [(await account.readAccount({ client })).name],
      failed: (error) => told.push('code' in error ? error.code : error.message),
    });
    const over = new AbortController();
    backend.answerWith(({ path }) => (path === '/account' ? json(accountOfAda) : json({}, 500)));
    await list.refresh(over.signal);
    expect(list.items).to.deep.equal(['ada']);
    noteEarlierSignOut({ authTime: 1000 });
    await list.refresh(over.signal);
    expect([list.items, list.problem?.code, told]).to.deep.equal([undefined, 'unauthenticated', ['unauthenticated']]);
  });
});
