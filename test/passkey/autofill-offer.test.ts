import { expect } from '@open-wc/testing';
import { Action } from '../../src/base/element/action.js';
import { perBackend } from '../../src/base/element/backend.js';
import type { SignInOutcome } from '../../src/base/client/sign-in-outcome.js';
import { AutofillOffer } from '../../src/passkey/autofill-offer.js';
import { signIn, signInOptionsOf, type SignedIn } from '../../src/passkey/sign-in.js';
import { contentBackend, json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { claimCapabilities } from '../support/browser/capable.js';
import { settled } from '../support/browser/clock.js';
import {
  isConditional,
  isModal,
  watchCredentialRequests,
  type CredentialRequests,
} from '../support/browser/credential-requests.js';
import { assertion } from '../support/browser/credentials.js';
import { watchReports } from '../support/browser/elements.js';

/** What an element with autofill and a dialog has, without the element. */
class View {
  baseUrl = '';
  readonly allowEmbedded = false;
  readonly told: string[] = [];
  readonly backend = perBackend(this, (client) => ({ options: signInOptionsOf(client) }));
  readonly signIn: Action<SignInOutcome<SignedIn>>;
  readonly autofill: AutofillOffer;

  constructor(signal: AbortSignal) {
    this.signIn = new Action<SignInOutcome<SignedIn>>({
      signal: () => signal,
      update() {},
      run: (attempt) => signIn({ ...this.backend(), ...attempt }),
      done: (result) =>
        this.told.push(result.next ? `needs ${result.next.step}` : `signed in with ${result.credentialId}`),
      failed: (error) => this.told.push('code' in error ? error.code : error.message),
    });
    this.autofill = new AutofillOffer(this.signIn, this.backend);
  }
}

describe('the offer of passkeys in the autofill of a view', () => {
  let requests: CredentialRequests;
  let backend: BackendRequests;
  let over: AbortController;
  let view: View;

  before(() => claimCapabilities());

  beforeEach(() => {
    requests = watchCredentialRequests();
    requests.hold();
    backend = watchBackendRequests();
    backend.answerWith(contentBackend);
    over = new AbortController();
    view = new View(over.signal);
  });

  afterEach(async () => {
    over.abort();
    await settled();
    requests.restore();
    backend.restore();
  });

  it('tells the view of everything that ends a dialog, a dismissal included', async () => {
    for (const [name, told] of [
      ['NotAllowedError', 'cancelled'],
      ['SecurityError', 'invalid_rp_id'],
    ] as const) {
      const asked = view.signIn.start();
      await settled();
      requests.pending[0]!.fail(new DOMException('', name));
      await asked;
      expect(view.told.at(-1)).to.equal(told);
    }
    expect(view.signIn.phase).to.equal(undefined);
  });

  it('tells it nothing once the signal has aborted, and never rejects', async () => {
    const asked = [view.signIn.start(), view.autofill.begin(over.signal)];
    await settled();
    over.abort();
    await Promise.all(asked);
    expect(view.told).to.deep.equal([]);
  });

  it('shares one set of options between autofill and dialog, and takes another where the backend changes', async () => {
    void view.autofill.begin(over.signal);
    await settled();
    const dialog = view.signIn.start();
    await settled();
    expect(requests.pending.map(isModal)).to.deep.equal([true]);
    expect(backend.to('/webauthn/login/options')).to.have.length(1);
    requests.pending[0]!.fail(new DOMException('', 'NotAllowedError'));
    await dialog;
    view.baseUrl = '/other';
    void view.signIn.start();
    await settled();
    expect(backend.to('/other/webauthn/login/options')).to.have.length(1);
  });

  it('has one offer in autofill, however often it is asked to make one', async () => {
    void view.autofill.begin(over.signal);
    await settled();
    void view.autofill.begin(over.signal);
    await settled();
    expect(requests.pending.map(isConditional)).to.deep.equal([true]);
    expect(requests.mostAtOnce).to.equal(1);
    expect(view.told).to.deep.equal([]);
  });

  it('tells the view when what was chosen in autofill came to nothing', async () => {
    backend.answerWith((request) =>
      request.path.includes('verify') ? json({ error: 'rejected' }, 401) : contentBackend(request),
    );
    void view.autofill.begin(over.signal);
    await settled();
    requests.pending[0]!.choose(assertion());
    await settled();
    expect(view.told).to.deep.equal(['rejected']);
  });

  it('opens no dialog for a click while the backend decides about what was chosen in autofill', async () => {
    for (const [answer, told] of [
      [json({ error: 'rejected' }, 401), 'rejected'],
      [json({ verified: true }), 'signed in with AQID'],
    ] as const) {
      let decide!: () => void;
      backend.answerWith((request) =>
        request.path.includes('verify')
          ? new Promise((resolve) => (decide = () => resolve(answer)))
          : contentBackend(request),
      );
      void view.autofill.begin(over.signal);
      await settled();
      requests.pending[0]!.choose(assertion());
      await settled();
      expect(view.signIn.phase).to.equal('verifying');
      const clicked = view.signIn.start();
      await settled();
      expect(requests.pending).to.have.length(0);
      decide();
      await clicked;
      expect(view.told.at(-1)).to.equal(told);
      await settled();
      expect(view.signIn.phase).to.equal(undefined);
      view.autofill.end();
    }
    expect(requests.all.filter(isModal)).to.have.length(0);
    expect(view.told).to.have.length(2);
  });

  it('tells its view that it is used wrongly, by a click and by autofill, and makes no request', async () => {
    view.baseUrl = 'https://elsewhere.example';
    await view.signIn.start();
    const reports = watchReports();
    await view.autofill.begin(over.signal);
    reports.stop();
    expect(view.told.map((told) => told.includes('"baseUrl" must be a URL on'))).to.deep.equal([true, true]);
    expect(reports.all).to.have.length(0);
    expect([backend.all.length, requests.all.length]).to.deep.equal([0, 0]);
  });
});
