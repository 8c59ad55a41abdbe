import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import '../../src/define/passkey-button.js';
import { broadcast } from '../../src/base/storage/channel.js';
import type { LatchPasskeyButton } from '../../src/elements.js';
import { contentBackend, json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { claimCapabilities } from '../support/browser/capable.js';
import { settled } from '../support/browser/clock.js';
import { watchCredentialRequests, type CredentialRequests } from '../support/browser/credential-requests.js';
import { assertion } from '../support/browser/credentials.js';

describe('<latch-passkey-button passive> in a browser with ambient sign-in', () => {
  let requests: CredentialRequests;
  let backend: BackendRequests;

  beforeEach(() => {
    claimCapabilities({ ambientGet: true, immediateGet: true });
    requests = watchCredentialRequests();
    requests.hold();
    backend = watchBackendRequests();
    backend.answerWith(contentBackend);
  });

  afterEach(async () => {
    await settled();
    requests.restore();
    backend.restore();
  });

  const put = () => fixture<LatchPasskeyButton>(html`<latch-passkey-button passive></latch-passkey-button>`);

  it('has the browser offer passkeys beside the page, and signs in a user who chooses one', async () => {
    const button = await put();
    const { options, choose } = await requests.next();
    expect(options).to.include({ mediation: 'conditional', uiMode: 'passive' });
    expect(options.publicKey).not.to.have.property('allowCredentials');
    const signedIn = oneEvent(button, 'latch-signed-in');
    choose(assertion());
    expect(((await signedIn) as CustomEvent).detail).to.have.property('method', 'passkey');
    expect(requests.all).to.have.length(1);
  });

  it('reports that the backend refused the passkey, and offers them again', async () => {
    const button = await put();
    const { choose } = await requests.next();
    backend.answerWith((request) =>
      request.path === '/webauthn/login/verify' ? json({ error: 'rejected' }, 401) : contentBackend(request),
    );
    const failed = oneEvent(button, 'latch-sign-in-failed');
    choose(assertion());
    expect(((await failed) as CustomEvent).detail).to.have.property('code', 'rejected');
    expect((await requests.next(undefined, 1)).options).to.have.property('uiMode', 'passive');
  });

  it('gives way to a click, which opens the ordinary dialog', async () => {
    const button = await put();
    const offer = await requests.next();
    button.shadowRoot!.querySelector('button')!.click();
    const { options } = await requests.next(undefined, 1);
    expect(offer.outcome).to.equal('LatchError');
    expect(options).to.include({ mediation: 'required' });
    expect(options.uiMode).to.equal(undefined);
  });

  it('opens no dialog for a click while the backend decides about a passkey that the browser offered', async () => {
    let decide!: () => void;
    backend.answerWith((request) =>
      request.path.includes('verify')
        ? new Promise((resolve) => (decide = () => resolve(json({ verified: true }))))
        : contentBackend(request),
    );
    const button = await put();
    (await requests.next()).choose(assertion());
    await backend.next('/webauthn/login/verify');
    const signedIn = oneEvent(button, 'latch-signed-in');
    button.shadowRoot!.querySelector('button')!.click();
    decide();
    await signedIn;
    await settled();
    expect(requests.all).to.have.length(1);
  });

  it('ends the offer when a user signs in elsewhere', async () => {
    await put();
    const offer = await requests.next();
    broadcast({ type: 'signed-in' });
    while (offer.outcome === undefined) await new Promise(requestAnimationFrame);
    expect(offer.outcome).to.equal('AbortError');
    await settled();
    expect(requests.all).to.have.length(1);
  });

  it('offers nothing while a user is signed in', async () => {
    backend.answerWith((request) =>
      request.path === '/session'
        ? json({ signedIn: true, user: { name: 'Ada' }, authMethod: 'passkey', authTime: 1 })
        : contentBackend(request),
    );
    await put();
    await settled();
    expect(backend.to('/session')).to.have.length(1);
    expect(requests.all).to.have.length(0);
  });
});
