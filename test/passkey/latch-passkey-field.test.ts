import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import '../../src/define/passkey-create.js';
import '../../src/define/passkey-field.js';
import type { LatchPasskeyCreate, LatchPasskeyField } from '../../src/elements.js';
import { signOutQuietly, signUpUser, whoIsSignedIn } from '../support/browser/account.js';
import { addAuthenticator, type Authenticator } from '../support/browser/authenticator.js';
import {
  contentBackend,
  json,
  requestOptions,
  watchBackendRequests,
  type BackendRequests,
} from '../support/browser/backend.js';
import { claimCapabilities } from '../support/browser/capable.js';
import { click } from '../support/browser/click.js';
import { settled } from '../support/browser/clock.js';
import {
  isConditional,
  isModal,
  watchCredentialRequests,
  type CredentialRequests,
} from '../support/browser/credential-requests.js';
import { assertion } from '../support/browser/credentials.js';
import { buttonOf, statesOf, statusOf, watchEvents, watchReports } from '../support/browser/elements.js';

describe('<latch-passkey-field>, with the real backend,', () => {
  let authenticator: Authenticator | undefined;
  let requests: CredentialRequests;

  beforeEach(() => {
    requests = watchCredentialRequests();
  });

  afterEach(async () => {
    requests.restore();
    await authenticator?.remove();
    authenticator = undefined;
    await signOutQuietly();
  });

  async function userWithPasskey(): Promise<string> {
    const username = await signUpUser();
    authenticator = await addAuthenticator();
    const create = await fixture<LatchPasskeyCreate>(html`<latch-passkey-create></latch-passkey-create>`);
    const created = oneEvent(create, 'latch-passkey-created');
    await click(create.shadowRoot!.querySelector('button')!);
    await created;
    await signOutQuietly();
    return username;
  }

  it('signs in by the button the person who created a passkey', async () => {
    const username = await userWithPasskey();
    await authenticator!.setPresence(false);
    const field = await fixture<LatchPasskeyField>(html`<latch-passkey-field></latch-passkey-field>`);
    await requests.next(isConditional);
    await authenticator!.setPresence(true);
    const signedIn = oneEvent(field, 'latch-signed-in');
    await click(field.shadowRoot!.querySelector('button')!);
    expect((await signedIn).detail.method).to.equal('passkey');
    expect(await whoIsSignedIn()).to.equal(username);
    expect(requests.mostAtOnce).to.equal(1);
  });

  it('signs in by autofill once the person chooses', async () => {
    const username = await userWithPasskey();
    const field = await fixture<LatchPasskeyField>(html`<latch-passkey-field></latch-passkey-field>`);
    expect((await oneEvent(field, 'latch-signed-in')).detail.method).to.equal('passkey');
    expect(await whoIsSignedIn()).to.equal(username);
  });
});

describe('<latch-passkey-field>', () => {
  let requests: CredentialRequests;
  let backend: BackendRequests;
  let events: ReturnType<typeof watchEvents>;
  let reports: ReturnType<typeof watchReports>;
  let place: HTMLElement;

  before(() => claimCapabilities());

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
    for (const what of [requests, backend]) what.restore();
    for (const what of [events, reports]) what.stop();
  });

  /** Puts a field with this inside into the page, as the page's own markup would. */
  async function put(inside = '', attributes: Record<string, string> = {}): Promise<LatchPasskeyField> {
    const field = document.createElement('latch-passkey-field');
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);
    field.append(document.createRange().createContextualFragment(inside));
    place.append(field);
    await settled();
    return field;
  }

  /** The input in whose autofill passkeys are offered. */
  const inputOf = (field: Element) => field.querySelector<HTMLInputElement>('[autocomplete$=webauthn]')!;

  const refuseVerification = (status: number, body: object) =>
    backend.answerWith((request) => (request.path.includes('verify') ? json(body, status) : contentBackend(request)));

  describe('around an input of the page', () => {
    it('leaves it, its label and its form as they are, but for the end of its autocomplete', async () => {
      const form = place.appendChild(document.createElement('form'));
      const field = await put(
        '<label for="own">Your name</label><input id="own" name="login" class="theirs" value="alice" required autocomplete="username">',
      );
      form.append(field);
      await settled();
      const input = field.querySelector('input')!;
      expect(input.outerHTML).to.equal(
        '<input id="own" name="login" class="theirs" value="alice" required="" autocomplete="username webauthn">',
      );
      expect([...input.labels!].map(({ textContent }) => textContent)).to.deep.equal(['Your name']);
      expect(Object.fromEntries(new FormData(form))).to.deep.equal({ login: 'alice' });
      await expect(field).to.be.accessible();
    });

    for (const [before, after] of [
      [null, 'username webauthn'],
      ['', 'username webauthn'],
      ['on', 'username webauthn'],
      ['off', 'username webauthn'],
      ['webauthn', 'username webauthn'],
      ['email', 'email webauthn'],
      ['webauthn username', 'username webauthn'],
      [' Username  WebAuthn ', 'username webauthn'],
      ['section-a username', 'section-a username webauthn'],
    ] as const) {
      it(`makes ${before === null ? 'no autocomplete' : `the autocomplete "${before}"`} into "${after}" before the first request`, async () => {
        const seen = requests.next().then(() => field.querySelector('input')!.getAttribute('autocomplete'));
        const field = document.createElement('latch-passkey-field');
        const input = field.appendChild(document.createElement('input'));
        if (before !== null) input.setAttribute('autocomplete', before);
        place.append(field);
        expect(await seen).to.equal(after);
      });
    }

    it('chooses the one that can hold a username, of whatever type', async () => {
      for (const type of ['text', 'email', 'tel']) {
        const field = await put(
          `<input type="hidden" name="csrf"><label>Name <input type="${type}"></label><input type="password"><input type="checkbox">`,
        );
        expect(field.querySelectorAll('input')).to.have.length(4);
        expect(inputOf(field).type).to.equal(type);
        expect(inputOf(field).getAttribute('autocomplete')).to.equal('username webauthn');
        expect(field.querySelectorAll('[autocomplete]')).to.have.length(1);
        field.remove();
      }
    });
  });

  describe('with no input of the page', () => {
    it('makes one with a label, which a form sends as the username', async () => {
      const form = place.appendChild(document.createElement('form'));
      const field = await put();
      form.append(field);
      const input = inputOf(field);
      expect(input.getAttribute('autocomplete')).to.equal('username webauthn');
      expect([...input.labels!].map(({ textContent }) => textContent)).to.deep.equal(['Username']);
      input.value = 'alice';
      expect(Object.fromEntries(new FormData(form))).to.deep.equal({ username: 'alice' });
      await expect(field).to.be.accessible();
    });

    it('takes it back when the page puts in one of its own after all', async () => {
      const field = await put();
      field.insertAdjacentHTML('afterbegin', '<label for="late">Late</label><input id="late">');
      await settled();
      expect([...field.querySelectorAll('input, label')].map(({ outerHTML }) => outerHTML)).to.deep.equal([
        '<label for="late">Late</label>',
        '<input id="late" autocomplete="username webauthn">',
      ]);
      expect(inputOf(field).id).to.equal('late');
    });

    it('makes no second one when it is moved, or removed and put back', async () => {
      const field = await put();
      place.append(field);
      await settled();
      field.remove();
      await settled();
      place.append(field);
      await settled();
      expect(field.querySelectorAll('input')).to.have.length(1);
      expect(requests.pending).to.have.length(1);
    });
  });

  it('marks the input that it has made with the ring of its button when that has the focus', async () => {
    const field = await fixture<LatchPasskeyField>(html`<latch-passkey-field></latch-passkey-field>`);
    field.style.setProperty('--latch-focus-ring', '5px dotted rgb(1, 2, 3)');
    const input = field.querySelector('input')!;
    input.focus();
    const { outline, outlineOffset } = getComputedStyle(input);
    expect([outline, outlineOffset]).to.deep.equal(['rgb(1, 2, 3) dotted 5px', '2px']);
  });

  it('offers passkeys in autofill before anybody has touched it', async () => {
    const field = await put();
    expect(requests.pending.map(isConditional)).to.deep.equal([true]);
    expect([statesOf(field), statusOf(field)]).to.deep.equal([[], '']);
  });

  it('tells who was signed in by autofill, and offers nothing more', async () => {
    const field = await put();
    requests.pending[0]!.choose(assertion());
    const { detail } = await oneEvent(field, 'latch-signed-in');
    expect(detail).to.deep.equal({ method: 'passkey', credentialId: 'AQID' });
    await settled();
    expect(statesOf(field)).to.deep.equal(['done']);
    expect(requests.pending).to.have.length(0);
  });

  it('says that the backend is checking what was chosen in autofill', async () => {
    backend.answerWith((request) =>
      request.path.includes('verify') ? new Promise<never>(() => {}) : contentBackend(request),
    );
    const field = await put();
    requests.pending[0]!.choose(assertion());
    await settled();
    expect(statesOf(field)).to.deep.equal(['pending', 'verifying']);
    expect(statusOf(field)).to.equal('Checking…');
    await expect(field).to.be.accessible();
  });

  it('gives autofill up for a dialog, and has it back after the dialog was dismissed, with no event', async () => {
    const field = await put();
    buttonOf(field).click();
    await settled();
    expect(requests.pending.map(isModal)).to.deep.equal([true]);
    requests.pending[0]!.fail(new DOMException('', 'NotAllowedError'));
    await settled();
    expect(requests.pending.map(isConditional)).to.deep.equal([true]);
    expect(statusOf(field)).to.equal('No passkey was used. Try again.');
    expect(statesOf(field)).to.deep.equal([]);
    expect(events.types).to.deep.equal([]);
    expect(backend.to('/webauthn/login/options')).to.have.length(1);
    await expect(field).to.be.accessible();
  });

  it('stops offering passkeys in autofill once a user has signed in by the dialog', async () => {
    const field = await put();
    buttonOf(field).click();
    await settled();
    requests.pending[0]!.choose(assertion());
    await oneEvent(field, 'latch-signed-in');
    await settled();
    expect(requests.pending).to.have.length(0);
    expect(requests.all).to.have.length(2);
  });

  it('tells when a passkey that was chosen in autofill is unknown, and goes on offering others', async () => {
    refuseVerification(404, { error: 'unknown_credential', rpId: 'localhost', credentialId: 'AQID' });
    const field = await put();
    const failed = oneEvent(field, 'latch-sign-in-failed');
    requests.pending[0]!.choose(assertion());
    expect((await failed).detail.code).to.equal('unknown_credential');
    await requests.next(isConditional, 1);
    expect(statusOf(field)).to.equal('That passkey was removed from this account. Sign in another way.');
    expect(statesOf(field)).to.deep.equal(['failed']);
  });

  it('stays silent about what the user did not request: no passkeys in autofill, or no network', async () => {
    backend.answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
    const field = await put();
    expect([events.types, statusOf(field), reports.all]).to.deep.equal([[], '', []]);
  });

  it('tells the makers of the page, and no person, that no passkey can ever be used on the page', async () => {
    const field = await put();
    requests.pending[0]!.fail(new DOMException('', 'SecurityError'));
    await settled();
    expect(reports.all.map((error) => (error as { code: string }).code)).to.deep.equal(['invalid_rp_id']);
    expect([events.types, statusOf(field)]).to.deep.equal([[], '']);
    expect(requests.all).to.have.length(1);
  });

  it('has no button when it is for autofill only, and still says what goes on', async () => {
    const field = await put('', { 'autofill-only': '' });
    expect(field.shadowRoot!.querySelectorAll('button')).to.have.length(0);
    expect(requests.pending.map(isConditional)).to.deep.equal([true]);
    await expect(field).to.be.accessible();
    refuseVerification(401, { error: 'verification_failed' });
    requests.pending[0]!.choose(assertion());
    await oneEvent(field, 'latch-sign-in-failed');
    await settled();
    expect(statusOf(field)).to.equal('That didn’t work. Try again, or use another way.');
  });

  it('opens the dialog for a caller, too, who learns when it is over', async () => {
    const field = await put('', { 'autofill-only': '' });
    const over = field.signIn();
    await settled();
    requests.pending[0]!.choose(assertion());
    await over;
    expect(events.types).to.deep.equal(['latch-signed-in']);
  });

  it('requests no options that the server wrote into the page', async () => {
    const inlined = requestOptions();
    const field = await put(`<script type="application/json">${JSON.stringify(inlined)}</script>`);
    expect(requests.pending).to.have.length(1);
    expect(backend.all).to.have.length(0);
    buttonOf(field).click();
    await settled();
    expect(requests.pending.map(isModal)).to.deep.equal([true]);
    expect(backend.all, 'the dialog uses them too').to.have.length(0);
    expect(reports.all).to.deep.equal([]);
  });

  it('reports damaged ones to the makers of the page and fetches others', async () => {
    await put('<script type="application/json">{"challenge": 7}</script>');
    expect(reports.all).to.have.length(1);
    expect(reports.all[0]).to.include({ name: 'LatchError', code: 'bad_response' });
    expect(backend.to('/webauthn/login/options')).to.have.length(1);
    expect(requests.pending.map(isConditional)).to.deep.equal([true]);
    expect(events.types).to.deep.equal([]);
  });
});
