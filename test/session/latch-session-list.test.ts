import { expect, oneEvent } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import '../../src/define/session-list.js';
import { broadcast } from '../../src/base/storage/channel.js';
import type { LatchSessionList } from '../../src/elements.js';
import type { ListedSession } from '../../src/session/session-list.js';
import { signInElsewhere, signOutQuietly, signUpUser } from '../support/browser/account.js';
import { json, watchBackendRequests, type Answer, type BackendRequests } from '../support/browser/backend.js';
import { settled, stopDate } from '../support/browser/clock.js';
import { statesOf, statusOf, watchEvents, watchReports } from '../support/browser/elements.js';
import { choicesOf, menuButtons, openMenu } from '../support/browser/menu.js';
import { listedSession, sessionBackend, type SessionBackend } from '../support/browser/sessions.js';
import { forgetSignOuts, noteEarlierSignOut } from '../support/browser/sign-outs.js';

const here = listedSession();
const phone = listedSession({
  id: 'phone',
  device: 'Safari on iOS',
  authMethod: 'password',
  current: false,
  createdAt: +new Date(2026, 1, 3, 12),
  lastSeenAt: +new Date(2026, 6, 1, 12),
});
const library = listedSession({
  id: 'library',
  device: '',
  authMethod: 'carrier-pigeon',
  current: false,
  lastSeenAt: +new Date(2026, 3, 1, 12),
});
const app = listedSession({ id: 'app', device: 'Safari on iOS', current: false, installedApp: true });
const offline = () => Promise.reject(new TypeError('Failed to fetch'));

describe('<latch-session-list>', () => {
  let backend: BackendRequests;
  let account: SessionBackend;
  let events: ReturnType<typeof watchEvents>;
  let place: HTMLElement;
  const undo: (() => void)[] = [];

  beforeEach(() => {
    backend = watchBackendRequests();
    events = watchEvents();
    place = document.body.appendChild(document.createElement('main'));
  });

  afterEach(async () => {
    undo.splice(0).forEach((restore) => restore());
    place.remove();
    await forgetSignOuts();
    events.stop();
    backend.restore();
  });

  /** Puts a list of these sessions into the page and waits until it has nothing more to do. */
  async function put(...sessions: ListedSession[]): Promise<LatchSessionList> {
    account = sessionBackend(...sessions);
    backend.answerWith(account.answer);
    const element = await insert();
    while (!one(element, 'ul')) await settled();
    return element;
  }

  async function insert(attributes: Record<string, string> = {}): Promise<LatchSessionList> {
    const element = document.createElement('latch-session-list');
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    place.append(element);
    await settled();
    return element;
  }

  /** Answers one kind of request so, all others as before. */
  function respond(method: string, answer: Answer): void {
    backend.answerWith((request, real) =>
      request.method === method ? answer(request, real) : account.answer(request, real),
    );
  }

  const all = (element: Element, selector: string) => [...element.shadowRoot!.querySelectorAll<HTMLElement>(selector)];
  const one = (element: Element, selector: string) => element.shadowRoot!.querySelector<HTMLElement>(selector)!;
  const wordsOf = (part: Element) => part.textContent!.replace(/\s+/g, ' ').trim();
  const devicesIn = (element: Element) => all(element, '[part=item-title]').map(wordsOf);
  /** What describes a button in words. */
  const descriptionOf = (button: Element) =>
    wordsOf((button.getRootNode() as ShadowRoot).getElementById(button.getAttribute('aria-describedby')!)!);
  const focusIn = (element: Element) => element.shadowRoot!.activeElement!.getAttribute('aria-label');
  const requests = () => backend.all.map(({ method, path }) => `${method} ${path}`);

  async function press(element: Element, selector: string, index = 0): Promise<void> {
    const button = all(element, selector)[index]!;
    button.focus();
    button.click();
    await settled();
  }

  /**
   * Presses a button that asks something first, or chooses so in the menu of the first other device. What the question
   * takes is loaded for the first one.
   */
  async function ask(element: Element, selector?: string): Promise<void> {
    if (selector) await press(element, selector);
    else (await openMenu(element))[0]!.click();
    while (!one(element, 'dialog')) await settled();
  }

  /** Says yes to the question that is open, and waits until the dialog has gone and what follows has happened. */
  async function agree(element: Element): Promise<void> {
    const closed = oneEvent(one(element, 'dialog'), 'close');
    one(element, 'dialog [value=yes]').click();
    await closed;
    await settled();
  }

  /** Says yes, and waits until what follows has ended: browsers read responses in tasks of their own. */
  async function agreeToAll(element: Element): Promise<void> {
    await agree(element);
    while (element.matches(':state(pending)')) await settled();
  }

  describe('shows', () => {
    it('that it looks the devices up, then each of them in words, this one first', async () => {
      undo.push(stopDate(+new Date(2026, 7, 15, 12)));
      let answerList = (_response: Response) => {};
      backend.answerWith(() => new Promise((resolve) => (answerList = resolve)));
      const element = await insert();
      expect([statesOf(element), statusOf(element), all(element, 'button').length]).to.deep.equal([
        ['pending', 'loading'],
        'Loading your devices…',
        0,
      ]);
      await expect(element).to.be.accessible();
      answerList(json({ sessions: [library, phone, here] }));
      await settled();
      expect([statesOf(element), statusOf(element)]).to.deep.equal([[], '']);
      expect(all(element, 'li').map(wordsOf)).to.deep.equal([
        'Chrome on Windows This device With a passkey Last seen yesterday',
        'Safari on iOS With a password Last seen 1 month ago',
        'Unknown device Last seen 4 months ago',
      ]);
      const [first] = all(element, '[part=item-detail]');
      expect(first!.title).to.match(/^Signed in Jan 15, 2026, \d+:00\s[AP]M · Last seen Aug 14, 2026, \d+:00\s[AP]M$/);
      await expect(element).to.be.accessible();
    });

    it('the same to those who listen: a list with a name, and buttons that say which device they are about', async () => {
      const element = await put(here, phone);
      expect([one(element, 'ul').getAttribute('role'), one(element, 'ul').getAttribute('aria-label')]).to.deep.equal([
        'list',
        'Your devices',
      ]);
      const buttons = menuButtons(element);
      expect(buttons.map((button) => button.getAttribute('aria-label'))).to.deep.equal(['Actions for Safari on iOS']);
      expect(descriptionOf(buttons[0]!)).to.contain('With a password Last seen');
      expect((await openMenu(element)).map(wordsOf)).to.deep.equal(['Sign out']);
      await expect(element).to.be.accessible();
      expect(all(element, 'time').map((time) => (time as HTMLTimeElement).dateTime)).to.contain(
        new Date(phone.lastSeenAt).toISOString(),
      );
    });

    it('how the user signed in there, for every way that the contract names', async () => {
      const ways = ['passkey', 'passkey-uv', 'password', 'oidc', 'fedcm', 'otp', 'signup'];
      const element = await put(
        ...ways.map((authMethod) => listedSession({ id: authMethod, authMethod, current: authMethod === 'passkey' })),
      );
      const words = all(element, '[part=item-detail]').map((details) => wordsOf(details.firstElementChild!));
      expect(words).to.deep.equal([
        'With a passkey',
        'With a passkey',
        'With a password',
        'With a provider',
        'With a provider',
        'With a code',
        'Account created here',
      ]);
    });

    it('which session is that of an installed app, beside the browser it was installed from', async () => {
      const element = await put(here, phone, app);
      const lines = all(element, '[part=item-detail]').map(wordsOf);
      expect(lines.map((line) => line.startsWith('Installed app '))).to.deep.equal([false, true, false]);
    });

    it('that there is no other device, with nothing to sign out', async () => {
      const element = await put(here);
      expect(wordsOf(one(element, 'ul + [part=item-detail]'))).to.equal('No other device is signed in.');
      expect(all(element, 'button')).to.have.length(0);
      await expect(element).to.be.accessible();
    });

    it('no separator at the edge of a line, however narrow the page', async () => {
      const element = await put(here, phone);
      for (const inlineSize of ['600px', '180px']) {
        element.style.inlineSize = inlineSize;
        const about = one(element, '.about');
        const edge = about.getBoundingClientRect().left;
        const details = [...one(element, '[part=item-detail]').children].map((part) => part.getBoundingClientRect());
        expect(new Set(details.map(({ top }) => top)).size).to.equal(inlineSize === '600px' ? 1 : 2);
        // A separator stands before its detail: outside of what is shown if the detail begins the line.
        const begins = details.filter(({ left }) => Math.abs(left - edge) < 1);
        expect(begins).to.have.length(new Set(details.map(({ top }) => top)).size);
        expect(getComputedStyle(about).overflowX).to.equal('clip');
      }
    });

    it('the arrow out of the door mirrored from right to left', async () => {
      place.dir = 'rtl';
      const element = await put(here, phone);
      expect(getComputedStyle(one(element, '[part=button] svg')).scale).to.equal('-1 1');
      place.dir = 'ltr';
      expect(getComputedStyle(one(element, '[part=button] svg')).scale).to.equal('none');
    });

    it('space between what has failed and the button that tries again', async () => {
      backend.answerWith(offline);
      const element = await insert();
      const [status, retry] = ['[part=status]', '[part=action]'].map((part) =>
        one(element, part).getBoundingClientRect(),
      );
      expect(retry!.top - status!.bottom).to.equal(8);
    });

    it('dates in the language around it', async () => {
      place.lang = 'de';
      const element = await put(here);
      while (!element.shadowRoot!.querySelector('[part=item-detail]')) await settled();
      expect(one(element, '[part=item-detail]').title).to.contain('15.01.2026');
      expect(wordsOf(one(element, '[part=item-detail]'))).to.match(/ Zuletzt (heute|gestern|vor .+) aktiv$/);
    });

    it('whatever a backend calls a device as text and nothing else', async () => {
      const names = [
        '<img src=x onerror=alert(1)>',
        '${alert(1)}',
        '\u202eabc',
        '</li><script>alert(1)</script>',
        'x'.repeat(5000),
        '__proto__',
      ];
      const element = await put(
        here,
        ...names.map((device, index) =>
          listedSession({ id: `s${index}`, device, authMethod: 'constructor', current: false }),
        ),
      );
      expect(
        all(element, 'bdi')
          .slice(1)
          .map(({ textContent }) => textContent),
      ).to.deep.equal(names);
      expect(all(element, 'img, script')).to.have.length(0);
      expect(element.getBoundingClientRect().right).to.be.at.most(document.documentElement.clientWidth);
    });

    it('everything within 320 pixels, from right to left, with targets to be hit', async () => {
      place.dir = 'rtl';
      await setViewport({ width: 320, height: 640 });
      const element = await put(here, phone, library);
      for (const part of all(element, '*')) {
        const { left, right } = part.getBoundingClientRect();
        expect([left >= 0, right <= 320], part.outerHTML.slice(0, 60)).to.deep.equal([true, true]);
      }
      await openMenu(element);
      for (const part of all(element, 'button, [role=menu]')) {
        const { left, right, width, height } = part.getBoundingClientRect();
        expect([left >= 0, right <= 320, width >= 44, height >= 44]).to.deep.equal([true, true, true, true]);
      }
      await expect(element).to.be.accessible();
      await setViewport({ width: 800, height: 600 });
    });
  });

  describe('signs out', () => {
    it('one device, once the person has agreed, and tells so', async () => {
      const element = await put(here, phone, library);
      await ask(element);
      expect(wordsOf(one(element, '#question'))).to.equal('Sign out “\u2068Safari on iOS\u2069”?');
      await expect(element).to.be.accessible();
      await agreeToAll(element);
      expect(devicesIn(element)).to.deep.equal(['Chrome on Windows', 'Unknown device']);
      expect([statusOf(element), statesOf(element)]).to.deep.equal(['That device is signed out.', ['done']]);
      expect(events.all.map(({ type, detail }) => [type, detail])).to.deep.equal([
        ['latch-session-revoked', { id: 'phone' }],
      ]);
      expect(requests()).to.deep.equal(['GET /sessions', 'DELETE /sessions/phone', 'GET /sessions']);
      expect(focusIn(element), 'the focus').to.equal('Actions for Unknown device');
      await expect(element).to.be.accessible();
    });

    it('none when the person does not agree', async () => {
      const element = await put(here, phone);
      for (const [selector, opener] of [
        [undefined, '[part=item-actions]'],
        ['[part=button]', '[part=button]'],
      ] as const) {
        await ask(element, selector);
        await sendKeys({ press: 'Escape' });
        await settled();
        expect(element.shadowRoot!.activeElement === one(element, opener), opener).to.equal(true);
      }
      expect(requests()).to.deep.equal(['GET /sessions']);
      expect([statusOf(element), events.types]).to.deep.equal(['', []]);
    });

    it('all others, those included that have come up meanwhile', async () => {
      const element = await put(here, phone);
      account.sessions.push(library);
      await ask(element, '[part=button]');
      expect(wordsOf(one(element, '#question'))).to.equal('Sign out all other devices?');
      await agreeToAll(element);
      expect(events.all.map(({ detail }) => detail)).to.deep.equal([{ id: 'phone' }, { id: 'library' }]);
      expect([devicesIn(element), statusOf(element)]).to.deep.equal([
        ['Chrome on Windows'],
        'The other devices are signed out.',
      ]);
      expect(element.shadowRoot!.activeElement === one(element, 'ul'), 'the focus').to.equal(true);
    });

    it('a device that is signed out already', async () => {
      const element = await put(here, phone);
      account.sessions = [here];
      await ask(element);
      await agreeToAll(element);
      expect([devicesIn(element), statusOf(element)]).to.deep.equal([
        ['Chrome on Windows'],
        'That device is signed out.',
      ]);
    });

    it('by the keyboard alone', async () => {
      const element = await put(here, phone);
      await sendKeys({ press: 'Tab' });
      expect(focusIn(element)).to.equal('Actions for Safari on iOS');
      await sendKeys({ press: 'ArrowDown' });
      while (choicesOf(element).length === 0) await settled();
      await sendKeys({ press: 'Enter' });
      while (!one(element, 'dialog')) await settled();
      expect(wordsOf(element.shadowRoot!.activeElement!)).to.equal('Cancel');
      const revoked = oneEvent(element, 'latch-session-revoked');
      one(element, '[value=yes]').focus();
      await sendKeys({ press: 'Enter' });
      await revoked;
      expect(devicesIn(element)).to.deep.equal(['Chrome on Windows']);
    });

    it('in a menu that an arrow key opens, held down before the menu is loaded', async () => {
      account = sessionBackend(here, phone);
      backend.answerWith(account.answer);
      const element = place.appendChild(document.createElement('latch-session-list'));
      await new Promise<void>((resolve) => {
        const drawn = new MutationObserver(() => menuButtons(element).length && resolve());
        drawn.observe(element.shadowRoot!, { childList: true, subtree: true });
      });
      const [button] = menuButtons(element);
      button!.focus();
      for (let times = 0; times < 2; times++)
        button!.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }));
      while (choicesOf(element).length === 0) await settled();
      expect(wordsOf(element.shadowRoot!.activeElement!)).to.equal('Sign out');
    });

    it('once of a thousand quick clicks, and nothing else meanwhile', async () => {
      const element = await put(here, phone, library);
      let answerEnd = () => {};
      respond(
        'DELETE',
        (request, real) => new Promise((resolve) => (answerEnd = () => resolve(account.answer(request, real)))),
      );
      await ask(element);
      await agree(element);
      expect([statesOf(element), statusOf(element)]).to.deep.equal([['pending', 'ending'], 'Signing out…']);
      for (let clicks = 0; clicks < 1000; clicks++) for (const button of all(element, 'button')) button.click();
      await settled();
      expect(one(element, 'dialog') === null).to.equal(true);
      await expect(element).to.be.accessible();
      answerEnd();
      await settled();
      expect(requests().filter((request) => request.startsWith('DELETE'))).to.have.length(1);
      expect(events.types).to.deep.equal(['latch-session-revoked']);
    });

    it('the rest of them after the password, where the backend wants to know again who it is', async () => {
      const element = await put(here, phone, library);
      account.stepUp = ['password'];
      await ask(element, '[part=button]');
      await agree(element);
      while (element.shadowRoot!.activeElement?.id !== 'password') await settled();
      expect(statesOf(element)).to.deep.equal(['pending', 'confirming']);
      await expect(element).to.be.accessible();
      (one(element, '#password') as HTMLInputElement).value = 'correct horse battery staple';
      await agreeToAll(element);
      expect(devicesIn(element)).to.deep.equal(['Chrome on Windows']);
      expect(events.all.map(({ detail }) => detail)).to.deep.equal([{ id: 'phone' }, { id: 'library' }]);
    });

    it('none when the person declines to confirm who they are', async () => {
      const element = await put(here, phone);
      account.stepUp = ['password'];
      await ask(element);
      await agree(element);
      while (element.shadowRoot!.activeElement?.id !== 'password') await settled();
      await sendKeys({ press: 'Escape' });
      await settled();
      expect([statusOf(element), statesOf(element), events.types, devicesIn(element)]).to.deep.equal([
        'Nothing changed.',
        [],
        [],
        ['Chrome on Windows', 'Safari on iOS'],
      ]);
    });

    it('those that it can, and says what happened to the rest', async () => {
      const element = await put(here, phone, library);
      respond('DELETE', (request, real) =>
        request.path.endsWith('library') ? json({}, 503) : account.answer(request, real),
      );
      await ask(element, '[part=button]');
      await agreeToAll(element);
      expect(events.all.map(({ detail }) => detail)).to.deep.equal([{ id: 'phone' }]);
      expect([devicesIn(element), statusOf(element), statesOf(element)]).to.deep.equal([
        ['Chrome on Windows', 'Unknown device'],
        'The server has a problem. Try again later.',
        ['failed'],
      ]);
    });
  });

  describe('follows', () => {
    it('what other tabs say, and shows nothing of one person to the next meanwhile', async () => {
      const element = await put(here, phone);
      let answerList = (_response: Response) => {};
      respond('GET', () => new Promise((resolve) => (answerList = resolve)));
      const asked = backend.next('/sessions');
      broadcast({ type: 'signed-in' });
      await asked;
      expect(devicesIn(element)).to.deep.equal(['Chrome on Windows', 'Safari on iOS'].slice(2));
      answerList(json({ sessions: [listedSession({ device: 'Firefox on Linux' })] }));
      await settled();
      expect(devicesIn(element)).to.deep.equal(['Firefox on Linux']);
    });

    it('a sign-out that the backend has not confirmed: nothing is shown', async () => {
      const element = await put(here, phone);
      noteEarlierSignOut({ authTime: 1000 });
      respond('POST', offline);
      const asked = backend.next('/session');
      broadcast({ type: 'signed-out' });
      await asked;
      await settled();
      expect([devicesIn(element), statusOf(element)]).to.deep.equal([[], 'Sign in to see your devices.']);
    });

    it('what happened while the page was not looked at: this device was signed out', async () => {
      const element = await put(here, phone);
      respond('GET', () => json({ error: 'unauthenticated' }, 401));
      dispatchEvent(new Event('focus'));
      await settled();
      expect([devicesIn(element), statusOf(element), statesOf(element)]).to.deep.equal([
        [],
        'Sign in to see your devices.',
        [],
      ]);
      expect(all(element, 'button'), 'nothing that trying again could change').to.have.length(0);
      await expect(element).to.be.accessible();
    });

    it('the end of the session: the focus of the list moves to what signs in, and no other focus does', async () => {
      for (const isInList of [true, false]) {
        const element = await put(here, phone);
        element.innerHTML = '<a slot="sign-in" href="/login">Sign in</a>';
        const outside = element.parentElement!.appendChild(document.createElement('input'));
        (isInList ? all(element, 'button')[0]! : outside).focus();
        respond('GET', () => json({ error: 'unauthenticated' }, 401));
        dispatchEvent(new Event('focus'));
        await settled();
        expect(document.activeElement).to.equal(isInList ? element.querySelector('a') : outside);
      }
    });

    it('the connection: keeps what it showed, says how old that is, and tries again', async () => {
      const element = await put(here, phone);
      respond('GET', offline);
      dispatchEvent(new Event('focus'));
      await settled();
      expect([devicesIn(element).length, statusOf(element)]).to.deep.equal([
        2,
        'You’re offline. This list may be out of date.',
      ]);
      await expect(element).to.be.accessible();
      backend.answerWith(account.answer);
      dispatchEvent(new Event('online'));
      await settled();
      expect([statusOf(element), statesOf(element), all(element, '[part=action]').length]).to.deep.equal(['', [], 0]);
    });

    it('the person who wants to try again', async () => {
      account = sessionBackend(here);
      backend.answerWith(() => json({}, 503));
      const element = await insert();
      expect([devicesIn(element), statusOf(element), statesOf(element)]).to.deep.equal([
        [],
        'The server has a problem. Try again later.',
        ['failed'],
      ]);
      await expect(element).to.be.accessible();
      backend.answerWith(account.answer);
      await press(element, '[part=action]');
      expect([devicesIn(element), statusOf(element)]).to.deep.equal([['Chrome on Windows'], '']);
    });

    it('one question at a time, however often the page becomes visible, and drops an answer that a later one has overtaken', async () => {
      const answers: ((response: Response) => void)[] = [];
      backend.answerWith(() => new Promise((resolve) => answers.push(resolve)));
      const element = await insert();
      for (let times = 0; times < 1000; times++) {
        dispatchEvent(new Event('focus'));
        document.dispatchEvent(new Event('visibilitychange'));
      }
      while (answers.length === 0) await settled();
      expect(answers).to.have.length(1);
      void element.refresh();
      while (answers.length < 2) await settled();
      answers[1]!(json({ sessions: [here] }));
      await settled();
      answers[0]!(json({ sessions: [here, phone] }));
      await settled();
      expect(devicesIn(element)).to.deep.equal(['Chrome on Windows']);
    });

    it('nothing any more once it is removed, and shows nothing in the back-forward cache', async () => {
      const element = await put(here, phone);
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      await element.updateComplete;
      expect(devicesIn(element)).to.deep.equal([]);
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await settled();
      expect(devicesIn(element)).to.have.length(2);
      const asked = backend.all.length;
      element.remove();
      await settled();
      for (const event of ['focus', 'online']) dispatchEvent(new Event(event));
      await settled();
      expect(backend.all).to.have.length(asked);
    });

    it('no order to end a device when it was removed in the middle of the question', async () => {
      const element = await put(here, phone);
      await ask(element);
      element.remove();
      await settled();
      expect(requests()).to.deep.equal(['GET /sessions']);
    });
  });

  describe('refuses', () => {
    it('answers of another shape', async () => {
      for (const body of [
        [],
        {},
        { sessions: null },
        { sessions: [{ ...here, id: 1 }] },
        { sessions: [{ ...here, lastSeenAt: -1 }] },
        { sessions: Array.from({ length: 2000 }, () => here) },
      ]) {
        backend.answerWith(() => json(body));
        const element = await insert();
        expect(statusOf(element)).to.equal('The server has a problem. Try again later.');
        element.remove();
      }
    });

    it('a backend that lacks the chapter, in words', async () => {
      backend.answerWith(() => json({}, 404));
      expect(statusOf(await insert())).to.equal('You can’t see your devices here.');
    });

    it('a base URL that is of no use, and to the makers of the page why', async () => {
      const reports = watchReports();
      const element = await insert({ 'base-url': 'https://elsewhere.example/' });
      reports.stop();
      expect(statusOf(element)).to.equal('This page is not set up correctly.');
      expect(reports.all).to.have.length(1);
      expect(reports.all[0]).to.be.instanceOf(TypeError);
      expect(backend.all).to.have.length(0);
    });
  });

  it('ends a session at the reference server, whose next request finds no user signed in', async () => {
    backend.restore();
    await signInElsewhere(await signUpUser());
    backend = watchBackendRequests();
    const element = await insert();
    while (devicesIn(element).length < 2) await settled();
    await ask(element);
    const revoked = oneEvent(element, 'latch-session-revoked');
    await agreeToAll(element);
    await revoked;
    expect(devicesIn(element)).to.have.length(1);
    expect(wordsOf(one(element, '[part=badge]'))).to.equal('This device');
    await signOutQuietly();
  });

  describe('signs in another device', () => {
    const approvals = () => backend.to('/auth/device/approve').map(({ body }) => body);
    const button = (element: Element) => all(element, '[part=button]').at(-1)!;

    async function type(element: Element, code: string): Promise<void> {
      button(element).click();
      while (!one(element, 'dialog input')) await settled();
      (one(element, 'dialog input') as HTMLInputElement).value = code;
      await agree(element);
    }

    async function putWithApproval(answer: Answer, ...sessions: ListedSession[]): Promise<LatchSessionList> {
      account = sessionBackend(...sessions);
      backend.answerWith((request, real) =>
        request.path === '/auth/device/approve' ? answer(request, real) : account.answer(request, real),
      );
      return insert({ approve: '' });
    }

    it('only where the page wants that', async () => {
      const element = await put(here, phone);
      expect(all(element, '[part=button]').map(wordsOf)).to.deep.equal(['Sign out all other devices']);
    });

    it('by the code that it shows, and warns of codes that someone has sent', async () => {
      const element = await putWithApproval(() => json({ device: 'Firefox on Linux' }), here);
      button(element).click();
      while (!one(element, 'dialog input')) await settled();
      expect(wordsOf(one(element, '#about'))).to.contain('If someone sent you a code, don’t enter it');
      await expect(element).to.be.accessible();
      (one(element, 'dialog input') as HTMLInputElement).value = '7qx4 m3kf';
      await agreeToAll(element);
      expect(approvals()).to.deep.equal([{ code: '7qx4 m3kf' }]);
      expect([statesOf(element), statusOf(element)]).to.deep.equal([
        ['done'],
        '“\u2068Firefox on Linux\u2069” will be signed in within a few seconds. If you don’t know that device, sign it out.',
      ]);
    });

    it('not without the code, and not when the user cancels', async () => {
      const element = await putWithApproval(() => json({ device: '' }), here);
      button(element).click();
      while (!one(element, 'dialog input')) await settled();
      one(element, 'dialog [value=yes]').click();
      await settled();
      expect((one(element, 'dialog') as HTMLDialogElement).open).to.equal(true);
      one(element, '[part=dialog-cancel]').click();
      await settled();
      expect([approvals(), statusOf(element)]).to.deep.equal([[], '']);
    });

    it('after a step-up by password where the backend wants one', async () => {
      const element = await putWithApproval(
        () =>
          account.stepUp ? json({ error: 'step_up_required', methods: account.stepUp }, 403) : json({ device: '' }),
        here,
      );
      account.stepUp = ['password'];
      await type(element, '7QX4-M3KF');
      while (!one(element, 'dialog [type=password]')) await settled();
      (one(element, 'dialog [type=password]') as HTMLInputElement).value = 'correct horse';
      await agreeToAll(element);
      expect(approvals()).to.have.length(2);
      expect([statesOf(element), statusOf(element)]).to.deep.equal([
        ['done'],
        'The other device will be signed in within a few seconds.',
      ]);
    });

    it('and says that no device shows the code', async () => {
      const element = await putWithApproval(() => json({ error: 'rejected' }, 400), here);
      const failed = oneEvent(element, 'latch-list-failed');
      await type(element, 'AAAA-AAAA');
      expect([statesOf(element), statusOf(element)]).to.deep.equal([
        ['failed'],
        'No device shows this code anymore. Check the code, or get a new one there.',
      ]);
      expect((await failed).detail.code).to.equal('rejected');
    });
  });
});
