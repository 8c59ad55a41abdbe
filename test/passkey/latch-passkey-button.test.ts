import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import '../../src/define/passkey-button.js';
import type { LatchPasskeyButton } from '../../src/elements.js';
import {
  contentBackend,
  json,
  requestOptions,
  watchBackendRequests,
  type BackendRequests,
} from '../support/browser/backend.js';
import { claimCapabilities } from '../support/browser/capable.js';
import { click } from '../support/browser/click.js';
import { settled } from '../support/browser/clock.js';
import { isModal, watchCredentialRequests, type CredentialRequests } from '../support/browser/credential-requests.js';
import { assertion } from '../support/browser/credentials.js';
import { watchSignals } from '../support/browser/signals.js';

const dismissed = () => new DOMException('The person closed the dialog.', 'NotAllowedError');

describe('<latch-passkey-button>', () => {
  let requests: CredentialRequests;
  let backend: BackendRequests;

  beforeEach(() => {
    claimCapabilities({ immediateGet: true });
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

  const inner = (element: Element) => element.shadowRoot!.querySelector('button')!;
  const status = (element: Element) => element.shadowRoot!.querySelector('[role=status]')!.textContent;

  it('has its options before the click, so that the click reaches the browser at once', async () => {
    const button = await fixture<LatchPasskeyButton>(html`<latch-passkey-button></latch-passkey-button>`);
    await settled();
    expect(backend.to('/webauthn/login/options')).to.have.length(1);
    inner(button).click();
    await requests.next();
    expect(backend.to('/webauthn/login/options')).to.have.length(1);
  });

  it('says what is going on, in words and in states, until the person is signed in', async () => {
    const button = await fixture<LatchPasskeyButton>(html`<latch-passkey-button></latch-passkey-button>`);
    expect(inner(button).textContent!.trim()).to.equal('Sign in with a passkey');
    inner(button).click();
    const request = await requests.next();
    await button.updateComplete;
    expect(button.matches(':state(pending)') && button.matches(':state(asking)')).to.equal(true);
    expect(inner(button).getAttribute('aria-disabled')).to.equal('true');
    expect(status(button)).to.equal('Continue in the dialog.');
    await expect(button).to.be.accessible();

    let answer: (response: Response) => void;
    backend.answerWith(() => new Promise((resolve) => (answer = resolve)));
    request.choose(assertion());
    await backend.next('/webauthn/login/verify');
    await button.updateComplete;
    expect(button.matches(':state(verifying)')).to.equal(true);
    expect(status(button)).to.equal('Checking…');

    const signedIn = oneEvent(button, 'latch-signed-in');
    answer!(json({ verified: true }));
    const event = await signedIn;
    expect(event.detail).to.deep.equal({ method: 'passkey', credentialId: 'AQID' });
    expect(event.bubbles && event.composed).to.equal(true);
    await settled();
    expect(button.matches(':state(done)')).to.equal(true);
    expect(button.matches(':state(pending)')).to.equal(false);
    expect(status(button)).to.equal('You’re signed in.');
    await expect(button).to.be.accessible();
  });

  it('reports it, but dispatches nothing, when the dialog was dismissed, and can be clicked again', async () => {
    const button = await fixture<LatchPasskeyButton>(html`<latch-passkey-button></latch-passkey-button>`);
    button.addEventListener('latch-sign-in-failed', () => expect.fail('an event'));
    inner(button).click();
    (await requests.next()).fail(dismissed());
    await settled();
    expect(status(button)).to.equal('No passkey was used. Try again.');
    expect(button.matches(':state(failed)')).to.equal(false);
    inner(button).click();
    await requests.next(undefined, 1);
    expect(status(button)).to.equal('Continue in the dialog.');
  });

  for (const [answer, code, sentence] of [
    [
      () => json({ error: 'unknown_credential', rpId: 'localhost', credentialId: 'AQID' }, 404),
      'unknown_credential',
      'That passkey was removed from this account. Sign in another way.',
    ],
    [() => json({ error: 'rejected' }, 401), 'rejected', 'That didn’t work. Try again, or use another way.'],
    [
      () => json({ error: 'rate_limited' }, 429),
      'rate_limited',
      'Too many attempts. Wait a few minutes and try again.',
    ],
    [() => json({ error: 'server_error' }, 500), 'bad_response', 'The server has a problem. Try again later.'],
    [
      () => Promise.reject(new TypeError('Failed to fetch')),
      'network',
      'Can’t reach the server. Check your connection and try again.',
    ],
  ] as const) {
    it(`tells by an event and in words that a passkey came to nothing: ${code}`, async () => {
      const button = await fixture<LatchPasskeyButton>(html`<latch-passkey-button></latch-passkey-button>`);
      backend.answerWith((request) => (request.path.includes('verify') ? answer() : contentBackend(request)));
      const failed = oneEvent(button, 'latch-sign-in-failed');
      inner(button).click();
      (await requests.next()).choose(assertion());
      expect((await failed).detail.code).to.equal(code);
      await settled();
      expect(status(button)).to.equal(sentence);
      expect(button.matches(':state(failed)')).to.equal(true);
      await expect(button).to.be.accessible();
    });
  }

  it('names the address at which passkeys work, where the backend sends an RP ID of another one', async () => {
    for (const [rpId, sentence] of [
      ['shop.example', 'Passkeys don’t work at this address. Go to \u2068shop.example\u2069, or sign in another way.'],
      [location.hostname, 'Passkeys don’t work at this address. Sign in another way.'],
      [undefined, 'Passkeys don’t work at this address. Sign in another way.'],
    ] as const) {
      backend.answerWith(() => json(requestOptions({ rpId })));
      const button = await fixture<LatchPasskeyButton>(html`<latch-passkey-button></latch-passkey-button>`);
      const failed = oneEvent(button, 'latch-sign-in-failed');
      const earlier = requests.all.length;
      inner(button).click();
      (await requests.next(undefined, earlier)).fail(new DOMException('Not this one.', 'SecurityError'));
      const { detail } = await failed;
      expect([detail.code, detail.rpId]).to.deep.equal(['invalid_rp_id', rpId]);
      await settled();
      expect(status(button)).to.equal(sentence);
      await expect(button).to.be.accessible();
    }
  });

  it('does not take it for a dismissed dialog when the page forbids passkeys to itself', async () => {
    const policy = { features: () => ['publickey-credentials-get'], allowsFeature: () => false };
    Object.defineProperty(document, 'featurePolicy', { configurable: true, value: policy });
    try {
      const button = await fixture<LatchPasskeyButton>(html`<latch-passkey-button></latch-passkey-button>`);
      const failed = oneEvent(button, 'latch-sign-in-failed');
      inner(button).click();
      (await requests.next()).fail(dismissed());
      expect((await failed).detail).to.include({ code: 'unsupported' });
      await settled();
      expect(status(button)).to.equal('This browser can’t use passkeys here. Sign in another way.');
    } finally {
      Reflect.deleteProperty(document, 'featurePolicy');
    }
  });

  it('asks once more for the same passkey, with a fresh challenge, when the first one has expired', async () => {
    let answers = 0;
    const button = await fixture<LatchPasskeyButton>(html`<latch-passkey-button></latch-passkey-button>`);
    backend.answerWith((request) =>
      request.path.includes('verify') && (answers += 1) === 1
        ? json({ error: 'challenge_expired' }, 400)
        : contentBackend(request),
    );
    const signedIn = oneEvent(button, 'latch-signed-in');
    inner(button).click();
    const first = await requests.next();
    first.choose(assertion());
    const second = await requests.next(isModal, 1);
    expect(second.options.publicKey!.challenge).not.to.deep.equal(first.options.publicKey!.challenge);
    expect(
      second.options.publicKey!.allowCredentials!.map(({ id }) => [...new Uint8Array(id as ArrayBuffer)]),
    ).to.deep.equal([[1, 2, 3]]);
    second.choose(assertion());
    expect((await signedIn).detail.method).to.equal('passkey');
  });

  it('says that it took too long when the fresh challenge has expired too, which may be tried again', async () => {
    const button = await fixture<LatchPasskeyButton>(html`<latch-passkey-button></latch-passkey-button>`);
    backend.answerWith((request) =>
      request.path.includes('verify') ? json({ error: 'challenge_expired' }, 400) : contentBackend(request),
    );
    const failed = oneEvent(button, 'latch-sign-in-failed');
    inner(button).click();
    (await requests.next()).choose(assertion());
    (await requests.next(isModal, 1)).choose(assertion());
    const { code, retryable } = (await failed).detail;
    expect([code, retryable]).to.deep.equal(['challenge_expired', true]);
    await settled();
    expect(status(button)).to.equal('That took too long. Try again.');
  });

  it('makes one request of a thousand quick clicks', async () => {
    const button = await fixture<LatchPasskeyButton>(html`<latch-passkey-button></latch-passkey-button>`);
    for (let clicks = 0; clicks < 1000; clicks++) inner(button).click();
    await requests.next();
    await settled();
    expect(requests.all).to.have.length(1);
    expect(backend.to('/webauthn/login/options')).to.have.length(1);
  });

  it('is worked by keyboard', async () => {
    const button = await fixture<LatchPasskeyButton>(html`<latch-passkey-button></latch-passkey-button>`);
    inner(button).focus();
    const { sendKeys } = await import('@web/test-runner-commands');
    await sendKeys({ press: 'Enter' });
    await requests.next();
    expect(requests.all).to.have.length(1);
  });

  it('asks for what is on this device only, and shows the other way when there is nothing', async () => {
    const button = await fixture<LatchPasskeyButton>(
      html`<latch-passkey-button immediate>Continue<a slot="fallback" href="/login">Another way</a></latch-passkey-button>`,
    );
    const link = button.querySelector('a')!;
    expect(link.checkVisibility()).to.equal(false);
    const failed = oneEvent(button, 'latch-sign-in-failed');
    await click(inner(button));
    const request = await requests.next();
    expect(request.options.uiMode).to.equal('immediate');
    expect(request.options.publicKey).not.to.have.property('allowCredentials');
    request.fail(dismissed());
    expect((await failed).detail.code).to.equal('no_local_passkey');
    await settled();
    expect(link.checkVisibility()).to.equal(true);
    expect(status(button)).to.equal('This device has no passkey for this site. Sign in another way.');
    await expect(button).to.be.accessible();
  });

  it('says that the device has failed, shows the other way, and writes the cause into the console', async () => {
    const { warn } = console;
    const warnings: unknown[] = [];
    console.warn = (...parts: unknown[]) => warnings.push(...parts);
    try {
      const button = await fixture<LatchPasskeyButton>(
        html`<latch-passkey-button>Continue<a slot="fallback" href="/login">Another way</a></latch-passkey-button>`,
      );
      const failed = oneEvent(button, 'latch-sign-in-failed');
      await click(inner(button));
      (await requests.next()).fail(new DOMException('An unknown error occurred.', 'UnknownError'));
      expect((await failed).detail).to.include({ code: 'device_failed', retryable: true });
      await settled();
      expect(button.querySelector('a')!.checkVisibility()).to.equal(true);
      expect(status(button)).to.equal('That didn’t work. Try again, or use another way.');
      expect(warnings).to.deep.equal(['Latchkey: UnknownError: An unknown error occurred.']);
    } finally {
      console.warn = warn;
    }
  });

  it('says that a passkey was moved, tells its provider nothing, and shows the other way', async () => {
    const signals = watchSignals();
    backend.answerWith((request) =>
      request.path.includes('verify') ? json({ error: 'passkey_moved' }, 400) : contentBackend(request),
    );
    const button = await fixture<LatchPasskeyButton>(
      html`<latch-passkey-button>Continue<a slot="fallback" href="/login">Another way</a></latch-passkey-button>`,
    );
    const failed = oneEvent(button, 'latch-sign-in-failed');
    await click(inner(button));
    (await requests.next()).choose(assertion());
    expect((await failed).detail.code).to.equal('passkey_moved');
    await settled();
    signals.restore();
    expect(status(button)).to.equal('That passkey was moved. Sign in another way and create a new one.');
    expect(button.querySelector('a')!.checkVisibility()).to.equal(true);
    expect(signals.all).to.deep.equal([]);
  });

  it('hands its hints to the browser in place of those of the backend', async () => {
    const button = await fixture<LatchPasskeyButton>(
      html`<latch-passkey-button hints="security-key hybrid"></latch-passkey-button>`,
    );
    backend.answerWith(({ path }) =>
      json(path.includes('options') ? requestOptions({ hints: ['client-device'] }) : { verified: true }),
    );
    inner(button).click();
    const { publicKey } = (await requests.next()).options as { publicKey: { hints?: string[] } };
    expect(publicKey.hints).to.deep.equal(['security-key', 'hybrid']);
  });

  it('ends its request without a word when it is removed, and not when it is moved', async () => {
    const button = await fixture<LatchPasskeyButton>(html`<latch-passkey-button></latch-passkey-button>`);
    for (const name of ['latch-signed-in', 'latch-sign-in-failed'] as const)
      button.addEventListener(name, () => expect.fail(name));
    inner(button).click();
    const request = await requests.next();
    const elsewhere = document.createElement('div');
    button.parentElement!.append(elsewhere);
    elsewhere.append(button);
    await settled();
    expect(request.outcome).to.equal(undefined);
    button.remove();
    await settled();
    expect(requests.pending).to.have.length(0);
  });

  it('reports an unusable base URL in the console only', async () => {
    const button = await fixture<LatchPasskeyButton>(
      html`<latch-passkey-button base-url="https://elsewhere.example/"></latch-passkey-button>`,
    );
    const before = globalThis.onerror;
    const reported = new Promise<unknown>((resolve) => {
      globalThis.onerror = (_message, _source, _line, _column, error) => {
        resolve(error);
        return true;
      };
    });
    inner(button).click();
    const error = (await reported) as Error;
    globalThis.onerror = before;
    expect(error).to.be.instanceOf(TypeError);
    expect(error.message).to.include('"baseUrl"').and.to.include('https://elsewhere.example/');
  });

  it('is the button alone with passive, in a browser that does not report ambient sign-in', async () => {
    await fixture(html`<latch-passkey-button passive></latch-passkey-button>`);
    await settled();
    expect(backend.to('/session')).to.have.length(0);
    expect(requests.all).to.have.length(0);
  });
});
