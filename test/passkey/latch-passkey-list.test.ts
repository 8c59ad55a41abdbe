import { expect, oneEvent } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../src/define/passkey-list.js';
import { broadcast } from '../../src/base/storage/channel.js';
import { LatchPasskeyCreatedEvent } from '../../src/events.js';
import type { LatchPasskeyList } from '../../src/elements.js';
import type { ListedCredential } from '../../src/passkey/index.js';
import {
  contentBackend,
  json,
  watchBackendRequests,
  type Answer,
  type BackendRequests,
} from '../support/browser/backend.js';
import { settled, stopDate } from '../support/browser/clock.js';
import { watchCredentialRequests, type CredentialRequests } from '../support/browser/credential-requests.js';
import { assertion, attestation } from '../support/browser/credentials.js';
import { statesOf, statusOf, watchEvents, watchReports } from '../support/browser/elements.js';
import { choicesOf, choose, openMenu } from '../support/browser/menu.js';
import { credentialList, listedCredential, passkeyBackend, type PasskeyBackend } from '../support/browser/passkeys.js';
import { watchSignals, type Signals } from '../support/browser/signals.js';
import { torn } from '../support/browser/torn.js';
import { until } from '../support/browser/until.js';

const laptop = listedCredential({
  id: 'AQID',
  nickname: 'Laptop',
  aaguid: 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd',
  lastUsedAt: +new Date(2026, 7, 14, 12),
});
const phone = listedCredential({ id: 'BAUG', aaguid: 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4' });
const securityKey = listedCredential({ id: 'BwgJ', backedUp: false, deviceType: 'singleDevice' });

describe('<latch-passkey-list>', () => {
  let backend: BackendRequests;
  let account: PasskeyBackend;
  let requests: CredentialRequests;
  let signals: Signals;
  let events: ReturnType<typeof watchEvents>;
  let place: HTMLElement;
  const undo: (() => void)[] = [];

  // loaded when a user edits for the first time; here it does not come from the network in the middle of a test
  before(() => import('../../src/passkey/passkey-editing.js'));

  beforeEach(() => {
    requests = watchCredentialRequests();
    requests.hold();
    backend = watchBackendRequests();
    signals = watchSignals();
    events = watchEvents();
    place = document.body.appendChild(document.createElement('main'));
  });

  afterEach(async () => {
    place.remove();
    await settled();
    undo.splice(0).forEach((restore) => restore());
    events.stop();
    signals.restore();
    backend.restore();
    requests.restore();
  });

  /** Puts a list of these passkeys into the page and waits until it has nothing more to do. */
  async function put(...credentials: ListedCredential[]): Promise<LatchPasskeyList> {
    account = passkeyBackend(...credentials);
    backend.answerWith(account.answer);
    const element = await insert();
    // The names of providers are loaded the first time that they are needed.
    while (element.matches(':state(loading)')) await settled();
    return element;
  }

  async function insert(): Promise<LatchPasskeyList> {
    const element = place.appendChild(document.createElement('latch-passkey-list'));
    await settled();
    return element;
  }

  /** Answers one kind of request so, all others as before. */
  function respond(method: string, path: RegExp, answer: Answer): void {
    backend.answerWith((request, real) =>
      request.method === method && path.test(request.path) ? answer(request, real) : account.answer(request, real),
    );
  }

  const root = (element: Element) => element.shadowRoot!;
  const all = (element: Element, selector: string) => [...root(element).querySelectorAll<HTMLElement>(selector)];
  const one = (element: Element, selector: string) => root(element).querySelector<HTMLElement>(selector)!;
  const wordsOf = (part: Element) => part.textContent!.replace(/\s+/g, ' ').trim();
  const namesIn = (element: Element) => all(element, '[part=item] [part=item-title]').map(wordsOf);
  const focusIn = (element: Element) =>
    root(element).activeElement?.getAttribute('aria-label') ??
    (root(element).activeElement && wordsOf(root(element).activeElement!));
  const listings = () =>
    backend.all.filter(({ method, path }) => method === 'GET' && path === '/webauthn/credentials').length;

  async function press(element: Element, selector: string, index = 0): Promise<void> {
    const button = all(element, selector)[index]!;
    button.focus();
    button.click();
    await settled();
  }

  /** Presses the button that removes a passkey and says yes. */
  async function remove(element: Element, index = 0): Promise<void> {
    await choose(element, 'Remove', index);
    await press(element, 'dialog [value=yes]');
  }

  /** Waits for the dialog that asks for the password; what it needs is loaded when it is needed. */
  async function askedForPassword(element: Element): Promise<void> {
    while (root(element).activeElement?.id !== 'password') await settled();
  }

  async function rename(element: Element, name: string, index = 0): Promise<void> {
    await choose(element, 'Rename', index);
    (one(element, '#nickname') as HTMLInputElement).value = name;
    await press(element, 'form button:not([type])');
  }

  describe('shows', () => {
    it('that it looks the passkeys up, then each of them in words', async () => {
      undo.push(stopDate(+new Date(2026, 7, 15, 12)));
      let answerList = (_response: Response) => {};
      backend.answerWith(() => new Promise((resolve) => (answerList = resolve)));
      const element = await insert();
      expect([statesOf(element), statusOf(element), all(element, 'button').length]).to.deep.equal([
        ['pending', 'loading'],
        'Loading your passkeys…',
        0,
      ]);
      await expect(element).to.be.accessible();
      answerList(json(credentialList(laptop, phone, securityKey)));
      await settled();
      expect([statesOf(element), statusOf(element)]).to.deep.equal([[], '']);
      expect(all(element, 'li').map(wordsOf)).to.deep.equal([
        'Laptop Apple Passwords Created Jan 15, 2026 Last used yesterday',
        'Google Password Manager Created Jan 15, 2026 Never used',
        'Passkey Only on this device Created Jan 15, 2026 Never used',
      ]);
      expect(all(element, '[part=item-detail]').map(({ title }) => title)).to.deep.equal([
        'Created Jan 15, 2026 · Last used Aug 14, 2026',
        'Created Jan 15, 2026',
        'Created Jan 15, 2026',
      ]);
      await expect(element).to.be.accessible();
    });

    it('the same to those who listen: a list with a name, and menus that say which passkey they are about', async () => {
      const element = await put(laptop, phone);
      expect([one(element, 'ul').getAttribute('role'), one(element, 'ul').getAttribute('aria-label')]).to.deep.equal([
        'list',
        'Your passkeys',
      ]);
      expect(all(element, 'li button').map((button) => button.getAttribute('aria-label'))).to.deep.equal([
        'Actions for Laptop',
        'Actions for Google Password Manager',
      ]);
      for (const button of all(element, 'li button'))
        expect(wordsOf(root(element).getElementById(button.getAttribute('aria-describedby')!)!)).to.contain(
          'Created Jan 15, 2026',
        );
      expect((await openMenu(element)).map(wordsOf)).to.deep.equal(['Rename', 'Remove']);
      expect(one(element, '[role=menu]').getAttribute('aria-label')).to.equal('Actions for Laptop');
      await expect(element).to.be.accessible();
    });

    it('where it was created, if neither the user nor its provider gives it a name', async () => {
      const unknown = '00000000-0000-0000-0000-000000000000';
      const element = await put(
        listedCredential({ aaguid: unknown, device: 'Chrome on Linux' }),
        listedCredential({ id: 'BAUG', aaguid: unknown }),
      );
      expect(namesIn(element)).to.deep.equal(['Passkey (Chrome on Linux)', 'Passkey']);
    });

    it('when there is none, and offers to add one', async () => {
      const element = await put();
      const [questions, ...others] = [...one(element, '.empty').children].reverse();
      expect([...questions!.querySelectorAll('summary')].map(wordsOf)).to.deep.equal([
        'What is a passkey?',
        'Where is it kept?',
      ]);
      expect(others.reverse().map(wordsOf)).to.deep.equal([
        '',
        'No passkeys yet',
        'Next time, sign in with your fingerprint, face or screen lock.',
        'Add a passkey',
      ]);
      expect(all(element, '[part=button]').map(wordsOf)).to.deep.equal(['Add a passkey']);
      await expect(element).to.be.accessible();
    });

    for (const [what, credentials, isAdvised] of [
      ['just one that is not synced', [securityKey], true],
      ['just one that is synced', [phone], false],
      ['two that are not synced', [securityKey, { ...securityKey, id: 'CgsM' }], false],
      ['none', [], false],
    ] as const) {
      it(`${isAdvised ? 'the' : 'no'} advice to add a second passkey when there is ${what}`, async () => {
        const element = await put(...credentials);
        expect(all(element, '.advice')).to.have.length(isAdvised ? 1 : 0);
        await expect(element).to.be.accessible();
      });
    }

    it('a label of the page on the button that adds', async () => {
      const element = await put();
      element.textContent = 'Neuer Passkey';
      await settled();
      expect(
        one(element, '[part=button]')
          .querySelector('slot')!
          .assignedNodes()
          .map(({ textContent }) => textContent),
      ).to.deep.equal(['Neuer Passkey']);
    });
  });

  describe('renames', () => {
    it('in place: in a form with a label, where the focus is, and back to the button it came from', async () => {
      const element = await put(laptop, phone);
      await choose(element, 'Rename', 1);
      const input = one(element, '#nickname') as HTMLInputElement;
      expect([wordsOf(one(element, 'label')), input.value, input.placeholder, input.maxLength]).to.deep.equal([
        'Passkey name',
        '',
        'Google Password Manager',
        100,
      ]);
      expect(root(element).activeElement === input).to.equal(true);
      await expect(element).to.be.accessible();
      await sendKeys({ type: 'My phone' });
      const renamed = oneEvent(element, 'latch-passkey-renamed');
      await sendKeys({ press: 'Enter' });
      expect((await renamed).detail).to.deep.equal({ credentialId: 'BAUG', nickname: 'My phone' });
      await settled();
      expect(namesIn(element)).to.deep.equal(['Laptop', 'My phone']);
      expect([statesOf(element), statusOf(element)]).to.deep.equal([['done'], 'Name saved.']);
      expect(focusIn(element)).to.equal('Actions for My phone');
      await expect(element).to.be.accessible();
    });

    it('with no spinner on the button that adds', async () => {
      const element = await put(laptop);
      let respond!: (response: Response) => void;
      backend.answerWith((request, real) =>
        request.method === 'PATCH' ? new Promise((resolve) => (respond = resolve)) : account.answer(request, real),
      );
      await rename(element, 'Old laptop');
      expect([element.matches(':state(renaming)'), root(element).getAnimations().length]).to.deep.equal([true, 0]);
      respond(json({}, 500));
      await settled();
    });

    it('in the language of the page, whose sentences for it are fetched with the menu', async () => {
      const element = await put(laptop);
      place.lang = 'de';
      await until(() => element.shadowRoot!.textContent.includes('Passkey hinzufügen'));
      await choose(element, 'Umbenennen');
      while (wordsOf(one(element, 'label')) !== 'Name des Passkeys') await settled();
      expect(all(element, 'form button').map(wordsOf)).to.deep.equal(['Speichern', 'Abbrechen']);
      place.removeAttribute('lang');
    });

    it('nothing after Escape or Cancel, and gives the focus back', async () => {
      const element = await put(laptop);
      for (const leave of [() => sendKeys({ press: 'Escape' }), () => press(element, 'form [type=button]')]) {
        await choose(element, 'Rename');
        await sendKeys({ type: 'Something else' });
        await leave();
        await settled();
        expect([namesIn(element), focusIn(element), all(element, 'form').length]).to.deep.equal([
          ['Laptop'],
          'Actions for Laptop',
          0,
        ]);
      }
      expect(backend.all.filter(({ method }) => method === 'PATCH')).to.have.length(0);
    });

    it('nothing when the name is the same, and removes the name when the field is empty', async () => {
      const element = await put(laptop);
      await rename(element, ' Laptop ');
      expect(backend.all.filter(({ method }) => method === 'PATCH')).to.have.length(0);
      await rename(element, '  ');
      expect(backend.all.find(({ method }) => method === 'PATCH')!.body).to.deep.equal({ nickname: null });
      expect([namesIn(element), focusIn(element)]).to.deep.equal([['Apple Passwords'], 'Actions for Apple Passwords']);
    });

    it('once, however often it is asked to, and offers nothing else meanwhile', async () => {
      const element = await put(laptop, phone);
      let answerRename = (_response: Response) => {};
      respond('PATCH', /./, () => new Promise((resolve) => (answerRename = resolve)));
      await rename(element, 'Desk');
      for (let times = 0; times < 100; times++) one(element, 'form button:not([type])').click();
      await press(element, '[part=item-actions]');
      await press(element, '[part=button]');
      expect(choicesOf(element)).to.have.length(0);
      expect([statesOf(element), statusOf(element)]).to.deep.equal([['pending', 'renaming'], 'Saving the name…']);
      expect([
        backend.all.filter(({ method }) => method !== 'GET').length,
        all(element, 'dialog').length,
      ]).to.deep.equal([1, 0]);
      expect(
        all(element, '[part=item-actions], [part=button]').map((button) => button.getAttribute('aria-disabled')),
      ).to.deep.equal(['true', 'true', 'true']);
      answerRename(json({ ...laptop, nickname: 'Desk' }));
      await settled();
      expect(namesIn(element)).to.deep.equal(['Desk', 'Google Password Manager']);
    });

    it('nothing when the backend refuses, reports it, and keeps what was typed', async () => {
      const element = await put(laptop);
      respond('PATCH', /./, () => json({ error: 'bad_request' }, 400));
      await rename(element, 'Desk');
      expect([statesOf(element), statusOf(element)]).to.deep.equal([
        ['failed'],
        'That didn’t work. Try again, or use another way.',
      ]);
      expect((one(element, '#nickname') as HTMLInputElement).value).to.equal('Desk');
      await expect(element).to.be.accessible();
    });
  });

  describe('removes', () => {
    it('after a question that names the passkey, and tells its provider', async () => {
      const element = await put(laptop, phone);
      await choose(element, 'Remove');
      expect(one(element, '#question').textContent!.replace(/[\u2068\u2069]/g, '')).to.equal(
        'Remove the passkey “Laptop”?',
      );
      expect(focusIn(element)).to.equal('Cancel');
      await expect(element).to.be.accessible();
      const removed = oneEvent(element, 'latch-passkey-removed');
      await press(element, 'dialog [value=yes]');
      expect((await removed).detail).to.deep.equal({ credentialId: 'AQID' });
      await settled();
      expect([namesIn(element), statesOf(element), statusOf(element)]).to.deep.equal([
        ['Google Password Manager'],
        ['done'],
        'Passkey removed.',
      ]);
      expect(signals.of('signalAllAcceptedCredentials').at(-1)).to.deep.include({ allAcceptedCredentialIds: ['BAUG'] });
      await expect(element).to.be.accessible();
    });

    it('nothing when the person says no, and gives the focus back', async () => {
      const element = await put(laptop);
      await choose(element, 'Remove');
      await sendKeys({ press: 'Escape' });
      await settled();
      expect([
        namesIn(element),
        focusIn(element),
        backend.all.filter(({ method }) => method === 'DELETE').length,
      ]).to.deep.equal([['Laptop'], 'Actions for Laptop', 0]);
    });

    it('with the focus going on to the next passkey, and at last to the button below', async () => {
      const element = await put(laptop, phone, securityKey);
      const focused = [];
      for (let left = 3; left > 0; left--) {
        await remove(element, left === 3 ? 1 : 0);
        focused.push(focusIn(element));
      }
      expect(focused).to.deep.equal(['Actions for Passkey', 'Actions for Passkey', 'Add a passkey']);
      expect(wordsOf(one(element, '.empty'))).to.contain('No passkeys yet');
    });

    it('nothing that is the last way in, and says why', async () => {
      const element = await put(laptop);
      respond('DELETE', /./, () => json({ error: 'last_way_in' }, 409));
      await remove(element);
      expect([namesIn(element), statusOf(element)]).to.deep.equal([
        ['Laptop'],
        'This is your only way to sign in. Add another passkey first.',
      ]);
      expect(statesOf(element)).to.deep.equal(['failed']);
      expect(events.types).to.deep.equal([]);
      await expect(element).to.be.accessible();
    });

    for (const [what, change] of [
      ['removed', remove],
      ['renamed', (element: Element) => rename(element, 'Desk')],
    ] as const) {
      it(`nothing twice: what is to be ${what} and had been removed in another tab goes from the list`, async () => {
        const element = await put(laptop, phone);
        account.credentials = [phone];
        await change(element);
        expect([namesIn(element), statusOf(element)]).to.deep.equal([
          ['Google Password Manager'],
          'That passkey was already removed.',
        ]);
        expect(events.types).to.deep.equal([]);
        expect(focusIn(element), 'the focus is not lost').not.to.equal(null);
      });
    }

    it('nothing where the backend has no such endpoint, and reports it', async () => {
      const element = await put(laptop);
      respond('DELETE', /./, () => json({ error: 'method_not_allowed' }, 405));
      await remove(element);
      expect([namesIn(element), statusOf(element)]).to.deep.equal([['Laptop'], 'You can’t manage passkeys here.']);
    });
  });

  describe('adds', () => {
    const creation: Answer = (request, real) =>
      request.path.includes('register') ? contentBackend(request) : account.answer(request, real);

    it('a passkey, shows it, and tells of it', async () => {
      const element = await put(phone);
      backend.answerWith(creation);
      await press(element, '[part=button]');
      expect([statesOf(element), statusOf(element)]).to.deep.equal([['pending', 'asking'], 'Continue in the dialog.']);
      account.credentials = [phone, laptop];
      const created = oneEvent(element, 'latch-passkey-created');
      requests.pending[0]!.choose(attestation());
      expect((await created).detail).to.deep.equal({ credentialId: 'AQID', backedUp: true });
      await settled();
      expect([namesIn(element), statesOf(element), statusOf(element)]).to.deep.equal([
        ['Google Password Manager', 'Laptop'],
        ['done'],
        'Your passkey is ready.',
      ]);
      expect(signals.of('signalAllAcceptedCredentials').at(-1)).to.deep.include({
        allAcceptedCredentialIds: ['BAUG', 'AQID'],
      });
    });

    for (const [others, advice] of [
      [[], 'Your passkey is ready on this device only. Add a second one on another device.'],
      [[laptop], 'Your passkey is ready.'],
    ] as const)
      it(`a passkey that is not backed up, beside ${others.length} others`, async () => {
        const element = await put(...others);
        backend.answerWith((request, real) =>
          request.path.includes('register/verify')
            ? json({ verified: true, backedUp: false })
            : creation(request, real),
        );
        await press(element, '[part=button]');
        account.credentials = [...others, phone];
        requests.pending[0]!.choose(attestation());
        await until(() => statusOf(element).startsWith('Your passkey'));
        expect(statusOf(element)).to.equal(advice);
      });

    it('a passkey, and has fetched the list with it by the time that it tells of it', async () => {
      const element = await put(laptop);
      backend.answerWith(creation);
      const shown = oneEvent(element, 'latch-passkey-created')
        .then(() => element.updateComplete)
        .then(() => namesIn(element).length);
      void element.addPasskey();
      const request = await requests.next();
      account.credentials = [laptop, phone];
      request.choose(attestation());
      expect(await shown).to.equal(2);
    });

    it('a passkey that stays on the device, with the advice to add another', async () => {
      const element = await put();
      backend.answerWith((request, real) =>
        request.path.includes('register/verify') ? json({ verified: true, backedUp: false }) : creation(request, real),
      );
      await press(element, '[part=button]');
      requests.pending[0]!.choose(attestation());
      await settled();
      expect(statusOf(element)).to.contain('Add a second one');
    });

    for (const [name, sentence, states] of [
      ['NotAllowedError', 'Nothing changed.', []],
      ['InvalidStateError', 'This device already has a passkey for your account.', ['failed']],
      ['NotSupportedError', 'You can’t manage passkeys here.', ['failed']],
    ] as const) {
      it(`nothing when the browser rejects with ${name}, and reports it`, async () => {
        const element = await put(phone);
        backend.answerWith(creation);
        await press(element, '[part=button]');
        requests.pending[0]!.fail(new DOMException('', name));
        await settled();
        expect([statusOf(element), statesOf(element), namesIn(element)]).to.deep.equal([
          sentence,
          states,
          ['Google Password Manager'],
        ]);
        expect(events.types).to.deep.equal([]);
        await expect(element).to.be.accessible();
      });
    }

    it('by its method also while the list is still being looked up', async () => {
      account = passkeyBackend();
      backend.answerWith((request, real) =>
        request.path.includes('register') ? creation(request, real) : new Promise<never>(() => {}),
      );
      const element = await insert();
      expect(statesOf(element)).to.deep.equal(['pending', 'loading']);
      void element.addPasskey();
      expect((await requests.next()).method).to.equal('create');
    });

    it('by its method too', async () => {
      const element = await put();
      backend.answerWith(creation);
      const added = element.addPasskey();
      (await requests.next()).choose(attestation());
      await added;
      expect(events.types).to.deep.equal(['latch-passkey-created']);
    });
  });

  describe('asks who it is', () => {
    /**
     * The backend of an account with these methods, in a session that is not fresh until the user has proved who they
     * are.
     */
    function staleSession(...methods: string[]): { isFresh: boolean } {
      const session = { isFresh: false };
      backend.answerWith((request, real) => {
        const { method, path } = request;
        if (path.endsWith('options?step-up')) return contentBackend(request);
        if (path === '/session') return json({ signedIn: true, user: { name: 'alice', displayName: 'Alice' } });
        if (path === '/login' || path.endsWith('verify?step-up')) {
          if (path === '/login' && (request.body as { password: string }).password !== 'right')
            return json({ error: 'rejected' }, 401);
          session.isFresh = true;
          return json({ verified: true });
        }
        if (method !== 'GET' && !session.isFresh) return json({ error: 'step_up_required', methods }, 403);
        return path.includes('register') ? contentBackend(request) : account.answer(request, real);
      });
      return session;
    }

    it('by passkey at once, and goes on automatically', async () => {
      const element = await put(laptop, phone);
      staleSession('passkey', 'password');
      await remove(element, 1);
      expect([statesOf(element), statusOf(element)]).to.deep.equal([['pending', 'confirming'], 'Confirm it’s you.']);
      expect(requests.pending[0]!.options.publicKey).to.have.property('userVerification', 'required');
      requests.pending[0]!.choose(assertion());
      await settled();
      expect([namesIn(element), statusOf(element), events.types]).to.deep.equal([
        ['Laptop'],
        'Passkey removed.',
        ['latch-passkey-removed'],
      ]);
    });

    it('once for a new passkey, which the browser asks for after it', async () => {
      const element = await put(phone);
      staleSession('passkey');
      await press(element, '[part=button]');
      expect(requests.pending.map(({ method }) => method)).to.deep.equal(['get']);
      requests.pending[0]!.choose(assertion());
      await settled();
      expect(requests.pending.map(({ method }) => method)).to.deep.equal(['create']);
      requests.pending[0]!.choose(attestation());
      await settled();
      expect(events.types).to.deep.equal(['latch-passkey-created']);
    });

    it('by password, in a dialog, where the account has no passkey; a wrong one can be corrected', async () => {
      const element = await put();
      staleSession('password');
      await press(element, '[part=button]');
      await askedForPassword(element);
      expect(wordsOf(one(element, '#question'))).to.equal('Confirm it’s you');
      expect((one(element, '#password') as HTMLInputElement).autocomplete).to.equal('current-password');
      await expect(element).to.be.accessible();
      await sendKeys({ type: 'wrong' });
      await sendKeys({ press: 'Enter' });
      while (!all(element, 'dialog [role=alert]').some(wordsOf)) await settled();
      expect(wordsOf(one(element, 'dialog [role=alert]'))).to.equal('Wrong password. Try again.');
      expect([
        one(element, '#password').getAttribute('aria-invalid'),
        one(element, '#password').getAttribute('aria-describedby'),
      ]).to.deep.equal(['true', one(element, 'dialog [role=alert]').id]);
      await expect(element).to.be.accessible();
      (one(element, '#password') as HTMLInputElement).value = 'right';
      await sendKeys({ press: 'Enter' });
      const request = await requests.next();
      expect([request.method, all(element, 'dialog').length]).to.deep.equal(['create', 0]);
      expect(backend.to('/login').map(({ body }) => body)).to.deep.equal([
        { username: 'alice', password: 'wrong' },
        { username: 'alice', password: 'right' },
      ]);
      request.choose(attestation());
      await settled();
      expect(events.types).to.deep.equal(['latch-passkey-created']);
    });

    it('by password where the browser has no passkeys', async () => {
      const element = await put(laptop, phone);
      staleSession('passkey', 'password');
      requests.answerWith(() => Promise.reject(new DOMException('', 'NotSupportedError')));
      await remove(element);
      await askedForPassword(element);
    });

    it('and changes nothing when they decline, without an error', async () => {
      const element = await put(laptop, phone);
      staleSession('password');
      await remove(element);
      await askedForPassword(element);
      await sendKeys({ press: 'Escape' });
      await settled();
      expect([namesIn(element).length, statusOf(element), statesOf(element)]).to.deep.equal([
        2,
        'Nothing changed.',
        [],
      ]);
      staleSession('passkey');
      await remove(element);
      requests.pending[0]!.fail(new DOMException('', 'NotAllowedError'));
      await settled();
      expect([namesIn(element).length, statusOf(element), statesOf(element)]).to.deep.equal([
        2,
        'Nothing changed.',
        [],
      ]);
      expect(events.types).to.deep.equal([]);
    });

    it('and says to sign in again where nothing else is left', async () => {
      const element = await put(laptop);
      staleSession('oidc');
      await remove(element);
      expect([statusOf(element), statesOf(element)]).to.deep.equal(['Sign in again to confirm it’s you.', ['failed']]);
      expect(requests.all).to.have.length(0);
    });

    it('and refuses the passkey of another account', async () => {
      const element = await put(laptop);
      staleSession('passkey');
      await remove(element);
      respond('POST', /verify/, () => json({ error: 'wrong_account' }, 400));
      requests.pending[0]!.choose(assertion());
      await settled();
      expect(statusOf(element)).to.equal('That passkey belongs to another account.');
    });
  });

  describe('that cannot be fetched', () => {
    for (const [what, answer, sentence] of [
      [
        'there is no connection',
        () => Promise.reject(new TypeError('Failed to fetch')),
        'Can’t reach the server. Check your connection and try again.',
      ],
      [
        'the backend breaks down',
        () => json({ error: 'server_error' }, 500),
        'The server has a problem. Try again later.',
      ],
      ['no user is signed in', () => json({ error: 'unauthenticated' }, 401), 'Sign in to see your passkeys.'],
      ['the backend has no such chapter', () => json({ error: 'unsupported' }, 404), 'You can’t manage passkeys here.'],
      [
        'the answer is something else',
        () => json({ credentials: 'all' }),
        'The server has a problem. Try again later.',
      ],
    ] as [string, Answer, string][]) {
      it(`shows a message when ${what}, offers another try if that can help, and tells providers nothing`, async () => {
        backend.answerWith(answer);
        const element = await insert();
        expect([statusOf(element), statesOf(element), all(element, 'ul, [part=button]').length]).to.deep.equal([
          sentence,
          sentence.startsWith('Sign in') ? [] : ['failed'],
          0,
        ]);
        expect(signals.all).to.have.length(0);
        await expect(element).to.be.accessible();
        expect(all(element, '[part=action]')).to.have.length(sentence.startsWith('Sign in') ? 0 : 1);
        backend.answerWith(passkeyBackend(laptop).answer);
        if (all(element, '[part=action]').length === 0) await element.refresh();
        else await press(element, '[part=action]');
        await settled();
        expect([namesIn(element), statusOf(element), all(element, '[part=action]').length]).to.deep.equal([
          ['Laptop'],
          '',
          0,
        ]);
      });
    }

    it('offers what the page has to sign in with while no user is signed in, and at no other time', async () => {
      backend.answerWith(() => json({ error: 'unauthenticated' }, 401));
      const element = document.createElement('latch-passkey-list');
      element.innerHTML = '<h1 slot="heading">Passkeys</h1><a slot="sign-in" href="/login">Sign in</a>';
      place.append(element);
      await settled();
      expect(element.querySelector('a')!.checkVisibility()).to.equal(true);
      await expect(element).to.be.accessible();
      backend.answerWith(passkeyBackend(laptop).answer);
      await element.refresh();
      await settled();
      expect(element.querySelector('a')!.checkVisibility()).to.equal(false);
      const [heading, button] = [element.querySelector('h1')!, one(element, '[part=button]')].map((part) =>
        part.getBoundingClientRect(),
      );
      expect(button!.top, 'the button stands beside the heading').to.be.lessThan(heading!.bottom);
    });

    it('again keeps what it showed, reports it, and is fetched when there is a connection again', async () => {
      const element = await put(laptop);
      backend.answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
      await element.refresh();
      await settled();
      expect([namesIn(element), statusOf(element)]).to.deep.equal([
        ['Laptop'],
        'You’re offline. This list may be out of date.',
      ]);
      await expect(element).to.be.accessible();
      backend.answerWith(passkeyBackend(laptop, phone).answer);
      dispatchEvent(new Event('online'));
      await settled();
      expect([namesIn(element).length, statusOf(element), all(element, '[part=action]').length]).to.deep.equal([
        2,
        '',
        0,
      ]);
      const before = listings();
      dispatchEvent(new Event('online'));
      await settled();
      expect(listings(), 'nothing is fetched that is there').to.equal(before);
    });

    it('because the session has ended meanwhile does not go on showing it', async () => {
      for (const [error, retries] of [
        ['unauthenticated', 0],
        ['signed_out_by_another_word', 1],
      ] as const) {
        const element = await put(laptop);
        backend.answerWith(() => json({ error }, 401));
        await element.refresh();
        await settled();
        expect([namesIn(element), all(element, '[part=action]').length]).to.deep.equal([[], retries]);
        element.remove();
      }
    });

    it('because the session has ended, as a change finds out, does not go on showing it either', async () => {
      const element = await put(laptop);
      respond('DELETE', /./, () => json({ error: 'unauthenticated' }, 401));
      await remove(element);
      expect([namesIn(element), statusOf(element)]).to.deep.equal([[], 'Sign in to see your passkeys.']);
    });

    it('says that the page is not set up correctly when its base URL is wrong, and why in the console', async () => {
      const reports = watchReports();
      try {
        const element = document.createElement('latch-passkey-list');
        element.setAttribute('base-url', 'https://elsewhere.example/');
        place.append(element);
        await settled();
        expect(
          reports.all.map((error) => error instanceof TypeError && error.message.includes('"baseUrl"')),
        ).to.deep.equal([true]);
        expect([backend.all.length, statusOf(element), all(element, 'button').length]).to.deep.equal([
          0,
          'This page is not set up correctly.',
          0,
        ]);
      } finally {
        reports.stop();
      }
    });
  });

  describe('follows the page', () => {
    it('when another element creates a passkey', async () => {
      const element = await put(laptop);
      const beside = place.appendChild(document.createElement('div'));
      const asked = backend.next('/webauthn/credentials');
      beside.dispatchEvent(new LatchPasskeyCreatedEvent({ credentialId: 'BwgJ', backedUp: true }));
      await asked;
      await settled();
      expect(namesIn(element)).to.have.length(1);
    });

    for (const type of ['signed-in', 'signed-out'] as const) {
      it(`when a tab says that a user has ${type.replace('-', ' ')}: shows nothing of before and asks the backend`, async () => {
        const element = await put(laptop);
        let answerList = (_response: Response) => {};
        backend.answerWith(() => new Promise((resolve) => (answerList = resolve)));
        const asked = backend.next('/webauthn/credentials');
        broadcast({ type });
        await asked;
        await settled();
        expect(namesIn(element)).to.deep.equal([]);
        answerList(json(credentialList(phone)));
        await settled();
        expect(namesIn(element)).to.deep.equal(['Google Password Manager']);
      });
    }

    it('into the back-forward cache with nothing of the person in it, and back', async () => {
      const element = await put(laptop);
      await choose(element, 'Remove');
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      await settled();
      expect(root(element).textContent).not.to.contain('Laptop');
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await settled();
      expect([namesIn(element), all(element, 'dialog').length]).to.deep.equal([['Laptop'], 0]);
    });

    it('and drops an answer that a later one has overtaken', async () => {
      const answers: ((response: Response) => void)[] = [];
      backend.answerWith(() => new Promise((resolve) => answers.push(resolve)));
      const element = await insert();
      void element.refresh();
      await settled();
      answers[1]!(json(credentialList(phone)));
      answers[0]!(json(credentialList(laptop)));
      await settled();
      expect(namesIn(element)).to.deep.equal(['Google Password Manager']);
    });

    it('and asks again for a list that a change has overtaken', async () => {
      const element = await put(laptop, phone);
      let answerList = (_response: Response) => {};
      respond('GET', /credentials$/, () => new Promise((resolve) => (answerList = resolve)));
      void element.refresh();
      await settled();
      const early = answerList;
      backend.answerWith(account.answer);
      await remove(element);
      early(json(credentialList(laptop, phone)));
      await settled();
      expect(namesIn(element)).to.deep.equal(['Google Password Manager']);
    });

    it('to another place in it without asking again', async () => {
      const element = await put(laptop);
      const before = backend.all.length;
      const elsewhere = place.appendChild(document.createElement('section'));
      elsewhere.append(element);
      if ('moveBefore' in place)
        (place as unknown as { moveBefore(node: Node, before: null): void }).moveBefore(element, null);
      await settled();
      expect([namesIn(element), backend.all.length]).to.deep.equal([['Laptop'], before]);
    });

    for (const [what, begin] of [
      ['a removal', (element: Element) => remove(element)],
      ['a renaming', (element: Element) => rename(element, 'Desk')],
      ['the dialog for a new passkey', (element: Element) => press(element, '[part=button]')],
      ['a question', (element: Element) => choose(element, 'Remove')],
    ] as const) {
      it(`out of it in the middle of ${what}: without an event, and with nothing left waiting`, async () => {
        const element = await put(laptop, phone);
        backend.answerWith((request, real) =>
          request.method === 'GET'
            ? account.answer(request, real)
            : request.path.includes('register/options')
              ? contentBackend(request)
              : new Promise<never>(() => {}),
        );
        await begin(element);
        element.remove();
        await settled();
        expect([events.types, requests.pending.length]).to.deep.equal([[], 0]);
        const before = backend.all.length;
        broadcast({ type: 'signed-in' });
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
        await settled();
        expect(backend.all.length, 'no one listens any more').to.equal(before);
        place.append(element);
        await settled();
        expect([all(element, 'li').length, all(element, 'dialog').length, statesOf(element)]).to.deep.equal([2, 0, []]);
      });
    }

    it('with a second list on it, each for itself', async () => {
      const element = await put(laptop, phone);
      const other = await insert();
      await remove(element);
      expect([namesIn(element).length, namesIn(other).length]).to.deep.equal([1, 2]);
      await other.refresh();
      await settled();
      expect(namesIn(other)).to.deep.equal(['Google Password Manager']);
    });
  });

  it('has buttons of 44 pixels, and fits into 320', async () => {
    place.style.inlineSize = '288px';
    const element = await put({ ...laptop, nickname: 'W'.repeat(100) }, phone, securityKey);
    await openMenu(element);
    for (const button of all(element, 'button')) {
      const { width, height } = button.getBoundingClientRect();
      expect([width >= 44, height >= 44], button.textContent!).to.deep.equal([true, true]);
    }
    expect(element.scrollWidth).to.be.at.most(288);
    await sendKeys({ press: 'Escape' });
    await choose(element, 'Rename');
    expect(element.scrollWidth).to.be.at.most(288);
  });

  it('keeps the name that is being typed when a passkey was added elsewhere', async () => {
    const element = await put(laptop);
    await choose(element, 'Rename');
    (one(element, '#nickname') as HTMLInputElement).value = 'Half a na';
    account = passkeyBackend(phone, laptop);
    backend.answerWith(account.answer);
    await element.refresh();
    while (namesIn(element).length === 0) await settled();
    expect((one(element, '#nickname') as HTMLInputElement).value).to.equal('Half a na');
    expect(root(element).activeElement?.id).to.equal('nickname');
  });

  it('breaks no word of its heading beside a button with long words', async () => {
    place.style.inlineSize = '254px';
    const element = await put(laptop);
    element.innerHTML = '<h2 slot="heading">Passkeys</h2>';
    const wordsOf = () => element.shadowRoot!.querySelector('.heading button')!.textContent;
    for (const language of ['de', 'fr', 'uk', 'ar']) {
      const before = wordsOf();
      element.lang = language;
      await until(() => wordsOf() !== before);
      await settled();
      expect(torn(element), language).to.deep.equal([]);
      expect(element.scrollWidth).to.be.at.most(254);
    }
  });

  it('is as accessible from right to left and in the dark, in every state', async () => {
    const { documentElement, body } = document;
    documentElement.dir = 'rtl';
    documentElement.style.colorScheme = 'dark';
    body.style.cssText = 'background: Canvas; color: CanvasText';
    try {
      const element = await put(laptop, securityKey);
      await expect(element).to.be.accessible();
      await choose(element, 'Rename');
      await expect(element).to.be.accessible();
      await sendKeys({ press: 'Escape' });
      await settled();
      await choose(element, 'Remove');
      await expect(element).to.be.accessible();
      await sendKeys({ press: 'Escape' });
      await settled();
      await openMenu(element);
      await expect(element).to.be.accessible();
      const [button, menu] = ['[part=item-actions]', '[role=menu]'].map((part) =>
        one(element, part).getBoundingClientRect(),
      );
      expect([menu!.left, menu!.top]).to.deep.equal([Math.max(8, button!.left), button!.bottom + 4]);
    } finally {
      documentElement.removeAttribute('dir');
      documentElement.removeAttribute('style');
      body.removeAttribute('style');
    }
  });

  it('is worked by the keyboard alone', async () => {
    const before = place.appendChild(document.createElement('input'));
    const element = await put(laptop, phone);
    before.focus();
    const stops = [];
    for (let times = 0; times < 3; times++) {
      await sendKeys({ press: 'Tab' });
      stops.push(focusIn(element));
    }
    expect(stops).to.deep.equal(['Add a passkey', 'Actions for Laptop', 'Actions for Google Password Manager']);
    await sendKeys({ press: 'Space' });
    while (choicesOf(element).length === 0) await settled();
    expect(focusIn(element)).to.equal('Rename');
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Enter' });
    await settled();
    expect(focusIn(element)).to.equal('Cancel');
    await sendKeys({ press: 'Tab' });
    expect(focusIn(element)).to.equal('Remove passkey');
    await sendKeys({ press: 'Enter' });
    await settled();
    expect([namesIn(element), focusIn(element)]).to.deep.equal([['Laptop'], 'Add a passkey']);
  });
});
