import { endSignIns } from '../../src/base/client/sign-ins.js';
import { expect, oneEvent } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { TOTP } from 'otpauth';
import '../../src/define/account.js';
import { announceSession } from '../../src/session/session.js';
import type { LatchAccount } from '../../src/elements.js';
import { signInAgain, signInElsewhere, signOutQuietly, signUpUser, whoIsSignedIn } from '../support/browser/account.js';
import { json, watchBackendRequests, type BackendRequest, type BackendRequests } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { watchDepartures } from '../support/browser/departures.js';
import { watchEvents, watchReports } from '../support/browser/elements.js';
import { forgetSignOuts } from '../support/browser/sign-outs.js';
import { until } from '../support/browser/until.js';

const chosen = 'staple of another horse';

describe('<latch-account>', () => {
  let backend: BackendRequests;
  let events: ReturnType<typeof watchEvents>;
  let element: LatchAccount;
  let name: string;

  beforeEach(() => {
    backend = watchBackendRequests();
    events = watchEvents();
  });

  afterEach(async () => {
    element?.remove();
    backend.restore();
    events.stop();
    await settled();
    await signOutQuietly();
    await forgetSignOuts();
  });

  /** Answers some requests in place of the backend. */
  const replace = (answerOf: (request: BackendRequest) => Response | Promise<Response> | undefined) =>
    backend.answerWith((request, real) => answerOf(request) ?? real());
  const pathsAsked = () => backend.all.map(({ method, path }) => `${method} ${path}`);
  const stop = () => Promise.reject(new TypeError('Failed to fetch'));

  /** Puts the element into the page of a signed-in user. */
  async function put(sections = '', attributes: Partial<LatchAccount> = {}): Promise<LatchAccount> {
    element = document.createElement('latch-account');
    if (sections) element.setAttribute('sections', sections);
    Object.assign(element, attributes);
    document.body.append(element);
    await until(
      () =>
        !element.matches(':state(loading)') &&
        element.shadowRoot!.querySelector('[data-section], [part=status]:not(:empty)'),
    );
    return element;
  }

  async function putAsUser(sections = ''): Promise<LatchAccount> {
    name = await signUpUser();
    return put(sections);
  }

  const root = () => element.shadowRoot!;
  const place = (section: string) => root().querySelector<HTMLElement>(`[data-section=${section}]`);
  const textOf = (section: string) => place(section)?.textContent ?? '';
  const button = (section: string, text: string) =>
    [...(place(section)?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent.trim() === text);
  const has = (section: string, text: string) => button(section, text) !== undefined;
  const press = async (section: string, text: string) => (await until(() => button(section, text))).click();
  /** Opens the menu of a row, and chooses what has these words. */
  const choose = async (section: string, words: string) => {
    (await until(() => place(section)?.querySelector<HTMLElement>('[part=item-actions]'))).click();
    const items = () => [...root().querySelectorAll<HTMLElement>('[role=menuitem]')];
    (await until(() => items().find(({ textContent }) => textContent.trim() === words))).click();
  };
  const input = (section: string, field: string) =>
    until(() => place(section)?.querySelector<HTMLInputElement>(`input[name=${field}]`));
  /** What the status line of a section says, once it says it. */
  const said = (section: string, sentence: string) =>
    until(() =>
      [...(place(section)?.querySelectorAll('[part=status]') ?? [])].some(
        (line) => line.textContent.trim() === sentence,
      ),
    );
  const dialog = () => until(() => root().querySelector('dialog'));
  const answer = async (part: 'dialog-confirm' | 'dialog-cancel') =>
    (await until(() => root().querySelector<HTMLElement>(`dialog [part=${part}]`))).click();
  const headings = () => [...root().querySelectorAll('h2:not(dialog h2)')].map(({ textContent }) => textContent);
  const changed = async (act: () => Promise<unknown>) => {
    const told = oneEvent(element, 'latch-account-changed');
    await act();
    return (await told).detail as { section: string };
  };

  it('shows the sections that the backend has, in the order of the attribute', async () => {
    await putAsUser();
    expect(headings()).to.deep.equal([
      'Name',
      'Email and phone',
      'Passkeys',
      'Password',
      'Two-step verification',
      'Linked accounts',
      'Devices',
      'Recent activity',
      'Sign out everywhere',
      'Delete account',
    ]);
    element.setAttribute('sections', 'events nothing name');
    await element.updateComplete;
    expect(headings()).to.deep.equal(['Recent activity', 'Name']);
  });

  it('leaves out what the backend lacks: by its list of chapters, or by its answers', async () => {
    backend.answerWith(({ path }) =>
      path === '/account'
        ? json({ name: 'ada', displayName: 'Ada', chapters: ['devices'] })
        : path === '/sessions'
          ? json({ sessions: [] })
          : json({ error: 'unsupported' }, 404),
    );
    await put();
    expect(headings()).to.deep.equal(['Name', 'Email and phone', 'Devices', 'Sign out everywhere']);
    element.remove();
    backend.answerWith(() => json({ error: 'unsupported' }, 404));
    const failed = oneEvent(document.body, 'latch-list-failed');
    await put();
    expect((await failed).detail.code).to.equal('unsupported');
    await until(() => headings().length === 0);
    expect(root().querySelector('[part=status]')!.textContent.trim()).to.equal('You can’t manage your account here.');
  });

  it('keeps a form and its focus when a section before it turns out to be missing', async () => {
    let refuse = () => {};
    const held = new Promise<Response>((resolve) => {
      refuse = () => resolve(json({ error: 'unsupported' }, 404));
    });
    replace(({ path }) => (path.startsWith('/security-events') ? held : undefined));
    await putAsUser('events name');
    await until(() => backend.all.some(({ path }) => path.startsWith('/security-events')));
    await until(() => getComputedStyle(place('name')!).visibility === 'visible');
    await press('name', 'Change');
    const field = await input('name', 'displayName');
    await until(() => root().activeElement === field);
    field.value = 'Ada Lovelace';
    refuse();
    await until(() => !place('events'));
    expect(await input('name', 'displayName')).to.equal(field);
    expect(root().activeElement).to.equal(field);
    expect(field.value).to.equal('Ada Lovelace');
  });

  it('closes the menu of an address when another user signs in', async () => {
    const accountOf = (name: string) => ({
      name,
      displayName: name,
      email: { address: `${name}@example.com`, verified: true },
    });
    let owner = 'ada';
    backend.answerWith(() => json(accountOf(owner)));
    await put('addresses');
    (await until(() => place('addresses')?.querySelector<HTMLElement>('[part=item-actions]'))).click();
    await until(() => root().querySelector('[role=menuitem]'));
    backend.answerWith(() => json({ error: 'unauthenticated' }, 401));
    await element.refresh();
    await element.updateComplete;
    owner = 'bob';
    backend.answerWith(() => json(accountOf(owner)));
    await element.refresh();
    await until(() => textOf('addresses').includes('bob@example.com'));
    expect([...root().querySelectorAll('[role=menu]')]).to.deep.equal([]);
  });

  it('rests once it is removed, also before its sections are loaded', async () => {
    backend.answerWith(() => json({ name: 'ada', displayName: 'Ada' }));
    element = document.createElement('latch-account');
    document.body.append(element);
    await until(() => element.shadowRoot?.querySelector('[data-section]'));
    element.remove();
    await settled();
    let updates = 0;
    const update = element.requestUpdate.bind(element);
    element.requestUpdate = (...changed) => {
      updates += 1;
      update(...changed);
    };
    for (let turn = 0; turn < 10; turn += 1) await settled();
    expect(updates).to.be.lessThan(10);
  });

  it('shows every section before anyone scrolls, so that all of them are printed', async () => {
    await putAsUser();
    await until(() => [...root().querySelectorAll('[data-section]')].every((section) => section.ariaBusy === 'false'));
    expect([has('sign-out', 'Sign out everywhere'), has('delete', 'Delete account')]).to.deep.equal([true, true]);
  });

  it('takes names as long as the contract does', async () => {
    await putAsUser('name');
    await press('name', 'Change');
    const lengths = [await input('name', 'displayName'), await input('name', 'name')].map(({ maxLength }) => maxLength);
    expect(lengths).to.deep.equal([254, 254]);
  });

  it('changes the name, puts the focus back, and tells the page', async () => {
    await putAsUser('name');
    await press('name', 'Change');
    const shown = await input('name', 'displayName');
    await until(() => root().activeElement === shown);
    shown.value = 'Ada Lovelace';
    expect(await changed(() => press('name', 'Save'))).to.deep.equal({ section: 'name' });
    await said('name', 'Saved.');
    expect(textOf('name')).to.contain('Ada Lovelace').and.to.contain(name);
    await until(() => root().activeElement === button('name', 'Change'));
  });

  it('changes the name to sign in with to what one signs in with later, typed with a space after it', async () => {
    await putAsUser('name');
    await press('name', 'Change');
    (await input('name', 'name')).value = `\u200bnew-${name} `;
    await press('name', 'Save');
    await said('name', 'Saved.');
    expect(backend.to('/account').find(({ method }) => method === 'PATCH')!.body).to.contain({ name: `new-${name}` });
  });

  it('is worked by the keyboard alone, with the focus going back to where it was', async () => {
    await putAsUser('name sign-out');
    const change = await until(() => button('name', 'Change'));
    change.focus();
    await sendKeys({ press: 'Enter' });
    await until(() => root().activeElement === place('name')!.querySelector('input[name=displayName]'));
    await sendKeys({ type: 'Ada' });
    await sendKeys({ press: 'Enter' });
    await said('name', 'Saved.');
    await until(() => root().activeElement === button('name', 'Change'));
    expect(textOf('name')).to.contain('Ada');
    await sendKeys({ press: 'Tab' });
    await until(() => root().activeElement === button('sign-out', 'Sign out everywhere'));
    await sendKeys({ press: 'Enter' });
    await until(() => root().querySelector('dialog[open]'));
    await sendKeys({ press: 'Escape' });
    await until(
      () => !root().querySelector('dialog') && root().activeElement === button('sign-out', 'Sign out everywhere'),
    );
    expect(await whoIsSignedIn()).to.equal(name);
  });

  it('says how long the backend asks to wait', async () => {
    await putAsUser('name');
    replace(({ method }) =>
      method === 'GET' ? undefined : json({ error: 'rate_limited' }, 429, { 'retry-after': '180' }),
    );
    await press('name', 'Change');
    (await input('name', 'displayName')).value = 'Ada';
    await press('name', 'Save');
    await said('name', 'Too many attempts. Try again in 3 minutes.');
  });

  it('says in the dialog for the password how long the backend asks to wait, and closes it when the user signs out', async () => {
    await putAsUser('password');
    let login: () => Response | Promise<Response> = () =>
      json({ error: 'rate_limited' }, 429, { 'retry-after': '120' });
    replace(({ path }) =>
      path === '/account/password'
        ? json({ error: 'step_up_required', methods: ['password'] }, 403)
        : path === '/login'
          ? login()
          : undefined,
    );
    await press('password', 'Change');
    (await input('password', 'password')).value = chosen;
    await press('password', 'Save');
    const question = await until(() => root().querySelector<HTMLInputElement>('dialog input[name=password]'));
    question.value = 'a password';
    await answer('dialog-confirm');
    await until(() => root().querySelector('dialog [role=alert]')?.textContent.includes('in 2 minutes'));
    login = () => new Promise<never>(() => {});
    const asked = backend.next('/login');
    await answer('dialog-confirm');
    await asked;
    endSignIns('The user has signed out.');
    await until(() => !root().querySelector('dialog'));
  });

  it('says at the field that a name is taken, and goes back with Escape', async () => {
    const other = await signUpUser();
    await putAsUser('name');
    await press('name', 'Change');
    const field = await input('name', 'name');
    field.value = other;
    await press('name', 'Save');
    await said('name', 'That name is taken. Choose another one.');
    await until(() => root().activeElement === field);
    expect(field.getAttribute('aria-invalid')).to.equal('true');
    expect(root().getElementById(field.getAttribute('aria-describedby')!)!.textContent).to.contain('taken');
    await sendKeys({ press: 'Escape' });
    await until(() => root().activeElement === button('name', 'Change'));
    expect(textOf('name')).to.contain(name);
    expect(events.types).to.deep.equal([]);
  });

  it('adds, verifies with a code and removes an address', async () => {
    await putAsUser('addresses');
    await press('addresses', 'Add');
    const field = await input('addresses', 'email');
    field.value = 'nowhere';
    await press('addresses', 'Save');
    await said('addresses', 'Enter a valid email address.');
    const address = `${crypto.randomUUID()}@example.com`;
    field.value = address;
    expect(await changed(() => press('addresses', 'Save'))).to.deep.equal({ section: 'addresses' });
    await until(() => textOf('addresses').includes('Not verified'));
    await press('addresses', 'Verify');
    const code = await until(() => place('addresses')!.querySelector('latch-otp-input'));
    await until(() => code.shadowRoot?.querySelector('[part=status]')?.textContent.trim() === 'A code is on its way.');
    expect(code.getAttribute('exportparts')).to.contain('box');
    code.dispatchEvent(new Event('latch-address-verified'));
    await until(() => !place('addresses')!.querySelector('latch-otp-input') || textOf('addresses').includes(address));
    await choose('addresses', 'Remove');
    expect((await dialog()).textContent).to.contain(address);
    expect(await changed(() => answer('dialog-confirm'))).to.deep.equal({ section: 'addresses' });
    await until(() => textOf('addresses').includes('Not set'));
  });

  it('keeps a form, with what was typed, where the backend turns out to lack the change', async () => {
    await putAsUser('password');
    replace(({ method, path }) => (method === 'PUT' && path === '/account/password' ? json({}, 404) : undefined));
    await press('password', 'Change');
    const field = await input('password', 'password');
    field.value = 'correct horse battery';
    await press('password', 'Save');
    await said('password', 'You can’t change this here.');
    expect([field.isConnected, field.value]).to.deep.equal([true, 'correct horse battery']);
    replace(() => undefined);
    await press('password', 'Save');
    await said('password', 'Password saved.');
  });

  it('changes the password, after the old one where the sign-in is old', async () => {
    await putAsUser('password');
    const refused = new Set<string>();
    replace(({ path, method }) => {
      if (path !== '/account/password' || refused.has(method)) return undefined;
      refused.add(method);
      return json({ error: 'step_up_required', methods: ['password'] }, 403);
    });
    await press('password', 'Change');
    const field = await input('password', 'password');
    expect(field.autocomplete).to.equal('new-password');
    field.value = 'short';
    await press('password', 'Save');
    await said('password', 'Use at least 8 characters.');
    expect(pathsAsked()).not.to.include('PUT /account/password');
    field.value = chosen;
    await press('password', 'Save');
    const question = await until(() => root().querySelector<HTMLInputElement>('dialog input[name=password]'));
    expect(element.matches(':state(confirming)')).to.equal(true);
    question.value = 'correct horse battery staple';
    expect(await changed(() => answer('dialog-confirm'))).to.deep.equal({ section: 'password' });
    await said('password', 'Password saved.');
    await press('password', 'Change');
    const again = await input('password', 'password');
    again.value = 'password';
    await press('password', 'Save');
    await said('password', 'That password is easy to guess. Choose another one.');
    expect(again.ariaInvalid).to.equal('true');
    await press('password', 'Cancel');
    const { status } = await fetch('/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: name, password: chosen }),
    });
    expect(status).to.equal(200);
  });

  it('offers no removal of the only way to sign in, and says when the backend refuses one', async () => {
    await putAsUser('password');
    await until(() => button('password', 'Change'));
    expect(place('password')!.querySelector('[part=item-actions]')).to.equal(null);
    element.remove();
    backend.answerWith(({ path, method }) =>
      method === 'DELETE'
        ? json({ error: 'last_way_in' }, 409)
        : path === '/account'
          ? json({ name: 'ada', displayName: 'Ada', methods: ['passkey', 'password'] })
          : json({}),
    );
    await put('password');
    await choose('password', 'Remove');
    await answer('dialog-confirm');
    await said('password', 'This is your only way to sign in. Add another one first.');
    expect(events.types).to.deep.equal([]);
  });

  it('says nothing of a code any more once the form for it was cancelled', async () => {
    await putAsUser('second-factor');
    await press('second-factor', 'Set up');
    const field = await input('second-factor', 'code');
    field.value = '123456';
    await press('second-factor', 'Continue');
    await said('second-factor', 'That code is wrong or was used. Enter the next one.');
    await press('second-factor', 'Cancel');
    await until(() => root().activeElement === button('second-factor', 'Set up'));
    await said('second-factor', '');
    expect(textOf('second-factor')).not.to.contain('wrong');
  });

  it('sets an authenticator app up, shows its recovery codes once, replaces them, and removes the app', async () => {
    await putAsUser('second-factor');
    await until(() => textOf('second-factor').includes('Not set up.'));
    await press('second-factor', 'Set up');
    const field = await input('second-factor', 'code');
    await until(() => root().activeElement === field);
    expect(field.inputMode).to.equal('numeric');
    const picture = place('second-factor')!.querySelector('.qr svg')!;
    expect(picture.getAttribute('aria-label')).to.equal('QR code for your authenticator app');
    await press('second-factor', 'Continue');
    await said('second-factor', 'Enter the code.');
    expect(field.getAttribute('aria-invalid')).to.equal('true');
    const secret = place('second-factor')!.querySelector('.key code')!.textContent.replaceAll(' ', '');
    const app = new TOTP({ secret });
    field.value = app.generate({ timestamp: Date.now() - 3_600_000 });
    await press('second-factor', 'Continue');
    await said('second-factor', 'That code is wrong or was used. Enter the next one.');
    field.value = ` ${app.generate()} `;
    expect(await changed(() => press('second-factor', 'Continue'))).to.deep.equal({ section: 'second-factor' });
    await said('second-factor', 'Your authenticator app is set up.');
    await until(() => root().activeElement?.textContent === 'Save your recovery codes');
    const codes = () =>
      [...place('second-factor')!.querySelectorAll('.codes li')].map(({ textContent }) => textContent);
    const first = codes();
    expect(first).to.have.length(10);
    expect(place('second-factor')!.querySelector<HTMLAnchorElement>('a[download]')!.href).to.contain(first[9]);
    await press('second-factor', 'I’ve saved them');
    await until(() => root().activeElement === button('second-factor', 'Get new codes'));
    expect(codes()).to.deep.equal([]);
    expect(textOf('second-factor')).to.contain('Set up today').and.to.contain('10 codes left');

    await press('second-factor', 'Get new codes');
    expect((await dialog()).textContent).to.contain('The old ones stop working.');
    await answer('dialog-confirm');
    await until(() => codes().length === 10);
    expect(codes()).not.to.include.members(first.slice(0, 1));
    await press('second-factor', 'I’ve saved them');

    await press('second-factor', 'Remove');
    expect(await changed(() => answer('dialog-confirm'))).to.deep.equal({ section: 'second-factor' });
    await said('second-factor', 'Authenticator app removed.');
    await until(() => root().activeElement === button('second-factor', 'Set up'));
  });

  it('confirms who the user is before the second factor changes, and shows what was changed elsewhere', async () => {
    await putAsUser('second-factor');
    let wasAsked = false;
    replace(({ path, method }) => {
      if (path !== '/account/second-factor/totp' || method !== 'POST') return undefined;
      if (wasAsked) return json({ error: 'already_registered' }, 409);
      wasAsked = true;
      return json({ error: 'step_up_required', methods: ['password'] }, 403);
    });
    await press('second-factor', 'Set up');
    const question = await until(() => root().querySelector<HTMLInputElement>('dialog input[name=password]'));
    question.value = 'correct horse battery staple';
    const before = pathsAsked().filter((asked) => asked === 'GET /account/second-factor').length;
    await answer('dialog-confirm');
    await said('second-factor', 'An authenticator app is already set up.');
    await until(() => pathsAsked().filter((asked) => asked === 'GET /account/second-factor').length === before + 1);
  });

  it('shows the new recovery codes after a step-up by password and code', async () => {
    const user = { name: 'ada', displayName: 'Ada' };
    let isFresh = false;
    backend.answerWith(({ path }) => {
      if (path === '/session') return json({ signedIn: true, user });
      if (path === '/account') return json({ ...user, methods: ['password'] });
      if (path === '/account/second-factor')
        return json({ required: true, policy: 'optional', recoveryCodes: 3, totp: { createdAt: Date.now() } });
      if (path === '/login') return json({ next: { step: 'second-factor', methods: ['totp'] } });
      if (path === '/session/second-factor') {
        isFresh = true;
        return json({});
      }
      return isFresh
        ? json({ recoveryCodes: ['one', 'two'] })
        : json({ error: 'step_up_required', methods: ['password'] }, 403);
    });
    await put('second-factor');
    await press('second-factor', 'Get new codes');
    await answer('dialog-confirm');
    for (const [name, value] of [
      ['password', 'correct horse battery'],
      ['code', '123456'],
    ]) {
      (await until(() => root().querySelector<HTMLInputElement>(`dialog input[name=${name}]`))).value = value!;
      await answer('dialog-confirm');
    }
    await until(() => textOf('second-factor').includes('two'));
    await settled();
    expect(textOf('second-factor')).to.contain('Save your recovery codes').and.to.contain('two');
  });

  it('has the password need the passkey too, and says when the time to set an app up is over', async () => {
    let required = false;
    backend.answerWith(({ path, method, body }) => {
      if (path === '/account') return json({ name: 'ada', displayName: 'Ada', methods: ['passkey', 'password'] });
      if (method === 'PATCH') ({ required } = body as { required: boolean });
      if (path.endsWith('/confirm')) return json({ error: 'rejected' }, 400);
      return path === '/account/second-factor'
        ? json({ required, policy: 'optional', recoveryCodes: 0 })
        : json({ secret: 'JBSWY3DP', otpauthUri: 'otpauth://totp/a?secret=JBSWY3DP', expires: 1 }, 201);
    });
    await put('second-factor');
    await until(() => textOf('second-factor').includes('Your password is enough to sign in.'));
    await press('second-factor', 'Turn on');
    await until(() => textOf('second-factor').includes('Your password needs your passkey too.'));
    expect(required).to.equal(true);
    expect(has('second-factor', 'Turn off')).to.equal(true);
    await press('second-factor', 'Set up');
    (await input('second-factor', 'code')).value = '123456';
    await press('second-factor', 'Continue');
    await said('second-factor', 'That took too long. Set up the app again.');
    await until(() => root().activeElement === button('second-factor', 'Set up'));
  });

  it('lists linked accounts by the name of their provider, and unlinks one', async () => {
    let identities = [
      {
        id: 'one',
        issuer: 'https://login.example',
        provider: { id: 'example', name: 'Example' },
        linkedAt: Date.now(),
      },
    ];
    backend.answerWith(({ path, method }) => {
      if (method === 'DELETE') {
        identities = [];
        return new Response(null, { status: 204 });
      }
      if (path === '/account') return json({ name: 'ada', displayName: 'Ada', methods: ['oidc', 'passkey'] });
      if (path === '/auth/providers') return json({ providers: [{ id: 'other', name: 'Other', kinds: ['oidc'] }] });
      return json({ identities });
    });
    await put('providers');
    await until(() => button('providers', 'Unlink'));
    expect(textOf('providers')).to.contain('Example').and.to.contain('Linked today');
    expect(has('providers', 'Link Other')).to.equal(true);
    expect(button('providers', 'Unlink')!.ariaLabel).to.equal('Unlink Example');
    await press('providers', 'Unlink');
    await answer('dialog-cancel');
    expect(has('providers', 'Unlink')).to.equal(true);
    await press('providers', 'Unlink');
    expect(await changed(() => answer('dialog-confirm'))).to.deep.equal({ section: 'providers' });
    await until(() => textOf('providers').includes('No accounts are linked.'));
  });

  it('leaves for a provider to link an account there once the session is fresh, and not while the backend is out of reach', async () => {
    const departures = watchDepartures();
    let start: () => Response | Promise<Response> = stop;
    backend.answerWith(({ path }) => {
      if (path === '/account') return json({ name: 'ada', displayName: 'Ada', methods: ['passkey'] });
      if (path === '/auth/providers') return json({ providers: [{ id: 'other', name: 'Other', kinds: ['oidc'] }] });
      if (path.startsWith('/auth/start')) return start();
      return json({ identities: [] });
    });
    await put('providers');
    await press('providers', 'Link Other');
    await said('providers', 'Can’t reach the server. Check your connection and try again.');
    start = () => json({ error: 'step_up_required', methods: ['password'] }, 403);
    await press('providers', 'Link Other');
    await answer('dialog-cancel');
    await until(() => button('providers', 'Link Other')!.ariaDisabled === 'false');
    for (const [answered, sentence] of [
      [json({ error: 'unavailable' }, 503), 'The server has a problem. Try again later.'],
      [json({ error: 'not_found' }, 404), 'You can’t change this here.'],
      [json({ error: 'rate_limited' }, 429, { 'retry-after': '180' }), 'Too many attempts. Try again in 3 minutes.'],
    ] as const) {
      start = () => answered;
      await press('providers', 'Link Other');
      await said('providers', sentence);
    }
    expect(departures.addresses).to.deep.equal([]);
    // What the browser makes of a redirect that is not followed.
    start = () => Response.error();
    await press('providers', 'Link Other');
    const [address] = await until(() => departures.addresses.length > 0 && departures.addresses);
    departures.restore();
    expect(address).to.contain('/auth/start?link=&provider=other&returnTo=');
    expect(backend.to('/auth/start?link').map(({ method }) => method)).to.deep.equal(Array(6).fill('GET'));
  });

  for (const [error, sentence] of [
    ['cancelled', 'Nothing changed.'],
    ['refused', 'The sign-in service has a problem. Try again later.'],
  ])
    it(`says that the provider has sent the user back without a linked account (${error}), and does not take that along again`, async () => {
      backend.answerWith(({ path }) => {
        if (path === '/account') return json({ name: 'ada', displayName: 'Ada', methods: ['passkey'] });
        if (path === '/auth/providers') return json({ providers: [{ id: 'other', name: 'Other', kinds: ['oidc'] }] });
        return path.startsWith('/auth/start') ? Response.error() : json({ identities: [] });
      });
      const before = location.href;
      history.replaceState(null, '', `?tab=security&error=${error}&provider=other`);
      const departures = watchDepartures();
      try {
        await put('providers');
        await said('providers', sentence!);
        await press('providers', 'Link Other');
        const address = await until(() => departures.addresses[0]);
        expect(new URL(address).searchParams.get('returnTo')).to.equal(`${location.pathname}?tab=security`);
      } finally {
        departures.restore();
        history.replaceState(null, '', before);
      }
    });

  it('shows what happened to the account, and more of it', async () => {
    name = await signUpUser();
    for (let count = 0; count < 6; count += 1) await signInElsewhere(name);
    await put('events');
    await until(() => place('events')!.querySelectorAll('li').length === 5);
    expect(textOf('events')).to.contain('Signed in');
    await press('events', 'Show more');
    await until(() => place('events')!.querySelectorAll('li').length === 7);
    expect(textOf('events')).to.contain('Account created');
    expect(has('events', 'Show more')).to.equal(false);
  });

  it('shows details as text, and no event that it does not know', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    backend.answerWith(({ path }) =>
      path === '/account'
        ? json({ name: markup, displayName: markup })
        : json({
            events: [
              { id: 'a', type: 'passkey-added', at: 1, device: markup, detail: markup },
              { id: 'b', type: 'constructor', at: 8e15, device: '' },
            ],
          }),
    );
    await put('name events');
    await until(() => place('events')!.querySelector('li'));
    expect(place('events')!.querySelectorAll('li')).to.have.length(1);
    expect(textOf('events')).to.contain(markup);
    expect(!root().querySelector('img')).to.equal(true);
  });

  it('signs out everywhere, this device last', async () => {
    await putAsUser('sign-out');
    await signInElsewhere(name);
    await press('sign-out', 'Sign out everywhere');
    const told = oneEvent(element, 'latch-signed-out');
    await answer('dialog-confirm');
    expect((await told).detail).to.deep.include({ confirmed: true });
    const asked = pathsAsked();
    expect(asked.indexOf('DELETE /sessions')).to.be.within(0, asked.indexOf('POST /logout'));
    expect(await whoIsSignedIn()).to.equal(undefined);
    await until(() => root().querySelector('[part=status]')!.textContent.includes('Sign in to see your account.'));
  });

  it('takes the focus to the link to sign in after signing out everywhere', async () => {
    await putAsUser('sign-out');
    const link = document.createElement('a');
    Object.assign(link, { slot: 'sign-in', href: '#', textContent: 'Sign in' });
    element.append(link);
    await until(() => button('sign-out', 'Sign out everywhere'));
    button('sign-out', 'Sign out everywhere')!.focus();
    await press('sign-out', 'Sign out everywhere');
    await answer('dialog-confirm');
    await until(() => document.activeElement === link);
  });

  it('has the account deleted after what is lost is named, and keeps it', async () => {
    await putAsUser('delete');
    await press('delete', 'Delete account');
    const text = (await dialog()).textContent;
    expect(text).to.contain(name).and.to.contain('You can change your mind until');
    const told = oneEvent(element, 'latch-account-deleted');
    await answer('dialog-confirm');
    const { deletesAt } = (await told).detail as { deletesAt: number };
    expect(deletesAt).to.be.greaterThan(Date.now());
    await until(() => root().activeElement === button('delete', 'Keep account'));
    expect(textOf('delete')).to.contain('Your account will be deleted on');
    expect(await changed(() => press('delete', 'Keep account'))).to.deep.equal({ section: 'delete' });
    await said('delete', 'Your account stays.');
    await until(() => root().activeElement === button('delete', 'Delete account'));
  });

  it('names what is lost in the language around it, whatever the browser prefers', async () => {
    document.documentElement.lang = 'de';
    try {
      await putAsUser('delete');
      await until(() => !!button('delete', 'Konto löschen'));
      await press('delete', 'Konto löschen');
      await until(() => root().querySelector('dialog')?.textContent.includes('annehmen'));
      expect(root().querySelector('dialog')!.textContent).to.contain('Andere können den Namen');
      await answer('dialog-cancel');
    } finally {
      document.documentElement.lang = 'en';
    }
  });

  it('changes nothing when a dialog is cancelled', async () => {
    await putAsUser('delete sign-out');
    await press('delete', 'Delete account');
    await answer('dialog-cancel');
    await press('sign-out', 'Sign out everywhere');
    await answer('dialog-cancel');
    expect(events.types).to.deep.equal([]);
    expect(await whoIsSignedIn()).to.equal(name);
  });

  it('asks visitors to sign in, and shows nothing of a user who has signed out', async () => {
    await putAsUser('name');
    await until(() => textOf('name').includes(name));
    await signOutQuietly();
    announceSession('signed-out');
    await until(() => root().querySelector('[part=status]')!.textContent.includes('Sign in to see your account.'));
    expect(!place('name')).to.equal(true);
    await signInAgain(name);
    announceSession('signed-in');
    await until(() => textOf('name').includes(name));
  });

  it('says when the server cannot be reached, and tries again', async () => {
    name = await signUpUser();
    replace(stop);
    await put('name');
    await until(() => root().querySelector('[part=status]')!.textContent.includes('Can’t reach the server'));
    replace(() => undefined);
    root().querySelector<HTMLElement>('[part=action]')!.click();
    await until(() => textOf('name').includes(name));
    expect(root().querySelector('[part=status]')!.textContent.trim()).to.equal('');
    replace(stop);
    await element.refresh();
    await until(() => root().querySelector('[part=status]')!.textContent.includes('This page may be out of date.'));
    expect(textOf('name')).to.contain(name);
  });

  it('keeps the failures of one section in that section', async () => {
    name = await signUpUser();
    replace(({ path }) => (path.startsWith('/security-events') ? json({ error: 'x' }, 500) : undefined));
    await put('name events');
    await said('events', 'The server has a problem. Try again later.');
    expect(textOf('name')).to.contain(name);
    replace(() => undefined);
    await press('events', 'Try again');
    await until(() => textOf('events').includes('Account created'));
  });

  it('reports a wrong base URL to the developer, and to the user in words', async () => {
    const reports = watchReports();
    await put('name', { baseUrl: 'https://elsewhere.example' });
    await until(() => root().querySelector('[part=status]')!.textContent.includes('not set up correctly'));
    expect(reports.all).to.have.length(1);
    reports.stop();
  });
});
