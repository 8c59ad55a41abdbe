import { until } from '../support/browser/until.js';
import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../src/define/passkey-field.js';
import '../../src/define/password-form.js';
import type { LatchPasswordForm } from '../../src/elements.js';
import { toBase64Url } from '../../src/base/bytes.js';
import { clientFor } from '../../src/base/client/client.js';
import { signIn as signInByPasskey } from '../../src/passkey/sign-in.js';
import { signOutQuietly, signUpUser, whoIsSignedIn } from '../support/browser/account.js';
import { addAuthenticator } from '../support/browser/authenticator.js';
import {
  answer,
  contentBackend,
  json,
  watchBackendRequests,
  type BackendRequest,
  type BackendRequests,
} from '../support/browser/backend.js';
import { claimCapabilities } from '../support/browser/capable.js';
import { settled, stopClock, type Clock } from '../support/browser/clock.js';
import {
  isConditional,
  watchCredentialRequests,
  type CredentialRequest,
  type CredentialRequests,
} from '../support/browser/credential-requests.js';
import { attestation } from '../support/browser/credentials.js';
import { everythingIn, statesOf, statusOf, watchEvents, watchReports } from '../support/browser/elements.js';
import { savedPassword, watchSavedPasswords, type SavedPasswords } from '../support/browser/saved-passwords.js';

const password = 'correct horse battery staple';

/** The page's own form, as one writes it for people without script. */
const ownForm = html`
  <latch-password-form>
    <form method="post" action="/login">
      <label for="name">Name</label><input id="name" name="username" autocomplete="username" required>
      <label for="word">Password</label><input id="word" name="password" type="password" autocomplete="current-password" required>
      <button>Sign in</button>
    </form>
  </latch-password-form>
`;

describe('<latch-password-form>', () => {
  let backend: BackendRequests;
  let requests: CredentialRequests;
  let passwords: SavedPasswords;
  let events: ReturnType<typeof watchEvents>;

  before(() => claimCapabilities({ conditionalCreate: true }));

  beforeEach(() => {
    backend = watchBackendRequests();
    requests = watchCredentialRequests();
    // A password manager that never creates a passkey automatically, like that of headless Chromium.
    requests.answerWith(() => Promise.reject(new DOMException('', 'NotAllowedError')));
    passwords = watchSavedPasswords();
    events = watchEvents();
  });

  afterEach(async () => {
    events.stop();
    passwords.restore();
    requests.restore();
    backend.restore();
    await signOutQuietly();
  });

  const inputs = (element: Element) => [...element.querySelectorAll('input')] as [HTMLInputElement, HTMLInputElement];

  function fill(element: Element, username: string, word: string): void {
    const [name, secret] = inputs(element);
    name.value = username;
    secret.value = word;
  }

  const challengeOf = ({ options }: CredentialRequest) => toBase64Url(options.publicKey!.challenge as Uint8Array);

  async function put(template = ownForm): Promise<LatchPasswordForm> {
    const element = await fixture<LatchPasswordForm>(template);
    await settled();
    return element;
  }

  function submit(element: Element): void {
    element.querySelector('form')!.requestSubmit();
  }

  async function signIn(element: Element, username: string, word = password): Promise<void> {
    fill(element, username, word);
    const over = Promise.race([oneEvent(element, 'latch-signed-in'), oneEvent(element, 'latch-sign-in-failed')]);
    submit(element);
    await over;
    await settled();
  }

  describe('around a form of the page', () => {
    it('signs in at the reference server without leaving the page', async () => {
      const username = await signUpUser();
      await signOutQuietly();
      const element = await put();
      await signIn(element, username);
      expect(await whoIsSignedIn()).to.equal(username);
      expect(events.all.map(({ type, detail }) => [type, detail])).to.deep.equal([
        ['latch-signed-in', { method: 'password' }],
      ]);
      expect(statusOf(element)).to.equal('You’re signed in.');
      expect(statesOf(element)).to.deep.equal(['done']);
      await expect(element).to.be.accessible();
    });

    it('offers the password to the browser, and keeps it nowhere in the page', async () => {
      const username = await signUpUser();
      await signOutQuietly();
      const element = await put();
      await signIn(element, username);
      expect(passwords.stored).to.deep.equal([{ id: username, name: username, password }]);
      expect(inputs(element)[1].value).to.equal('');
      expect(document.documentElement.outerHTML).not.to.include(password);
      expect(events.all.map(({ detail }) => everythingIn(detail)).join()).not.to.include(password);
      expect(location.href).not.to.include(username);
    });

    it('says the same of a wrong password and of an unknown name, empties the password and goes there', async () => {
      const username = await signUpUser();
      await signOutQuietly();
      const sentences: (string | null)[] = [];
      for (const [name, word] of [
        [username, 'wrong'],
        ['unknown', password],
      ] as const) {
        const element = await put();
        await signIn(element, name, word);
        sentences.push(statusOf(element));
        const [nameInput, wordInput] = inputs(element);
        expect([nameInput.value, wordInput.value]).to.deep.equal([name, '']);
        expect(document.activeElement === wordInput).to.equal(true);
        expect(statesOf(element)).to.deep.equal(['failed']);
        await expect(element).to.be.accessible();
        element.remove();
      }
      expect(new Set(sentences)).to.deep.equal(
        new Set(['Wrong username or password. Try again, or sign in another way.']),
      );
      expect(passwords.stored).to.have.length(0);
    });

    it('keeps a password that was typed while a wrong one was checked', async () => {
      let refuse = (_answer: Response): void => {};
      const backend = watchBackendRequests();
      backend.answerWith(() => new Promise((resolve) => (refuse = resolve)));
      const element = await put();
      const asked = backend.next('/login');
      void signIn(element, 'ada', 'wrong');
      await asked;
      inputs(element)[1].value = 'right';
      refuse(json({ error: 'rejected' }, 401));
      await until(() => statusOf(element)?.startsWith('Wrong'));
      expect(inputs(element)[1].value).to.equal('right');
      backend.restore();
    });

    it('marks a wrong password as invalid until the person types, and no password for another reason', async () => {
      const element = await put();
      const [, word] = inputs(element);
      backend.answerWith(() => json({ error: 'unavailable' }, 503));
      await signIn(element, 'ada');
      expect(word.hasAttribute('aria-invalid')).to.equal(false);
      backend.answerWith(() => json({ error: 'rejected' }, 401));
      await signIn(element, 'ada');
      expect(word.getAttribute('aria-invalid')).to.equal('true');
      expect(word.getAttribute('aria-description')).to.equal(
        'Wrong username or password. Try again, or sign in another way.',
      );
      await expect(element).to.be.accessible();
      await sendKeys({ type: 'x' });
      expect(word.hasAttribute('aria-invalid') || word.hasAttribute('aria-description')).to.equal(false);
    });

    it('says what goes on, and makes one request of a thousand quick submits', async () => {
      let respond!: (response: Response) => void;
      backend.answerWith(() => new Promise((resolve) => (respond = resolve)));
      const element = await put();
      fill(element, 'ada', password);
      for (let submits = 0; submits < 1000; submits++) submit(element);
      await element.updateComplete;
      expect(statusOf(element)).to.equal('Signing in…');
      expect(statesOf(element)).to.deep.equal(['pending', 'verifying']);
      expect(element.querySelector('form')!.getAttribute('aria-busy')).to.equal('true');
      await expect(element).to.be.accessible();
      const over = oneEvent(element, 'latch-sign-in-failed');
      respond(json({ error: 'rejected' }, 401));
      await over;
      expect(backend.to('/login')).to.have.length(1);
      await settled();
      expect(element.querySelector('form')!.hasAttribute('aria-busy')).to.equal(false);
    });

    for (const [what, respond, sentence] of [
      [
        'too many tries',
        () => json({ error: 'rate_limited' }, 429, { 'retry-after': '300' }),
        'Too many attempts. Try again in 5 minutes.',
      ],
      [
        'too many tries of a day',
        () => json({ error: 'rate_limited' }, 429, { 'retry-after': '86400' }),
        'Too many attempts. Try again in 24 hours.',
      ],
      [
        'too many tries, almost over',
        () => json({ error: 'rate_limited' }, 429, { 'retry-after': '7' }),
        'Too many attempts. Try again in 7 seconds.',
      ],
      [
        'too many tries, without an end',
        () => json({ error: 'rate_limited' }, 429),
        'Too many attempts. Wait a few minutes and try again.',
      ],
      [
        'no connection',
        () => Promise.reject(new TypeError('Failed to fetch')),
        'Can’t reach the server. Check your connection and try again.',
      ],
      ['a server in trouble', () => json({ error: 'unavailable' }, 503), 'The server has a problem. Try again later.'],
      ['a server that answers a page', () => answer('<!doctype html>'), 'The server has a problem. Try again later.'],
      [
        'a request that is refused for another reason than the password',
        () => json({ error: 'csrf' }, 403),
        'That didn’t work. Try again, or use another way.',
      ],
      [
        'a backend without passwords',
        () => json({ error: 'unsupported' }, 404),
        'Passwords can’t be used here. Sign in another way.',
      ],
    ] as const) {
      it(`says in words: ${what}`, async () => {
        backend.answerWith(respond);
        const element = await put();
        await signIn(element, 'ada');
        expect(statusOf(element)).to.equal(sentence);
        expect(inputs(element).map(({ value }) => value)).to.deep.equal(['ada', password]);
        await expect(element).to.be.accessible();
      });
    }

    it('can be used again after it came to nothing', async () => {
      backend.answerWith(() => json({ error: 'rejected' }, 401));
      const element = await put();
      await signIn(element, 'ada');
      backend.answerWith(contentBackend);
      await signIn(element, 'ada');
      expect(events.types).to.deep.equal(['latch-sign-in-failed', 'latch-signed-in']);
      expect(statusOf(element)).to.equal('You’re signed in.');
    });

    it('leaves the browser’s own validation alone', async () => {
      backend.answerWith(contentBackend);
      const element = await put();
      submit(element);
      await settled();
      expect(backend.to('/login')).to.have.length(0);
      expect(element.querySelector('form')!.checkValidity()).to.equal(false);
    });

    it('finds the fields by their tokens, whatever their types and names', async () => {
      backend.answerWith(contentBackend);
      const element = await put(html`
        <latch-password-form>
          <form>
            <input aria-label="Search" type="text" value="not this">
            <input aria-label="Mail" type="email" autocomplete="section-a Username webauthn" value="ada@example.com">
            <input aria-label="Password" type="text" autocomplete="current-password" value="shown in clear">
            <button>Sign in</button>
          </form>
        </latch-password-form>
      `);
      const signedIn = oneEvent(element, 'latch-signed-in');
      submit(element);
      await signedIn;
      expect(backend.to('/login')[0]!.body).to.deep.equal({ username: 'ada@example.com', password: 'shown in clear' });
    });

    it('is completed by the keyboard alone', async () => {
      const username = await signUpUser();
      await signOutQuietly();
      const element = await put();
      const signedIn = oneEvent(element, 'latch-signed-in');
      inputs(element)[0].focus();
      await sendKeys({ type: username });
      await sendKeys({ press: 'Tab' });
      await sendKeys({ type: password });
      await sendKeys({ press: 'Enter' });
      await signedIn;
      expect(await whoIsSignedIn()).to.equal(username);
    });

    it('leaves a submit to others that goes elsewhere, or that the page has dealt with', async () => {
      backend.answerWith(contentBackend);
      const submitted: boolean[] = [];
      const keepHere = (event: Event) => {
        submitted.push(event.defaultPrevented);
        event.preventDefault();
      };
      addEventListener('submit', keepHere);
      const form = (action: string, formaction?: string) =>
        html`<form method="post" action=${action}><input name="a"><input type="password"><button formaction=${formaction ?? action}>Go</button></form>`;
      const elsewhere = await put(html`<latch-password-form>${form('/search')}</latch-password-form>`);
      submit(elsewhere);
      const byButton = await put(html`<latch-password-form>${form('/login', '/forgotten')}</latch-password-form>`);
      byButton.querySelector('button')!.click();
      const handled = await put();
      fill(handled, 'ada', password);
      handled.querySelector('form')!.addEventListener('submit', (event) => event.preventDefault());
      submit(handled);
      await settled();
      removeEventListener('submit', keepHere);
      expect(submitted).to.deep.equal([false, false, true]);
      expect(backend.to('/login')).to.have.length(0);
    });

    it('tells the makers of the page, and leaves the form to the browser, when a field is missing', async () => {
      const reports = watchReports();
      const keepHere = (event: Event) => event.preventDefault();
      addEventListener('submit', keepHere);
      const element = await put(
        html`<latch-password-form><form action="/login"><input type="password"></form></latch-password-form>`,
      );
      submit(element);
      await settled();
      removeEventListener('submit', keepHere);
      reports.stop();
      expect((reports.all as Error[]).map(({ name, message }) => `${name}: ${message}`)).to.deep.equal([
        'TypeError: "latch-password-form" needs a form with an input for the username and one for the password',
      ]);
      expect(backend.to('/login')).to.have.length(0);
    });

    it('says that the page is not set up correctly when its base URL is wrong, and lets no form post', async () => {
      const reports = watchReports();
      const submitted: boolean[] = [];
      const keepHere = (event: Event) => {
        submitted.push(event.defaultPrevented);
        event.preventDefault();
      };
      addEventListener('submit', keepHere);
      const element = await put(
        html`<latch-password-form base-url="https://elsewhere.example/"
          ><form method="post" action="/login"><input name="username"><input type="password"></form
        ></latch-password-form>`,
      );
      fill(element, 'ada', password);
      submit(element);
      await settled();
      removeEventListener('submit', keepHere);
      reports.stop();
      expect([submitted, statusOf(element)]).to.deep.equal([[true], 'This page is not set up correctly.']);
      expect((reports.all as Error[]).map(({ message }) => message.includes('"baseUrl"'))).to.deep.equal([true]);
      expect(backend.all).to.have.length(0);
    });

    it('takes the form that was submitted, of several', async () => {
      backend.answerWith(contentBackend);
      const form = (name: string) =>
        html`<form action="/login?next=%2Fhome"><input autocomplete="username" value=${name}><input type="password" value="secret"></form>`;
      const element = await put(html`<latch-password-form>${form('first')}${form('second')}</latch-password-form>`);
      const signedIn = oneEvent(element, 'latch-signed-in');
      element.querySelectorAll('form')[1]!.requestSubmit();
      await signedIn;
      expect(backend.to('/login').map(({ body }) => body)).to.deep.equal([{ username: 'second', password: 'secret' }]);
    });

    it('takes a form whose inputs bear the names of its properties', async () => {
      backend.answerWith(contentBackend);
      const element = await put(
        html`<latch-password-form><form action="/login"><input name="action" autocomplete="username" value="ada"><input name="method" type="password" value="secret"></form></latch-password-form>`,
      );
      const signedIn = oneEvent(element, 'latch-signed-in');
      submit(element);
      await signedIn;
      expect(backend.to('/login')).to.have.length(1);
    });

    it('leaves the password to browsers that look for it in the form', async () => {
      const own = Object.getOwnPropertyDescriptor(globalThis, 'PasswordCredential')!;
      Reflect.deleteProperty(globalThis, 'PasswordCredential');
      try {
        backend.answerWith(contentBackend);
        const element = await put();
        await signIn(element, 'ada');
        expect(inputs(element)[1].value).to.equal(password);
      } finally {
        Object.defineProperty(globalThis, 'PasswordCredential', own);
      }
    });

    it('can be used again when the page comes back from the back-forward cache, and holds nothing then', async () => {
      const element = await put();
      for (const leave of [false, true]) {
        backend.answerWith(leave ? () => new Promise<never>(() => {}) : () => json({ error: 'rate_limited' }, 429));
        fill(element, 'ada', password);
        submit(element);
        await settled();
        dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
        await settled();
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
        await settled();
        expect([statusOf(element), statesOf(element), inputs(element)[1].value]).to.deep.equal(['', [], '']);
        expect(element.querySelector('form')!.hasAttribute('aria-busy')).to.equal(false);
      }
      expect(backend.to('/login')[1]!.init.signal!.aborted).to.equal(true);
      backend.answerWith(contentBackend);
      await signIn(element, 'ada');
      expect(events.types).to.deep.equal(['latch-sign-in-failed', 'latch-signed-in']);
    });

    it('works beside a passkey field in the same form', async () => {
      const username = await signUpUser();
      await signOutQuietly();
      requests.hold();
      const element = await put(html`
        <latch-password-form>
          <form method="post" action="/login">
            <latch-passkey-field>
              <label for="name">Name</label><input id="name" name="username" autocomplete="username">
            </latch-passkey-field>
            <label for="word">Password</label><input id="word" name="password" type="password" autocomplete="current-password">
            <button>Sign in</button>
          </form>
        </latch-password-form>
      `);
      const before = await requests.next(isConditional);
      const over = signIn(element, username);
      // The password manager is asked in the place of autofill, which is back afterwards with options of the new
      // session.
      (await requests.next(({ method }) => method === 'create')).fail(new DOMException('', 'NotAllowedError'));
      await over;
      const after = await requests.next((request) => request.method === 'get' && isConditional(request), 2);
      expect(challengeOf(after)).not.to.equal(challengeOf(before));
      expect(await whoIsSignedIn()).to.equal(username);
      expect(requests.mostAtOnce).to.equal(1);
      await expect(element).to.be.accessible();
    });

    it('posts where the base URL says, and takes only that for its own', async () => {
      backend.answerWith(contentBackend);
      const element = await put(html`<latch-password-form base-url="/api">
        <form method="post" action="/api/login"><input autocomplete="username" value="ada"><input type="password" value="secret"></form>
      </latch-password-form>`);
      const signedIn = oneEvent(element, 'latch-signed-in');
      submit(element);
      await signedIn;
      expect(backend.all.map(({ path }) => path).filter((path) => path.includes('login'))).to.deep.equal([
        '/api/login',
      ]);
    });

    it('dispatches nothing and signs no user in once it is removed', async () => {
      let respond!: (response: Response) => void;
      backend.answerWith(() => new Promise((resolve) => (respond = resolve)));
      const element = await put();
      fill(element, 'ada', password);
      submit(element);
      await settled();
      element.remove();
      await settled();
      respond(json({}));
      await settled();
      expect(events.types).to.have.length(0);
      expect(backend.to('/login')[0]!.init.signal!.aborted).to.equal(true);
    });

    it('goes on when it is moved within the page', async () => {
      let respond!: (response: Response) => void;
      backend.answerWith(() => new Promise((resolve) => (respond = resolve)));
      const element = await put();
      fill(element, 'ada', password);
      submit(element);
      await settled();
      const place = document.createElement('div');
      document.body.append(place);
      place.append(element);
      await settled();
      const signedIn = oneEvent(element, 'latch-signed-in');
      backend.answerWith(contentBackend);
      respond(json({}));
      await signedIn;
      place.remove();
    });
  });

  describe('without a form of the page', () => {
    const bare = html`<latch-password-form></latch-password-form>`;

    /** An element that has made its form, whose module it loads first. */
    async function putBare(template = bare): Promise<LatchPasswordForm> {
      const element = await put(template);
      while (!element.querySelector('form')) await settled();
      return element;
    }

    it('makes one where password managers look, which works without script too', async () => {
      const element = await putBare();
      const form = element.querySelector('form')!;
      expect([form.method, new URL(form.action).pathname]).to.deep.equal(['post', '/login']);
      expect(
        inputs(element).map(({ name, type, autocomplete, required }) => [name, type, autocomplete, required]),
      ).to.deep.equal([
        ['username', 'text', 'username', true],
        ['password', 'password', 'current-password', true],
      ]);
      expect(inputs(element).map((input) => input.labels?.[0]?.textContent)).to.deep.equal(['Username', 'Password']);
      expect(inputs(element)[0].getBoundingClientRect().height).to.be.at.least(44);
      expect(inputs(element).map((input) => getComputedStyle(input).fontWeight)).to.deep.equal(['400', '400']);
      await expect(element).to.be.accessible();
    });

    it('lets users and password managers paste and fill in', async () => {
      const element = await putBare();
      for (const input of inputs(element))
        for (const type of ['paste', 'drop', 'beforeinput']) {
          const event = new Event(type, { bubbles: true, composed: true, cancelable: true });
          expect(input.dispatchEvent(event), `${input.name} ${type}`).to.equal(true);
        }
    });

    it('outlines its password after a wrong one, and shows a spinner in its button while the backend decides', async () => {
      let respond!: (response: Response) => void;
      backend.answerWith(() => new Promise((resolve) => (respond = resolve)));
      const element = await putBare();
      const [username, word] = inputs(element);
      const animations = () => element.querySelector('button')!.getAnimations({ subtree: true });
      const failed = oneEvent(element, 'latch-sign-in-failed');
      fill(element, 'ada', password);
      submit(element);
      await settled();
      expect(animations()).to.have.length(1);
      respond(json({ error: 'rejected' }, 401));
      await failed;
      await settled();
      expect(animations()).to.have.length(0);
      const colorOf = (input: Element) => getComputedStyle(input).borderTopColor;
      expect(colorOf(word)).not.to.equal(colorOf(username));
      await sendKeys({ type: 'x' });
      expect(colorOf(word)).to.equal(colorOf(username));
    });

    it('says that the page is not set up correctly, and makes none, when its base URL is wrong', async () => {
      const reports = watchReports();
      const element = await put(
        html`<latch-password-form base-url="https://elsewhere.example/"></latch-password-form>`,
      );
      reports.stop();
      expect([element.querySelector('form'), statusOf(element)]).to.deep.equal([
        null,
        'This page is not set up correctly.',
      ]);
      expect((reports.all as Error[]).map(({ message }) => message.includes('"baseUrl"'))).to.deep.equal([true]);
    });

    it('runs from right to left where the page does', async () => {
      const element = await putBare(html`<latch-password-form dir="rtl"></latch-password-form>`);
      const [label, input] = [element.querySelector('label')!, inputs(element)[0]];
      const words = new Range();
      words.selectNodeContents(label);
      expect(words.getBoundingClientRect().right).to.be.closeTo(input.getBoundingClientRect().right, 1);
      await expect(element).to.be.accessible();
    });

    it('signs in with it', async () => {
      const username = await signUpUser();
      await signOutQuietly();
      const element = await putBare();
      await signIn(element, username);
      expect(await whoIsSignedIn()).to.equal(username);
    });

    it('takes it back when the page puts in its own', async () => {
      const element = await putBare();
      const own = document.createElement('form');
      own.append(document.createElement('input'), Object.assign(document.createElement('input'), { type: 'password' }));
      element.append(own);
      await settled();
      expect([...element.querySelectorAll('form')].map((form) => form === own)).to.deep.equal([true]);
    });

    it('has no second form when it comes back into the page', async () => {
      const element = await putBare();
      const { parentElement } = element;
      element.remove();
      await settled();
      parentElement!.append(element);
      await settled();
      expect(element.querySelectorAll('form')).to.have.length(1);
    });
  });

  describe('after a sign-in', () => {
    beforeEach(() =>
      backend.answerWith((request) =>
        request.path === '/session' ? json({ signedIn: false }) : contentBackend(request),
      ),
    );

    it('has the password manager make a passkey, silently', async () => {
      requests.answerWith(async () => attestation());
      const element = await put();
      const created = oneEvent(element, 'latch-passkey-created');
      await signIn(element, 'ada');
      expect((await created).detail).to.deep.equal({ credentialId: 'AQID', backedUp: true });
      expect(await element.upgraded).to.deep.equal({ credentialId: 'AQID', backedUp: true });
      expect(requests.all.map((request) => [request.method, isConditional(request)])).to.deep.equal([['create', true]]);
      expect(backend.all.map(({ path }) => path).filter((path) => path.includes('register'))).to.deep.equal([
        '/webauthn/register/options?auto=1',
        '/webauthn/register/verify?auto=1',
      ]);
      expect(statusOf(element)).to.equal('You’re signed in.');
    });

    it('tells that the person is signed in before anything comes of that', async () => {
      let make!: (credential: Credential) => void;
      requests.answerWith(() => new Promise((resolve) => (make = resolve)));
      const element = await put();
      await signIn(element, 'ada');
      expect(events.types).to.deep.equal(['latch-signed-in']);
      make(attestation());
      await element.upgraded;
      expect(events.types).to.deep.equal(['latch-signed-in', 'latch-passkey-created']);
    });

    for (const name of [
      'NotAllowedError',
      'InvalidStateError',
      'ConstraintError',
      'NotSupportedError',
      'SecurityError',
    ]) {
      it(`says nothing when the password manager answers ${name}`, async () => {
        requests.answerWith(() => Promise.reject(new DOMException('', name)));
        const element = await put();
        await signIn(element, 'ada');
        expect(await element.upgraded).to.equal(undefined);
        expect(events.types).to.deep.equal(['latch-signed-in']);
        expect(statusOf(element)).to.equal('You’re signed in.');
      });
    }

    it('has the passkey made although the page removes the form of a user who is signed in', async () => {
      let make!: (credential: Credential) => void;
      requests.answerWith(() => new Promise((resolve) => (make = resolve)));
      const element = await put();
      element.addEventListener('latch-signed-in', () => element.remove());
      await signIn(element, 'ada');
      make(attestation());
      expect(await element.upgraded).to.deep.equal({ credentialId: 'AQID', backedUp: true });
      expect(events.types).to.deep.equal(['latch-signed-in']);
    });

    for (const [what, happen] of [
      ['the page is left', () => void dispatchEvent(new PageTransitionEvent('pagehide'))],
      ['ten seconds are over', (clock: Clock) => clock.pass(10_000)],
    ] as const) {
      it(`gives the passkey up when ${what}`, async () => {
        requests.hold();
        const clock = stopClock();
        const element = await put();
        await signIn(element, 'ada');
        const { options } = await requests.next();
        await happen(clock);
        expect(await element.upgraded).to.equal(undefined);
        clock.restore();
        expect(options.signal!.aborted).to.equal(true);
      });
    }

    it('says nothing when the backend makes none', async () => {
      backend.answerWith((request) =>
        request.path.includes('register')
          ? json({ error: 'step_up_required', methods: [] }, 403)
          : contentBackend(request),
      );
      const element = await put();
      await signIn(element, 'ada');
      expect(await element.upgraded).to.equal(undefined);
      expect(events.types).to.deep.equal(['latch-signed-in']);
    });
  });

  it('leads to a passkey that the reference server stores and a virtual authenticator holds', async () => {
    const username = await signUpUser();
    await signOutQuietly();
    const authenticator = await addAuthenticator();
    // No headless browser makes a passkey silently: the same request, asked openly, stands in for it.
    requests.answerWith((request, native) =>
      native(isConditional(request) ? { ...request.options, mediation: 'optional' } : request.options),
    );
    try {
      const element = await put();
      await signIn(element, username);
      const { credentialId } = (await element.upgraded)!;
      expect(
        (await authenticator.credentials()).map((credential) =>
          toBase64Url(Uint8Array.from(atob(credential.credentialId), (byte) => byte.charCodeAt(0))),
        ),
      ).to.deep.equal([credentialId]);
      await signOutQuietly();
      expect(await signInByPasskey({ client: clientFor() })).to.deep.equal({ method: 'passkey', credentialId });
      expect(await whoIsSignedIn()).to.equal(username);
    } finally {
      await authenticator.remove();
    }
  });

  describe('with automatic', () => {
    const automatic = html`<latch-password-form automatic><form><input autocomplete="username"><input type="password"></form></latch-password-form>`;

    it('signs a returning person in with their saved password', async () => {
      const username = await signUpUser();
      await signOutQuietly();
      passwords.answerWith(() => savedPassword(username, password));
      const signedIn = new Promise<Event>((resolve) => addEventListener('latch-signed-in', resolve, { once: true }));
      await put(automatic);
      expect(((await signedIn) as CustomEvent<unknown>).detail).to.deep.equal({ method: 'password' });
      expect(await whoIsSignedIn()).to.equal(username);
    });

    it('asks the browser silently, once', async () => {
      backend.answerWith(() => json({ signedIn: false }));
      const element = await put(automatic);
      await settled();
      expect(passwords.asked.map(({ mediation }) => mediation)).to.deep.equal(['silent']);
      expect(statusOf(element)).to.equal('');
    });

    it('says nothing when the saved password is wrong by now', async () => {
      backend.answerWith(({ path }) =>
        path === '/session' ? json({ signedIn: false }) : json({ error: 'rejected' }, 401),
      );
      passwords.answerWith(() => savedPassword('ada', 'the one before'));
      const element = await put(automatic);
      await settled();
      expect(backend.to('/login')).to.have.length(1);
      expect(events.types).to.have.length(0);
      expect(statusOf(element)).to.equal('');
    });

    for (const [what, act] of [
      ['types', (element: Element) => inputs(element)[0].dispatchEvent(new InputEvent('input', { bubbles: true }))],
      ['clicks on something in it', (element: Element) => inputs(element)[0].click()],
    ] as const) {
      it(`gives way to a person who ${what}`, async () => {
        backend.answerWith(() => json({ signedIn: false }));
        let release!: (credential: Credential) => void;
        passwords.answerWith(() => new Promise((resolve) => (release = resolve)));
        const element = await put(automatic);
        act(element);
        release(savedPassword('ada', password));
        await settled();
        expect(backend.to('/login')).to.have.length(0);
      });
    }

    it('gives way to a person who submits something else, also while the saved password is being checked', async () => {
      backend.answerWith(({ path, body }) => {
        if (path === '/session') return json({ signedIn: false });
        return (body as { username?: string } | undefined)?.username === 'saved'
          ? new Promise<never>(() => {})
          : contentBackend({ path } as BackendRequest);
      });
      passwords.answerWith(() => savedPassword('saved', password));
      const element = await put(automatic);
      await element.updateComplete;
      expect(statusOf(element)).to.equal('Signing in…');
      await signIn(element, 'typed');
      expect(backend.to('/login').map(({ body }) => (body as { username: string }).username)).to.deep.equal([
        'saved',
        'typed',
      ]);
      expect(backend.to('/login')[0]!.init.signal!.aborted).to.equal(true);
      expect(events.types).to.deep.equal(['latch-signed-in']);
    });

    it('asks the browser once, however many forms the page has', async () => {
      backend.answerWith(() => json({ signedIn: false }));
      await put(html`<div>${automatic}${automatic}</div>`);
      await settled();
      expect(passwords.asked).to.have.length(1);
    });

    it('does nothing for a user who is signed in', async () => {
      await signUpUser();
      await put(automatic);
      await settled();
      expect(passwords.asked).to.have.length(0);
    });

    it('survives a browser that throws, rejects or never answers', async () => {
      backend.answerWith(() => json({ signedIn: false }));
      const clock = stopClock();
      for (const odd of [
        () => Promise.reject(new Error('no')),
        () => new Promise(() => {}),
        () => ({
          get type() {
            throw new Error('an extension');
          },
        }),
      ]) {
        passwords.restore();
        passwords = watchSavedPasswords();
        passwords.answerWith(odd);
        const element = await put(automatic);
        await settled();
        expect(statusOf(element)).to.equal('');
        element.remove();
        await clock.pass(5_000); // the browser has until then to answer
      }
      clock.restore();
      expect(events.types).to.have.length(0);
    });
  });
});
