import { expect } from '@open-wc/testing';
import type { ReactiveElement } from 'lit';
import '../../src/define/all.js';
import { createPasskey } from '../../src/passkey/create.js';
import { clientFor } from '../../src/base/client/client.js';
import type { LatchInstallButton, LatchManifestInspector } from '../../src/elements.js';
import { wipeVaults } from '../../src/vault/index.js';
import { signOutQuietly, signUpUser } from '../support/browser/account.js';
import { addAuthenticator } from '../support/browser/authenticator.js';
import { contentBackend, json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { watchCredentialRequests, type CredentialRequests } from '../support/browser/credential-requests.js';
import { choose, openMenu } from '../support/browser/menu.js';
import { listedCredential, passkeyBackend } from '../support/browser/passkeys.js';
import { listedSession, sessionBackend } from '../support/browser/sessions.js';
import { answerDialog, dialogTitle, shown } from '../support/browser/vault-lock.js';

/** The names of the parts of all elements. */
const vocabulary = [
  'button',
  'browser-button',
  'action',
  'action-danger',
  'item',
  'item-title',
  'item-detail',
  'item-actions',
  'icon',
  'label',
  'field',
  'form',
  'status',
  'dialog',
  'dialog-title',
  'dialog-text',
  'dialog-confirm',
  'dialog-cancel',
  'box',
  'badge',
  'divider',
  'card',
  'heading',
  'subtitle',
  'hero',
  'ways',
  'providers',
  'footer',
  'submit',
];

const tags = [
  'latch-account',
  'latch-digital-credential-button',
  'latch-fedcm-button',
  'latch-install-button',
  'latch-manifest-inspector',
  'latch-offline-status',
  'latch-oidc-button',
  'latch-otp-input',
  'latch-passkey-button',
  'latch-passkey-create',
  'latch-passkey-field',
  'latch-passkey-list',
  'latch-password-form',
  'latch-payment-button',
  'latch-session-list',
  'latch-sign-in',
  'latch-sign-out-button',
  'latch-sign-up',
  'latch-vault-unlock',
] as const;

/** What a page may want to style, and so must be a part. */
const styled = 'button, input, textarea, select, label, form, svg, dialog, output';

/** Fails for a part of another name, and for what must be a part but is not. */
function check(element: Element): void {
  const root = element.shadowRoot!;
  const names = [...root.querySelectorAll('[part]')].flatMap(({ part }) => [...part]);
  expect(
    names.filter((name) => !vocabulary.includes(name)),
    'parts of other names',
  ).to.deep.equal([]);
  const bare = [...root.querySelectorAll(styled)].filter(({ part }) => part.length === 0);
  expect(
    bare.map(({ outerHTML }) => outerHTML.slice(0, 100)),
    'without a part',
  ).to.deep.equal([]);
}

const partsOf = (element: Element) =>
  new Set([...element.shadowRoot!.querySelectorAll('[part]')].flatMap(({ part }) => [...part]));

describe('the parts of elements are those of one vocabulary', () => {
  let backend: BackendRequests;
  let requests: CredentialRequests | undefined;
  let element: HTMLElement;

  beforeEach(() => {
    backend = watchBackendRequests();
    backend.answerWith(contentBackend);
  });

  afterEach(async () => {
    element.remove();
    await settled();
    backend.restore();
    requests?.restore();
    requests = undefined;
  });

  function holdRequests(): void {
    requests = watchCredentialRequests();
    requests.hold();
  }

  async function put<Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    attributes: Record<string, string> = {},
  ): Promise<HTMLElementTagNameMap[Tag]> {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    element = document.body.appendChild(made);
    do await settled();
    while (element.matches(':state(loading)'));
    return made;
  }

  for (const tag of tags)
    it(`in <${tag}> as it is at first`, async () => {
      holdRequests();
      await put(tag, tag === 'latch-otp-input' ? { to: 'ada@example.com' } : {});
      await (element as ReactiveElement).updateComplete;
      check(element);
      expect(partsOf(element)).to.include('status');
    });

  it('in the list of passkeys: with its menu, its form, its questions, and empty', async () => {
    holdRequests();
    const account = passkeyBackend(listedCredential({ nickname: 'Laptop' }), listedCredential({ id: 'BAUG' }));
    backend.answerWith(account.answer);
    const list = await put('latch-passkey-list');
    await openMenu(list);
    check(list);
    for (const part of ['item', 'item-title', 'item-detail', 'item-actions', 'action', 'action-danger', 'icon'])
      expect(partsOf(list)).to.include(part);
    list.shadowRoot!.querySelector<HTMLElement>('[role=menuitem]')!.click();
    await settled();
    check(list);
    for (const part of ['form', 'label', 'field']) expect(partsOf(list)).to.include(part);
    list.shadowRoot!.querySelector<HTMLElement>('form [type=button]')!.click();
    await settled();
    await choose(list, 'Remove');
    check(list);
    for (const part of ['dialog', 'dialog-title', 'dialog-text', 'dialog-confirm', 'dialog-cancel'])
      expect(partsOf(list)).to.include(part);
    backend.answerWith((request, real) =>
      request.method === 'DELETE'
        ? json({ error: 'step_up_required', methods: ['password'] }, 403)
        : request.path === '/session'
          ? json({ signedIn: true, user: { name: 'alice', displayName: 'Alice' } })
          : account.answer(request, real),
    );
    list.shadowRoot!.querySelector<HTMLElement>('[part=dialog-confirm]')!.click();
    while (list.shadowRoot!.activeElement?.id !== 'password') await settled();
    check(list);
    list.remove();
    backend.answerWith(passkeyBackend().answer);
    check(await put('latch-passkey-list'));
    element.remove();
    backend.answerWith(() => json({}, 503));
    check(await put('latch-passkey-list'));
    expect(partsOf(element)).to.include('action');
  });

  it('in the list of devices, with its menu and its question', async () => {
    const account = sessionBackend(listedSession(), listedSession({ id: 'phone', current: false }));
    backend.answerWith(account.answer);
    const list = await put('latch-session-list');
    const [end] = await openMenu(list);
    check(list);
    for (const part of ['item', 'badge', 'item-actions', 'action-danger']) expect(partsOf(list)).to.include(part);
    end!.click();
    while (!partsOf(list).has('dialog')) await settled();
    check(list);
  });

  it('in the report on a manifest', async () => {
    const inspector: LatchManifestInspector = await put('latch-manifest-inspector');
    inspector.text =
      '{"name": 1, "theme_color": "#ff0000", "icons": [{"src": "/icon.png", "purpose": "maskable", "sizes": "512x512"}]}';
    while (!inspector.shadowRoot!.querySelector('.report')) await settled();
    check(inspector);
    expect(partsOf(inspector)).to.include('icon');
  });

  it('in the steps to install an app', async () => {
    const button: LatchInstallButton = await put('latch-install-button');
    void button.install();
    while (!partsOf(button).has('dialog')) await settled();
    check(button);
  });

  it('in a vault: unlocked, with its menu, its questions and the recovery code, and locked with one', async () => {
    backend.restore();
    const authenticator = await addAuthenticator();
    await signUpUser();
    await createPasskey({ client: clientFor() });
    const lock = await put('latch-vault-unlock');
    await lock.unlock();
    const [, createCode] = await openMenu(lock);
    check(lock);
    createCode!.click();
    await answerDialog(lock, 'Create a recovery code?', 'Continue');
    await shown(lock, () => dialogTitle(lock) === 'Your recovery code');
    check(lock);
    expect(partsOf(lock)).to.include('box');
    await answerDialog(lock, 'Your recovery code', 'I’ve saved it');
    await shown(lock, () => !lock.matches(':state(pending)'));
    lock.lock();
    const use = await shown(lock, () => lock.shadowRoot!.querySelector<HTMLElement>('[part=action]'));
    use.click();
    await shown(lock, () => dialogTitle(lock) === 'Unlock with your recovery code');
    check(lock);
    expect(partsOf(lock)).to.include('field');
    lock.remove();
    await wipeVaults();
    await authenticator.remove();
    await signOutQuietly();
  });
});
