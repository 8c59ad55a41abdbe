import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import '../../src/define/passkey-button.js';
import { LatchError } from '../../src/base/client/errors.js';
import type { LatchPasskeyButton } from '../../src/elements.js';
import { clientFor, createPasskey } from '../../src/index.js';
import { signOutQuietly, signUpUser, whoIsSignedIn } from '../support/browser/account.js';
import { addAuthenticator } from '../support/browser/authenticator.js';
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
import { watchCredentialRequests, type CredentialRequests } from '../support/browser/credential-requests.js';
import { assertion } from '../support/browser/credentials.js';
import { buttonOf, everythingIn, statesOf, statusOf, watchEvents } from '../support/browser/elements.js';

describe('<latch-passkey-button step-up>', () => {
  let requests: CredentialRequests;
  let backend: BackendRequests;
  let events: ReturnType<typeof watchEvents>;

  before(() => claimCapabilities({ immediateGet: true }));

  beforeEach(() => {
    requests = watchCredentialRequests();
    requests.hold();
    backend = watchBackendRequests();
    backend.answerWith(contentBackend);
    events = watchEvents();
  });

  afterEach(async () => {
    await settled();
    events.stop();
    requests.restore();
    backend.restore();
  });

  const paths = () => backend.all.map(({ path }) => path);

  it('asks for a passkey of the account, and tells in words and by an event that it was one', async () => {
    const button = await fixture<LatchPasskeyButton>(html`<latch-passkey-button step-up></latch-passkey-button>`);
    expect(buttonOf(button).textContent!.trim()).to.equal('Confirm it’s you');
    await expect(button).to.be.accessible();
    buttonOf(button).click();
    const request = await requests.next();
    await button.updateComplete;
    expect([statesOf(button), statusOf(button)]).to.deep.equal([['pending', 'asking'], 'Continue in the dialog.']);
    expect(request.options.publicKey).to.have.property('userVerification', 'required');
    const steppedUp = oneEvent(button, 'latch-stepped-up');
    request.choose(assertion());
    const event = await steppedUp;
    expect([event.detail, event.bubbles, event.composed]).to.deep.equal([{ credentialId: 'AQID' }, true, true]);
    await settled();
    expect([statesOf(button), statusOf(button), events.types]).to.deep.equal([
      ['done'],
      'Confirmed.',
      ['latch-stepped-up'],
    ]);
    await expect(button).to.be.accessible();
  });

  it('has options of its own before the click, and none of a sign-in', async () => {
    const button = await fixture<LatchPasskeyButton>(html`<latch-passkey-button step-up></latch-passkey-button>`);
    await settled();
    expect(paths()).to.deep.equal(['/webauthn/login/options?step-up']);
    buttonOf(button).click();
    (await requests.next()).choose(assertion());
    await settled();
    expect(paths()).to.deep.equal(['/webauthn/login/options?step-up', '/webauthn/login/verify?step-up']);
  });

  it('keeps the options of the two kinds apart when it changes from one to the other', async () => {
    const button = await fixture<LatchPasskeyButton>(html`<latch-passkey-button></latch-passkey-button>`);
    await settled();
    for (const isStepUp of [true, false, true]) {
      button.stepUp = isStepUp;
      await button.updateComplete;
      const made = requests.all.length;
      buttonOf(button).click();
      const request = await requests.next(undefined, made);
      expect((request.options.publicKey as PublicKeyCredentialRequestOptions).allowCredentials!.length).to.equal(
        isStepUp ? 1 : 0,
      );
      request.fail(new DOMException('', 'NotAllowedError'));
      await settled();
    }
    expect(paths()).to.deep.equal(['/webauthn/login/options', '/webauthn/login/options?step-up']);
  });

  it('takes precedence over immediate mode, which forbids to name the passkeys of the account', async () => {
    const button = await fixture<LatchPasskeyButton>(
      html`<latch-passkey-button step-up immediate hints="hybrid"></latch-passkey-button>`,
    );
    buttonOf(button).click();
    const { options } = await requests.next();
    expect([options.uiMode, options.mediation]).to.deep.equal([undefined, 'required']);
    expect(options.publicKey)
      .to.deep.include({ hints: ['hybrid'] })
      .and.to.have.property('allowCredentials')
      .with.length(1);
  });

  it('reports it, but dispatches nothing, when the dialog was dismissed', async () => {
    const button = await fixture<LatchPasskeyButton>(html`<latch-passkey-button step-up></latch-passkey-button>`);
    buttonOf(button).click();
    (await requests.next()).fail(new DOMException('', 'NotAllowedError'));
    await settled();
    expect([statusOf(button), statesOf(button), events.types]).to.deep.equal(['Not confirmed. Try again.', [], []]);
  });

  for (const [what, path, answer, code, sentence] of [
    [
      'account has no passkey',
      'options',
      () => json({ error: 'step_up_required', methods: ['password'] }, 403),
      'step_up_required',
      'This account has no passkey. Sign in again to confirm it’s you.',
    ],
    [
      'person is not signed in any more',
      'options',
      () => json({ error: 'unauthenticated' }, 401),
      'unauthenticated',
      'Sign in first.',
    ],
    [
      'backend has no step-up',
      'options',
      () => json(requestOptions()),
      'unsupported',
      'This browser can’t use passkeys here. Sign in another way.',
    ],
    [
      'passkey is that of another account',
      'verify',
      () => json({ error: 'wrong_account' }, 400),
      'wrong_account',
      'That passkey belongs to another account. Use a passkey of this account.',
    ],
    [
      'passkey was removed',
      'verify',
      () => json({ error: 'unknown_credential' }, 404),
      'unknown_credential',
      'That passkey was removed from this account. Use another one.',
    ],
    [
      'challenge is too old',
      'verify',
      () => json({ error: 'challenge_expired' }, 400),
      'challenge_expired',
      'That took too long. Try again.',
    ],
    [
      'backend cannot be reached',
      'verify',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'network',
      'Can’t reach the server. Check your connection and try again.',
    ],
  ] as const) {
    it(`shows a plain sentence when the ${what}`, async () => {
      backend.answerWith((request) => (request.path.includes(path) ? answer() : contentBackend(request)));
      requests.answerWith(async () => assertion());
      const button = await fixture<LatchPasskeyButton>(html`<latch-passkey-button step-up></latch-passkey-button>`);
      const failed = oneEvent(button, 'latch-sign-in-failed');
      buttonOf(button).click();
      const { detail } = await failed;
      expect(detail).to.be.instanceOf(LatchError).and.to.include({ code });
      expect(everythingIn(detail), 'signature and client data').not.to.contain('Bgc').and.not.to.contain('e30');
      await settled();
      expect([statusOf(button), statesOf(button)]).to.deep.equal([sentence, ['failed']]);
      await expect(button).to.be.accessible();
    });
  }

  for (const [what, answer] of [
    ['the account has none', () => json({ error: 'step_up_required', methods: ['password'] }, 403)],
    ['the backend has no step-up', () => json({}, 404)],
  ] as const) {
    it(`shows the other way where passkeys are of no use because ${what}`, async () => {
      backend.answerWith(answer);
      const button = await fixture<LatchPasskeyButton>(
        html`<latch-passkey-button step-up><a slot="fallback" href="/login">Use your password</a></latch-passkey-button>`,
      );
      const link = button.querySelector('a')!;
      await settled();
      expect(link.checkVisibility()).to.equal(false);
      buttonOf(button).click();
      await settled();
      expect(link.checkVisibility()).to.equal(true);
      await expect(button).to.be.accessible();
    });
  }

  it('makes one request of a thousand quick clicks', async () => {
    const button = await fixture<LatchPasskeyButton>(html`<latch-passkey-button step-up></latch-passkey-button>`);
    for (let clicks = 0; clicks < 1000; clicks++) buttonOf(button).click();
    await settled();
    expect([requests.all.length, backend.all.length]).to.deep.equal([1, 1]);
  });

  it('ends its request without a word when it is removed, and not when it is moved', async () => {
    const button = await fixture<LatchPasskeyButton>(html`<latch-passkey-button step-up></latch-passkey-button>`);
    buttonOf(button).click();
    const request = await requests.next();
    const elsewhere = button.parentElement!.appendChild(document.createElement('div'));
    elsewhere.append(button);
    await settled();
    expect(request.outcome).to.equal(undefined);
    button.remove();
    await settled();
    expect([requests.pending.length, events.types]).to.deep.equal([0, []]);
    await button.signIn();
    expect(requests.all, 'nothing is requested outside of the page').to.have.length(1);
  });
});

it('a step-up in a real browser makes the session at the reference server fresh, and keeps its person', async () => {
  const username = await signUpUser();
  const authenticator = await addAuthenticator();
  const { credentialId } = await createPasskey({ client: clientFor() });
  const button = await fixture<LatchPasskeyButton>(html`<latch-passkey-button step-up></latch-passkey-button>`);
  const steppedUp = oneEvent(button, 'latch-stepped-up');
  await click(buttonOf(button));
  expect((await steppedUp).detail).to.deep.equal({ credentialId });
  expect(await (await fetch('/session')).json()).to.have.property('authMethod', 'passkey-uv');
  expect(await whoIsSignedIn()).to.equal(username);
  await authenticator.remove();
  await signOutQuietly();
});
