import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import '../../src/define/passkey-create.js';
import { broadcast } from '../../src/base/storage/channel.js';
import type { LatchPasskeyCreate } from '../../src/elements.js';
import { signOutQuietly, signUpUser } from '../support/browser/account.js';
import { addAuthenticator } from '../support/browser/authenticator.js';
import { contentBackend, json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { click } from '../support/browser/click.js';
import { settled } from '../support/browser/clock.js';
import { watchCredentialRequests, type CredentialRequests } from '../support/browser/credential-requests.js';
import { attestation } from '../support/browser/credentials.js';
import { watchSignals } from '../support/browser/signals.js';

const inner = (element: Element) => element.shadowRoot!.querySelector('button')!;
const until = async (isTrue: () => unknown) => {
  while (!isTrue()) await settled();
};
const status = (element: Element) => element.shadowRoot!.querySelector('[role=status]')!.textContent;

describe('<latch-passkey-create>', () => {
  let requests: CredentialRequests;
  let backend: BackendRequests;

  beforeEach(() => {
    requests = watchCredentialRequests();
    requests.hold();
    backend = watchBackendRequests();
    backend.answerWith(contentBackend);
  });

  afterEach(async () => {
    await settled();
    requests.restore();
    backend.restore();
  });

  it('says what is going on until the backend has stored the passkey', async () => {
    const create = await fixture<LatchPasskeyCreate>(html`<latch-passkey-create></latch-passkey-create>`);
    await expect(create).to.be.accessible();
    inner(create).click();
    const request = await requests.next();
    await create.updateComplete;
    expect(create.matches(':state(pending)') && create.matches(':state(asking)')).to.equal(true);
    expect(status(create)).to.equal('Continue in the dialog.');
    const created = oneEvent(create, 'latch-passkey-created');
    request.choose(attestation());
    expect((await created).detail).to.deep.equal({ credentialId: 'AQID', backedUp: true });
    await settled();
    expect(create.matches(':state(done)')).to.equal(true);
    expect(status(create)).to.equal('Your passkey is ready.');
    await expect(create).to.be.accessible();
  });

  it('does not call a passkey ready that is not discoverable', async () => {
    const create = await fixture<LatchPasskeyCreate>(html`<latch-passkey-create></latch-passkey-create>`);
    const created = oneEvent(create, 'latch-passkey-created');
    inner(create).click();
    const results = { credProps: { rk: false } };
    (await requests.next()).choose(attestation({ getClientExtensionResults: () => results }));
    expect((await created).detail.discoverable).to.equal(false);
    await settled();
    expect(status(create)).to.equal(
      'That passkey was saved, but browsers can’t offer it. Create one on another device.',
    );
  });

  it('forgets that a passkey is ready when a user signs out', async () => {
    const create = await fixture<LatchPasskeyCreate>(html`<latch-passkey-create></latch-passkey-create>`);
    const created = oneEvent(create, 'latch-passkey-created');
    inner(create).click();
    (await requests.next()).choose(attestation());
    await created;
    await settled();
    expect(status(create)).to.equal('Your passkey is ready.');
    const heard = new Promise<void>((resolve) => {
      const channel = new BroadcastChannel('auth');
      channel.onmessage = () => {
        channel.close();
        resolve();
      };
    });
    broadcast({ type: 'signed-out' });
    await heard;
    await until(() => status(create) === '');
    await settled();
    expect([status(create), create.matches(':state(done)')]).to.deep.equal(['', false]);
  });

  it('advises a second passkey when this one stays on the device', async () => {
    const create = await fixture<LatchPasskeyCreate>(html`<latch-passkey-create></latch-passkey-create>`);
    backend.answerWith((request) =>
      request.path.includes('verify') ? json({ verified: true, backedUp: false }) : contentBackend(request),
    );
    const created = oneEvent(create, 'latch-passkey-created');
    inner(create).click();
    (await requests.next()).choose(attestation());
    expect((await created).detail.backedUp).to.equal(false);
    await settled();
    expect(status(create)).to.contain('Add a second one');
  });

  for (const [name, code, sentence] of [
    ['InvalidStateError', 'already_registered', 'This device already has a passkey for your account.'],
    ['ConstraintError', 'constraint', 'This device can’t store a passkey for this site. Use another one.'],
    ['NotSupportedError', 'unsupported', 'This browser can’t use passkeys here. Sign in another way.'],
    ['SecurityError', 'invalid_rp_id', 'Passkeys don’t work at this address. Sign in another way.'],
  ] as const) {
    it(`tells by an event and in words why there is no passkey: ${code}`, async () => {
      const create = await fixture<LatchPasskeyCreate>(html`<latch-passkey-create></latch-passkey-create>`);
      const failed = oneEvent(create, 'latch-passkey-create-failed');
      inner(create).click();
      (await requests.next()).fail(new DOMException('', name));
      expect((await failed).detail.code).to.equal(code);
      await settled();
      expect(status(create)).to.equal(sentence);
      expect(create.matches(':state(failed)')).to.equal(true);
      await expect(create).to.be.accessible();
    });
  }

  it('says that another device is needed where the backend accepts no passkey of this one', async () => {
    const create = await fixture<LatchPasskeyCreate>(html`<latch-passkey-create></latch-passkey-create>`);
    backend.answerWith((request) =>
      request.path.includes('verify') ? json({ error: 'attestation_refused' }, 400) : contentBackend(request),
    );
    const failed = oneEvent(create, 'latch-passkey-create-failed');
    inner(create).click();
    (await requests.next()).choose(attestation());
    expect((await failed).detail).to.include({ code: 'constraint', reason: 'attestation_refused', status: 400 });
    await settled();
    expect(status(create)).to.equal('This device can’t store a passkey for this site. Use another one.');
  });

  for (const [answer, code, sentence] of [
    [json({ error: 'unauthenticated' }, 401), 'unauthenticated', 'Sign in first.'],
    [
      json({ error: 'step_up_required', methods: ['oidc'] }, 403),
      'step_up_required',
      'Sign in again to confirm it’s you.',
    ],
  ] as const) {
    it(`asks the browser for nothing when the backend gives no options: ${code}`, async () => {
      const create = await fixture<LatchPasskeyCreate>(html`<latch-passkey-create></latch-passkey-create>`);
      backend.answerWith(() => answer);
      const failed = oneEvent(create, 'latch-passkey-create-failed');
      inner(create).click();
      expect((await failed).detail.code).to.equal(code);
      await settled();
      expect(status(create)).to.equal(sentence);
      expect(requests.all).to.have.length(0);
    });
  }

  it('asks for the password in place where the backend requires a step-up, and then creates the passkey', async () => {
    const create = await fixture<LatchPasskeyCreate>(html`<latch-passkey-create></latch-passkey-create>`);
    let isFresh = false;
    backend.answerWith((request) => {
      if (request.path === '/session')
        return json({
          signedIn: true,
          user: { name: 'alice', displayName: 'Alice', id: 'dXNlcg', username: 'alice' },
          authMethod: 'password',
          authTime: 1000,
          expires: 9e12,
        });
      if (request.path === '/login') isFresh = (request.body as { password: string }).password === 'right';
      if (request.path === '/login' && !isFresh) return json({ error: 'rejected' }, 401);
      if (request.path.includes('register/options') && !isFresh)
        return json({ error: 'step_up_required', methods: ['password'] }, 403);
      return contentBackend(request);
    });
    inner(create).click();
    await until(() => create.shadowRoot!.activeElement?.id === 'password');
    expect(status(create)).to.equal('Confirm it’s you.');
    expect(create.matches(':state(confirming)')).to.equal(true);
    await expect(create).to.be.accessible();
    for (const password of ['wrong', 'right']) {
      create.shadowRoot!.querySelector<HTMLInputElement>('#password')!.value = password;
      create.shadowRoot!.querySelector('form')!.requestSubmit();
      if (password === 'wrong') await until(() => create.shadowRoot!.querySelector('[role=alert]')?.textContent);
    }
    const created = oneEvent(create, 'latch-passkey-created');
    (await requests.next()).choose(attestation());
    await created;
    await settled();
    expect(status(create)).to.equal('Your passkey is ready.');
    expect(create.shadowRoot!.querySelector('dialog')).to.equal(null);
  });

  for (const [what, ofSecond, prompts] of [
    ['sends the passkey again at the next click, where the backend was out of reach', undefined, 1],
    ['makes another where it does not know the first any more, which may be stored', 'challenge_expired', 2],
  ] as const)
    it(what, async () => {
      let tries = 0;
      backend.answerWith((request) => {
        if (!request.path.includes('verify')) return contentBackend(request);
        tries += 1;
        if (tries === 1) return Promise.reject(new TypeError('Failed to fetch'));
        return tries === 2 && ofSecond ? json({ error: ofSecond }, 400) : contentBackend(request);
      });
      const signals = watchSignals();
      const create = await fixture<LatchPasskeyCreate>(html`<latch-passkey-create></latch-passkey-create>`);
      const failed = oneEvent(create, 'latch-passkey-create-failed');
      inner(create).click();
      (await requests.next()).choose(attestation());
      expect((await failed).detail.code).to.equal('network');
      await settled();
      const created = oneEvent(create, 'latch-passkey-created');
      inner(create).click();
      if (prompts === 2) (await requests.next(undefined, 1)).choose(attestation());
      await created;
      signals.restore();
      expect([requests.all.length, signals.all]).to.deep.equal([prompts, []]);
      const [first, second] = backend.to('/webauthn/register/verify').map(({ body }) => body);
      expect(second).to.deep.equal(first);
    });

  it('makes another passkey for another user, and sends nothing of the first', async () => {
    backend.answerWith((request) =>
      request.path.includes('verify') && backend.to('/webauthn/register/verify').length === 1
        ? json({ error: 'unavailable' }, 503)
        : contentBackend(request),
    );
    const create = await fixture<LatchPasskeyCreate>(html`<latch-passkey-create></latch-passkey-create>`);
    const failed = oneEvent(create, 'latch-passkey-create-failed');
    inner(create).click();
    (await requests.next()).choose(attestation());
    await failed;
    broadcast({ type: 'signed-in' });
    await settled();
    const created = oneEvent(create, 'latch-passkey-created');
    inner(create).click();
    (await requests.next(undefined, 1)).choose(attestation());
    await created;
    expect(requests.all).to.have.length(2);
  });

  it('creates nothing when the person does not give the password', async () => {
    const create = await fixture<LatchPasskeyCreate>(html`<latch-passkey-create></latch-passkey-create>`);
    create.addEventListener('latch-passkey-create-failed', () => expect.fail('an event'));
    backend.answerWith(() => json({ error: 'step_up_required', methods: ['password'] }, 403));
    inner(create).click();
    await until(() => create.shadowRoot!.querySelector('dialog')?.open);
    create.shadowRoot!.querySelector<HTMLElement>('dialog .quiet')!.click();
    await settled();
    expect(status(create)).to.equal('No passkey was created. Try again.');
    expect(requests.all).to.have.length(0);
  });

  it('asks no one for a password when conditional', async () => {
    backend.answerWith(() => json({ error: 'step_up_required', methods: ['password'] }, 403));
    const create = await fixture<LatchPasskeyCreate>(html`<latch-passkey-create conditional></latch-passkey-create>`);
    await settled();
    expect(create.shadowRoot!.querySelector('dialog')).to.equal(null);
    expect(backend.to('/session')).to.have.length(0);
  });

  it('reports it, but dispatches nothing, when the dialog was dismissed', async () => {
    const create = await fixture<LatchPasskeyCreate>(html`<latch-passkey-create></latch-passkey-create>`);
    create.addEventListener('latch-passkey-create-failed', () => expect.fail('an event'));
    inner(create).click();
    (await requests.next()).fail(new DOMException('', 'NotAllowedError'));
    await settled();
    expect(status(create)).to.equal('No passkey was created. Try again.');
  });

  it('shows nothing when conditional, asks automatically, and keeps a refusal to itself', async () => {
    for (const name of ['NotAllowedError', 'InvalidStateError', 'ConstraintError']) {
      const made = requests.all.length;
      const create = await fixture<LatchPasskeyCreate>(html`<latch-passkey-create conditional></latch-passkey-create>`);
      create.addEventListener('latch-passkey-create-failed', () => expect.fail('an event'));
      expect(create.shadowRoot!.childElementCount).to.equal(0);
      const request = await requests.next(undefined, made);
      expect(request.options.mediation).to.equal('conditional');
      expect(backend.all.at(-1)!.path).to.equal('/webauthn/register/options?auto=1');
      request.fail(new DOMException('', name));
      await settled();
      create.remove();
    }
  });

  it('ends its request without a word when it is removed', async () => {
    const create = await fixture<LatchPasskeyCreate>(html`<latch-passkey-create></latch-passkey-create>`);
    create.addEventListener('latch-passkey-create-failed', () => expect.fail('an event'));
    inner(create).click();
    await requests.next();
    create.remove();
    await settled();
    expect(requests.pending).to.have.length(0);
  });
});

it('a passkey created in a real browser is stored by the reference server, and a second one on the same device is refused', async () => {
  await signUpUser();
  const authenticator = await addAuthenticator();
  const create = await fixture<LatchPasskeyCreate>(html`<latch-passkey-create></latch-passkey-create>`);
  const created = oneEvent(create, 'latch-passkey-created');
  await click(inner(create));
  expect((await created).detail.backedUp).to.equal(true);
  const failed = oneEvent(create, 'latch-passkey-create-failed');
  await click(inner(create));
  expect((await failed).detail.code).to.equal('already_registered');
  expect(await authenticator.credentials()).to.have.length(1);
  await authenticator.remove();
  await signOutQuietly();
});
