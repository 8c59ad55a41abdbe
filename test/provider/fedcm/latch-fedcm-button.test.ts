import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import '../../../src/define/fedcm-button.js';
import { LatchError } from '../../../src/base/client/errors.js';
import type { LatchFedCmButton } from '../../../src/elements.js';
import { contentBackend, json, watchBackendRequests, type BackendRequests } from '../../support/browser/backend.js';
import { settled, stopClock } from '../../support/browser/clock.js';
import { watchCredentialRequests, type CredentialRequests } from '../../support/browser/credential-requests.js';
import { buttonOf, statesOf, statusOf, watchEvents, watchReports } from '../../support/browser/elements.js';
import { identityCredential, identityOf, replaceGlobal } from '../../support/browser/identity.js';
import { watchLeftovers } from '../../support/browser/leftovers.js';
import { rejection } from '../../support/browser/rejection.js';
import { runs } from '../../support/browser/runs.js';

const friendly = 'You’re not signed in yet. Try again, or sign in at the provider first.';
const named = (name: string) => Object.assign(new Error('why'), { name });

describe('<latch-fedcm-button>', () => {
  let requests: CredentialRequests;
  let backend: BackendRequests;
  let events: ReturnType<typeof watchEvents>;

  beforeEach(() => {
    requests = watchCredentialRequests();
    requests.hold();
    backend = watchBackendRequests();
    backend.answerWith(contentBackend);
    events = watchEvents();
  });

  afterEach(async () => {
    await settled();
    events.stop();
    requests.restore();
    backend.restore();
  });

  const put = () =>
    fixture<LatchFedCmButton>(
      html`<latch-fedcm-button><a slot="fallback" href="/auth/start">Go to the provider</a></latch-fedcm-button>`,
    );
  const isShown = (element: Element) => element.querySelector('a')!.checkVisibility();

  it('has its nonce before the click, so that the click reaches the browser at once', async () => {
    const button = await put();
    await settled();
    expect(backend.all.map(({ path }) => path)).to.deep.equal(['/auth/providers', '/auth/fedcm/nonce']);
    buttonOf(button).click();
    await requests.next();
    expect(backend.all).to.have.length(2);
  });

  it('says what is going on, in words and in states, until the person is signed in', async () => {
    const button = await put();
    await expect(button).to.be.accessible();
    buttonOf(button).click();
    const request = await requests.next();
    await button.updateComplete;
    expect([statesOf(button), statusOf(button), buttonOf(button).getAttribute('aria-disabled')]).to.deep.equal([
      ['pending', 'asking'],
      'Continue in the dialog.',
      'true',
    ]);
    await expect(button).to.be.accessible();

    let respond!: (response: Response) => void;
    backend.answerWith(() => new Promise((resolve) => (respond = resolve)));
    request.choose(identityCredential());
    await settled();
    expect([statesOf(button), statusOf(button)]).to.deep.equal([['pending', 'verifying'], 'Signing in…']);
    await expect(button).to.be.accessible();

    const signedIn = oneEvent(button, 'latch-signed-in');
    respond(json({}));
    const event = await signedIn;
    expect(event.detail).to.deep.equal({ method: 'fedcm', configURL: 'https://provider.example/fedcm.json' });
    await settled();
    expect([statesOf(button), statusOf(button), isShown(button)]).to.deep.equal([['done'], 'You’re signed in.', false]);
    await expect(button).to.be.accessible();
  });

  it('asks as its attributes say', async () => {
    const button = await fixture<LatchFedCmButton>(html`
      <latch-fedcm-button config-url="https://other.example/fedcm.json" client-id="mine" context="continue" fields="name  email" login-hint="ada@other.example">Other provider</latch-fedcm-button>
    `);
    buttonOf(button).click();
    const { nonce, ...identity } = { nonce: undefined, ...identityOf((await requests.next()).options) };
    expect([identity.mode, identity.context]).to.deep.equal(['active', 'continue']);
    expect(identity.providers[0]).to.deep.include({
      configURL: 'https://other.example/fedcm.json',
      clientId: 'mine',
      fields: ['name', 'email'],
      loginHint: 'ada@other.example',
    });
    expect(nonce).to.equal(undefined);
  });

  it('says nothing to the browser that no attribute says', async () => {
    buttonOf(await put()).click();
    const { options } = await requests.next();
    expect(identityOf(options)).to.have.all.keys('mode', 'providers');
    expect(identityOf(options).providers[0]).to.have.all.keys('configURL', 'clientId', 'params');
  });

  for (const [what, name] of [
    ['was dismissed, was not shown because of that, or had no account to show', 'NetworkError'],
    ['ended as the specification says', 'NotAllowedError'],
  ] as const) {
    it(`says the same friendly sentence when the dialog ${what}, offers the other way, and dispatches nothing`, async () => {
      const button = await put();
      expect(isShown(button)).to.equal(false);
      buttonOf(button).click();
      (await requests.next()).fail(new DOMException('', name));
      await settled();
      expect([statusOf(button), statesOf(button), events.types, isShown(button)]).to.deep.equal([
        friendly,
        [],
        [],
        true,
      ]);
      await expect(button).to.be.accessible();
    });
  }

  it('tells by an event and in words that the provider has refused, and offers the other way', async () => {
    const button = await put();
    const failed = oneEvent(button, 'latch-sign-in-failed');
    buttonOf(button).click();
    (await requests.next()).fail(
      Object.assign(named('IdentityCredentialError'), { error: 'access_denied', url: 'https://provider.example/why' }),
    );
    const { detail } = await failed;
    expect(detail).to.be.instanceOf(LatchError).and.to.include({ code: 'provider_failed' });
    expect(detail.message).to.contain('access_denied');
    await settled();
    expect([statusOf(button), statesOf(button), isShown(button)]).to.deep.equal([
      'The provider couldn’t sign you in. Try again, or use another way.',
      ['failed'],
      true,
    ]);
    await expect(button).to.be.accessible();
  });

  for (const [what, respond, sentence] of [
    ['the nonce is too old', () => json({ error: 'challenge_expired' }, 400), 'That took too long. Try again.'],
    [
      'the token is not accepted',
      () => json({ error: 'rejected' }, 401),
      'That didn’t work. Try again, or use another way.',
    ],
    [
      'the provider is not configured',
      () => json({ error: 'unknown_provider' }, 403),
      'This browser can’t sign you in with a provider. Sign in another way.',
    ],
    [
      'the keys of the provider cannot be had',
      () => json({ error: 'provider_failed' }, 502),
      'The server has a problem. Try again later.',
    ],
  ] as const) {
    it(`says in plain words that ${what}, and offers the other way`, async () => {
      backend.answerWith((request) => (request.method === 'POST' ? respond() : contentBackend(request)));
      const button = await put();
      buttonOf(button).click();
      (await requests.next()).choose(identityCredential());
      await settled();
      expect([statusOf(button), statesOf(button), events.types, isShown(button)]).to.deep.equal([
        sentence,
        ['failed'],
        ['latch-sign-in-failed'],
        true,
      ]);
      await expect(button).to.be.accessible();
    });
  }

  it('leaves the other way where it is while the person tries again, so that nothing moves under the pointer', async () => {
    const button = await put();
    buttonOf(button).click();
    (await requests.next()).fail(new DOMException('', 'NetworkError'));
    await settled();
    const height = button.getBoundingClientRect().height;
    buttonOf(button).click();
    await requests.next(undefined, 1);
    await button.updateComplete;
    expect([isShown(button), button.getBoundingClientRect().height <= height]).to.deep.equal([true, true]);
  });

  describe('in a browser without FedCM', () => {
    let without: ReturnType<typeof replaceGlobal>;
    beforeEach(() => (without = replaceGlobal('IdentityCredential')));
    afterEach(() => without.restore());

    it('gives its place to the other way, and asks for nothing', async () => {
      const button = await put();
      await settled();
      expect([button.shadowRoot!.querySelector('button'), isShown(button), backend.all.length]).to.deep.equal([
        null,
        true,
        0,
      ]);
      await expect(button).to.be.accessible();
    });

    it('reports it after a click when there is no other way', async () => {
      const button = await fixture<LatchFedCmButton>(html`<latch-fedcm-button passive></latch-fedcm-button>`);
      buttonOf(button).click();
      await settled();
      expect([statusOf(button), events.types]).to.deep.equal([
        'This browser can’t sign you in with a provider. Sign in another way.',
        ['latch-sign-in-failed'],
      ]);
      await expect(button).to.be.accessible();
    });

    it('finds the other way also when it comes later', async () => {
      const button = await fixture<LatchFedCmButton>(html`<latch-fedcm-button></latch-fedcm-button>`);
      button.append(
        Object.assign(document.createElement('a'), {
          slot: 'fallback',
          href: '/auth/start',
          textContent: 'Go to the provider',
        }),
      );
      await settled();
      await button.updateComplete;
      expect([button.shadowRoot!.querySelector('button'), isShown(button)]).to.deep.equal([null, true]);
    });
  });

  for (const [attribute, mediation] of [
    ['passive', 'optional'],
    ['automatic', 'silent'],
  ] as const) {
    describe(`with ${attribute}`, () => {
      const putOne = async () => {
        const element = document.createElement('latch-fedcm-button');
        element.append(
          Object.assign(document.createElement('a'), {
            slot: 'fallback',
            href: '/auth/start',
            textContent: 'Go to the provider',
          }),
        );
        element.toggleAttribute(attribute, true);
        document.body.append(element);
        await element.updateComplete;
        return element;
      };
      let button: LatchFedCmButton;
      let reports: ReturnType<typeof watchReports>;
      beforeEach(async () => {
        reports = watchReports();
        button = await putOne();
      });
      afterEach(() => {
        reports.stop();
        button.remove();
      });

      it('asks the browser when it enters the page, and looks as if it did not', async () => {
        const { options } = await requests.next();
        expect([options.mediation, identityOf(options).mode]).to.deep.equal([mediation, undefined]);
        await button.updateComplete;
        expect([statesOf(button), statusOf(button), buttonOf(button).getAttribute('aria-disabled')]).to.deep.equal([
          [],
          '',
          'false',
        ]);
        await expect(button).to.be.accessible();
      });

      it('signs in', async () => {
        const signedIn = oneEvent(button, 'latch-signed-in');
        (await requests.next()).choose(identityCredential());
        expect((await signedIn).detail).to.have.property('method', 'fedcm');
      });

      for (const name of ['NetworkError', 'IdentityCredentialError', 'NotSupportedError', 'TypeError']) {
        it(`notifies no one of a ${name}`, async () => {
          (await requests.next()).fail(named(name));
          await settled();
          expect([statesOf(button), statusOf(button), events.types, reports.all, isShown(button)]).to.deep.equal([
            [],
            '',
            [],
            [],
            false,
          ]);
        });
      }

      it('notifies no one that there is no backend for it', async () => {
        await requests.next();
        button.remove();
        await settled();
        backend.answerWith(() => json({ error: 'unsupported' }, 404));
        const other = await putOne();
        await settled();
        expect([statusOf(other), events.types, reports.all]).to.deep.equal(['', [], []]);
        other.remove();
      });

      it('ends its request without a word when it is removed', async () => {
        await requests.next();
        button.remove();
        await settled();
        expect([requests.pending.length, events.types]).to.deep.equal([0, []]);
      });
    });
  }

  it('with passive says in words, without an event, that an account that was chosen came to nothing', async () => {
    backend.answerWith((request) =>
      request.method === 'POST' ? json({ error: 'rejected' }, 401) : contentBackend(request),
    );
    const button = await fixture<LatchFedCmButton>(html`<latch-fedcm-button passive></latch-fedcm-button>`);
    (await requests.next()).choose(identityCredential());
    await settled();
    expect([statusOf(button), events.types]).to.deep.equal(['That didn’t work. Try again, or use another way.', []]);
  });

  it('has a fresh nonce when a pointer or the focus comes near after a long time', async () => {
    const clock = stopClock();
    const button = await put();
    await clock.pass(5 * 60_000);
    const before = backend.all.length;
    for (const type of ['pointerenter', 'focusin']) button.dispatchEvent(new Event(type));
    await settled();
    expect(backend.all.length - before).to.equal(1);
    clock.restore();
  });

  it('refuses where the permissions policy forbids it to the page, and says which one to its makers', async () => {
    Object.defineProperty(document, 'featurePolicy', { configurable: true, value: { allowsFeature: () => false } });
    const button = await put();
    const failed = oneEvent(button, 'latch-sign-in-failed');
    buttonOf(button).click();
    expect((await failed).detail.message).to.contain('identity-credentials-get');
    await settled();
    expect([statusOf(button), isShown(button), requests.all.length]).to.deep.equal([
      'This browser can’t sign you in with a provider. Sign in another way.',
      true,
      0,
    ]);
    Reflect.deleteProperty(document, 'featurePolicy');
  });

  it('disconnects an account, and says when that is not possible', async () => {
    const told: unknown[] = [];
    const browser = replaceGlobal('IdentityCredential', {
      disconnect: async (account: unknown) => void told.push(account),
    });
    const button = await put();
    await button.disconnect('ada');
    browser.restore();
    expect(told).to.deep.equal([
      { configURL: 'https://provider.example/fedcm.json', clientId: 'latchkey', accountHint: 'ada' },
    ]);
    expect((await rejection(button.disconnect('unknown'))).code).to.equal('provider_failed');
    expect(events.types).to.deep.equal([]);
  });

  it('leaves no timer, listener or channel behind, however often it comes and goes', async () => {
    const leftovers = watchLeftovers();
    const clock = stopClock();
    const turns: ((button: LatchFedCmButton) => void)[] = [
      (button) => buttonOf(button).click(),
      () => requests.pending[0]?.fail(new DOMException('', 'NetworkError')),
      () => requests.pending[0]?.choose(identityCredential()),
      () => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })),
      () => backend.answerWith(() => json({}, 500)),
    ];
    for (let cycle = 0; cycle < runs(500, 50).numRuns; cycle++) {
      backend.answerWith(contentBackend);
      const button = document.createElement('latch-fedcm-button');
      button.passive = cycle % 2 === 0;
      document.body.append(button);
      await settled();
      turns[cycle % turns.length]!(button);
      await settled();
      button.remove();
      await settled();
    }
    const left = [clock.waiting, leftovers.listeners, leftovers.channels, requests.pending.length];
    clock.restore();
    leftovers.stop();
    expect(left).to.deep.equal([0, 0, 0, 0]);
  }).timeout(600_000);
});
