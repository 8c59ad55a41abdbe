import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import '../../src/define/digital-credential-button.js';
import type { LatchDigitalCredentialButton } from '../../src/elements.js';
import { run } from '../../src/base/browser/ceremony.js';
import { broadcast } from '../../src/base/storage/channel.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { click } from '../support/browser/click.js';
import { settled } from '../support/browser/clock.js';
import { watchCredentialRequests, type CredentialRequests } from '../support/browser/credential-requests.js';
import { buttonOf, everythingIn, statesOf, statusOf, watchEvents, watchReports } from '../support/browser/elements.js';
import { claims, identityBackend, pretendGesture, setWallet, walletCredential } from '../support/browser/wallet.js';

const protocol = 'org-iso-mdoc';
const data = { response: 'ZW5jcnlwdGVk' };

describe('<latch-digital-credential-button>', () => {
  let backend: BackendRequests;
  let events: ReturnType<typeof watchEvents>;
  const undo: (() => void)[] = [];
  const put = () =>
    fixture<LatchDigitalCredentialButton>(
      html`<latch-digital-credential-button><a slot="fallback" href="/by-post">By post</a></latch-digital-credential-button>`,
    );
  const fallbackIsShown = (element: Element) => element.querySelector('a')!.checkVisibility();

  beforeEach(() => {
    backend = watchBackendRequests();
    backend.answerWith(identityBackend);
    events = watchEvents();
    undo.push(backend.restore, events.stop);
  });

  afterEach(() =>
    undo
      .splice(0)
      .reverse()
      .forEach((restore) => restore()),
  );

  /** Stands in for the browser, whose requests then wait for the test; a click need not be a real one. */
  function holdBrowser(): CredentialRequests {
    const requests = watchCredentialRequests();
    requests.hold();
    undo.push(requests.restore, pretendGesture(true));
    return requests;
  }

  it('has the backend verify what a wallet gives on a click, and says nothing of the person in its event', async () => {
    await setWallet({ protocol, data });
    const button = await put();
    const verified = oneEvent(button, 'latch-identity-verified');
    await click(buttonOf(button));
    expect((await verified).detail).to.deep.equal({ protocol });
    await settled();
    expect([statusOf(button), statesOf(button), fallbackIsShown(button)]).to.deep.equal([
      'Your digital ID was verified.',
      ['done'],
      false,
    ]);
    expect(events.all.map(everythingIn).join()).not.to.contain('age_over_18');
    await expect(button).to.be.accessible();
  });

  it('returns the claims from its method, also while a click is in progress', async () => {
    const requests = holdBrowser();
    const button = await put();
    buttonOf(button).click();
    const answers = Promise.all([button.request(), button.request()]);
    (await requests.next()).choose(walletCredential());
    expect(await answers).to.deep.equal([claims, claims]);
    expect([requests.all.length, events.types]).to.deep.equal([1, ['latch-identity-verified']]);
  });

  it('gives them to listeners of the verification too, without another request', async () => {
    const requests = holdBrowser();
    const button = await put();
    const told = new Promise((resolve) =>
      button.addEventListener('latch-identity-verified', () => resolve(button.request())),
    );
    buttonOf(button).click();
    (await requests.next()).choose(walletCredential());
    expect(await told).to.deep.equal(claims);
    await settled();
    expect([requests.all.length, events.types, statesOf(button)]).to.deep.equal([
      1,
      ['latch-identity-verified'],
      ['done'],
    ]);
  });

  it('asks again the next time, and keeps nothing of the time before', async () => {
    const requests = holdBrowser();
    const button = await put();
    const first = button.request();
    (await requests.next()).choose(walletCredential());
    await first;
    const second = button.request();
    (await requests.next(undefined, 1)).fail(new DOMException('no', 'NotAllowedError'));
    expect(await second).to.equal(undefined);
  });

  for (const name of ['NotAllowedError', 'OperationError']) {
    it(`reports it, and notifies no one else, when the person declines: ${name}`, async () => {
      const requests = holdBrowser();
      const button = await put();
      const answer = button.request();
      (await requests.next()).fail(new DOMException('why', name));
      expect(await answer).to.equal(undefined);
      await button.updateComplete;
      expect([statusOf(button), statesOf(button), events.types]).to.deep.equal([
        'Nothing was shared. Try again, or use another way.',
        [],
        [],
      ]);
      await expect(button).to.be.accessible();
    });
  }

  it('reports it when the person declines in the browser, and can be used again', async () => {
    await setWallet('decline');
    const button = await put();
    const answer = new Promise((resolve) =>
      button.addEventListener('click', () => resolve(button.request()), { once: true }),
    );
    await click(buttonOf(button));
    expect(await answer).to.equal(undefined);
    await settled();
    expect(statusOf(button)).to.equal('Nothing was shared. Try again, or use another way.');
    await setWallet({ protocol, data });
    const verified = oneEvent(button, 'latch-identity-verified');
    await click(buttonOf(button));
    await verified;
  });

  it('explains, and offers the other way, when what was shown does not do', async () => {
    backend.answerWith((request) =>
      request.path.includes('verify')
        ? json({ error: 'verification_failed', reason: 'query' }, 400)
        : identityBackend(request),
    );
    const requests = holdBrowser();
    const button = await put();
    const failed = oneEvent(button, 'latch-identity-failed');
    void button.request();
    (await requests.next()).choose(walletCredential());
    expect((await failed).detail.code).to.equal('rejected');
    await settled();
    expect([statusOf(button), statesOf(button), fallbackIsShown(button)]).to.deep.equal([
      'Your wallet didn’t share what is needed here. Use another way.',
      ['failed'],
      true,
    ]);
    await expect(button).to.be.accessible();
  });

  it('explains, and offers the other way, where the browser has no digital credentials', async () => {
    const own = Object.getOwnPropertyDescriptor(globalThis, 'DigitalCredential')!;
    Object.defineProperty(globalThis, 'DigitalCredential', { ...own, value: undefined });
    undo.push(() => Object.defineProperty(globalThis, 'DigitalCredential', own));
    const button = await put();
    const failed = oneEvent(button, 'latch-identity-failed');
    await click(buttonOf(button));
    expect((await failed).detail.code).to.equal('unsupported');
    await settled();
    expect([statusOf(button), fallbackIsShown(button), backend.all.length]).to.deep.equal([
      'This browser can’t show a digital ID here. Use another way.',
      true,
      0,
    ]);
    await expect(button).to.be.accessible();
  });

  it('tells the makers of the page when it is used without a gesture, and does nothing', async () => {
    undo.push(pretendGesture(false));
    const reports = watchReports();
    const button = await put();
    expect(await button.request()).to.equal(undefined);
    reports.stop();
    expect(reports.all.map(String)).to.deep.equal(['TypeError: "presentDigitalCredential" needs a user gesture']);
    expect([statesOf(button), events.types]).to.deep.equal([['failed'], []]);
  });

  it('fetches nothing when the page opens, and what a click needs when pointer or focus come near', async () => {
    holdBrowser();
    const button = await put();
    await settled();
    expect(backend.all).to.have.length(0);
    button.dispatchEvent(new PointerEvent('pointerenter'));
    await settled();
    buttonOf(button).focus();
    await settled();
    expect(backend.to('/identity/request')).to.have.length(2);
    buttonOf(button).click();
    await settled();
    expect([backend.all.length, statesOf(button)]).to.deep.equal([2, ['pending', 'asking']]);
  });

  for (const type of ['signed-in', 'signed-out'] as const) {
    it(`fetches it again when a user has ${type.replace('-', ' ')} meanwhile: the session before is over`, async () => {
      holdBrowser();
      const button = await put();
      const heard = new Promise((resolve) =>
        new BroadcastChannel('auth').addEventListener('message', resolve, { once: true }),
      );
      button.dispatchEvent(new PointerEvent('pointerenter'));
      await settled();
      broadcast({ type });
      await heard;
      await settled();
      buttonOf(button).click();
      await settled();
      expect(backend.to('/identity/request')).to.have.length(4);
    });
  }

  it('offers the protocols that the page sets', async () => {
    const requests = holdBrowser();
    const button = await put();
    button.protocols = ' org-iso-mdoc ';
    void button.request();
    const { digital } = (await requests.next()).options as { digital?: { requests: unknown[] } };
    expect(digital!.requests).to.deep.equal([{ protocol, data: { asked: protocol } }]);
  });

  it('forgets that it came to nothing when it is used again, and says nothing when other code takes its turn', async () => {
    const requests = holdBrowser();
    const button = await put();
    void button.request();
    (await requests.next()).fail(new DOMException('no', 'NotSupportedError'));
    await settled();
    expect(statesOf(button)).to.deep.equal(['failed']);
    void button.request();
    await requests.next(undefined, 1);
    await run(async () => {}, { mode: 'modal', kind: 'digital' });
    await settled();
    expect([statusOf(button), statesOf(button), events.types]).to.deep.equal(['', [], ['latch-identity-failed']]);
  });

  it('ends its request without a word when it is removed', async () => {
    const requests = holdBrowser();
    const button = await put();
    buttonOf(button).click();
    const request = await requests.next();
    button.remove();
    await settled();
    expect([request.outcome !== undefined, events.types]).to.deep.equal([true, []]);
  });
});
