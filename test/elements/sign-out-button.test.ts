import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import '../../src/define/sign-out-button.js';
import type { LatchSignOutButton } from '../../src/elements/index.js';
import { signUpSomebody, whoIsSignedIn } from '../support/browser/account.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';

const inner = (element: Element) => element.shadowRoot!.querySelector('button')!;
const status = (element: Element) => element.shadowRoot!.querySelector('[role=status]')!.textContent;

describe('<latch-sign-out-button>', () => {
  let backend: BackendRequests;

  beforeEach(() => {
    backend = watchBackendRequests();
  });

  afterEach(() => backend.restore());

  it('ends the session at the reference server and tells the other tabs', async () => {
    await signUpSomebody();
    const channel = new BroadcastChannel('auth');
    const told = new Promise<unknown>((resolve) => (channel.onmessage = ({ data }) => resolve(data)));
    const button = await fixture<LatchSignOutButton>(html`<latch-sign-out-button></latch-sign-out-button>`);
    const signedOut = oneEvent(button, 'latch-signed-out');
    inner(button).click();
    await signedOut;
    expect(await whoIsSignedIn()).to.equal(undefined);
    expect(await told).to.deep.equal({ type: 'signed-out' });
    await settled();
    expect(status(button)).to.equal('You are signed out.');
    expect(button.matches(':state(done)')).to.equal(true);
    await expect(button).to.be.accessible();
    channel.close();
  });

  it('says what is going on, and signs out once of a thousand quick clicks', async () => {
    let answer: (response: Response) => void;
    backend.answerWith(() => new Promise((resolve) => (answer = resolve)));
    const button = await fixture<LatchSignOutButton>(html`<latch-sign-out-button></latch-sign-out-button>`);
    for (let clicks = 0; clicks < 1000; clicks++) inner(button).click();
    await button.updateComplete;
    expect(button.matches(':state(pending)')).to.equal(true);
    expect(inner(button).getAttribute('aria-disabled')).to.equal('true');
    expect(status(button)).to.equal('Signing you out…');
    await expect(button).to.be.accessible();
    const signedOut = oneEvent(button, 'latch-signed-out');
    answer!(json({}));
    await signedOut;
    expect(backend.to('/logout')).to.have.length(1);
  });

  it('signs nobody out when the page says no', async () => {
    backend.answerWith(() => json({}));
    const button = await fixture<LatchSignOutButton>(html`<latch-sign-out-button></latch-sign-out-button>`);
    button.addEventListener('latch-before-sign-out', (event) => event.preventDefault());
    button.addEventListener('latch-signed-out', () => expect.fail('an event'));
    inner(button).click();
    await settled();
    expect(backend.all).to.have.length(0);
    expect(status(button)).to.equal('');
  });

  for (const [answer, sentence] of [
    [() => Promise.reject(new TypeError('Failed to fetch')), 'You are still signed in. Check your connection and try again.'],
    [() => json({ error: 'rejected' }, 403), 'You are still signed in. Try again later.'],
    [() => json({ error: 'unavailable' }, 503), 'You are still signed in. Try again later.'],
  ] as const) {
    it(`says that the person is still signed in when the backend could not end the session: ${sentence}`, async () => {
      backend.answerWith(answer);
      const button = await fixture<LatchSignOutButton>(html`<latch-sign-out-button></latch-sign-out-button>`);
      button.addEventListener('latch-signed-out', () => expect.fail('an event'));
      inner(button).click();
      await settled();
      expect(status(button)).to.equal(sentence);
      expect(button.matches(':state(failed)')).to.equal(true);
      await expect(button).to.be.accessible();
    });
  }

  it('survives a browser that cannot prevent silent access', async () => {
    backend.answerWith(() => json({}));
    Object.defineProperty(navigator.credentials, 'preventSilentAccess', { configurable: true, value: () => Promise.reject(new DOMException('', 'NotSupportedError')) });
    const button = await fixture<LatchSignOutButton>(html`<latch-sign-out-button></latch-sign-out-button>`);
    const signedOut = oneEvent(button, 'latch-signed-out');
    inner(button).click();
    await signedOut;
    Reflect.deleteProperty(navigator.credentials, 'preventSilentAccess');
  });
});
