import { expect } from '@open-wc/testing';
import { broadcast } from '../../../src/base/storage/channel.js';
import { clientFor } from '../../../src/base/client/client.js';
import { forgetSignOut, noteSignOut } from '../../../src/sign-out/state.js';
import { offerFedCm } from '../../../src/provider/fedcm/offer.js';
import { signInWithFedCm } from '../../../src/provider/fedcm/sign-in.js';
import { contentBackend, json, watchBackendRequests, type BackendRequests } from '../../support/browser/backend.js';
import { settled } from '../../support/browser/clock.js';
import { watchCredentialRequests, type CredentialRequests } from '../../support/browser/credential-requests.js';
import { identityCredential, identityOf } from '../../support/browser/identity.js';
import { rejection } from '../../support/browser/rejection.js';

const client = clientFor();

describe('an offer of the accounts at a provider', () => {
  let requests: CredentialRequests;
  let backend: BackendRequests;

  beforeEach(() => {
    requests = watchCredentialRequests();
    requests.hold();
    backend = watchBackendRequests();
    backend.answerWith(contentBackend);
  });

  afterEach(() => {
    requests.restore();
    backend.restore();
  });

  it('signs in who takes it, without a click', async () => {
    const offered = offerFedCm({ client });
    const { options, choose } = await requests.next();
    expect([options.mediation, identityOf(options).mode]).to.deep.equal(['optional', undefined]);
    choose(identityCredential());
    expect(await offered).to.deep.equal({ method: 'fedcm', configURL: 'https://provider.example/fedcm.json' });
  });

  it('is for those alone whom the browser lets in without a question, when it is silent', async () => {
    const offered = offerFedCm({ client, silent: true });
    const { options, choose } = await requests.next();
    expect(options.mediation).to.equal('silent');
    choose(identityCredential({ isAutoSelected: true }));
    await offered;
  });

  it('is not made to a user who is signed in', async () => {
    backend.answerWith(() => json({ signedIn: true, user: { name: 'ada', displayName: 'Ada' } }));
    expect(await offerFedCm({ client })).to.equal(undefined);
    expect([requests.all.length, backend.to('/auth').length]).to.deep.equal([0, 0]);
  });

  it('is not made to a user who has signed out while the backend could not be told', async () => {
    backend.answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
    await noteSignOut(client, { at: Date.now() });
    expect(await offerFedCm({ client })).to.equal(undefined);
    expect(requests.all).to.have.length(0);
    await forgetSignOut(client);
  });

  for (const type of ['signed-in', 'signed-out'] as const) {
    it(`is withdrawn when a tab says that a user has ${type.replace('-', ' ')}`, async () => {
      const ended = rejection(offerFedCm({ client }));
      const request = await requests.next();
      broadcast({ type });
      expect((await ended).code).to.equal('aborted');
      expect(request.options.signal!.aborted).to.equal(true);
    });
  }

  it('stays when a tab says that a sign-in has failed', async () => {
    const offered = offerFedCm({ client });
    const request = await requests.next();
    const channel = new BroadcastChannel('auth');
    const heard = new Promise((resolve) => (channel.onmessage = resolve));
    broadcast({ type: 'sign-in-failed', reason: 'access_denied' });
    await heard;
    channel.close();
    expect(request.outcome).to.equal(undefined);
    request.choose(identityCredential());
    await offered;
  });

  it('gives way to a click that asks for the same', async () => {
    const ended = rejection(offerFedCm({ client }));
    await requests.next();
    const clicked = signInWithFedCm({ client });
    expect((await ended).code).to.equal('superseded');
    (await requests.next(({ outcome }) => outcome === undefined, 1)).choose(identityCredential());
    await clicked;
    expect(requests.mostAtOnce).to.equal(1);
  });

  it('ends with its signal', async () => {
    const over = new AbortController();
    const ended = rejection(offerFedCm({ client, signal: over.signal }));
    await requests.next();
    over.abort();
    expect((await ended).code).to.equal('aborted');
    await settled();
    expect(requests.pending).to.have.length(0);
  });
});
