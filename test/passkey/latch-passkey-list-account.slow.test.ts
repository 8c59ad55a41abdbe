import { expect, oneEvent } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../src/define/passkey-list.js';
import { timeStepAt, totpCode } from '../../src/conformance/totp.js';
import { toBase64Url } from '../../src/base/bytes.js';
import type { LatchPasskeyList } from '../../src/elements.js';
import { clientFor, createPasskey, listPasskeys } from '../../src/passkey/index.js';
import { confirmTotpInSettings, enrollTotp } from '../../src/second-factor/second-factor.js';
import { post, signOutQuietly, signUpUser } from '../support/browser/account.js';
import { addAuthenticator, type Authenticator } from '../support/browser/authenticator.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { click } from '../support/browser/click.js';
import { takeBrowserEvents } from '../support/browser/devtools.js';
import { statusOf } from '../support/browser/elements.js';
import { choicesOf } from '../support/browser/menu.js';

const client = clientFor();
const password = 'correct horse battery staple';

describe('<latch-passkey-list> of an account at the reference server', () => {
  let authenticator: Authenticator;
  let backend: BackendRequests;
  let list: LatchPasskeyList | undefined;

  beforeEach(async () => {
    authenticator = await addAuthenticator();
    backend = watchBackendRequests();
  });

  afterEach(async () => {
    list?.remove();
    backend.restore();
    await authenticator.remove();
    await signOutQuietly();
  });

  const inside = (selector: string) => list!.shadowRoot!.querySelector<HTMLElement>(selector)!;
  const names = () =>
    [...list!.shadowRoot!.querySelectorAll('[part=item] [part=item-title]')].map(({ textContent }) => textContent);

  /** Resolves as soon as the element, which shows something else now and then, fulfils `wanted`. */
  async function until(wanted: () => boolean): Promise<void> {
    while (!wanted()) await new Promise((resolve) => requestAnimationFrame(resolve));
  }

  async function show(): Promise<void> {
    list = document.body.appendChild(document.createElement('latch-passkey-list'));
    await until(() => !!inside('[part=button]'));
  }

  /** Refuses the next change as the server does once the authentication is 5 minutes old. */
  function letSessionAge(...methods: string[]): void {
    let isStale = true;
    backend.answerWith(({ method, path }, real) => {
      if (!isStale || method === 'GET' || /step-up|login$/.test(path)) return real();
      isStale = false;
      return json({ error: 'step_up_required', methods }, 403);
    });
  }

  /** Opens the menu of the first passkey and chooses what has these words. */
  async function chooseByMouse(words: string): Promise<void> {
    await click(inside('[part=item-actions]'));
    await until(() => choicesOf(list!).length > 0);
    await click(choicesOf(list!).find(({ textContent }) => textContent === words)!);
  }

  async function removeFirst(): Promise<void> {
    await chooseByMouse('Remove');
    await until(() => !!inside('dialog[open]'));
    await click(inside('dialog [value=yes]'));
  }

  /** The credential that its provider has deleted, as base64url. */
  async function nextDeleted(): Promise<string> {
    for (;;) {
      for (const event of await takeBrowserEvents()) {
        if (event.event === 'WebAuthn.credentialDeleted')
          return toBase64Url(Uint8Array.from(atob(event.credentialId), (character) => character.charCodeAt(0)));
      }
    }
  }

  it('goes from none to one, gets a name, and loses it again, here and with its provider', async () => {
    await signUpUser();
    await show();
    expect(inside('.empty').textContent).to.contain('No passkeys yet');
    const created = oneEvent(list!, 'latch-passkey-created');
    await click(inside('[part=button]'));
    const { credentialId } = (await created).detail;
    await until(() => names().length === 1);
    expect(names()).to.have.length(1);
    expect(names()[0]).to.match(/^Passkey/);

    await chooseByMouse('Rename');
    await until(() => !!inside('#nickname'));
    await sendKeys({ type: 'Laptop' });
    const renamed = oneEvent(list!, 'latch-passkey-renamed');
    await sendKeys({ press: 'Enter' });
    expect((await renamed).detail).to.deep.equal({ credentialId, nickname: 'Laptop' });
    expect((await listPasskeys({ client })).credentials.map(({ nickname }) => nickname)).to.deep.equal(['Laptop']);

    await takeBrowserEvents();
    const removed = oneEvent(list!, 'latch-passkey-removed');
    await removeFirst();
    expect((await removed).detail).to.deep.equal({ credentialId });
    expect(await nextDeleted()).to.equal(credentialId);
    expect([
      (await authenticator.credentials()).length,
      (await listPasskeys({ client })).credentials.length,
    ]).to.deep.equal([0, 0]);
    await until(() => !!inside('.empty'));
  });

  it('removes one of two, and leaves the other with its provider', async () => {
    await signUpUser();
    const { credentialId: older } = await createPasskey({ client });
    await authenticator.remove();
    authenticator = await addAuthenticator();
    const { credentialId: younger } = await createPasskey({ client });
    await show();
    await until(() => names().length === 2);
    const removed = oneEvent(list!, 'latch-passkey-removed');
    await removeFirst();
    expect((await removed).detail).to.deep.equal({ credentialId: older });
    await list!.refresh();
    expect((await listPasskeys({ client })).credentials.map(({ id }) => id)).to.deep.equal([younger]);
    expect(await authenticator.credentials()).to.have.length(1);
  });

  it('keeps the last passkey of an account without a password, and says why', async () => {
    await post('/signup', { username: `somebody-${crypto.randomUUID()}` });
    await createPasskey({ client });
    await show();
    await removeFirst();
    await until(() => statusOf(list!)!.includes('only way to sign in'));
    expect((await listPasskeys({ client })).credentials).to.have.length(1);
  });

  it('asks for a passkey when the session is not fresh any more, and removes what was to be removed', async () => {
    await signUpUser();
    const { credentialId } = await createPasskey({ client });
    await show();
    letSessionAge('passkey', 'password');
    const removed = oneEvent(list!, 'latch-passkey-removed');
    await removeFirst();
    expect((await removed).detail).to.deep.equal({ credentialId });
    expect(await (await fetch('/session')).json()).to.have.property('authMethod', 'passkey-uv');
  });

  it('asks for the password when the account has no passkey, and adds one after it', async () => {
    await signUpUser();
    await show();
    letSessionAge('password');
    const created = oneEvent(list!, 'latch-passkey-created');
    await click(inside('[part=button]'));
    await until(() => list!.shadowRoot!.activeElement?.id === 'password');
    await sendKeys({ type: 'wrong' });
    await sendKeys({ press: 'Enter' });
    await until(() => !!inside('[role=alert]').textContent);
    (inside('#password') as HTMLInputElement).select();
    await sendKeys({ type: password });
    await sendKeys({ press: 'Enter' });
    await created;
    expect(await (await fetch('/session')).json()).to.have.property('authMethod', 'password');
    expect(await authenticator.credentials()).to.have.length(1);
  });

  it('asks for the code of the authenticator app after the password, in the same dialog', async () => {
    await signUpUser();
    const { secret } = await enrollTotp({ client });
    const step = timeStepAt(Date.now());
    await confirmTotpInSettings({ client, code: await totpCode(secret, step) });
    await show();
    letSessionAge('password');
    const created = oneEvent(list!, 'latch-passkey-created');
    await click(inside('[part=button]'));
    await until(() => list!.shadowRoot!.activeElement?.id === 'password');
    await sendKeys({ type: password });
    await sendKeys({ press: 'Enter' });
    await until(() => list!.shadowRoot!.activeElement?.id === 'code');
    expect(await (await fetch('/session')).json()).to.have.property('authMethod', 'signup');
    await sendKeys({ type: 'wrong' });
    await sendKeys({ press: 'Enter' });
    await until(() => !!inside('[role=alert]').textContent);
    expect(inside('[role=alert]').textContent).to.equal('That code is wrong or was used. Enter the next one.');
    (inside('#code') as HTMLInputElement).select();
    await sendKeys({ type: await totpCode(secret, step + 1) });
    await sendKeys({ press: 'Enter' });
    await created;
    expect(await (await fetch('/session')).json()).to.have.property('authMethod', 'password');
  });

  it('shows to one person nothing of another', async () => {
    await signUpUser();
    await createPasskey({ client });
    await show();
    await until(() => names().length === 1);
    await signOutQuietly();
    await list!.refresh();
    await until(() => statusOf(list!)!.includes('Sign in to see'));
    expect(names()).to.deep.equal([]);
    await signUpUser();
    await list!.refresh();
    await until(() => !!inside('.empty'));
  });
});
