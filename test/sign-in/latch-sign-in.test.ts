import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../src/define/sign-in.js';
import '../../src/define/sign-up.js';
import type { LatchSignIn } from '../../src/sign-in/latch-sign-in.js';
import { createPasskey } from '../../src/passkey/create.js';
import { clientFor } from '../../src/base/client/client.js';
import { LatchNextStepEvent, LatchSignedInEvent } from '../../src/events.js';
import { signOutQuietly, signUpUser, whoIsSignedIn } from '../support/browser/account.js';
import { addAuthenticator } from '../support/browser/authenticator.js';
import { contentBackend, json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { claimCapabilities } from '../support/browser/capable.js';
import { settled, stopClock } from '../support/browser/clock.js';
import {
  isConditional,
  isModal,
  watchCredentialRequests,
  type CredentialRequests,
} from '../support/browser/credential-requests.js';
import { assertion, attestation } from '../support/browser/credentials.js';
import { watchDepartures } from '../support/browser/departures.js';
import { statesOf, statusOf, watchReports } from '../support/browser/elements.js';
import { cdp } from '../support/browser/devtools.js';
import { until } from '../support/browser/until.js';

const memory = ['latchkey.last-method', 'latchkey.passkey-offered', 'latchkey.provider-rows', 'latchkey.card-return'];

describe('<latch-sign-in>', () => {
  let requests: CredentialRequests;
  let backend: BackendRequests;
  let reports: ReturnType<typeof watchReports>;
  let place: HTMLElement;
  /** What a page hears. */
  let heard: CustomEvent<{ method?: string; code?: string }>[];
  const ends: (() => void)[] = [];

  before(() => claimCapabilities({ conditionalCreate: true, passkeyPlatformAuthenticator: true }));

  beforeEach(() => {
    for (const key of memory) localStorage.removeItem(key);
    requests = watchCredentialRequests();
    requests.hold();
    backend = watchBackendRequests();
    backend.answerWith(contentBackend);
    reports = watchReports();
    heard = [];
    place = document.body.appendChild(document.createElement('main'));
    for (const name of ['signed-in', 'sign-in-failed', 'passkey-created', 'signed-up', 'sign-up-failed'])
      place.addEventListener(`latch-${name}`, (event) => heard.push(event as (typeof heard)[number]));
  });

  afterEach(async () => {
    place.remove();
    // A passkey that is being created automatically outlives the card.
    for (const request of requests.pending) request.fail(new DOMException('', 'NotAllowedError'));
    await settled();
    for (const end of ends.splice(0)) end();
    for (const what of [requests, backend]) what.restore();
    reports.stop();
    for (const key of memory) localStorage.removeItem(key);
  });

  async function put(attributes: Record<string, string> = {}, inside = ''): Promise<LatchSignIn> {
    const card = document.createElement('latch-sign-in');
    for (const [name, value] of Object.entries(attributes)) card.setAttribute(name, value);
    card.append(document.createRange().createContextualFragment(inside));
    place.append(card);
    await settled();
    return card;
  }

  const name = (card: Element) => card.querySelector<HTMLInputElement>('[autocomplete~=username]')!;
  const password = (card: Element) => card.querySelector<HTMLInputElement>('[autocomplete=current-password]')!;
  const submitter = (card: Element) => card.querySelector<HTMLButtonElement>('form:not([slot]) > button')!;
  const passkeyButton = (card: Element) => card.shadowRoot!.querySelector<HTMLButtonElement>('[part=button]');
  const action = (card: Element) => card.shadowRoot!.querySelector<HTMLButtonElement>('[part=action]');
  const types = () => heard.map(({ type }) => type);
  const problemOf = (input: HTMLInputElement) =>
    input.ariaInvalid === 'true'
      ? document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent
      : undefined;
  const isFocused = (element: Element | null) => document.activeElement === element;

  async function press(button: HTMLElement | null): Promise<void> {
    button!.click();
    await settled();
  }

  async function signIn(card: Element, username = 'ada', secret = 'correct horse'): Promise<void> {
    name(card).value = username;
    if (!password(card).checkVisibility({ visibilityProperty: true }) || password(card).tabIndex < 0)
      await press(submitter(card));
    password(card).value = secret;
    await press(submitter(card));
  }

  it('offers passkeys in the autofill of its one field, and signs in with the one that is chosen', async () => {
    const card = await put();
    expect(name(card).autocomplete).to.equal('username webauthn');
    const request = await requests.next();
    expect(request.options.mediation).to.equal('conditional');
    request.choose(assertion());
    await settled();
    expect(heard.map(({ type, detail }) => [type, detail.method])).to.deep.equal([['latch-signed-in', 'passkey']]);
    expect(statesOf(card)).to.deep.equal(['done']);
  });

  it('has a button that opens the passkey dialog', async () => {
    const card = await put();
    await press(passkeyButton(card));
    expect([statesOf(card), statusOf(card)]).to.deep.equal([['pending', 'asking'], 'Continue in the dialog.']);
    requests.pending.find(isModal)!.choose(assertion());
    await settled();
    expect(types()).to.deep.equal(['latch-signed-in']);
  });

  it('asks for the password after the name, in the same form, with the cursor in it', async () => {
    const card = await put();
    expect([password(card).form === name(card).form, password(card).tabIndex]).to.deep.equal([true, -1]);
    expect(password(card).closest('div')!.getBoundingClientRect().width).to.be.at.most(1);
    name(card).value = 'ada';
    await press(submitter(card));
    expect([isFocused(password(card)), submitter(card).textContent!.trim()]).to.deep.equal([true, 'Sign in']);
    password(card).blur();
    card.focus();
    expect(isFocused(password(card))).to.equal(true);
    expect(backend.to('/login')).to.have.length(0);
    password(card).value = 'correct horse';
    await press(submitter(card));
    expect(backend.to('/login')[0]!.body).to.deep.equal({ username: 'ada', password: 'correct horse' });
  });

  for (const [reason, sentence, failed] of [
    ['cancelled', 'You were not signed in. Choose a way to sign in.', []],
    ['refused', 'That didn’t work. Try again, or use another way.', ['provider_failed']],
    ['rejected', 'Wrong username or password. Try again, or sign in another way.', ['rejected']],
    ['of-the-page', '', []],
  ] as const)
    it(`says once what has brought the user back with ?error=${reason}`, async () => {
      const before = location.href;
      history.replaceState(history.state, '', `?error=${reason}`);
      try {
        const card = await put();
        const said = () => (reason === 'rejected' ? problemOf(password(card)) : statusOf(card)?.trim());
        await until(() => said() === sentence);
        expect(heard.map(({ detail }) => (detail as unknown as { code: string }).code)).to.deep.equal(failed);
        card.remove();
        place.append(card);
        await settled();
        expect(heard).to.have.length(failed.length);
      } finally {
        history.replaceState(history.state, '', before);
      }
    });

  it('takes the submit of its form where a framework put the name of the backend into the head after the card', async () => {
    const card = await put({ methods: 'password' });
    const meta = Object.assign(document.createElement('meta'), { name: 'latch-base-url', content: '/api' });
    document.head.append(meta);
    try {
      await signIn(card);
      expect(backend.to('/api/login')).to.have.length(1);
    } finally {
      meta.content = '';
      clientFor();
      meta.remove();
    }
  });

  it('signs in at once when a password manager has filled in both fields', async () => {
    const card = await put({ methods: 'password' });
    name(card).value = 'ada';
    password(card).value = 'correct horse';
    await press(submitter(card));
    expect(heard.map(({ type, detail }) => [type, detail.method])).to.deep.equal([['latch-signed-in', 'password']]);
  });

  it('goes back to the other ways without loss', async () => {
    const card = await put();
    name(card).value = 'ada';
    await press(submitter(card));
    password(card).value = 'half a pass';
    expect(action(card)!.textContent).to.equal('Use another way');
    await press(action(card));
    expect([isFocused(name(card)), name(card).value, password(card).value]).to.deep.equal([true, 'ada', 'half a pass']);
    expect(passkeyButton(card)!.checkVisibility()).to.equal(true);
  });

  it('says at the password that it is wrong, empties it, and puts the cursor there, until the user types', async () => {
    backend.answerWith((request) =>
      request.path === '/login' ? json({ error: 'rejected' }, 401) : contentBackend(request),
    );
    const card = await put();
    await signIn(card, 'ada', 'wrong');
    expect(problemOf(password(card))).to.equal('Wrong username or password. Try again, or sign in another way.');
    expect([isFocused(password(card)), password(card).value, name(card).value]).to.deep.equal([true, '', 'ada']);
    expect([types(), statusOf(card)?.trim()]).to.deep.equal([['latch-sign-in-failed'], '']);
    await sendKeys({ type: 'c' });
    await settled();
    expect(problemOf(password(card))).to.equal(undefined);
  });

  it('keeps a password that was typed while a wrong one was checked', async () => {
    let refuse = (_answer: Response): void => {};
    backend.answerWith((request) =>
      request.path === '/login' ? new Promise((resolve) => (refuse = resolve)) : contentBackend(request),
    );
    const card = await put();
    const asked = backend.next('/login');
    void signIn(card, 'ada', 'wrong');
    await asked;
    password(card).value = 'right';
    refuse(json({ error: 'rejected' }, 401));
    await until(() => problemOf(password(card)));
    expect(password(card).value).to.equal('right');
  });

  for (const slow of ['/webauthn/login/verify', '/login'])
    it(`signs in in one way alone, while the backend takes its time with the other: ${slow}`, async () => {
      localStorage.setItem('latchkey.passkey-offered', String(Date.now()));
      let answer = (_answer: Response): void => {};
      backend.answerWith((request) =>
        request.path === slow ? new Promise((resolve) => (answer = resolve)) : contentBackend(request),
      );
      const card = await put();
      await press(passkeyButton(card));
      const dialog = requests.pending.find(isModal)!;
      if (slow !== '/login') dialog.choose(assertion());
      void signIn(card);
      await backend.next(slow);
      if (slow === '/login') dialog.choose(assertion());
      await until(() => types().includes('latch-signed-in'));
      answer(json({ error: 'challenge_expired' }, 400));
      await settled();
      expect(types()).to.deep.equal(['latch-signed-in']);
      expect(requests.pending.filter(isModal), 'no dialog opens again').to.deep.equal([]);
      expect(statesOf(card)).to.deep.equal(['done']);
    });

  it('tells a listener that is older than its definition once, after the offer of a passkey is answered', async () => {
    const template = document.createElement('template');
    template.innerHTML = '<latch-sign-in methods="passkey password code"></latch-sign-in>';
    // in a template it is not defined yet
    const card = template.content.firstElementChild as LatchSignIn;
    const early: [string, boolean][] = [];
    for (const type of ['latch-signed-in', 'latch-next-step'])
      card.addEventListener(type, ({ target }) => early.push([type, target === card]));
    place.append(card);
    await settled();
    const part = card.appendChild(document.createElement('latch-otp-input'));
    part.slot = 'code';
    await settled();
    part.dispatchEvent(new LatchNextStepEvent({ method: 'otp', next: { step: 'second-factor' } }));
    part.dispatchEvent(new LatchSignedInEvent({ method: 'otp' }));
    await until(() => card.querySelector('latch-passkey-create'));
    expect(early).to.deep.equal([]);
    await press(action(card));
    await until(() => early.length > 0);
    expect(early).to.deep.equal([['latch-signed-in', true]]);
  });

  it('has ids of its own beside another card in the same shadow root', async () => {
    const tree = place.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
    tree.append(document.createElement('latch-sign-in'), document.createElement('latch-sign-up'));
    await until(() => tree.querySelectorAll('form input').length >= 3);
    const ids = [...tree.querySelectorAll('[id]')].map(({ id }) => id);
    expect(ids.length).to.equal(new Set(ids).size);
  });

  it('keeps what was typed, and the cursor, when a translation has taken away what Lit writes between', async () => {
    const card = await put();
    name(card).value = 'ada@example.com';
    name(card).focus();
    const submit = submitter(card);
    submit.replaceChildren(document.createTextNode('Weiter'));
    await press(submit);
    await until(() => password(card).tabIndex >= 0);
    expect(name(card).value).to.equal('ada@example.com');
  });

  it('says who is signed in where the answer of its sign-in was lost', async () => {
    let isSignedIn = false;
    backend.answerWith((request) => {
      if (request.path === '/session' && isSignedIn)
        return json({ signedIn: true, authMethod: 'password', user: { id: 'AA', name: 'ada', displayName: 'Ada' } });
      if (request.path !== '/login') return contentBackend(request);
      isSignedIn = true;
      return Promise.reject(new TypeError('Failed to fetch'));
    });
    const card = await put({ methods: 'password' });
    await signIn(card);
    const notice = await until(() => card.shadowRoot!.querySelector('latch-session-notice')?.shadowRoot);
    await until(() => notice.textContent.includes('Ada'));
    await settled();
    expect([types(), statusOf(card)?.trim()]).to.deep.equal([['latch-sign-in-failed'], '']);
    await press(notice.querySelector('button'));
    expect(heard.map(({ detail }) => detail.method ?? detail.code)).to.deep.equal(['network', 'session']);
  });

  it('says who is signed in where the answer to a code was lost', async () => {
    let isSignedIn = false;
    backend.answerWith((request) => {
      if (request.path === '/session' && isSignedIn)
        return json({ signedIn: true, authMethod: 'otp', user: { id: 'AA', name: 'ada', displayName: 'Ada' } });
      if (request.path === '/otp/request') return json({ expires: Date.now() + 600_000 }, 202);
      if (request.path !== '/otp/verify') return contentBackend(request);
      isSignedIn = true;
      return Promise.reject(new TypeError('Failed to fetch'));
    });
    const card = await put({ methods: 'passkey password code' });
    name(card).value = 'ada@example.com';
    action(card)!.click();
    const code = await until(() => card.querySelector('latch-otp-input'));
    await until(() => code.querySelector('form[slot=address] input'));
    await press(code.querySelector<HTMLButtonElement>('form button'));
    await until(() => code.sentTo);
    const input = code.querySelector<HTMLInputElement>('[autocomplete=one-time-code]')!;
    input.value = '123456';
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await code.verify();
    const notice = await until(() => card.shadowRoot!.querySelector('latch-session-notice')?.shadowRoot);
    await until(() => notice.textContent.includes('Ada'));
  });

  it('says who is signed in when its page comes back from the back-forward cache after its sign-in', async () => {
    let isSignedIn = false;
    backend.answerWith((request) =>
      request.path === '/session' && isSignedIn
        ? json({ signedIn: true, authMethod: 'passkey', user: { id: 'AA', name: 'ada', displayName: 'Ada' } })
        : contentBackend(request),
    );
    const card = await put();
    await press(passkeyButton(card));
    isSignedIn = true;
    requests.pending.find(isModal)!.choose(assertion());
    await until(() => types().includes('latch-signed-in'));
    await until(() => backend.to('/session').length > 1);
    await settled();
    expect(card.shadowRoot!.querySelector('latch-session-notice')).to.equal(null);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await until(() => card.shadowRoot!.querySelector('latch-session-notice'));
    expect(name(card).checkVisibility()).to.equal(false);
  });

  it('asks for a name, and then for a password, that is missing', async () => {
    const card = await put();
    await press(submitter(card));
    expect([problemOf(name(card)), isFocused(name(card))]).to.deep.equal(['Enter your username or email.', true]);
    name(card).value = 'ada';
    await press(submitter(card));
    await press(submitter(card));
    expect([problemOf(password(card)), isFocused(password(card))]).to.deep.equal(['Enter your password.', true]);
    expect([types(), backend.to('/login')]).to.deep.equal([[], []]);
  });

  for (const [what, answer, sentence] of [
    [
      'too many attempts',
      () => json({ error: 'rate_limited' }, 429, { 'Retry-After': '180' }),
      'Too many attempts. Try again in 3 minutes.',
    ],
    ['a broken server', () => json({ error: 'unavailable' }, 503), 'The server has a problem. Try again later.'],
    [
      'no connection',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'Can’t reach the server. Check your connection and try again.',
    ],
    ['no passwords', () => json({ error: 'unsupported' }, 404), 'Passwords can’t be used here. Sign in another way.'],
  ] as [string, () => Response | Promise<Response>, string][]) {
    it(`says what to do after ${what}`, async () => {
      backend.answerWith((request) => (request.path === '/login' ? answer() : contentBackend(request)));
      const card = await put();
      await signIn(card);
      expect([statusOf(card), types()]).to.deep.equal([sentence, ['latch-sign-in-failed']]);
      expect(card.shadowRoot!.querySelectorAll('[role=status], [role=alert], [aria-live]')).to.have.length(1);
    });
  }

  it('says that no passkey was used when the dialog is dismissed, without an event', async () => {
    const card = await put();
    await press(passkeyButton(card));
    requests.pending.find(isModal)!.fail(new DOMException('', 'NotAllowedError'));
    await settled();
    expect([statusOf(card), types()]).to.deep.equal(['No passkey was used. Try again.', []]);
  });

  it('shows nothing for users who are not signed in once the user is', async () => {
    const card = await put({}, '<p slot="subtitle">to continue</p><p slot="footer">New here?</p>');
    const shown = () => ['subtitle', 'footer'].map((slot) => card.querySelector(`[slot=${slot}]`)!.checkVisibility());
    expect(shown()).to.deep.equal([true, true]);
    await press(passkeyButton(card));
    requests.pending.find(isModal)!.choose(assertion());
    await settled();
    expect([statusOf(card), shown()]).to.deep.equal(['You’re signed in.', [false, false]]);
  });

  it('asks for a passkey alone where the page has no other way', async () => {
    const card = await put({ methods: 'passkey' });
    expect([password(card) === null, passkeyButton(card) === null]).to.deep.equal([true, true]);
    await press(submitter(card));
    requests.pending.find(isModal)!.choose(assertion());
    await settled();
    expect(types()).to.deep.equal(['latch-signed-in']);
  });

  it('has neither a button for passkeys nor their autofill where the browser has none', async () => {
    const native = globalThis.PublicKeyCredential;
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    ends.push(() => Object.assign(globalThis, { PublicKeyCredential: native }));
    const card = await put();
    expect([passkeyButton(card) === null, name(card).autocomplete]).to.deep.equal([true, 'username']);
    await signIn(card);
    expect(types()).to.deep.equal(['latch-signed-in']);
  });

  describe('in each step', () => {
    const heading = (card: Element) =>
      [...card.shadowRoot!.querySelectorAll('h2')].find((found) => found.checkVisibility());
    const subtitle = (card: Element) => card.shadowRoot!.querySelector('header > p[part=subtitle]')?.textContent;
    const story = (card: Element) => [heading(card)?.textContent, subtitle(card)];
    const footer = '<p slot="footer">New here?</p>';
    const showsFooter = (card: Element) => card.querySelector('[slot=footer]')!.checkVisibility();

    /** Gives the page a name until the test ends. */
    function callSite(site: string): void {
      const meta = document.head.appendChild(document.createElement('meta'));
      Object.assign(meta, { name: 'application-name', content: site });
      ends.push(() => meta.remove());
    }

    /** Has the backend promise a code. */
    const sendCodes = () =>
      backend.answerWith((request) =>
        request.path === '/otp/request' ? json({ expires: Date.now() + 600_000 }, 202) : contentBackend(request),
      );

    it('fills no button under the pointer but the one that submits', async () => {
      sendCodes();
      const card = await put({ methods: 'password code' });
      name(card).value = 'ada@example.com';
      await press(submitter(card));
      for (const quiet of card.querySelectorAll<HTMLElement>('[part=help], .latch-secret button')) {
        const { x, y, width, height } = quiet.getBoundingClientRect();
        await cdp('Input.dispatchMouseEvent', { type: 'mouseMoved', x: x + width / 2, y: y + height / 2 });
        await until(() => quiet.matches(':hover'));
        expect(getComputedStyle(quiet).backgroundColor).to.equal('rgba(0, 0, 0, 0)');
      }
      expect(card.querySelectorAll('[part=help], .latch-secret button')).to.have.length(2);
      await cdp('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 0, y: 0 });
    });

    it('has a heading and a line of its own: the start, the password, the code, the code that was sent', async () => {
      sendCodes();
      const card = await put({ methods: 'passkey password code device' }, footer);
      expect([story(card), showsFooter(card)]).to.deep.equal([['Sign in', undefined], true]);
      name(card).value = 'ada@example.com';
      await press(submitter(card));
      expect([story(card), showsFooter(card)]).to.deep.equal([['Enter your password', 'Sign in'], true]);
      await press(card.querySelector('[part=help]'));
      await until(() => story(card)[0] === 'Get a code');
      expect([story(card), showsFooter(card)]).to.deep.equal([
        ['Get a code', 'We’ll send it to your email or phone.'],
        false,
      ]);
      const address = await until(() => card.querySelector<HTMLInputElement>('latch-otp-input [name=to]'));
      expect(address.value).to.equal('ada@example.com');
      address.form!.requestSubmit();
      await until(() => story(card)[0] === 'Check your email');
      expect([story(card), showsFooter(card)]).to.deep.equal([
        ['Check your email', 'Enter the code from our message.'],
        false,
      ]);
      await press(action(card));
      expect(story(card)[0]).to.equal('Sign in');
    });

    it('names the kind of message that the code comes in', async () => {
      sendCodes();
      const card = await put({ methods: 'password code' });
      await press(action(card));
      const address = await until(() => card.querySelector<HTMLInputElement>('latch-otp-input [name=to]'));
      address.value = '+49 30 901820';
      address.form!.requestSubmit();
      await until(() => story(card)[0] === 'Check your text messages');
    });

    it('names the site that the page is of, at the password too, and leaves the heading of the page alone', async () => {
      callSite('Driftline');
      const own = await put();
      expect(story(own)[0]).to.equal('Sign in to \u2068Driftline\u2069');
      name(own).value = 'ada';
      await press(submitter(own));
      expect(story(own)).to.deep.equal(['Enter your password', 'Sign in to \u2068Driftline\u2069']);
      const card = await put({}, '<h1 slot="heading">Welcome back</h1>');
      expect(heading(card)).to.equal(undefined);
      name(card).value = 'ada';
      await press(submitter(card));
      expect(heading(card)!.ariaLevel).to.equal('1');
      expect(story(card)).to.deep.equal(['Enter your password', 'Welcome back']);
    });

    it('shows the logo of the page, and its line only in the first step', async () => {
      const card = await put({}, '<img slot="logo" alt="Driftline" /><p slot="subtitle">to continue to your notes</p>');
      const shown = () => ['logo', 'subtitle'].map((slot) => card.querySelector(`[slot=${slot}]`)!.checkVisibility());
      expect(shown()).to.deep.equal([true, true]);
      name(card).value = 'ada';
      await press(submitter(card));
      expect(shown()).to.deep.equal([true, false]);
    });

    it('helps beside the password only where the page has another way for those who forgot it', async () => {
      const card = await put();
      name(card).value = 'ada';
      await press(submitter(card));
      expect(card.querySelector('[part=help]')).to.equal(null);
    });

    it('says below the address, and once each time, that it is none', async () => {
      const card = await put({ methods: 'password code' });
      await press(action(card));
      const address = await until(() => card.querySelector<HTMLInputElement>('latch-otp-input [name=to]'));
      const said = () => document.getElementById(address.getAttribute('aria-describedby')!)!;
      const texts = new Set<ChildNode | null>();
      for (let attempt = 0; attempt < 2; attempt += 1) {
        address.form!.requestSubmit();
        await until(() => said().textContent === 'Enter a valid email address or phone number.');
        await settled();
        texts.add(said().firstChild);
      }
      expect(texts.size).to.equal(2);
      expect(statusOf(card.querySelector('latch-otp-input')!)).to.equal('');
      expect([address.ariaInvalid, document.activeElement]).to.deep.equal(['true', address]);
    });
  });

  describe('with several providers', () => {
    const several = [
      { id: 'acme', name: 'Acme Staff', kinds: ['oidc'] },
      { id: 'google', name: 'Google', icon: 'google', kinds: ['oidc', 'fedcm'] },
      { id: 'dialog', name: 'Dialog', kinds: ['fedcm'] },
      { id: 'later', name: 'Later', kinds: ['something-else'] },
    ];
    const rows = (card: Element) =>
      [...card.querySelectorAll<HTMLElement & { provider: string }>(':scope > [slot=providers]')].map(
        ({ localName, provider }) => `${localName} ${provider}`,
      );
    const answerWith = (list: object, more: Record<string, () => Response> = {}) =>
      backend.answerWith((request) => {
        const { pathname, search } = new URL(request.path, location.href);
        return more[pathname + search]?.() ?? (pathname === '/auth/providers' ? json(list) : contentBackend(request));
      });

    it('has one row for each, in the order of the backend, and dispatches one event of them', async () => {
      answerWith({ providers: several });
      const card = await put({ methods: 'passkey password oidc', 'return-to': '', mode: 'popup' });
      await until(() => card.querySelectorAll('latch-oidc-button').length === 2);
      expect(rows(card)).to.deep.equal(['latch-oidc-button acme', 'latch-oidc-button google']);
      const [acme] = card.querySelectorAll('latch-oidc-button');
      expect([acme!.slot, acme!.mode]).to.deep.equal(['providers', 'popup']);
      acme!.dispatchEvent(new LatchSignedInEvent({ method: 'oidc', provider: 'acme' } as never));
      await until(() => types().length > 0 || card.querySelector('latch-passkey-create'));
      await press(action(card));
      expect(heard.map(({ type, detail }) => [type, detail.method])).to.deep.equal([['latch-signed-in', 'oidc']]);
      expect(heard[0]!.target === card).to.equal(true);
      expect(JSON.parse(localStorage.getItem('latchkey.last-method')!)).to.deep.equal({
        method: 'oidc',
        provider: 'acme',
      });
    });

    it('opens the dialog of the browser where it can, with the redirect below, and never has two rows for one', async () => {
      answerWith({ providers: several });
      const card = await put({ methods: 'passkey password oidc fedcm' });
      await until(() => card.querySelector('latch-fedcm-button:defined'));
      await settled();
      expect(rows(card)).to.deep.equal([
        'latch-oidc-button acme',
        'latch-fedcm-button google',
        'latch-fedcm-button dialog',
      ]);
      expect([...card.querySelectorAll('latch-fedcm-button latch-oidc-button')].map(({ slot }) => slot)).to.deep.equal([
        'fallback',
      ]);
    });

    it('puts in no button for FedCM in a browser without it', async () => {
      answerWith({ providers: several });
      const own = Object.getOwnPropertyDescriptor(globalThis, 'IdentityCredential')!;
      Reflect.deleteProperty(globalThis, 'IdentityCredential');
      ends.push(() => Object.defineProperty(globalThis, 'IdentityCredential', own));
      const card = await put({ methods: 'passkey password fedcm oidc' });
      await until(() => card.querySelector('latch-oidc-button:defined'));
      await settled();
      expect(rows(card)).to.deep.equal(['latch-oidc-button acme', 'latch-oidc-button google']);
    });

    it('marks the row that was used last', async () => {
      localStorage.setItem('latchkey.last-method', '{"method":"oidc","provider":"google"}');
      answerWith({ providers: several });
      const card = await put({ methods: 'passkey password oidc' });
      await until(() => card.querySelectorAll('latch-oidc-button').length === 2);
      card.requestUpdate();
      await card.updateComplete;
      const marked = [...card.querySelectorAll<HTMLElement>('[data-latch-last]')];
      expect(marked.map((row) => (row as HTMLElement & { provider: string }).provider)).to.deep.equal(['google']);
    });

    it('has no row, and no room for one, at a backend without providers', async () => {
      answerWith({}, { '/auth/providers': () => json({ error: 'unsupported' }, 404) });
      const card = await put({ methods: 'password oidc' });
      await until(() => backend.to('/auth/providers')[0]);
      await settled();
      expect([rows(card), card.shadowRoot!.querySelector('[part=ways]')!.checkVisibility()]).to.deep.equal([[], false]);
    });

    it('opens the page of the company whose domain the address has, and hands the address on', async () => {
      localStorage.setItem('latchkey.passkey-offered', String(Date.now()));
      const departures = watchDepartures();
      ends.push(() => departures.restore());
      const company = { providers: [{ id: 'acme', name: 'Acme Staff', kinds: ['oidc'] }], required: true };
      answerWith({ providers: [], byDomain: true }, { '/auth/providers?for=ada%40acme.example': () => json(company) });
      const card = await put({ methods: 'passkey password oidc', mode: 'redirect', 'return-to': '/home' });
      name(card).value = 'ada@acme.example';
      submitter(card).click();
      await until(() => departures.addresses[0]);
      const address = new URL(departures.addresses[0]!);
      expect(['provider', 'login_hint', 'returnTo'].map((key) => address.searchParams.get(key))).to.deep.equal([
        'acme',
        'ada@acme.example',
        '/home',
      ]);
      expect(backend.to('/login')).to.have.length(0);
    });

    it('has the user come back to the card for the offer of a passkey, and go on from there', async () => {
      const departures = watchDepartures();
      ends.push(() => departures.restore());
      answerWith({ providers: several });
      const card = await put({ methods: 'passkey password oidc', mode: 'redirect', 'return-to': '/home' });
      const button = await until(() => card.querySelector('latch-oidc-button'));
      void button.signIn();
      const address = await until(() => departures.addresses[0]);
      expect(new URL(address).searchParams.get('returnTo')).to.equal(location.pathname);
      card.remove();
      const user = { id: 'dXNlcg', name: 'ada', displayName: 'Ada' };
      const session = {
        signedIn: true,
        user,
        authMethod: 'oidc',
        provider: { id: 'acme', name: 'Acme' },
        authTime: 1,
        expires: 2,
      };
      answerWith({ providers: several }, { '/session': () => json(session) });
      const again = await put({ methods: 'passkey password oidc', 'return-to': '/home' });
      await until(() => again.querySelector('latch-passkey-create'));
      expect(types()).to.deep.equal([]);
      await press(action(again));
      expect(heard.map(({ type, detail }) => [type, detail.method])).to.deep.equal([['latch-signed-in', 'oidc']]);
      expect(departures.addresses.at(-1)).to.equal(`${location.origin}/home`);
    });

    it('comes back to no offer of a user who went back at the provider', async () => {
      localStorage.setItem('latchkey.card-return', 'true');
      answerWith({ providers: several });
      const card = await put({ methods: 'passkey password oidc' });
      await settled();
      expect([
        card.querySelector('latch-passkey-create'),
        localStorage.getItem('latchkey.card-return'),
        types(),
      ]).to.deep.equal([null, null, []]);
    });

    it('asks for the password where the address belongs to no company, and asks nobody where there is none', async () => {
      answerWith(
        { providers: [], byDomain: true },
        { '/auth/providers?for=ada%40home.example': () => json({ providers: [] }) },
      );
      const card = await put({ methods: 'password oidc' });
      name(card).value = 'ada@home.example';
      submitter(card).click();
      await until(() => password(card).tabIndex === 0);
      card.remove();
      answerWith({ providers: several });
      const other = await put({ methods: 'password oidc' });
      const before = backend.all.filter(({ path }) => path.includes('for=')).length;
      name(other).value = 'ada@home.example';
      submitter(other).click();
      await until(() => password(other).tabIndex === 0);
      expect(backend.all.filter(({ path }) => path.includes('for=')).length).to.equal(before);
    });

    it('says that the company signs its people in, when a password is refused for that', async () => {
      const card = await put({ methods: 'password' });
      const refusal = { error: 'provider_required', provider: { id: 'acme', name: 'Acme' } };
      answerWith({}, { '/login': () => json(refusal, 403) });
      await signIn(card);
      expect(statusOf(card)).to.equal('Your company signs you in. Enter your work email and continue.');
    });
  });

  it('leaves buttons of providers that the page has put in as they are', async () => {
    const card = await put(
      { methods: 'passkey password oidc' },
      '<latch-oidc-button slot="providers" mode="redirect">Acme</latch-oidc-button>',
    );
    await until(() => card.querySelector('latch-oidc-button:defined'));
    await settled();
    expect([...card.querySelectorAll('latch-oidc-button')].map(({ textContent }) => textContent)).to.deep.equal([
      'Acme',
    ]);
  });

  it('helps those who cannot sign in with a code, and leads back', async () => {
    const card = await put({ methods: 'passkey password code' });
    name(card).value = 'ada@example.com';
    expect(action(card)!.textContent).to.equal('Can’t sign in?');
    action(card)!.click();
    const code = await until(() => card.querySelector('latch-otp-input'));
    const address = await until(() => code.querySelector<HTMLInputElement>('form[slot=address] input'));
    await card.updateComplete;
    expect([address.value, [...address.labels!].map(({ textContent }) => textContent)]).to.deep.equal([
      'ada@example.com',
      ['Email or phone number'],
    ]);
    expect(submitter(card).checkVisibility()).to.equal(false);
    await press(code.querySelector<HTMLButtonElement>('form button'));
    await until(() => backend.to('/otp/request')[0]);
    expect(backend.to('/otp/request')[0]!.body).to.deep.equal({ to: 'ada@example.com' });
    await press(action(card));
    expect([submitter(card).checkVisibility(), name(card).value]).to.deep.equal([true, 'ada@example.com']);
  });

  describe('remembers in this browser', () => {
    it('how someone signed in last, and nothing else, and marks that way the next time', async () => {
      const card = await put({ methods: 'password' });
      await signIn(card, 'ada@example.com');
      expect(localStorage.getItem('latchkey.last-method')).to.equal('{"method":"password"}');
      expect(JSON.stringify({ ...localStorage })).not.to.contain('ada@example.com');
      const again = await put();
      expect(submitter(again).textContent).to.equal('ContinueLast used');
      expect(passkeyButton(again)!.textContent).to.equal('Sign in with a passkey');
    });

    it('a passkey, on its button', async () => {
      localStorage.setItem('latchkey.last-method', '{"method":"passkey"}');
      const card = await put();
      expect(passkeyButton(card)!.textContent).to.equal('Sign in with a passkeyLast used');
      expect(submitter(card).textContent).to.equal('Continue');
    });

    it('a provider, on its button', async () => {
      localStorage.setItem('latchkey.last-method', '{"method":"oidc"}');
      const card = await put({ methods: 'passkey password oidc' });
      const oidc = await until(() => card.querySelector<HTMLElement>('latch-oidc-button'));
      card.requestUpdate();
      await card.updateComplete;
      expect(oidc.dataset['latchLast']).to.equal('Last used');
    });

    it('nothing that another script has written there', async () => {
      for (const text of ['{"x":', '7', '"<b>x</b>"', 'null']) {
        localStorage.setItem('latchkey.last-method', text);
        const card = await put();
        expect([submitter(card).textContent, passkeyButton(card)!.textContent]).to.deep.equal([
          'Continue',
          'Sign in with a passkey',
        ]);
        card.remove();
      }
    });
  });

  describe('after a sign-in without a passkey', () => {
    const offered = (card: Element) => until(() => card.querySelector('latch-passkey-create'));
    /** Signs in with a password while nothing is offered automatically. */
    async function signInSlowly(card: LatchSignIn): Promise<void> {
      const clock = stopClock();
      await signIn(card);
      await clock.pass(2000);
      clock.restore();
    }

    it('offers a passkey once, creates it, and tells the page only then that the user is signed in', async () => {
      const card = await put();
      await signInSlowly(card);
      const create = await offered(card);
      await card.updateComplete;
      expect(card.shadowRoot!.querySelector('h2')!.textContent).to.equal('Sign in faster next time');
      expect(isFocused(card) && card.shadowRoot!.activeElement?.localName === 'h2').to.equal(true);
      expect(types()).to.deep.equal([]);
      void create.createPasskey();
      (await until(() => requests.pending.find((request) => request.method === 'create' && isModal(request)))).choose(
        attestation(),
      );
      await until(() => types().includes('latch-signed-in'));
      expect(types()).to.deep.equal(['latch-passkey-created', 'latch-signed-in']);
    });

    it('offers no passkeys in autofill any more, not even once one is created, until the page comes back', async () => {
      const card = await put();
      await signInSlowly(card);
      const create = await offered(card);
      void create.createPasskey();
      const created = await until(() =>
        requests.pending.find((request) => request.method === 'create' && isModal(request)),
      );
      expect(requests.pending).to.deep.equal([created]);
      created.choose(attestation());
      await until(() => types().includes('latch-signed-in'));
      await settled();
      expect(requests.pending).to.have.length(0);
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await settled();
      expect(requests.pending.map(isConditional)).to.deep.equal([true]);
    });

    it('lets the user decline, and does not ask again for 90 days', async () => {
      const card = await put();
      await signInSlowly(card);
      await offered(card);
      await card.updateComplete;
      expect(action(card)!.textContent).to.equal('Not now');
      await press(action(card));
      expect(types()).to.deep.equal(['latch-signed-in']);
      card.remove();
      const second = await put();
      await signInSlowly(second);
      expect(types()).to.deep.equal(['latch-signed-in', 'latch-signed-in']);
      second.remove();
      localStorage.setItem('latchkey.passkey-offered', String(Date.now() - 91 * 24 * 60 * 60_000));
      const third = await put();
      await signInSlowly(third);
      await offered(third);
      expect(types()).to.have.length(2);
    });

    it('asks again after the clock was corrected that was ahead when the user declined', async () => {
      localStorage.setItem('latchkey.passkey-offered', String(Date.now() + 24 * 60 * 60_000));
      const card = await put();
      await signInSlowly(card);
      await offered(card);
      expect(types()).to.deep.equal([]);
    });

    it('offers none when the password manager has created one', async () => {
      const card = await put();
      await signIn(card);
      (await until(() => requests.pending.find(({ method }) => method === 'create'))).choose(attestation());
      await until(() => types().includes('latch-signed-in'));
      expect(types()).to.deep.equal(['latch-passkey-created', 'latch-signed-in']);
      expect(card.querySelector('latch-passkey-create') === null).to.equal(true);
    });

    it('offers none where passkeys are not among the methods', async () => {
      const card = await put({ methods: 'password' });
      await signIn(card);
      expect(types()).to.deep.equal(['latch-signed-in']);
    });
  });

  it('goes on to "return-to" after the event, and never to another site', async () => {
    const departures = watchDepartures();
    ends.push(() => departures.restore());
    const card = await put({ methods: 'password', 'return-to': '/home' });
    await signIn(card);
    expect(departures.addresses).to.deep.equal([`${location.origin}/home`]);
    const other = await put({ methods: 'password', 'return-to': '//evil.example' });
    await signIn(other);
    expect([departures.addresses.length, statusOf(other)]).to.deep.equal([1, 'This page is not set up correctly.']);
    expect(reports.all).to.have.length(1);
  });

  describe('around a form of the page', () => {
    const own = `<form method="post" action="/login"><label>Name <input name="username" autocomplete="username" required></label>
      <label>Password <input name="password" type="password" autocomplete="current-password" required></label><button>Go</button></form>`;

    it('leaves it as it is but for the autofill of passkeys, and signs in with it', async () => {
      const card = await put({}, own);
      expect([name(card).autocomplete, card.querySelectorAll('form').length]).to.deep.equal(['username webauthn', 1]);
      name(card).value = 'ada';
      password(card).value = 'correct horse';
      await press(card.querySelector<HTMLButtonElement>('form button'));
      expect(backend.to('/login')[0]!.body).to.deep.equal({ username: 'ada', password: 'correct horse' });
    });

    it('describes the password that was wrong, and says it on the status line', async () => {
      backend.answerWith((request) =>
        request.path === '/login' ? json({ error: 'rejected' }, 401) : contentBackend(request),
      );
      const card = await put({}, own);
      name(card).value = 'ada';
      password(card).value = 'wrong';
      await press(card.querySelector<HTMLButtonElement>('form button'));
      const sentence = 'Wrong username or password. Try again, or sign in another way.';
      expect([password(card).ariaDescription, statusOf(card)]).to.deep.equal([sentence, sentence]);
    });
  });

  it('takes request options that the page holds, and fetches none', async () => {
    await put(
      {},
      `<script type="application/json">${JSON.stringify({ challenge: 'AAAAAAAAAAAAAAAAAAAAAA', timeout: 300000 })}</script>`,
    );
    await requests.next();
    expect(backend.to('/webauthn/login/options')).to.have.length(0);
  });

  it('ends everything when it is removed', async () => {
    const card = await put();
    const request = await requests.next();
    card.remove();
    await settled();
    expect([request.options.signal!.aborted, types()]).to.deep.equal([true, []]);
  });

  for (const [what, answer] of [
    ['has ended', () => json({ error: 'unauthenticated' }, 401)],
    ['waits for nothing any more', () => json({})],
  ] as const)
    it(`says that a sign-in which ${what} took too long, and lets the user begin again`, async () => {
      const next = { step: 'choose-account', accounts: [{ id: 'a', name: 'ada' }] };
      let isOver = false;
      backend.answerWith((request) => {
        if (request.path === '/login') return json({ next });
        if (request.path === '/session') return json({ signedIn: false, ...(!isOver && { next }) });
        if (request.path !== '/session/account') return contentBackend(request);
        isOver = true;
        return answer();
      });
      const card = await put();
      await signIn(card);
      (await until(() => action(card)?.textContent === 'ada' && action(card))).click();
      await until(() => statesOf(card).includes('failed'));
      expect(statusOf(card)).to.equal('That took too long. Go back and sign in again.');
      await press(card.shadowRoot!.querySelector('footer [part=action]'));
      expect([name(card).checkVisibility(), name(card).value, password(card).value]).to.deep.equal([true, 'ada', '']);
      expect(types()).to.deep.equal(['latch-sign-in-failed']);
    });

  describe('for new users', () => {
    const part = (card: Element) => card.querySelector('latch-sign-up')!;

    /** Opens the card at the sign-up, after `typed` was typed as a name. */
    async function open(attributes: Record<string, string> = {}, typed = '', inside = ''): Promise<LatchSignIn> {
      const card = await put({ methods: 'passkey password sign-up', ...attributes }, inside);
      name(card).value = typed;
      expect(action(card)!.textContent).to.equal('Create account');
      await press(action(card));
      await until(() => part(card)?.contains(document.activeElement));
      return card;
    }

    it('has no sign-up unless the page wants one', async () => {
      expect(action(await put())).to.equal(null);
    });

    it('shows the sign-up in place of its form, with the name that was typed and the cursor in it', async () => {
      const card = await open({ 'terms-url': '/terms' }, 'ada');
      expect([name(part(card)).value, isFocused(name(part(card)))]).to.deep.equal(['ada', true]);
      expect([name(card).checkVisibility(), passkeyButton(card)]).to.deep.equal([false, null]);
      expect(card.shadowRoot!.querySelector('h2')).to.equal(null);
      expect([card, part(card)].map(({ shadowRoot }) => shadowRoot!.querySelectorAll('footer a').length)).to.deep.equal(
        [0, 1],
      );
      await expect(card).to.be.accessible();
    });

    it('creates an account with a passkey, signs in, and tells the page each once', async () => {
      const card = await open({}, 'ada');
      part(card).querySelector<HTMLButtonElement>('form > button')!.click();
      const request = await until(() => requests.all.find(({ method }) => method === 'create'));
      request.choose(attestation());
      await settled();
      expect(backend.to('/signup/options').map(({ body }) => body)).to.deep.equal([{ username: 'ada' }]);
      expect(heard.map(({ type, detail }) => [type, detail.method])).to.deep.equal([
        ['latch-signed-up', 'passkey'],
        ['latch-signed-in', 'passkey'],
      ]);
      expect([statesOf(card), statusOf(part(card))]).to.deep.equal([['done'], 'Your account is ready.']);
      expect(card.shadowRoot!.querySelectorAll('[part=status]:not(:empty), [part=action]')).to.have.length(0);
    });

    it('offers a passkey after a sign-up with a password', async () => {
      const card = await open({ methods: 'password passkey sign-up' }, 'ada');
      const secret = part(card).querySelector<HTMLInputElement>('[autocomplete=new-password]')!;
      secret.value = 'correct horse';
      part(card).querySelector<HTMLButtonElement>('form > button')!.click();
      await until(() => card.querySelector('latch-passkey-create'));
      await settled();
      expect(types()).to.deep.equal(['latch-signed-up']);
      await press(action(card));
      expect(types()).to.deep.equal(['latch-signed-up', 'latch-signed-in']);
    });

    it('goes back without loss, and takes passkeys from autofill again', async () => {
      const card = await open({}, 'ada');
      name(part(card)).value = 'ada lovelace';
      await press(action(card));
      expect([name(card).value, isFocused(name(card))]).to.deep.equal(['ada', true]);
      await press(action(card));
      expect([card.querySelectorAll('latch-sign-up').length, name(part(card)).value]).to.deep.equal([
        1,
        'ada lovelace',
      ]);
      await press(action(card));
      const request = await until(() => requests.pending.find(isConditional));
      request.choose(assertion());
      await settled();
      expect(types()).to.deep.equal(['latch-signed-in']);
    });

    it('goes back from an open prompt, which ends, so that the sign-up can be used again', async () => {
      const card = await open({}, 'ada');
      const submit = part(card).querySelector<HTMLButtonElement>('form > button')!;
      submit.click();
      const request = await until(() => requests.all.find(({ method }) => method === 'create'));
      await press(action(card));
      await settled();
      expect([request.options.signal!.aborted, isFocused(name(card))]).to.deep.equal([true, true]);
      await press(action(card));
      expect([statusOf(part(card)), part(card).querySelector('form')!.ariaBusy, types()]).to.deep.equal([
        '',
        'false',
        [],
      ]);
      submit.click();
      await until(() => requests.all.filter(({ method }) => method === 'create').length === 2);
    });

    it('shows what the backend still requires of a new user', async () => {
      backend.answerWith((request) => {
        if (request.path === '/signup') return json({ ...needed }, 201);
        return request.path === '/session' ? json({ signedIn: false, ...needed }) : contentBackend(request);
      });
      const needed = { next: { step: 'accept-terms', url: 'https://example.com/terms' } };
      const card = await open({ methods: 'password sign-up' }, 'ada');
      part(card).querySelector<HTMLInputElement>('[autocomplete=new-password]')!.value = 'correct horse';
      part(card).querySelector<HTMLButtonElement>('form > button')!.click();
      await until(() => card.shadowRoot!.querySelector('[href="https://example.com/terms"]'));
      expect([types(), part(card).checkVisibility()]).to.deep.equal([[], false]);
    });

    it('uses the sign-up of the page', async () => {
      const card = await open({}, 'ada', '<latch-sign-up slot="sign-up" methods="password"></latch-sign-up>');
      expect([card.querySelectorAll('latch-sign-up').length, name(part(card)).value]).to.deep.equal([1, 'ada']);
      expect(part(card).checkVisibility()).to.equal(true);
    });
  });

  describe('by another device', () => {
    const begun = { id: 'A'.repeat(43), code: '7QX4-M3KF', expires: 1, page: '/link' };
    const part = (card: Element) => card.querySelector('latch-other-device');
    const shadow = (card: Element, selector: string) => part(card)!.shadowRoot!.querySelector<HTMLElement>(selector);
    /** What the backend says to the question whether the code was typed. */
    let outcome: Response;

    beforeEach(() => {
      outcome = json({ status: 'pending' }, 202);
      backend.answerWith((request) => {
        if (request.path === '/auth/device') return json(begun, 201);
        return request.path === '/auth/device/redeem' ? outcome.clone() : contentBackend(request);
      });
    });

    /** Opens the card at the code, with the clock stopped once it is shown. */
    async function open(methods = 'password device'): Promise<LatchSignIn> {
      const card = await put({ methods });
      await press(action(card));
      await until(() => part(card)?.shadowRoot?.querySelector('svg'));
      return card;
    }

    it('shows a page, its QR code and the code to type there, to those who listen too', async () => {
      const card = await open();
      expect(shadow(card, 'a')!.getAttribute('href')).to.equal(`${location.origin}/link`);
      expect(shadow(card, 'svg')!.getAttribute('aria-label')).to.equal('QR code of the page');
      expect(shadow(card, '[part=box]')!.textContent).to.contain('7QX4-M3KF');
      expect(statusOf(part(card)!)).to.equal('Waiting until you have entered the code…');
      expect(part(card)!.shadowRoot!.activeElement?.getAttribute('role')).to.equal('group');
      expect(name(card).checkVisibility()).to.equal(false);
      await expect(card).to.be.accessible();
    });

    it('signs in once the code was typed, and tells the page once', async () => {
      const clock = stopClock();
      ends.push(() => clock.restore());
      const card = await put({ methods: 'password device' });
      await press(action(card));
      await until(() => part(card)?.shadowRoot?.querySelector('[part=box]'));
      outcome = json({});
      await clock.pass(1000);
      await until(() => (heard.length > 0 ? heard : undefined));
      expect(heard.map(({ type, detail }) => [type, detail.method])).to.deep.equal([
        ['latch-signed-in', 'other-device'],
      ]);
      expect(localStorage.getItem('latchkey.last-method')).to.equal('{"method":"other-device"}');
    });

    it('gets another code when the one it shows has expired', async () => {
      outcome = json({ error: 'expired' }, 410);
      const clock = stopClock();
      ends.push(() => clock.restore());
      const card = await put({ methods: 'password device' });
      await press(action(card));
      await until(() => part(card)?.shadowRoot?.querySelector('[part=box]'));
      await clock.pass(1000);
      await until(() => shadow(card, '[part=action]'));
      expect(statusOf(part(card)!)).to.equal('The code has expired.');
      await press(shadow(card, '[part=action]'));
      await until(() => shadow(card, '[part=box]'));
      expect(backend.all.filter(({ path }) => path === '/auth/device')).to.have.length(2);
    });

    it('waits no longer when the user goes back', async () => {
      const card = await open();
      const stopped = part(card)!;
      await press(action(card));
      expect([part(card), stopped.isConnected, isFocused(name(card))]).to.deep.equal([null, false, true]);
      await settled();
      expect(types()).to.deep.equal([]);
    });

    it('waits no longer when the page comes back from the back-forward cache', async () => {
      const card = await open();
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await settled();
      expect([part(card), name(card).checkVisibility()]).to.deep.equal([null, true]);
    });

    it('says that the backend has no such sign-in, and offers another way', async () => {
      backend.answerWith((request) =>
        request.path === '/auth/device' ? json({ error: 'unsupported' }, 404) : contentBackend(request),
      );
      const card = await put({ methods: 'password device' });
      await press(action(card));
      await until(() => part(card));
      await settled();
      expect(statusOf(part(card)!)).to.equal('You can’t sign in with another device here. Use another way.');
      expect(action(card)!.textContent).to.equal('Use another way');
    });
  });
});

describe('<latch-sign-in> at the reference server', () => {
  it('signs in with a passkey from the autofill of its field', async () => {
    const authenticator = await addAuthenticator();
    const username = await signUpUser();
    await createPasskey({ client: clientFor() });
    await signOutQuietly();
    const card = document.body.appendChild(document.createElement('latch-sign-in'));
    const event = await new Promise<CustomEvent<{ method: string }>>((resolve) =>
      card.addEventListener('latch-signed-in', (signedIn) => resolve(signedIn)),
    );
    expect([event.detail.method, await whoIsSignedIn()]).to.deep.equal(['passkey', username]);
    card.remove();
    await authenticator.remove();
    await signOutQuietly();
  });
});
