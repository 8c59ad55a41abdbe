import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../src/define/sign-up.js';
import type { LatchSignUp } from '../../src/sign-in/latch-sign-up.js';
import { signOutQuietly, signUpUser, whoIsSignedIn } from '../support/browser/account.js';
import { addAuthenticator } from '../support/browser/authenticator.js';
import { contentBackend, json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { watchCredentialRequests, type CredentialRequests } from '../support/browser/credential-requests.js';
import { attestation } from '../support/browser/credentials.js';
import { watchDepartures } from '../support/browser/departures.js';
import { statesOf, statusOf, watchEvents, watchReports } from '../support/browser/elements.js';

describe('<latch-sign-up>', () => {
  let requests: CredentialRequests;
  let backend: BackendRequests;
  let events: ReturnType<typeof watchEvents>;
  let reports: ReturnType<typeof watchReports>;
  let place: HTMLElement;
  const ends: (() => void)[] = [];

  beforeEach(() => {
    requests = watchCredentialRequests();
    requests.hold();
    backend = watchBackendRequests();
    backend.answerWith(contentBackend);
    events = watchEvents();
    reports = watchReports();
    place = document.body.appendChild(document.createElement('main'));
  });

  afterEach(async () => {
    place.remove();
    await settled();
    for (const end of ends.splice(0)) end();
    for (const what of [requests, backend]) what.restore();
    for (const what of [events, reports]) what.stop();
  });

  async function put(attributes: Record<string, string> = {}, inside = ''): Promise<LatchSignUp> {
    const card = document.createElement('latch-sign-up');
    for (const [name, value] of Object.entries(attributes)) card.setAttribute(name, value);
    card.append(document.createRange().createContextualFragment(inside));
    place.append(card);
    await settled();
    return card;
  }

  const name = (card: Element) => card.querySelector<HTMLInputElement>('[autocomplete=username]')!;
  const password = (card: Element) => card.querySelector<HTMLInputElement>('[autocomplete=new-password]')!;
  const submitter = (card: Element) => card.querySelector<HTMLButtonElement>('form > button')!;
  const action = (card: Element) => card.shadowRoot!.querySelector<HTMLButtonElement>('[part=action]');
  /** What is said of a field, and read together with it. */
  const problemOf = (input: HTMLInputElement) =>
    input.ariaInvalid === 'true'
      ? (document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? input.ariaDescription)
      : undefined;

  async function submit(card: Element, username: string, secret = ''): Promise<void> {
    name(card).value = username;
    if (secret) password(card).value = secret;
    submitter(card).click();
    await settled();
  }

  const refuse = (path: string, status: number, error: string) =>
    backend.answerWith((request) => (request.path === path ? json({ error }, status) : contentBackend(request)));

  it('creates an account by one prompt for a passkey, and dispatches each event once', async () => {
    const card = await put();
    expect(submitter(card).textContent).to.equal('Create account with a passkey');
    expect(password(card).checkVisibility()).to.equal(false);
    await submit(card, ' ada ');
    expect([statesOf(card), statusOf(card)]).to.deep.equal([['pending', 'asking'], 'Continue in the dialog.']);
    expect(card.querySelector('form')!.ariaBusy).to.equal('true');
    (await requests.next()).choose(attestation());
    await settled();
    expect(backend.to('/signup/options')[0]!.body).to.deep.equal({ username: 'ada' });
    expect(events.types).to.deep.equal(['latch-signed-up', 'latch-signed-in']);
    for (const { detail } of events.all)
      expect(detail).to.deep.equal({ method: 'passkey', credentialId: 'AQID', backedUp: true });
    expect([statesOf(card), statusOf(card)]).to.deep.equal([['done'], 'Your account is ready.']);
    expect(requests.all).to.have.length(1);
  });

  it('takes a password at the wish of the user, in the same form', async () => {
    const card = await put();
    name(card).value = 'ada';
    action(card)!.click();
    await settled();
    expect([password(card).checkVisibility(), document.activeElement === password(card)]).to.deep.equal([true, true]);
    expect(submitter(card).textContent).to.equal('Create account');
    expect(document.getElementById(password(card).getAttribute('aria-describedby')!)!.textContent).to.equal(
      'At least 8 characters.',
    );
    await submit(card, 'ada', 'correct horse');
    expect(backend.to('/signup')[0]!.body).to.deep.equal({ username: 'ada', password: 'correct horse' });
    expect(events.all.map(({ type, detail }) => [type, detail])).to.deep.equal([
      ['latch-signed-up', { method: 'password' }],
      ['latch-signed-in', { method: 'password' }],
    ]);
    expect(requests.all.filter(({ method }) => method === 'create')).to.have.length(0);
  });

  it('takes a password while the prompt for a passkey is open, which ends', async () => {
    const card = await put();
    await submit(card, 'ada');
    const request = await requests.next();
    expect(action(card)!.ariaDisabled).to.equal('false');
    action(card)!.click();
    await settled();
    expect([request.options.signal!.aborted, document.activeElement === password(card)]).to.deep.equal([true, true]);
    expect([statusOf(card), statesOf(card), events.types]).to.deep.equal(['', [], []]);
    await submit(card, 'ada', 'correct horse');
    expect(events.types).to.deep.equal(['latch-signed-up', 'latch-signed-in']);
  });

  it('lets nothing be changed while the backend decides', async () => {
    let refuseIt = (_answer: Response): void => {};
    const refusal = new Promise<Response>((resolve) => (refuseIt = resolve));
    backend.answerWith((request) => (request.path === '/signup/verify' ? refusal : contentBackend(request)));
    const card = await put();
    await submit(card, 'ada');
    (await requests.next()).choose(attestation());
    await settled();
    expect(action(card)!.ariaDisabled).to.equal('true');
    action(card)!.click();
    refuseIt(json({ error: 'unavailable' }, 503));
    await settled();
    expect(submitter(card).textContent).to.equal('Create account with a passkey');
  });

  it('says how long the backend asks to wait', async () => {
    backend.answerWith((request) =>
      request.path === '/signup'
        ? json({ error: 'rate_limited' }, 429, { 'retry-after': '61' })
        : contentBackend(request),
    );
    const card = await put({ methods: 'password' });
    await submit(card, 'ada', 'correct horse');
    expect(statusOf(card)).to.equal('Too many attempts. Try again in 2 minutes.');
  });

  it('goes back to the passkey without loss of the name', async () => {
    const card = await put();
    name(card).value = 'ada';
    action(card)!.click();
    await settled();
    expect(action(card)!.textContent).to.equal('Use a passkey instead');
    action(card)!.click();
    await settled();
    expect([name(card).value, password(card).checkVisibility()]).to.deep.equal(['ada', false]);
  });

  it('shows and hides the password', async () => {
    const card = await put({ methods: 'password' });
    const toggle = card.querySelector<HTMLButtonElement>('[aria-pressed]')!;
    expect([toggle.ariaLabel, toggle.ariaPressed, password(card).type]).to.deep.equal([
      'Show password',
      'false',
      'password',
    ]);
    toggle.click();
    await settled();
    expect([toggle.ariaPressed, password(card).type]).to.deep.equal(['true', 'text']);
    toggle.click();
    await settled();
    expect(password(card).type).to.equal('password');
  });

  it('lets a password be pasted, and password managers find the fields in one form of the page', async () => {
    const card = await put({ methods: 'password' });
    const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
    expect(password(card).dispatchEvent(paste)).to.equal(true);
    expect([name(card).form === password(card).form, password(card).minLength]).to.deep.equal([true, 8]);
    expect(card.querySelector('form')!.action).to.equal(`${location.origin}/signup`);
    expect([...name(card).labels!].map(({ textContent }) => textContent)).to.deep.equal(['Username or email']);
  });

  for (const [methods, first, other] of [
    ['passkey password', 'Create account with a passkey', 'Use a password instead'],
    ['password passkey', 'Create account', 'Use a passkey instead'],
    ['passkey', 'Create account with a passkey', undefined],
    ['password', 'Create account', undefined],
  ] as const) {
    it(`begins with the first of "${methods}" and offers the other one, if there is one`, async () => {
      const card = await put({ methods });
      expect([submitter(card).textContent, action(card)?.textContent]).to.deep.equal([first, other]);
    });
  }

  it('takes a password at once where the browser has no passkeys', async () => {
    const native = globalThis.PublicKeyCredential;
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    ends.push(() => Object.assign(globalThis, { PublicKeyCredential: native }));
    const card = await put();
    expect([submitter(card).textContent, action(card) === null]).to.deep.equal(['Create account', true]);
  });

  it('says at the name that it is taken, with the cursor in it, until the user types', async () => {
    refuse('/signup/options', 409, 'taken');
    const card = await put();
    await submit(card, 'ada');
    expect(problemOf(name(card))).to.equal('That name is taken. Choose another one, or sign in.');
    expect([document.activeElement === name(card), statusOf(card)?.trim()]).to.deep.equal([true, '']);
    expect(events.types).to.deep.equal(['latch-sign-up-failed']);
    expect(requests.all).to.have.length(0);
    await sendKeys({ type: 'b' });
    await settled();
    expect([problemOf(name(card)), statesOf(card)]).to.deep.equal([undefined, []]);
  });

  for (const [what, username, secret, field, sentence] of [
    ['no name', ' ', 'correct horse', 'username', 'Enter a username or email.'],
    ['a short password', 'ada', '1234567', 'new-password', 'Enter a password with at least 8 characters.'],
  ] as const) {
    it(`asks for what is missing with ${what}, and asks nothing of the backend`, async () => {
      const card = await put({ methods: 'password' });
      await submit(card, username, secret);
      const input = card.querySelector<HTMLInputElement>(`[autocomplete=${field}]`)!;
      expect([problemOf(input), document.activeElement === input]).to.deep.equal([sentence, true]);
      expect(backend.to('/signup')).to.have.length(0);
      expect(events.types).to.deep.equal([]);
    });
  }

  it('says of a name that the backend refuses that it cannot be used', async () => {
    refuse('/signup', 400, 'bad_request');
    const card = await put({ methods: 'password' });
    await submit(card, 'p\u0430ypal', 'correct horse');
    expect(problemOf(name(card))).to.equal('That name can’t be used. Try another one.');
  });

  it('does not blame the name when the backend refuses the new passkey', async () => {
    refuse('/signup/verify', 400, 'verification_failed');
    const card = await put();
    await submit(card, 'ada');
    (await requests.next()).choose(attestation());
    await settled();
    expect(problemOf(name(card))).to.equal(undefined);
    expect(statusOf(card)).to.equal('That didn’t work. Try again, or use another way.');
  });

  it('says that no account was created when the dialog is dismissed, without an event, and can try again', async () => {
    const card = await put();
    await submit(card, 'ada');
    (await requests.next()).fail(new DOMException('', 'NotAllowedError'));
    await settled();
    expect([statusOf(card), events.types]).to.deep.equal(['No account was created. Try again.', []]);
    expect(action(card)!.textContent).to.equal('Use a password instead');
    submitter(card).click();
    (await requests.next(undefined, 1)).choose(attestation());
    await settled();
    expect(events.types).to.deep.equal(['latch-signed-up', 'latch-signed-in']);
  });

  for (const [name_, code] of [
    ['NotSupportedError', 'unsupported'],
    ['ConstraintError', 'constraint'],
    ['SecurityError', 'invalid_rp_id'],
    ['NotReadableError', 'device_failed'],
  ] as const) {
    it(`goes on to a password when no passkey can be created (${name_}), with the cursor there`, async () => {
      const card = await put();
      await submit(card, 'ada');
      (await requests.next()).fail(new DOMException('', name_));
      await settled();
      expect(statusOf(card)).to.equal('Passkeys can’t be used here. Choose a password instead.');
      expect(document.activeElement === password(card)).to.equal(true);
      expect((events.all[0]!.detail as { code: string }).code).to.equal(code);
    });
  }

  it('goes on to a password where the backend signs no user up with a passkey', async () => {
    refuse('/signup/options', 404, 'unsupported');
    const card = await put();
    await submit(card, 'ada');
    expect(statusOf(card)).to.equal('Passkeys can’t be used here. Choose a password instead.');
    expect(document.activeElement === password(card)).to.equal(true);
  });

  it('shows a message where no method is left', async () => {
    refuse('/signup/options', 404, 'unsupported');
    const card = await put({ methods: 'passkey' });
    await submit(card, 'ada');
    expect(statusOf(card)).to.equal('Accounts can’t be created here.');
  });

  for (const [what, answer, sentence] of [
    [
      'too many attempts',
      () => json({ error: 'rate_limited' }, 429),
      'Too many attempts. Wait a few minutes and try again.',
    ],
    ['a broken server', () => json({ error: 'unavailable' }, 503), 'The server has a problem. Try again later.'],
    [
      'no connection',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'Can’t reach the server. Check your connection and try again.',
    ],
    ['a late answer', () => json({ error: 'challenge_expired' }, 400), 'That took too long. Try again.'],
  ] as [string, () => Response | Promise<Response>, string][]) {
    it(`says what to do after ${what}, and keeps what was typed and the focus`, async () => {
      backend.answerWith((request) => (request.path.startsWith('/signup') ? answer() : contentBackend(request)));
      const card = await put();
      submitter(card).focus();
      await submit(card, 'ada');
      expect([statusOf(card), name(card).value]).to.deep.equal([sentence, 'ada']);
      expect(document.activeElement === submitter(card)).to.equal(true);
      expect(events.types).to.deep.equal(['latch-sign-up-failed']);
      expect(card.shadowRoot!.querySelectorAll('[role=status], [role=alert], [aria-live]')).to.have.length(1);
    });
  }

  it('asks once, however often it is submitted', async () => {
    const card = await put();
    for (let count = 0; count < 20; count += 1) await submit(card, 'ada');
    expect(backend.to('/signup/options')).to.have.length(1);
    expect(submitter(card).ariaDisabled).to.equal('true');
  });

  it('goes on to "return-to" after its events, and never to another site', async () => {
    const departures = watchDepartures();
    ends.push(() => departures.restore());
    const card = await put({ methods: 'password', 'return-to': '/welcome?x=1' });
    await submit(card, 'ada', 'correct horse');
    expect(departures.addresses).to.deep.equal([`${location.origin}/welcome?x=1`]);
    const made = URL.createObjectURL(new Blob(['<script>alert(1)</script>'], { type: 'text/html' }));
    for (const elsewhere of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      made,
      `filesystem:${location.origin}/temporary/page.html`,
    ]) {
      const other = await put({ methods: 'password', 'return-to': elsewhere });
      await submit(other, 'ada', 'correct horse');
      expect(statusOf(other), elsewhere).to.equal('This page is not set up correctly.');
    }
    expect(departures.addresses).to.have.length(1);
    expect(reports.all).to.have.length(6);
  });

  it('links nothing but pages of the web', async () => {
    for (const address of [
      'javascript:alert(1)',
      ' JaVaScRiPt:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,x',
      'blob:x',
    ]) {
      const card = await put({ 'terms-url': address, 'privacy-url': address });
      expect([...card.shadowRoot!.querySelectorAll('a')], address).to.deep.equal([]);
    }
  });

  it('links the terms and the privacy policy where the page has them', async () => {
    const card = await put({ 'terms-url': '/terms', 'privacy-url': '/privacy' });
    const links = [...card.shadowRoot!.querySelectorAll('a')];
    expect(links.map((link) => [link.getAttribute('href'), link.textContent])).to.deep.equal([
      ['/terms', 'Terms of service'],
      ['/privacy', 'Privacy policy'],
    ]);
    card.removeAttribute('terms-url');
    await settled();
    expect(card.shadowRoot!.querySelectorAll('a')).to.have.length(1);
  });

  describe('around a form of the page', () => {
    const own = `<form method="post" action="/signup"><label>Name <input name="username" autocomplete="username" required></label>
      <label>Password <input name="password" type="password" autocomplete="new-password"></label><button>Join</button></form>`;
    const passkeyButton = (card: Element) => card.shadowRoot!.querySelector<HTMLButtonElement>('[part=button]')!;

    it('leaves the form as it is, and creates an account with its password', async () => {
      const card = await put({}, own);
      const form = card.querySelector('form')!;
      expect([form.noValidate, card.querySelectorAll('form').length]).to.deep.equal([false, 1]);
      name(card).value = 'ada';
      password(card).value = 'correct horse';
      form.querySelector('button')!.click();
      await settled();
      expect(backend.to('/signup')[0]!.body).to.deep.equal({ username: 'ada', password: 'correct horse' });
      expect(events.types).to.deep.equal(['latch-signed-up', 'latch-signed-in']);
    });

    it('has a button beside it that creates the account with a passkey', async () => {
      const card = await put({}, own);
      passkeyButton(card).click();
      expect(backend.to('/signup')).to.have.length(0);
      name(card).value = 'ada';
      passkeyButton(card).click();
      (await requests.next()).choose(attestation());
      await settled();
      expect(events.types).to.deep.equal(['latch-signed-up', 'latch-signed-in']);
    });

    it('creates a passkey by its own button when the password is left empty', async () => {
      const card = await put({}, own);
      name(card).value = 'ada';
      card.querySelector('form')!.querySelector('button')!.click();
      expect((await requests.next()).method).to.equal('create');
    });

    it('describes the field with what is wrong, and says it on the status line', async () => {
      refuse('/signup', 409, 'taken');
      const card = await put({}, own);
      name(card).value = 'ada';
      password(card).value = 'correct horse';
      card.querySelector('form')!.querySelector('button')!.click();
      await settled();
      const sentence = 'That name is taken. Choose another one, or sign in.';
      expect([name(card).ariaInvalid, name(card).ariaDescription, statusOf(card)]).to.deep.equal([
        'true',
        sentence,
        sentence,
      ]);
    });

    it('says at the password that it is easy to guess', async () => {
      refuse('/signup', 400, 'common_password');
      const card = await put({}, own);
      name(card).value = 'ada';
      password(card).value = 'password';
      card.querySelector('form')!.querySelector('button')!.click();
      await settled();
      const sentence = 'That password is easy to guess. Choose another one.';
      expect([password(card).ariaInvalid, password(card).ariaDescription, name(card).ariaInvalid]).to.deep.equal([
        'true',
        sentence,
        null,
      ]);
    });

    it('leaves a form without a field for a name alone, and makes one', async () => {
      const card = await put({}, '<form action="/search"><input type="search" aria-label="Search"></form>');
      expect(card.querySelectorAll('form')).to.have.length(2);
      name(card).value = 'ada';
      void card.signUp();
      expect((await requests.next()).method).to.equal('create');
    });

    it('leaves a form alone that leads elsewhere', async () => {
      const card = await put({}, own.replace('/signup', '/newsletter'));
      let taken: boolean | undefined;
      place.addEventListener('submit', (event) => {
        taken = event.defaultPrevented;
        event.preventDefault();
      });
      name(card).value = 'ada';
      card.querySelector('form')!.querySelector('button')!.click();
      await settled();
      expect([taken, backend.to('/signup')]).to.deep.equal([false, []]);
    });

    it('replaces the one that the element has made', async () => {
      const card = await put();
      card.append(document.createRange().createContextualFragment(own));
      await settled();
      await card.updateComplete;
      expect(card.querySelectorAll('form')).to.have.length(1);
      expect(card.querySelector('form')!.querySelector('button')!.textContent).to.equal('Join');
    });
  });

  it('says that the page is not set up correctly with a base URL elsewhere, and sends no password there', async () => {
    const card = await put(
      { 'base-url': 'https://elsewhere.example' },
      '<form><input autocomplete="username"><input type="password" autocomplete="new-password"><button>Join</button></form>',
    );
    name(card).value = 'ada';
    password(card).value = 'correct horse';
    card.querySelector('form')!.querySelector('button')!.click();
    await settled();
    expect(statusOf(card)).to.equal('This page is not set up correctly.');
    expect(backend.to('/signup')).to.have.length(0);
    expect(reports.all).not.to.have.length(0);
  });

  it('dispatches nothing once it was removed', async () => {
    const card = await put();
    await submit(card, 'ada');
    const request = await requests.next();
    card.remove();
    await settled();
    expect(request.options.signal!.aborted).to.equal(true);
    expect(events.types).to.deep.equal([]);
  });
});

describe('<latch-sign-up> at the reference server', () => {
  afterEach(signOutQuietly);

  it('creates an account by the keyboard alone, in one prompt', async () => {
    const authenticator = await addAuthenticator();
    const card = document.body.appendChild(document.createElement('latch-sign-up'));
    await settled();
    const username = `newcomer-${crypto.randomUUID()}`;
    const signedIn = new Promise((resolve) => card.addEventListener('latch-signed-in', resolve));
    card.querySelector('input')!.focus();
    await sendKeys({ type: username });
    await sendKeys({ press: 'Enter' });
    await signedIn;
    expect(await whoIsSignedIn()).to.equal(username);
    card.remove();
    await authenticator.remove();
  });

  it('says that a name is taken, and creates nothing', async () => {
    const username = await signUpUser();
    await signOutQuietly();
    const card = document.body.appendChild(document.createElement('latch-sign-up'));
    await settled();
    const failed = new Promise((resolve) => card.addEventListener('latch-sign-up-failed', resolve));
    card.querySelector('input')!.value = username.toUpperCase();
    card.querySelector<HTMLButtonElement>('form > button')!.click();
    await failed;
    await settled();
    expect(card.querySelector('.latch-problem')!.textContent).to.match(/taken/);
    expect(await whoIsSignedIn()).to.equal(undefined);
    card.remove();
  });
});
