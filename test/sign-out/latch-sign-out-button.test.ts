import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { clientFor } from '../../src/base/client/client.js';
import { broadcast } from '../../src/base/storage/channel.js';
import { readSession } from '../../src/session/session.js';
import '../../src/define/sign-out-button.js';
import type { LatchSignOutButton } from '../../src/elements.js';
import { registerLocalData, type LocalData } from '../../src/sign-out/local-data.js';
import { signUpUser, whoIsSignedIn } from '../support/browser/account.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { click } from '../support/browser/click.js';
import { settled } from '../support/browser/clock.js';
import { buttonOf, statesOf, statusOf, watchEvents } from '../support/browser/elements.js';
import { forgetSignOuts, noteEarlierSignOut, notedSignOut } from '../support/browser/sign-outs.js';

describe('<latch-sign-out-button>', () => {
  let backend: BackendRequests;
  let events: ReturnType<typeof watchEvents>;
  let registrations: (() => void)[];

  beforeEach(() => {
    registrations = [];
    backend = watchBackendRequests();
    events = watchEvents();
    // The browser's own takes a task of the browser.
    Object.defineProperty(navigator.credentials, 'preventSilentAccess', { configurable: true, value: async () => {} });
  });

  afterEach(async () => {
    registrations.forEach((takeBack) => takeBack());
    await forgetSignOuts();
    events.stop();
    backend.restore();
    Reflect.deleteProperty(navigator.credentials, 'preventSilentAccess');
  });

  const own = (more: Partial<LocalData> = {}) =>
    registrations.push(registerLocalData({ name: 'drafts', wipe: () => {}, ...more }));
  const inside = (button: Element, selector: string) => button.shadowRoot!.querySelector<HTMLElement>(selector)!;
  const offline = () => Promise.reject(new TypeError('Failed to fetch'));
  const alice = { signedIn: true, user: { name: 'alice', displayName: 'Alice' }, authTime: 1000 };

  /** Puts one into the page, lets it learn who is signed in, and forgets that it asked. */
  async function put(template = html`<latch-sign-out-button></latch-sign-out-button>`): Promise<LatchSignOutButton> {
    const button = await fixture<LatchSignOutButton>(template);
    await settled();
    return button;
  }

  async function press(button: Element): Promise<void> {
    buttonOf(button).click();
    await settled();
  }

  /** Presses the button and waits until the user is signed out on this device. */
  async function signOut(button: Element): Promise<void> {
    const told = oneEvent(button, 'latch-signed-out');
    buttonOf(button).click();
    await told;
    await settled();
  }

  /** Waits until the backend has confirmed the sign-out, and the note of it is gone from the disk. */
  async function confirmed(button: Element): Promise<void> {
    while (statesOf(button).includes('unconfirmed')) await settled();
  }

  it('ends the session at the reference server and tells the other tabs', async () => {
    await signUpUser();
    const channel = new BroadcastChannel('auth');
    const told = new Promise<{ type: string }>((resolve) => (channel.onmessage = ({ data }) => resolve(data)));
    const button = await put();
    const signedOut = oneEvent(button, 'latch-signed-out');
    buttonOf(button).click();
    expect((await signedOut).detail).to.deep.equal({ confirmed: true, remains: [] });
    expect(await whoIsSignedIn()).to.equal(undefined);
    expect((await told).type).to.equal('signed-out');
    await settled();
    expect(statusOf(button)).to.equal('You’re signed out.');
    expect(statesOf(button)).to.deep.equal(['done']);
    await expect(button).to.be.accessible();
    channel.close();
  });

  it('says nothing of the last user to the next one who signs in, once the backend has confirmed it or not', async () => {
    for (const logout of [() => json({}), offline]) {
      let session: object = alice;
      backend.answerWith(({ path }) => (path.startsWith('/logout') ? logout() : json(session)));
      const button = await put();
      await signOut(button);
      expect(statusOf(button)).to.match(/^You’re signed out/);
      session = { ...alice, user: { name: 'bo', displayName: 'Bo' }, authTime: Date.now() + 1000 };
      broadcast({ type: 'signed-in' });
      await settled();
      expect([statusOf(button), statesOf(button), notedSignOut()]).to.deep.equal(['', [], null]);
      await signOut(button);
      expect(statusOf(button)).to.match(/^You’re signed out/);
      await forgetSignOuts();
    }
  });

  it('reports that the installed app stays signed in, unless its session is to end too', async () => {
    for (const [template, query, answer, sentence] of [
      [
        html`<latch-sign-out-button></latch-sign-out-button>`,
        '',
        { installedApp: true },
        'You’re signed out here. The installed app is still signed in.',
      ],
      [html`<latch-sign-out-button installed-app></latch-sign-out-button>`, '?installed-app', {}, 'You’re signed out.'],
      [html`<latch-sign-out-button></latch-sign-out-button>`, '', { installedApp: false }, 'You’re signed out.'],
    ] as const) {
      backend.answerWith(({ path }) => json(path.startsWith('/logout') ? answer : alice));
      const button = await put(template);
      const told = oneEvent(button, 'latch-signed-out');
      buttonOf(button).click();
      expect((await told).detail).to.deep.equal({
        confirmed: true,
        remains: [],
        ...(answer.installedApp && { installedApp: true }),
      });
      await settled();
      expect(backend.all.filter(({ path }) => path.startsWith('/logout')).at(-1)!.path).to.equal(`/logout${query}`);
      expect(statusOf(button)).to.equal(sentence);
      expect(statesOf(button)).to.deep.equal(['done']);
      await expect(button).to.be.accessible();
      await forgetSignOuts();
    }
  });

  it('has everything removed from the device, once the person has agreed', async () => {
    await signUpUser();
    localStorage.setItem('of-the-page', 'kept');
    const button = await put(html`<latch-sign-out-button everything></latch-sign-out-button>`);
    buttonOf(button).focus();
    await press(button);
    // Without an earlier answer, it asks the backend first whose data is to go.
    while (!inside(button, '#about')) await settled();
    expect(statesOf(button)).to.deep.equal(['pending', 'confirming']);
    expect(inside(button, '#about').textContent).to.contain(
      'removes all data that this site has stored on this device',
    );
    expect(button.shadowRoot!.activeElement!.textContent).to.equal('Stay signed in');
    await expect(button).to.be.accessible();
    const signedOut = oneEvent(button, 'latch-signed-out');
    inside(button, '[value=yes]').click();
    await signedOut;
    expect(await whoIsSignedIn()).to.equal(undefined);
    expect(backend.to('/logout').map(({ path }) => path)).to.deep.equal(['/logout?everything']);
    while (localStorage.getItem('of-the-page') !== null) await settled();
  });

  it('gives each answer a whole row of its dialog when both do not fit into one', async () => {
    backend.answerWith(() => json(alice));
    const button = await put(html`<latch-sign-out-button everything></latch-sign-out-button>`);
    await press(button);
    while (!inside(button, '#about')) await settled();
    const [stay, remove] = [...button.shadowRoot!.querySelectorAll<HTMLElement>('dialog button')];
    // too long for one row in any font
    for (const words of ['Sign out and lose all of your changes '.repeat(2), 'Remove']) {
      remove!.textContent = words;
      const row = inside(button, '.answers').getBoundingClientRect();
      const [one, other] = [stay!.getBoundingClientRect(), remove!.getBoundingClientRect()];
      const isStacked = other.top > one.top;
      expect(isStacked).to.equal(words !== 'Remove');
      if (isStacked) expect([one.width, other.width]).to.deep.equal([row.width, row.width]);
      else expect(one.left).to.be.greaterThan(inside(button, '#about').getBoundingClientRect().left);
    }
    await sendKeys({ press: 'Escape' });
  });

  it('leaves everything as it is when the person does not agree', async () => {
    backend.answerWith(() => json(alice));
    const button = await put(html`<latch-sign-out-button everything></latch-sign-out-button>`);
    await press(button);
    await sendKeys({ press: 'Escape' });
    await settled();
    expect(backend.to('/logout')).to.have.length(0);
    expect([statusOf(button), statesOf(button)]).to.deep.equal(['You’re still signed in.', []]);
    expect(events.types).to.deep.equal(['latch-before-sign-out']);
  });

  for (const [unsent, sentence] of [
    [1, '1 change has not been sent to the server. If you sign out, you lose it.'],
    [3, '3 changes have not been sent to the server. If you sign out, you lose them.'],
  ] as const) {
    it(`asks before writes are lost: ${sentence}`, async () => {
      let wiped = 0;
      own({ countUnsent: () => unsent, wipe: () => void wiped++ });
      backend.answerWith(() => json(alice));
      const button = await put();
      await press(button);
      expect(inside(button, '#about').textContent).to.equal(sentence);
      await click(inside(button, '.answers .quiet'));
      await settled();
      expect([wiped, backend.to('/logout').length]).to.deep.equal([0, 0]);
      await press(button);
      const signedOut = oneEvent(button, 'latch-signed-out');
      inside(button, '[value=yes]').click();
      await signedOut;
      await settled();
      expect([wiped, backend.to('/logout').length]).to.deep.equal([1, 1]);
      expect(statesOf(button)).to.deep.equal(['done']);
    });
  }

  it('says that changes may be lost where they cannot be counted, beside those that can be', async () => {
    const fail = () => {
      throw new Error('a fault');
    };
    own({ countUnsent: fail });
    backend.answerWith(() => json(alice));
    const button = await put();
    const asked = () => ['h2', '#about', '[value=yes]'].map((part) => inside(button, part).textContent!.trim());
    await press(button);
    const about = 'Some changes may not have been sent to the server. If you sign out, you lose them.';
    expect(asked()).to.deep.equal(['Sign out anyway?', about, 'Sign out']);
    await expect(button).to.be.accessible();
    await sendKeys({ press: 'Escape' });
    own({ countUnsent: () => 1 });
    await press(button);
    expect(asked()[1]).to.equal(`1 change has not been sent to the server. If you sign out, you lose it. ${about}`);
    const signedOut = oneEvent(button, 'latch-signed-out');
    inside(button, '[value=yes]').click();
    await signedOut;
    expect(backend.to('/logout')).to.have.length(1);
  });

  it('signs no user out when the page says no, and asks the page before the person', async () => {
    own({ countUnsent: () => 1 });
    backend.answerWith(() => json(alice));
    const button = await put();
    button.addEventListener('latch-before-sign-out', (event) => event.preventDefault());
    await press(button);
    expect(inside(button, 'dialog') === null).to.equal(true);
    expect(backend.to('/logout')).to.have.length(0);
    expect(events.types).to.deep.equal(['latch-before-sign-out']);
    expect(statusOf(button)).to.equal('');
  });

  it('stays signed in when it is removed while it asks', async () => {
    own({ countUnsent: () => 1 });
    backend.answerWith(() => json(alice));
    const button = await put();
    await press(button);
    button.remove();
    await settled();
    expect(backend.to('/logout')).to.have.length(0);
  });

  it('goes on when it is removed while it signs out, and tells so', async () => {
    let answer: (response: Response) => void;
    backend.answerWith(({ path }) => (path === '/logout' ? new Promise((resolve) => (answer = resolve)) : json(alice)));
    const button = await put();
    const asked = backend.next('/logout');
    await press(button);
    const told = oneEvent(button, 'latch-signed-out');
    button.remove();
    await asked;
    await settled();
    answer!(json({}));
    expect((await told).detail).to.deep.equal({ confirmed: true, remains: [] });
  });

  for (const [what, respond] of [
    ['cannot be reached', offline],
    ['refuses', () => json({ error: 'rejected' }, 403)],
    ['is in trouble', () => json({ error: 'unavailable' }, 503)],
    ['lacks the endpoint', () => json({}, 404)],
    ['answers something else', () => json([])],
  ] as const) {
    it(`says that the person is signed out here, and that the server does not know it yet, when the backend ${what}; until it does`, async () => {
      backend.answerWith(() => json(alice));
      const button = await put();
      backend.answerWith((request) => (request.path === '/session' && respond !== offline ? json(alice) : respond()));
      await signOut(button);
      expect(statusOf(button)).to.match(/^You’re signed out on this device\. The server will be notified/);
      expect(statesOf(button)).to.deep.equal(['pending', 'unconfirmed']);
      expect(events.all.at(-1)!.detail).to.deep.equal({ confirmed: false, remains: [] });
      await expect(button).to.be.accessible();
      const told = events.types.length;
      await press(button);
      expect(events.types, 'a click has nothing to do').to.have.length(told);
      let isSignedIn = true;
      backend.answerWith(({ path }) => {
        if (path === '/logout') isSignedIn = false;
        return json(isSignedIn ? alice : { signedIn: false });
      });
      dispatchEvent(new Event('online'));
      await confirmed(button);
      expect([isSignedIn, statusOf(button), statesOf(button)]).to.deep.equal([false, 'You’re signed out.', ['done']]);
      expect(events.types).to.have.length(told);
    });
  }

  it('tells only that the person is signed out when the session that it asked for first arrives during the sign-out', async () => {
    backend.answerWith(() => json(alice));
    await readSession(clientFor());
    const answers = new Map<string, (response: Response) => void>();
    backend.answerWith(({ path }) => new Promise((resolve) => answers.set(path, resolve)));
    const button = await put();
    const statuses = new Set<string>();
    const observer = new MutationObserver(() => statuses.add(statusOf(button)));
    observer.observe(button.shadowRoot!, { subtree: true, childList: true, characterData: true });
    const asked = backend.next('/logout');
    const signedOut = oneEvent(button, 'latch-signed-out');
    await press(button);
    await asked;
    answers.get('/session')!(json(alice));
    await settled();
    answers.get('/logout')!(json({}));
    await signedOut;
    await settled();
    observer.disconnect();
    expect([statusOf(button), statesOf(button)]).to.deep.equal(['You’re signed out.', ['done']]);
    expect([...statuses].filter((status) => status.includes('server'))).to.deep.equal([]);
    expect(backend.to('/logout')).to.have.length(1);
  });

  it('shows a sign-out of an earlier page that the server does not know yet, and completes it', async () => {
    noteEarlierSignOut({ authTime: 1000 });
    backend.answerWith(offline);
    const button = await put();
    expect(statesOf(button)).to.deep.equal(['pending', 'unconfirmed']);
    backend.answerWith(({ path }) => json(path === '/session' ? alice : {}));
    dispatchEvent(new Event('online'));
    await confirmed(button);
    expect([backend.to('/logout').length, statesOf(button), notedSignOut()]).to.deep.equal([1, ['done'], null]);
  });

  it('says when something of the person could not be removed, with the session over all the same', async () => {
    const reason = new Error('a fault');
    own({ name: 'mail cache', wipe: () => Promise.reject(reason) });
    backend.answerWith(() => json({ signedIn: false }));
    const button = await put();
    await signOut(button);
    expect(statusOf(button)).to.equal('You’re signed out, but some of your data couldn’t be removed from this device.');
    expect(statesOf(button)).to.deep.equal(['failed']);
    expect(events.all.at(-1)!.detail).to.deep.equal({ confirmed: true, remains: [{ name: 'mail cache', reason }] });
    await expect(button).to.be.accessible();
  });

  it('says both when the server could not be told either', async () => {
    own({ wipe: () => Promise.reject(new Error('a fault')) });
    backend.answerWith(offline);
    const button = await put();
    await signOut(button);
    expect(statusOf(button))
      .to.contain('The server will be notified')
      .and.to.contain('couldn’t be removed from this device.');
  });

  it('requests nothing with an unusable base URL', async () => {
    await put(html`<latch-sign-out-button base-url="https://elsewhere.example/"></latch-sign-out-button>`);
    expect(backend.all).to.have.length(0);
  });

  it('is worked by the keyboard alone, question included', async () => {
    own({ countUnsent: () => 2 });
    backend.answerWith(() => json(alice));
    const button = await put();
    buttonOf(button).focus();
    await sendKeys({ press: 'Enter' });
    await settled();
    await sendKeys({ press: 'Tab' });
    expect(button.shadowRoot!.activeElement!.textContent!.trim()).to.equal('Sign out and lose changes');
    const signedOut = oneEvent(button, 'latch-signed-out');
    await sendKeys({ press: 'Enter' });
    await signedOut;
    await settled();
    expect(statesOf(button)).to.deep.equal(['done']);
    expect(button.shadowRoot!.activeElement === buttonOf(button)).to.equal(true);
  });
});
