import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../../src/define/oidc-button.js';
import { writeLocal } from '../../../src/base/storage/local.js';
import type { LatchError } from '../../../src/base/client/errors.js';
import type { LatchOidcButton } from '../../../src/elements.js';
import { json, watchBackendRequests, type BackendRequests } from '../../support/browser/backend.js';
import { settled, stopClock, type Clock } from '../../support/browser/clock.js';
import { watchDepartures, type Departures } from '../../support/browser/departures.js';
import { buttonOf, everythingIn, statusOf, watchEvents, watchReports } from '../../support/browser/elements.js';
import { askFrame, strangeOrigin } from '../../support/browser/frames.js';
import { watchLeftovers } from '../../support/browser/leftovers.js';
import {
  providerBackend,
  providerSession,
  sayOnChannel,
  type ProviderBackend,
} from '../../support/browser/provider-backend.js';
import { watchProviderWindows, type ProviderWindows } from '../../support/browser/provider-windows.js';
import { runs } from '../../support/browser/runs.js';
import { until } from '../../support/browser/until.js';

const handOff = { id: 'A'.repeat(43), code: '7QX4-M3KF', expires: 1 };
const names = ['pending', 'leaving', 'blocked', 'open', 'lost', 'starting', 'waiting', 'done', 'failed'];
const statesOf = (element: Element) => names.filter((name) => element.matches(`:state(${name})`));
const partOf = (element: Element, part: string) => element.shadowRoot!.querySelector<HTMLElement>(`[part=${part}]`);

const { setTimeout: ownSetTimeout } = globalThis;

/** Lets axe have the time that it takes, while that of the page stands still. */
async function expectAccessible(element: Element): Promise<void> {
  const { setTimeout: stopped } = globalThis;
  globalThis.setTimeout = ownSetTimeout;
  try {
    await expect(element).to.be.accessible();
  } finally {
    globalThis.setTimeout = stopped;
  }
}

describe('<latch-oidc-button>', () => {
  let backend: BackendRequests;
  let provider: ProviderBackend;
  let departures: Departures;
  let windows: ProviderWindows;
  let events: ReturnType<typeof watchEvents>;
  let reports: ReturnType<typeof watchReports>;
  let clock: Clock;

  // the picture of the first rendering and what is loaded for a hand-off come outside of the stopped time
  before(async () => {
    const element = document.body.appendChild(document.createElement('latch-oidc-button'));
    await Promise.all([settled(), import('../../../src/provider/oidc/hand-off.js')]);
    element.remove();
  });

  beforeEach(() => {
    clock = stopClock();
    backend = watchBackendRequests();
    provider = providerBackend();
    backend.answerWith((request, real) =>
      request.path.endsWith('/auth/handoff') ? json(handOff, 201) : provider.answer(request, real),
    );
    departures = watchDepartures();
    windows = watchProviderWindows();
    events = watchEvents();
    reports = watchReports();
  });

  afterEach(async () => {
    for (const element of document.querySelectorAll('latch-oidc-button')) element.remove();
    await settled();
    for (const what of [events, reports]) what.stop();
    for (const what of [windows, departures, backend, clock]) what.restore();
    localStorage.clear();
  });

  async function put(attributes: Record<string, string> = {}): Promise<LatchOidcButton> {
    const element = document.createElement('latch-oidc-button');
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    document.body.append(element);
    await settled();
    return element;
  }

  /** Where the window went, without the page that it comes back to, which is the runner's. */
  const departuresOf = (): string[] =>
    departures.addresses.map((address) => {
      const url = new URL(address);
      expect(url.searchParams.get('from')).to.equal(location.pathname + location.search);
      url.searchParams.delete('from');
      return url.href;
    });

  async function press(element: Element): Promise<void> {
    buttonOf(element).click();
    await settled();
  }

  async function openWindow(element: Element): Promise<void> {
    await press(element);
    windows.last.arrive();
    await clock.pass(2000);
  }

  async function signInThere(): Promise<void> {
    provider.session = providerSession(Date.now());
    await sayOnChannel({ type: 'signed-in' });
    await settled();
  }

  describe('in the same window', () => {
    it('needs no attribute, and goes to the provider', async () => {
      const element = await put();
      expect(statusOf(element)).to.equal('');
      await press(element);
      expect(departuresOf()).to.deep.equal([`${location.origin}/auth/start?provider=example`]);
      expect([statesOf(element), statusOf(element), buttonOf(element).getAttribute('aria-disabled')]).to.deep.equal([
        ['pending', 'leaving'],
        'Opening the sign-in page…',
        'true',
      ]);
      await expectAccessible(element);
    });

    it('names the page to come back to, and the backend of its own', async () => {
      await press(await put({ 'return-to': '/home?x=1', 'base-url': '/api' }));
      expect(departuresOf()).to.deep.equal([
        `${location.origin}/api/auth/start?provider=example&returnTo=%2Fhome%3Fx%3D1`,
      ]);
    });

    it('names the page to come back to by its path, however it is written', async () => {
      for (const page of [`${location.origin}/home?x=1#y`, '/a/../home?x=1#y']) {
        const element = await put({ 'return-to': page });
        await press(element);
        expect(departuresOf().at(-1), page).to.equal(
          `${location.origin}/auth/start?provider=example&returnTo=%2Fhome%3Fx%3D1%23y`,
        );
        element.remove();
        await settled();
      }
    });

    it('tells the page before it is left, and stays if that wants to', async () => {
      const element = await put({ mode: 'redirect' });
      const told = oneEvent(element, 'latch-before-redirect');
      element.addEventListener('latch-before-redirect', (event) => event.preventDefault(), { once: true });
      await press(element);
      expect((await told).detail).to.deep.equal({ isBlocked: false });
      expect([departures.addresses, statesOf(element), statusOf(element)]).to.deep.equal([[], [], '']);
      await press(element);
      expect(departures.addresses).to.have.length(1);
    });

    it('makes one departure of a thousand clicks', async () => {
      const element = await put();
      for (let click = 0; click < 1000; click++) buttonOf(element).click();
      await settled();
      expect([departures.addresses.length, backend.to('/auth/providers').length]).to.deep.equal([1, 2]);
    });

    it('can be used again when the person has come back by the back button', async () => {
      const element = await put();
      await press(element);
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await settled();
      expect([statesOf(element), statusOf(element), events.types]).to.deep.equal([[], '', []]);
      await press(element);
      expect(departures.addresses).to.have.length(2);
    });

    const failures: [what: string, respond: () => Response | Promise<Response>, code: string, text: RegExp][] = [
      ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), 'network', /Can’t reach/],
      ['has no provider', () => json({ error: 'unsupported' }, 404), 'unsupported', /can’t sign in this way here/],
      ['breaks down', () => json({}, 500), 'bad_response', /has a problem/],
      ['has enough', () => json({}, 429), 'rate_limited', /Too many/],
    ];
    for (const [what, respond, code, text] of failures) {
      it(`says in plain words that the backend ${what}, and leaves the page alone`, async () => {
        const element = await put();
        backend.answerWith(respond);
        await press(element);
        expect(statesOf(element)).to.deep.equal(['failed']);
        expect(statusOf(element)).to.match(text).and.not.to.contain(code);
        expect(events.all.map(({ type, detail }) => [type, (detail as LatchError).code])).to.deep.equal([
          ['latch-sign-in-failed', code],
        ]);
        expect(departures.addresses).to.deep.equal([]);
        await expectAccessible(element);
      });
    }
  });

  describe('in a window of its own', () => {
    it('opens it within the click, says what goes on, and signs in', async () => {
      const element = await put({ mode: 'popup' });
      buttonOf(element).click();
      expect(windows.all).to.have.length(1);
      windows.last.arrive();
      await clock.pass(2000);
      expect([statesOf(element), statusOf(element), buttonOf(element).getAttribute('aria-disabled')]).to.deep.equal([
        ['pending', 'open'],
        'Continue in the other window.',
        'false',
      ]);
      await expectAccessible(element);
      const { height } = element.getBoundingClientRect();
      await signInThere();
      expect([statesOf(element), statusOf(element)]).to.deep.equal([['done'], 'You’re signed in.']);
      expect(events.all.map(({ type, detail }) => [type, detail])).to.deep.equal([
        ['latch-signed-in', { method: 'oidc', provider: 'example' }],
      ]);
      expect(element.getBoundingClientRect().height).to.equal(height);
      await expectAccessible(element);
    });

    it('remembers the provider', async () => {
      await openWindow(await put({ mode: 'popup' }));
      await signInThere();
      await settled();
      expect(localStorage.getItem('latchkey.provider-chosen:/')).to.equal('"example"');
      expect(events.all.map(({ detail }) => everythingIn(detail)).join()).to.equal('method oidc provider example');
    });

    it('brings it to the front with the next click, and opens it again when it is gone', async () => {
      const element = await put({ mode: 'popup' });
      await openWindow(element);
      await press(element);
      expect([windows.all.length, windows.last.focused]).to.deep.equal([1, 1]);
      windows.last.close();
      buttonOf(element).click();
      expect(windows.all).to.have.length(2);
      windows.last.arrive();
      await clock.pass(2000);
      await signInThere();
      expect(events.types).to.deep.equal(['latch-signed-in']);
    });

    it('says that the person has closed it', async () => {
      const element = await put({ mode: 'popup' });
      await openWindow(element);
      windows.last.close();
      await clock.pass(2000);
      expect([statesOf(element), statusOf(element)]).to.deep.equal([
        ['failed'],
        'The window was closed before you signed in. Try again.',
      ]);
      expect((events.all[0]!.detail as LatchError).code).to.equal('popup_closed');
    });

    const reasons: [reason: string, text: RegExp, told: string[]][] = [
      ['access_denied', /^You were not signed in/, []],
      ['provider_failed', /sign-in service has a problem/, ['latch-sign-in-failed']],
      ['wrong_account', /didn’t work/, ['latch-sign-in-failed']],
      ['identity_taken', /didn’t work/, ['latch-sign-in-failed']],
      ['expired', /too long/, ['latch-sign-in-failed']],
      ['</p><script>alert(1)</script>', /sign-in service has a problem/, ['latch-sign-in-failed']],
    ];
    for (const [reason, text, told] of reasons) {
      it(`says in plain words what "${reason}" means, and can be used again`, async () => {
        const element = await put({ mode: 'popup' });
        await openWindow(element);
        await sayOnChannel({ type: 'sign-in-failed', reason });
        windows.last.close();
        await clock.pass(2000);
        expect(statusOf(element)).to.match(text);
        expect(element.shadowRoot!.innerHTML).not.to.contain(reason);
        expect(events.types).to.deep.equal(told);
        await openWindow(element);
        await signInThere();
        expect(statesOf(element)).to.deep.equal(['done']);
      });
    }

    it('lets the person give up a window that is out of sight, and keeps its place otherwise', async () => {
      const element = await put({ mode: 'popup' });
      await press(element);
      expect(partOf(element, 'action')).to.equal(null);
      windows.last.close();
      await clock.pass(1000);
      expect([statesOf(element), statusOf(element)]).to.deep.equal([
        ['pending', 'lost'],
        'Continue in the other window. If you closed it, try again.',
      ]);
      await expectAccessible(element);
      partOf(element, 'action')!.click();
      await settled();
      expect([statesOf(element), statusOf(element), events.types]).to.deep.equal([
        [],
        'You were not signed in. Try again.',
        [],
      ]);
      expect([partOf(element, 'action'), clock.waiting]).to.deep.equal([null, 0]);
    });

    it('says that it was blocked and goes on in this one', async () => {
      const element = await put({ mode: 'popup', 'return-to': '/home' });
      const told = oneEvent(element, 'latch-before-redirect');
      windows.block();
      await press(element);
      expect((await told).detail).to.deep.equal({ isBlocked: true });
      expect([statesOf(element), statusOf(element)]).to.deep.equal([
        ['pending', 'blocked'],
        'Your browser blocked the window. Continuing in this one…',
      ]);
      expect(departuresOf()).to.deep.equal([`${location.origin}/auth/start?provider=example&returnTo=%2Fhome`]);
      await expectAccessible(element);
    });

    it('says that it was blocked and stays, if the page wants that', async () => {
      const element = await put({ mode: 'popup' });
      element.addEventListener('latch-before-redirect', (event) => event.preventDefault());
      windows.block();
      await press(element);
      expect([statesOf(element), statusOf(element)]).to.deep.equal([
        ['failed'],
        'Your browser blocked the window. Allow pop-ups and try again.',
      ]);
      expect([(events.all[0]!.detail as LatchError).code, departures.addresses]).to.deep.equal(['popup_blocked', []]);
    });

    it('is closed when the element is removed, which dispatches no event', async () => {
      const element = await put({ mode: 'popup' });
      await openWindow(element);
      element.remove();
      await settled();
      expect([windows.last.isClosed, clock.waiting, events.types]).to.deep.equal([true, 0, []]);
    });

    it('is opened for no element that is not in the page', async () => {
      const element = document.createElement('latch-oidc-button');
      element.mode = 'popup';
      await element.signIn();
      expect([windows.all.length, backend.all.length, events.types]).to.deep.equal([0, 0, []]);
    });

    it('goes on when the element is moved', async () => {
      const element = await put({ mode: 'popup' });
      await openWindow(element);
      document.body.prepend(element);
      await settled();
      expect([windows.last.isClosed, statesOf(element)]).to.deep.equal([false, ['pending', 'open']]);
      await signInThere();
      expect(events.types).to.deep.equal(['latch-signed-in']);
    });

    it('is of no concern to another button on the page', async () => {
      const [element, other] = [await put({ mode: 'popup' }), await put({ mode: 'popup' })];
      await openWindow(element);
      await signInThere();
      expect([statesOf(element), statesOf(other), events.types]).to.deep.equal([['done'], [], ['latch-signed-in']]);
    });
  });

  describe('handed off to another browser', () => {
    const redeemed = (answer: () => Response) =>
      backend.answerWith((request, real) =>
        request.path.endsWith('/redeem')
          ? answer()
          : request.path.endsWith('/auth/handoff')
            ? json(handOff, 201)
            : provider.answer(request, real),
      );

    it('shows the code and a link to the page, reads the code out sign by sign, and moves the focus there', async () => {
      redeemed(() => json({ status: 'pending' }, 202));
      const element = await put({ mode: 'handoff' });
      buttonOf(element).focus();
      await sendKeys({ press: 'Enter' });
      await settled();
      expect([statesOf(element), statusOf(element)]).to.deep.equal([
        ['pending', 'waiting'],
        'Sign in on the page that opens. Then enter this code:',
      ]);
      const link = partOf(element, 'button') as HTMLAnchorElement;
      expect([link.href, link.target, link.rel, link.textContent]).to.deep.equal([
        `${location.origin}/auth/start?provider=example&mode=handoff&handoff=${handOff.id}`,
        '_blank',
        'noopener',
        'Open the sign-in page',
      ]);
      expect([...partOf(element, 'box')!.children].map(({ textContent }) => textContent!.trim())).to.deep.equal([
        '7QX4-M3KF',
        '7 Q X 4 - M 3 K F',
      ]);
      expect(element.shadowRoot!.activeElement === link).to.equal(true);
      await expectAccessible(element);
    });

    it('signs in when the person has confirmed', async () => {
      let answer = json({ status: 'pending' }, 202);
      redeemed(() => answer);
      const element = await put({ mode: 'handoff' });
      await press(element);
      await clock.pass(1000);
      answer = json({});
      await clock.pass(5000);
      expect([statesOf(element), statusOf(element), partOf(element, 'box')]).to.deep.equal([
        ['done'],
        'You’re signed in.',
        null,
      ]);
      expect(events.all.map(({ type, detail }) => [type, detail])).to.deep.equal([
        ['latch-signed-in', { method: 'oidc', provider: 'example' }],
      ]);
      expect(clock.waiting).to.equal(0);
    });

    it('can be given up, and begun again', async () => {
      redeemed(() => json({ status: 'pending' }, 202));
      const element = await put({ mode: 'handoff' });
      await press(element);
      partOf(element, 'action')!.focus();
      partOf(element, 'action')!.click();
      await settled();
      expect([statesOf(element), statusOf(element), events.types]).to.deep.equal([
        [],
        'You were not signed in. Try again.',
        [],
      ]);
      expect(element.shadowRoot!.activeElement === buttonOf(element)).to.equal(true);
      await press(element);
      expect(statesOf(element)).to.deep.equal(['pending', 'waiting']);
    });

    const endings: [what: string, answer: () => Response, text: RegExp, told: string[]][] = [
      ['the person says no', () => json({ error: 'declined' }, 410), /^You were not signed in/, []],
      ['it is over', () => json({ error: 'expired' }, 410), /too long/, ['latch-sign-in-failed']],
      [
        'the provider fails',
        () => json({ error: 'provider_failed' }, 410),
        /sign-in service has a problem/,
        ['latch-sign-in-failed'],
      ],
    ];
    for (const [what, answer, text, told] of endings) {
      it(`reports it when ${what}`, async () => {
        redeemed(answer);
        const element = await put({ mode: 'handoff' });
        await press(element);
        await clock.pass(1000);
        expect(statusOf(element)).to.match(text);
        expect([events.types, clock.waiting]).to.deep.equal([told, 0]);
      });
    }

    it('is not available at a backend that knows no hand-off', async () => {
      backend.answerWith(() => json({}, 404));
      const element = await put({ mode: 'handoff' });
      await press(element);
      expect(statusOf(element)).to.equal('You can’t sign in this way here. Use another way.');
    });
  });

  describe('where the browser knows the provider', () => {
    beforeEach(() => {
      writeLocal('provider-chosen:/', 'example');
    });

    it('says that the person has signed in this way, and comes first', async () => {
      const list = await fixture(
        html`<div style="display: flex; flex-direction: column"><a href="/login">Another way</a><latch-oidc-button></latch-oidc-button></div>`,
      );
      await settled();
      const element = list.querySelector('latch-oidc-button')!;
      expect([element.chosen, statusOf(element), statesOf(element)]).to.deep.equal([
        true,
        'You signed in this way last time.',
        [],
      ]);
      expect(element.getBoundingClientRect().top).to.be.below(list.querySelector('a')!.getBoundingClientRect().top);
      await expectAccessible(element);
      await press(element);
      expect(statusOf(element)).to.equal('Opening the sign-in page…');
    });

    it('is not taken in by the page, nor by what another backend knows', async () => {
      writeLocal('provider-chosen:/', 'other');
      writeLocal('provider-chosen:/api/', 'example');
      const [mine, other] = [await put({ 'base-url': '/api' }), await put({ chosen: '' })];
      expect([mine.chosen, other.chosen, other.hasAttribute('chosen')]).to.deep.equal([true, false, false]);
    });
  });

  describe('is called by its provider', () => {
    const several = [
      { id: 'google', name: 'Google', icon: 'google', kinds: ['oidc', 'fedcm'] },
      { id: 'entra', name: 'Contoso', icon: 'microsoft', kinds: ['oidc'] },
      { id: 'dialog', name: 'Dialog only', kinds: ['fedcm'] },
      { id: 'evil', name: '<b>Evil</b> {name}', icon: 'javascript:alert(1)', kinds: ['oidc'] },
      { id: 'own', name: 'Own', icon: '/providers/own.svg', kinds: ['oidc', 'later'] },
      { id: 'far', name: 'Far', icon: 'https://elsewhere.example/icon.svg', kinds: ['oidc'] },
      { id: 'page', name: 'Page', icon: 'data:text/html,<script>x</script>', kinds: ['oidc'] },
      { id: 'drawn', name: 'Drawn', icon: 'data:image/svg+xml,%3Csvg/%3E', kinds: ['oidc'] },
    ];
    const answerWith = (providers: object[]) =>
      backend.answerWith((request, real) =>
        request.path.endsWith('/auth/providers') ? json({ providers }) : provider.answer(request, real),
      );
    const iconOf = (element: LatchOidcButton): Element | null =>
      element.shadowRoot!.querySelector('slot[name=icon] > *');

    it('names it, with the icon of the package, and goes there', async () => {
      answerWith(several);
      const element = await put({ provider: 'google' });
      await import('../../../src/provider/icons/google.js');
      await settled();
      expect(buttonOf(element).textContent.trim()).to.equal('Continue with Google');
      expect(iconOf(element)!.querySelectorAll('path').length).to.equal(4);
      await press(element);
      expect(new URL(departures.addresses[0]!).searchParams.get('provider')).to.equal('google');
      await expectAccessible(element);
    });

    it('says “Sign in with” where the brand asks for that, and comes without an icon that may not be shown', async () => {
      answerWith(several);
      const labels: string[] = [];
      const icons: (string | null)[] = [];
      for (const id of ['entra', 'evil', 'own', 'far', 'page', 'drawn']) {
        const element = await put({ provider: id });
        await clock.pass(100);
        await settled();
        labels.push(buttonOf(element).textContent.trim());
        icons.push(iconOf(element)!.getAttribute('src'));
      }
      expect(labels).to.deep.equal([
        'Sign in with Contoso',
        'Continue with <b>Evil</b> {name}',
        'Continue with Own',
        'Continue with Far',
        'Continue with Page',
        'Continue with Drawn',
      ]);
      expect(icons.slice(1)).to.deep.equal([
        null,
        `${location.origin}/providers/own.svg`,
        null,
        null,
        'data:image/svg+xml,%3Csvg/%3E',
      ]);
    });

    it('follows a provider that the page changes, in name and in where it goes, whichever answer comes last', async () => {
      const answers: Array<(response: Response) => void> = [];
      backend.answerWith((request, real) =>
        request.path.endsWith('/auth/providers')
          ? new Promise<Response>((resolve) => answers.push(resolve))
          : provider.answer(request, real),
      );
      const element = await put();
      element.provider = 'entra';
      await settled();
      for (const answer of answers) answer(json({ providers: several }));
      await settled();
      expect(buttonOf(element).textContent.trim()).to.equal('Sign in with Contoso');
      answerWith(several);
      element.provider = 'own';
      await settled();
      expect(buttonOf(element).textContent.trim()).to.equal('Continue with Own');
      await press(element);
      expect(new URL(departures.addresses[0]!).searchParams.get('provider')).to.equal('own');
    });

    it('is invisible until it has a name, in the room that it will take', async () => {
      let answer = (_response: Response) => {};
      backend.answerWith(() => new Promise<Response>((resolve) => (answer = resolve)));
      const element = await put({ provider: 'google' });
      const { height } = element.getBoundingClientRect();
      expect([getComputedStyle(buttonOf(element)).visibility, height >= 44]).to.deep.equal(['hidden', true]);
      answer(json({ providers: several }));
      await settled();
      expect(getComputedStyle(buttonOf(element)).visibility).to.equal('visible');
      expect(element.getBoundingClientRect().height).to.equal(height);
    });

    it('reports a name that the backend does not know, and says why there is no button', async () => {
      answerWith(several);
      const element = await put({ provider: 'unknown' });
      expect([getComputedStyle(buttonOf(element)).visibility, reports.all.length]).to.deep.equal(['hidden', 1]);
      expect(statusOf(element)).not.to.equal('');
    });

    it('asks again when the page is online, after a failure', async () => {
      backend.answerWith(() => json({ error: 'unavailable' }, 503));
      const element = await put({ provider: 'google' });
      expect(getComputedStyle(buttonOf(element)).visibility).to.equal('hidden');
      answerWith(several);
      dispatchEvent(new Event('online'));
      await settled();
      expect(buttonOf(element).textContent.trim()).to.equal('Continue with Google');
    });
  });

  it('has a label that the page may replace, and is as accessible in the dark and from right to left', async () => {
    const element = await fixture<LatchOidcButton>(
      html`<latch-oidc-button mode="handoff">Sign in at work</latch-oidc-button>`,
    );
    expect(
      buttonOf(element)
        .querySelector<HTMLSlotElement>('slot:not([name])')!
        .assignedNodes()
        .map(({ textContent }) => textContent),
    ).to.deep.equal(['Sign in at work']);
    const { documentElement: root, body } = document;
    root.dir = 'rtl';
    root.style.colorScheme = 'dark';
    body.style.cssText = 'background: Canvas; color: CanvasText';
    try {
      await expectAccessible(element);
      await press(element);
      await expectAccessible(element);
      expect(partOf(element, 'button')!.getBoundingClientRect().height).to.be.at.least(44);
    } finally {
      for (const target of [root, body]) target.removeAttribute('style');
      root.removeAttribute('dir');
    }
  });

  it('leaves its pictogram as large as it is beside a label of several lines', async () => {
    const element = await fixture<LatchOidcButton>(
      html`<latch-oidc-button style="inline-size: 200px">Sign in with the account that you have at your university</latch-oidc-button>`,
    );
    expect(element.shadowRoot!.querySelector('svg')!.getBoundingClientRect().width).to.equal(20);
  });

  it('refuses in words in a frame of a page of another origin, and asks the backend for nothing', async () => {
    clock.restore();
    const { status, requests } = await askFrame(strangeOrigin(), '?tag=latch-oidc-button&path=/auth/providers');
    expect([status, requests]).to.deep.equal(['Open this page in its own window to continue.', []]);
  });

  it('says that the page is not set up correctly when it is used wrongly, and why in the console', async () => {
    const wrong: [attributes: Record<string, string>, names: string][] = [
      [{ mode: 'frame' }, '"mode" must be one of auto, redirect, popup, handoff, not "frame"'],
      [{ 'base-url': 'https://elsewhere.example/' }, '"baseUrl"'],
      ...[
        'https://elsewhere.example/home',
        '//elsewhere.example',
        '/\\\\elsewhere.example',
        '/.//elsewhere.example',
        'javascript:alert(1)',
        'data:text/html,x',
        `blob:${location.origin}/7f2b`,
        'https://',
      ].flatMap((page): typeof wrong =>
        ['auto', 'redirect', 'popup', 'handoff'].map((mode) => [
          { mode, 'return-to': page },
          `"return-to" must be on ${location.origin}, not "${page}"`,
        ]),
      ),
    ];
    for (const [attributes, message] of wrong) {
      const element = await put(attributes);
      await press(element);
      expect(reports.all.at(-1)).to.be.instanceOf(TypeError).and.to.have.property('message').that.contains(message);
      expect([
        events.types,
        statesOf(element),
        statusOf(element),
        windows.all.length,
        departures.addresses.length,
      ]).to.deep.equal([[], ['failed'], 'This page is not set up correctly.', 0, 0]);
    }
  });

  it('leaves no timer, no listener and no channel behind, however it ends', async () => {
    const leftovers = watchLeftovers();
    const endings: [attributes: Record<string, string>, end: (element: LatchOidcButton) => void | Promise<void>][] = [
      [{ mode: 'popup' }, signInThere],
      [
        { mode: 'popup' },
        async () => {
          await sayOnChannel({ type: 'sign-in-failed', reason: 'access_denied' });
          windows.last.close();
          await clock.pass(2000);
        },
      ],
      [
        { mode: 'popup' },
        async () => {
          windows.last.close();
          await clock.pass(2000);
        },
      ],
      [{ mode: 'popup' }, (element) => element.cancel()],
      [{ mode: 'popup' }, () => clock.pass(600_000)],
      [
        { mode: 'popup' },
        async () => {
          backend.answerWith(() => json({}, 404));
          dispatchEvent(new Event('focus'));
          await settled();
        },
      ],
      [{ mode: 'popup' }, (element) => element.remove()],
      [{ mode: 'redirect' }, () => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))],
      [{ mode: 'redirect' }, () => clock.pass(30_000)],
      [{ mode: 'redirect' }, (element) => element.remove()],
      [{ mode: 'handoff' }, (element) => element.cancel()],
      [{ mode: 'handoff' }, () => clock.pass(660_000)],
      [{ mode: 'handoff' }, (element) => element.remove()],
    ];
    const content: Parameters<BackendRequests['answerWith']>[0] = (request, real) =>
      request.path.endsWith('/redeem')
        ? json({ status: 'pending' }, 202)
        : request.path.endsWith('/auth/handoff')
          ? json(handOff, 201)
          : provider.answer(request, real);
    for (let cycle = 0; cycle < runs(500, endings.length).numRuns; cycle++) {
      const [attributes, end] = endings[cycle % endings.length]!;
      provider.session = { signedIn: false };
      backend.answerWith(content);
      const element = await put(attributes);
      await press(element);
      if (attributes['mode'] === 'popup') {
        windows.last.arrive();
        await clock.pass(2000);
      }
      expect(element.matches(':state(pending)'), `cycle ${cycle}`).to.equal(true);
      await end(element);
      await settled();
      expect(element.isConnected && element.matches(':state(pending)'), `cycle ${cycle}`).to.equal(false);
      element.remove();
      await settled();
      // The session that was read is being written to the disk.
      await until(() => clock.waiting === 0);
      expect([leftovers.channels, leftovers.listeners], `cycle ${cycle}`).to.deep.equal([0, 0]);
    }
    leftovers.stop();
  }).timeout(600_000);
});
