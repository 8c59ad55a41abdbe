import { expect } from '@open-wc/testing';
import '../../../src/define/fedcm-button.js';
import type { LatchFedCmButton } from '../../../src/elements.js';
import { broadcast } from '../../../src/base/storage/channel.js';
import type { LatchError } from '../../../src/base/client/errors.js';
import { prefetch } from '../../../src/base/client/prefetch.js';
import { contentBackend, json, watchBackendRequests, type BackendRequests } from '../../support/browser/backend.js';
import { settled, stopClock } from '../../support/browser/clock.js';
import { watchCredentialRequests, type CredentialRequests } from '../../support/browser/credential-requests.js';
import { statesOf, statusOf, watchEvents, watchReports } from '../../support/browser/elements.js';
import { identityCredential, identityOf, replaceGlobal } from '../../support/browser/identity.js';

const nonce = '/auth/fedcm/nonce';
const dismissed = () => new DOMException('', 'NetworkError');
const turnPage = (type: 'pagehide' | 'pageshow') => dispatchEvent(new PageTransitionEvent(type, { persisted: true }));

describe('the life of a <latch-fedcm-button>', () => {
  let requests: CredentialRequests;
  let backend: BackendRequests;
  let events: ReturnType<typeof watchEvents>;
  let button: LatchFedCmButton;

  /** Inserts a button, whose nonce and offer are then under way. */
  const put = async (attributes: Partial<LatchFedCmButton> = {}) => {
    button = Object.assign(document.createElement('latch-fedcm-button'), attributes);
    document.body.append(button);
    await button.updateComplete;
    return button;
  };
  const approach = () => button.dispatchEvent(new Event('pointerenter'));

  beforeEach(() => {
    requests = watchCredentialRequests();
    requests.hold();
    backend = watchBackendRequests();
    backend.answerWith(contentBackend);
    events = watchEvents();
  });

  afterEach(async () => {
    button.remove();
    await settled();
    events.stop();
    requests.restore();
    backend.restore();
  });

  const nonceOf = (index: number) => identityOf(requests.all[index]!.options).providers[0]!.params!.nonce;

  it('has a nonce at hand before the click, and another one after each that was used', async () => {
    await put();
    await settled();
    expect(backend.to(nonce)).to.have.length(1);
    void button.signIn();
    const request = await requests.next();
    expect(backend.to(nonce)).to.have.length(1);
    request.fail(dismissed());
    await settled();
    expect(backend.to(nonce)).to.have.length(2);
    void button.signIn();
    await requests.next(undefined, 1);
    expect(backend.to(nonce)).to.have.length(2);
    expect(nonceOf(0)).not.to.equal(nonceOf(1));
  });

  it('has another nonce when the one at hand is four minutes old and the person comes near', async () => {
    const clock = stopClock();
    await put();
    await clock.pass(4 * 60_000 - 1);
    approach();
    await settled();
    expect(backend.to(nonce)).to.have.length(1);
    await clock.pass(1);
    for (const event of [new Event('focus'), new Event('online')]) dispatchEvent(event);
    approach();
    await settled();
    expect(backend.to(nonce)).to.have.length(2);
    clock.restore();
  });

  for (const type of ['signed-in', 'signed-out'] as const) {
    it(`takes a new nonce after a tab says that a user has ${type.replace('-', ' ')}: the session of the old one is over`, async () => {
      await put();
      await settled();
      const channel = new BroadcastChannel('auth');
      const heard = new Promise((resolve) => (channel.onmessage = resolve));
      broadcast({ type });
      await heard;
      channel.close();
      void button.signIn();
      await requests.next();
      expect(backend.to(nonce)).to.have.length(2);
    });
  }

  it('takes a new nonce out of the back-forward cache, where it has heard nothing', async () => {
    await put();
    await settled();
    turnPage('pagehide');
    turnPage('pageshow');
    await settled();
    expect(backend.to(nonce)).to.have.length(2);
  });

  it('asks at the provider that is chosen when the click comes', async () => {
    await put();
    Object.assign(button, { configUrl: 'https://other.example/fedcm.json', clientId: 'mine', context: 'signup' });
    void button.signIn();
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
    await put();
    const asked = button.signIn();
    (await requests.next()).choose(identityCredential());
    await asked;
    await options.take();
    expect(fetched).to.be.above(1);
  });

  it('dispatches nothing once it is removed, and never rejects', async () => {
    await put({ passive: true });
    const asked = button.signIn();
    await requests.next();
    button.remove();
    await asked;
    await settled();
    expect([events.types, requests.pending.length]).to.deep.equal([[], 0]);
  });

  it('ends what a click began when the page is left', async () => {
    await put();
    const asked = button.signIn();
    await requests.next();
    turnPage('pagehide');
    await asked;
    await settled();
    expect([events.types, statesOf(button), statusOf(button), requests.pending.length]).to.deep.equal([[], [], '', 0]);
  });

  it('reports that it is used wrongly, without and with a click, and requests nothing', async () => {
    const reports = watchReports();
    await put({ passive: true, baseUrl: 'https://elsewhere.example' });
    await button.signIn();
    await settled();
    expect(reports.all.map((report) => String(report).includes('"baseUrl" must be a URL on'))).to.deep.equal([
      true,
      true,
    ]);
    expect([backend.all.length, requests.all.length]).to.deep.equal([0, 0]);
    reports.stop();
  });

  it('requests nothing before a click in a browser without FedCM', async () => {
    const without = replaceGlobal('IdentityCredential');
    await put({ passive: true });
    approach();
    await settled();
    expect(backend.all).to.have.length(0);
    await button.signIn();
    expect(events.all.map(({ detail }) => (detail as LatchError).code)).to.deep.equal(['unsupported']);
    without.restore();
  });

  describe('when it offers accounts', () => {
    it('asks once without a click, and has another nonce at hand for one', async () => {
      await put({ passive: true });
      const { options } = await requests.next();
      await settled();
      expect([options.mediation, statesOf(button), backend.to(nonce).length]).to.deep.equal(['optional', [], 2]);
      void button.signIn();
      await requests.next(undefined, 1);
      expect([backend.to(nonce).length, requests.mostAtOnce]).to.deep.equal([2, 1]);
    });

    it('shows that the backend decides, and signs in who takes the offer', async () => {
      let respond!: (response: Response) => void;
      backend.answerWith((request) =>
        request.method === 'POST' ? new Promise((resolve) => (respond = resolve)) : contentBackend(request),
      );
      await put({ passive: true });
      (await requests.next()).choose(identityCredential());
      await settled();
      expect(statesOf(button)).to.deep.equal(['pending', 'verifying']);
      respond(json({}));
      await settled();
      expect([statesOf(button), events.types]).to.deep.equal([['done'], ['latch-signed-in']]);
    });

    it('fails in silence, and asks no second time', async () => {
      const reports = watchReports();
      await put({ passive: true });
      (await requests.next()).fail(dismissed());
      await settled();
      for (const event of [new Event('focus'), new Event('online')]) dispatchEvent(event);
      await settled();
      expect([events.types, reports.all, requests.all.length]).to.deep.equal([[], [], 1]);
      reports.stop();
    });

    it('notifies no one when no one was asked', async () => {
      backend.answerWith((request) =>
        request.method === 'POST' ? json({ error: 'rejected' }, 401) : contentBackend(request),
      );
      await put({ automatic: true });
      const { options, choose } = await requests.next();
      expect(options.mediation).to.equal('silent');
      choose(identityCredential({ isAutoSelected: true }));
      await settled();
      expect([events.types, statusOf(button)]).to.deep.equal([[], '']);
    });

    it('ends when the page is left, and asks again when it is back', async () => {
      await put({ passive: true });
      await requests.next();
      turnPage('pagehide');
      await settled();
      expect(requests.pending).to.have.length(0);
      turnPage('pageshow');
      await requests.next(undefined, 1);
      expect([events.types, requests.pending.length]).to.deep.equal([[], 1]);
    });

    it('tells the makers of the page that they use it wrongly', async () => {
      const reports = watchReports();
      await put({ passive: true, configUrl: 'no' });
      await settled();
      expect(reports.all.join()).to.contain('"configURL"');
      reports.stop();
    });
  });

  it('disconnects an account at the provider that is chosen', async () => {
    const told: unknown[] = [];
    const browser = replaceGlobal('IdentityCredential', {
      disconnect: async (account: unknown) => void told.push(account),
    });
    await put();
    await button.disconnect('ada');
    Object.assign(button, { configUrl: 'https://other.example/fedcm.json', clientId: 'mine' });
    await button.disconnect('ada');
    browser.restore();
    expect(told).to.deep.equal([
      { configURL: 'https://provider.example/fedcm.json', clientId: 'latchkey', accountHint: 'ada' },
      { configURL: 'https://other.example/fedcm.json', clientId: 'mine', accountHint: 'ada' },
    ]);
  });
});
