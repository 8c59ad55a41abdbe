import { expect } from '@open-wc/testing';
import { clientFor } from '../../src/base/client/client.js';
import {
  changeAddresses,
  deleteAccount,
  listLinkedAccounts,
  listSecurityEvents,
  readDeletion,
  restoreAccount,
  signOutOtherDevices,
  unlinkAccount,
  readAccount,
} from '../../src/account/account.js';
import type { RequestOptions } from '../../src/base/client/client.js';
import { listSessions } from '../../src/session/session-list.js';
import { signInElsewhere, signOutQuietly, signUpUser, whoIsSignedIn } from '../support/browser/account.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { rejection } from '../support/browser/rejection.js';

const client = clientFor();

describe('the account of the signed-in user', () => {
  let backend: BackendRequests;

  beforeEach(() => (backend = watchBackendRequests()));

  afterEach(async () => {
    backend.restore();
    await signOutQuietly();
  });

  it('is signed out on all other devices, and stays signed in here', async () => {
    const name = await signUpUser();
    await signInElsewhere(name);
    await signInElsewhere(name);
    expect(await signOutOtherDevices({ client })).to.equal(2);
    expect((await listSessions({ client })).map(({ current }) => current)).to.deep.equal([true]);
    expect(await whoIsSignedIn()).to.equal(name);
  });

  it('is deleted after the days that the backend grants, and is kept if it is restored', async () => {
    const name = await signUpUser();
    const { deletesAt } = await deleteAccount({ client });
    expect(deletesAt).to.be.greaterThan(Date.now());
    await restoreAccount({ client });
    expect((await rejection(restoreAccount({ client }))).code).to.equal('not_found');
    expect(await whoIsSignedIn()).to.equal(name);
  });

  it('has events, the latest first', async () => {
    const name = await signUpUser();
    await signInElsewhere(name);
    const { events, next } = await listSecurityEvents({ client });
    expect(events.map(({ type }) => type)).to.deep.equal(['signed-in', 'account-created']);
    expect(next).to.equal(undefined);
    expect((await listSecurityEvents({ client, from: `${events[0]!.at}.${events[0]!.id}` })).events).to.have.length(1);
  });

  it('has a name, addresses and the settings that the backend offers', async () => {
    const name = await signUpUser();
    const before = await readAccount({ client });
    expect([before.name, before.email]).to.deep.equal([name, undefined]);
    expect(before.chapters).to.include('password-settings');
    await changeAddresses({ client, email: 'ada@example.com' });
    expect((await readAccount({ client })).email).to.deep.equal({ address: 'ada@example.com', verified: false });
    expect(await rejection(changeAddresses({ client, email: 'nowhere' }))).to.include({
      code: 'rejected',
      status: 400,
    });
    await changeAddresses({ client, email: null });
    expect((await readAccount({ client })).email).to.equal(undefined);
    const wrong = await changeAddresses({ client }).catch((error: unknown) => error);
    expect(wrong).to.be.instanceOf(TypeError);
  });

  it('says before what its deletion would do, and afterwards when', async () => {
    const name = await signUpUser();
    const plan = await readDeletion({ client, language: 'en' });
    expect(plan.deletesAt).to.equal(undefined);
    expect(plan.grace).to.be.greaterThan(0);
    expect(plan.consequences).to.deep.equal([`Someone else can take the name “${name}”.`]);
    const { deletesAt } = await deleteAccount({ client });
    expect((await readDeletion({ client })).deletesAt).to.equal(deletesAt);
    await restoreAccount({ client });
  });

  it('lists its accounts at providers, and unlinks none that it does not have', async () => {
    await signUpUser();
    expect(await listLinkedAccounts({ client })).to.deep.equal([]);
    expect((await rejection(unlinkAccount({ client, id: 'another' }))).code).to.equal('not_found');
    const wrong = await unlinkAccount({ client, id: 7 as never }).catch((error: unknown) => error);
    expect(wrong).to.be.instanceOf(TypeError);
  });

  it('needs a user: `unauthenticated`', async () => {
    for (const act of [
      listSecurityEvents,
      signOutOtherDevices,
      deleteAccount,
      restoreAccount,
      readAccount,
      readDeletion,
      listLinkedAccounts,
      ({ client: own }: RequestOptions) => unlinkAccount({ client: own, id: 'x' }),
    ])
      expect((await rejection(act({ client }))).code).to.equal('unauthenticated');
  });

  it('cannot be changed at a backend that lacks the chapters: `unsupported`', async () => {
    backend.answerWith(() => json({}, 405));
    for (const act of [
      signOutOtherDevices,
      deleteAccount,
      restoreAccount,
      readAccount,
      readDeletion,
      listLinkedAccounts,
    ])
      expect((await rejection(act({ client }))).code).to.equal('unsupported');
  });

  it('asks for a step-up where the backend does: `step_up_required`', async () => {
    backend.answerWith(() => json({ error: 'step_up_required', methods: ['passkey'] }, 403));
    expect((await rejection(deleteAccount({ client }))).code).to.equal('step_up_required');
  });

  for (const answer of [{}, { deletesAt: 'soon' }, { deletesAt: -1 }, null])
    it(`is not said to be deleted by ${JSON.stringify(answer)}: \`bad_response\``, async () => {
      backend.answerWith(() => json(answer));
      expect((await rejection(deleteAccount({ client }))).code).to.equal('bad_response');
    });
});
