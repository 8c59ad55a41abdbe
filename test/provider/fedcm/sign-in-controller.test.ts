import { expect } from '@open-wc/testing';
import {
  FedCmSignIn,
  type FedCmChoices,
  type SignedInByFedCm,
} from '../../../src/provider/fedcm/sign-in-controller.js';
import { tell } from '../../../src/base/storage/channel.js';
import type { LatchError } from '../../../src/base/client/errors.js';
import { prefetch } from '../../../src/base/client/prefetch.js';
import { contentBackend, json, watchBackendRequests, type BackendRequests } from '../../support/browser/backend.js';
import { settled, stopClock } from '../../support/browser/clock.js';
import { watchCredentialRequests, type CredentialRequests } from '../../support/browser/credential-requests.js';
import { watchReports } from '../../support/browser/elements.js';
import { identityCredential, identityOf, replaceGlobal } from '../../support/browser/identity.js';

/** A view without any element, as an adapter for a framework might be. */
class View {
  baseUrl = '';
  allowEmbedded = false;
  choices: FedCmChoices = {};
  readonly told: string[] = [];
  readonly fedCm = new FedCmSignIn(this as never);
  requestUpdate() {}
  signedIn = ({ configURL }: SignedInByFedCm) => void this.told.push(`signed in at ${configURL}`);
  signInFailed = (error: LatchError | TypeError) => void this.told.push('code' in error ? error.code : error.message);
  offerFailed = ({ code }: LatchError) => void this.told.push(`offer: ${code}`);
}

const nonce = '/auth/fedcm/nonce';
const dismissed = () => new DOMException('', 'NetworkError');
const turnPage = (type: 'pagehide' | 'pageshow') => dispatchEvent(new PageTransitionEvent(type, { persisted: true }));

describe('the sign-in by FedCM of a view', () => {
  let requests: CredentialRequests;
  let backend: BackendRequests;
  let over: AbortController;
  let view: View;

  beforeEach(() => {
    requests = watchCredentialRequests();
    requests.hold();
    backend = watchBackendRequests();
    backend.answerWith(contentBackend);
    over = new AbortController();
    view = new View();
  });

  afterEach(async () => {
    over.abort();
    await settled();
    requests.restore();
    backend.restore();
  });

  const nonceOf = (index: number) => identityOf(requests.all[index]!.options).providers[0]!.params!.nonce;

  it('has a nonce at hand before the click, and another one after each that was used', async () => {
    view.fedCm.follow(over.signal);
    await settled();
    expect(backend.to(nonce)).to.have.length(1);
    void view.fedCm.ask(over.signal);
    const request = await requests.next();
    expect(backend.to(nonce)).to.have.length(1);
    request.fail(dismissed());
    await settled();
    expect(backend.to(nonce)).to.have.length(2);
    void view.fedCm.ask(over.signal);
    await requests.next(undefined, 1);
    expect(backend.to(nonce)).to.have.length(2);
    expect(nonceOf(0)).not.to.equal(nonceOf(1));
  });

  it('has another nonce when the one at hand is four minutes old and the person comes near', async () => {
    const clock = stopClock();
    view.fedCm.follow(over.signal);
    await clock.pass(4 * 60_000 - 1);
    view.fedCm.prepare();
    await settled();
    expect(backend.to(nonce)).to.have.length(1);
    await clock.pass(1);
    for (const event of [new Event('focus'), new Event('online')]) dispatchEvent(event);
    view.fedCm.prepare();
    await settled();
    expect(backend.to(nonce)).to.have.length(2);
    clock.restore();
  });

  for (const type of ['signed-in', 'signed-out'] as const) {
    it(`takes a new nonce after a tab says that a user has ${type.replace('-', ' ')}: the session of the old one is over`, async () => {
      view.fedCm.follow(over.signal);
      await settled();
      const channel = new BroadcastChannel('auth');
      const heard = new Promise((resolve) => (channel.onmessage = resolve));
      tell({ type });
      await heard;
      channel.close();
      void view.fedCm.ask(over.signal);
      await requests.next();
      expect(backend.to(nonce)).to.have.length(2);
    });
  }

  it('takes a new nonce out of the back-forward cache, where it has heard nothing', async () => {
    view.fedCm.follow(over.signal);
    await settled();
    turnPage('pagehide');
    turnPage('pageshow');
    await settled();
    expect(backend.to(nonce)).to.have.length(2);
  });

  it('tells the view of everything that ends a dialog, a dismissal included', async () => {
    for (const [name, told] of [
      ['NetworkError', 'cancelled'],
      ['NotAllowedError', 'cancelled'],
      ['IdentityCredentialError', 'provider_failed'],
    ] as const) {
      const asked = view.fedCm.ask(over.signal);
      await settled();
      expect(view.fedCm.phase).to.equal('asking');
      requests.pending[0]!.fail(Object.assign(new Error(), { name }));
      await asked;
      expect(view.told.at(-1)).to.equal(told);
    }
    expect(view.fedCm.phase).to.equal(undefined);
  });

  it('tells it who is signed in, and where', async () => {
    const asked = view.fedCm.ask(over.signal);
    (await requests.next()).choose(identityCredential());
    await asked;
    expect(view.told).to.deep.equal(['signed in at https://provider.example/fedcm.json']);
  });

  it('asks at the provider that the view has chosen when something begins', async () => {
    view.choices = { configURL: 'https://other.example/fedcm.json', clientId: 'mine', context: 'signup' };
    void view.fedCm.ask(over.signal);
    const { options } = await requests.next();
    expect(identityOf(options)).to.have.property('context', 'signup');
    expect(identityOf(options).providers[0]).to.include({
      configURL: 'https://other.example/fedcm.json',
      clientId: 'mine',
    });
  });

  it('makes passkeys of the page take new options after a sign-in', async () => {
    let fetched = 0;
    const options = prefetch({ fetch: async () => ++fetched });
    await options.take();
    const asked = view.fedCm.ask(over.signal);
    (await requests.next()).choose(identityCredential());
    await asked;
    await options.take();
    expect(fetched).to.equal(2);
  });

  it('tells it nothing once the signal has aborted, and never rejects', async () => {
    view.fedCm.follow(over.signal, 'optional');
    const asked = view.fedCm.ask(over.signal);
    await requests.next();
    over.abort();
    await asked;
    await settled();
    expect([view.told, requests.pending.length]).to.deep.equal([[], 0]);
  });

  it('ends what a click began when the page is left', async () => {
    const asked = view.fedCm.ask(over.signal);
    await requests.next();
    turnPage('pagehide');
    await asked;
    expect([view.told, requests.pending.length]).to.deep.equal([['aborted'], 0]);
  });

  it('reports to its caller that it is used wrongly, and requests nothing', async () => {
    view.baseUrl = 'https://elsewhere.example';
    view.fedCm.follow(over.signal, 'optional');
    await view.fedCm.ask(over.signal);
    await settled();
    expect(view.told.map((told) => told.includes('"baseUrl" must be a URL on'))).to.deep.equal([true, true]);
    expect([backend.all.length, requests.all.length]).to.deep.equal([0, 0]);
  });

  it('does nothing before a click in a browser without FedCM', async () => {
    const without = replaceGlobal('IdentityCredential');
    view.fedCm.follow(over.signal, 'optional');
    view.fedCm.prepare();
    await settled();
    expect(backend.all).to.have.length(0);
    await view.fedCm.ask(over.signal);
    expect([view.fedCm.isSupported, view.told]).to.deep.equal([false, ['unsupported']]);
    without.restore();
  });

  describe('when it offers accounts', () => {
    it('asks once without a click, and has another nonce at hand for one', async () => {
      view.fedCm.follow(over.signal, 'optional');
      const { options } = await requests.next();
      await settled();
      expect([options.mediation, view.fedCm.phase, backend.to(nonce).length]).to.deep.equal(['optional', undefined, 2]);
      void view.fedCm.ask(over.signal);
      await requests.next(undefined, 1);
      expect([backend.to(nonce).length, requests.mostAtOnce]).to.deep.equal([2, 1]);
    });

    it('shows that the backend decides, and signs in who takes the offer', async () => {
      let respond!: (response: Response) => void;
      backend.answerWith((request) =>
        request.method === 'POST' ? new Promise((resolve) => (respond = resolve)) : contentBackend(request),
      );
      view.fedCm.follow(over.signal, 'optional');
      (await requests.next()).choose(identityCredential());
      await settled();
      expect(view.fedCm.phase).to.equal('verifying');
      respond(json({}));
      await settled();
      expect([view.fedCm.phase, view.told]).to.deep.equal([
        undefined,
        ['signed in at https://provider.example/fedcm.json'],
      ]);
    });

    it('fails in silence, and asks no second time', async () => {
      const reports = watchReports();
      view.fedCm.follow(over.signal, 'optional');
      (await requests.next()).fail(dismissed());
      await settled();
      for (const event of [new Event('focus'), new Event('online')]) dispatchEvent(event);
      await settled();
      expect([view.told, reports.all, requests.all.length]).to.deep.equal([[], [], 1]);
      reports.stop();
    });

    it('tells the view when an account was chosen and it came to nothing', async () => {
      backend.answerWith((request) =>
        request.method === 'POST' ? json({ error: 'rejected' }, 401) : contentBackend(request),
      );
      view.fedCm.follow(over.signal, 'optional');
      (await requests.next()).choose(identityCredential());
      await settled();
      expect(view.told).to.deep.equal(['offer: rejected']);
    });

    it('notifies no one when no one was asked', async () => {
      backend.answerWith((request) =>
        request.method === 'POST' ? json({ error: 'rejected' }, 401) : contentBackend(request),
      );
      view.fedCm.follow(over.signal, 'silent');
      const { options, choose } = await requests.next();
      expect(options.mediation).to.equal('silent');
      choose(identityCredential({ isAutoSelected: true }));
      await settled();
      expect(view.told).to.deep.equal([]);
    });

    it('ends when the page is left, and asks again when it is back', async () => {
      view.fedCm.follow(over.signal, 'optional');
      await requests.next();
      turnPage('pagehide');
      await settled();
      expect(requests.pending).to.have.length(0);
      turnPage('pageshow');
      await requests.next(undefined, 1);
      expect([view.told, requests.pending.length]).to.deep.equal([[], 1]);
    });

    it('tells the makers of the page that they use it wrongly', async () => {
      view.choices = { configURL: 'no address' };
      view.fedCm.follow(over.signal, 'optional');
      await settled();
      expect(view.told.join()).to.contain('"configURL"');
    });
  });

  it('disconnects an account at the provider that the view has chosen', async () => {
    const told: unknown[] = [];
    const browser = replaceGlobal('IdentityCredential', {
      disconnect: async (account: unknown) => void told.push(account),
    });
    await view.fedCm.disconnect('ada');
    view.choices = { configURL: 'https://other.example/fedcm.json', clientId: 'mine' };
    await view.fedCm.disconnect('ada');
    browser.restore();
    expect(told).to.deep.equal([
      { configURL: 'https://provider.example/fedcm.json', clientId: 'latchkey', accountHint: 'ada' },
      { configURL: 'https://other.example/fedcm.json', clientId: 'mine', accountHint: 'ada' },
    ]);
  });
});
