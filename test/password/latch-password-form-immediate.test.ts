import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import '../../src/define/password-form.js';
import type { LatchPasswordForm } from '../../src/elements.js';
import { clientFor } from '../../src/base/client/client.js';
import { createPasskey } from '../../src/passkey/create.js';
import { signOutQuietly, signUpUser, whoIsSignedIn } from '../support/browser/account.js';
import { addAuthenticator } from '../support/browser/authenticator.js';
import { contentBackend, json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { claimCapabilities } from '../support/browser/capable.js';
import { click } from '../support/browser/click.js';
import { settled } from '../support/browser/clock.js';
import { watchCredentialRequests, type CredentialRequests } from '../support/browser/credential-requests.js';
import { assertion } from '../support/browser/credentials.js';
import { buttonOf, statusOf, watchEvents } from '../support/browser/elements.js';
import { savedPassword } from '../support/browser/saved-passwords.js';

const password = 'correct horse battery staple';

describe('<latch-password-form immediate>', () => {
  let backend: BackendRequests;
  let requests: CredentialRequests;
  let events: ReturnType<typeof watchEvents>;

  before(() => claimCapabilities({ immediateGet: true }));

  beforeEach(() => {
    backend = watchBackendRequests();
    backend.answerWith(contentBackend);
    requests = watchCredentialRequests();
    requests.hold();
    events = watchEvents();
  });

  afterEach(async () => {
    events.stop();
    requests.restore();
    backend.restore();
    await signOutQuietly();
  });

  const isShown = (element: Element) => element.querySelector('form')!.getBoundingClientRect().height > 0;

  async function put(): Promise<LatchPasswordForm> {
    const element = await fixture<LatchPasswordForm>(html`
      <latch-password-form immediate>
        <form>
          <input type="hidden" name="csrf" value="token">
          <label for="name">Name</label><input id="name" autocomplete="username">
          <label for="word">Password</label><input id="word" type="password">
          <button>Sign in</button>
        </form>
      </latch-password-form>
    `);
    await settled();
    return element;
  }

  it('begins with a button in place of the form', async () => {
    const element = await put();
    expect(isShown(element)).to.equal(false);
    expect(buttonOf(element).textContent.trim()).to.equal('Sign in');
    await expect(element).to.be.accessible();
  });

  it('signs in with a passkey of this device', async () => {
    const element = await put();
    const signedIn = oneEvent(element, 'latch-signed-in');
    buttonOf(element).click();
    const request = await requests.next();
    expect(request.options).to.include({ password: true, uiMode: 'immediate' });
    await element.updateComplete;
    expect(statusOf(element)).to.equal('Continue in the dialog.');
    request.choose(assertion());
    expect((await signedIn).detail).to.deep.equal({ method: 'passkey', credentialId: 'AQID' });
    expect(await element.upgraded).to.equal(undefined);
  });

  it('signs in with a saved password, at the reference server', async () => {
    backend.answerWith((_request, real) => real());
    const username = await signUpUser();
    await signOutQuietly();
    const element = await put();
    const signedIn = oneEvent(element, 'latch-signed-in');
    await click(buttonOf(element));
    (await requests.next()).choose(savedPassword(username, password));
    expect((await signedIn).detail).to.deep.equal({ method: 'password' });
    expect(await whoIsSignedIn()).to.equal(username);
    expect(backend.to('/webauthn/login/verify')).to.have.length(0);
  });

  it('shows the form, with the focus in it, when this device has nothing', async () => {
    const element = await put();
    buttonOf(element).click();
    (await requests.next()).fail(new DOMException('', 'NotAllowedError'));
    await settled();
    expect(isShown(element)).to.equal(true);
    expect(document.activeElement?.id).to.equal('name');
    expect(statusOf(element)).to.equal('Sign in with your username and password.');
    expect(events.types).to.have.length(0);
    await expect(element).to.be.accessible();
  });

  it('keeps the button when the passkey is refused, and says why', async () => {
    backend.answerWith((request) =>
      request.path.includes('verify') ? json({ error: 'rejected' }, 401) : contentBackend(request),
    );
    const element = await put();
    buttonOf(element).click();
    const failed = oneEvent(element, 'latch-sign-in-failed');
    (await requests.next()).choose(assertion());
    await failed;
    await settled();
    expect(isShown(element)).to.equal(false);
    expect(events.types).to.deep.equal(['latch-sign-in-failed']);
  });

  it('asks for no passkey after a sign-in where the browser does not say that it can make one silently', async () => {
    const element = await put();
    const signedIn = oneEvent(element, 'latch-signed-in');
    buttonOf(element).click();
    (await requests.next()).choose(savedPassword('ada', password));
    await signedIn;
    expect(await element.upgraded).to.equal(undefined);
    expect(requests.all.map(({ method }) => method)).to.deep.equal(['get']);
  });

  it('has fetched what the click needs before it comes', async () => {
    const element = await put();
    await settled();
    expect(backend.to('/webauthn/login/options')).to.have.length(1);
    buttonOf(element).click();
    (await requests.next()).fail(new DOMException('', 'NotAllowedError'));
    expect(backend.to('/webauthn/login/options')).to.have.length(1);
  });

  it('tells the other tabs once', async () => {
    const channel = new BroadcastChannel('auth');
    const told: unknown[] = [];
    channel.addEventListener('message', ({ data }) => told.push(data));
    const element = await put();
    const signedIn = oneEvent(element, 'latch-signed-in');
    buttonOf(element).click();
    (await requests.next()).choose(savedPassword('ada', password));
    await signedIn;
    const last = new Promise((resolve) =>
      channel.addEventListener('message', ({ data }) => data === 'last' && resolve(data)),
    );
    const sender = new BroadcastChannel('auth');
    sender.postMessage('last');
    await last;
    sender.close();
    channel.close();
    expect(told).to.deep.equal([{ type: 'signed-in' }, 'last']);
  });

  it('asks the real browser for both at once, and signs in with the passkey of a virtual authenticator', async () => {
    backend.answerWith((_request, real) => real());
    requests.answerWith((request, native) => native(request.options));
    const username = await signUpUser();
    const authenticator = await addAuthenticator();
    try {
      const { credentialId } = await createPasskey({ client: clientFor() });
      await signOutQuietly();
      const element = await put();
      const signedIn = oneEvent(element, 'latch-signed-in');
      await click(buttonOf(element));
      expect((await signedIn).detail).to.deep.equal({ method: 'passkey', credentialId });
      expect(await whoIsSignedIn()).to.equal(username);
    } finally {
      await authenticator.remove();
    }
  });
});
