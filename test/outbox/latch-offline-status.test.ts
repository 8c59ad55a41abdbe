import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { broadcast } from '../../src/base/storage/channel.js';
import { LatchError, type LatchErrorCode } from '../../src/base/client/errors.js';
import '../../src/define/offline-status.js';
import '../../src/define/passkey-field.js';
import type { LatchOfflineStatus } from '../../src/elements.js';
import type { Outbox, Write } from '../../src/offline.js';
import { unlockVault, wipeVaults, type Vault } from '../../src/vault/index.js';
import { post, signOutQuietly, signUpUser } from '../support/browser/account.js';
import { claimCapabilities } from '../support/browser/capable.js';
import { settled } from '../support/browser/clock.js';
import { watchConnection, type Connection } from '../support/browser/connection.js';
import { isConditional, watchCredentialRequests } from '../support/browser/credential-requests.js';
import { statusOf } from '../support/browser/elements.js';
import {
  allSent,
  createOwnVault,
  openOutboxIn,
  readNote,
  stateWhere,
  writeElsewhere,
} from '../support/browser/outboxes.js';
import { prfPasskey } from '../support/browser/vaults.js';

describe('<latch-offline-status>', () => {
  let connection: Connection;
  let userId: string;
  let vault: Vault;
  let outbox: Outbox;
  let isOnline: boolean;

  beforeEach(async () => {
    userId = await signUpUser();
    vault = await createOwnVault(prfPasskey('phone'));
    outbox = await openOutboxIn(vault);
    connection = watchConnection();
    isOnline = true;
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline });
  });

  afterEach(async () => {
    Reflect.deleteProperty(navigator, 'onLine');
    connection.restore();
    vault.lock();
    await wipeVaults();
    await signOutQuietly();
  });

  const put = (id: string, more: Partial<Write> = {}): Write => ({
    method: 'PUT',
    path: `notes/${id}`,
    body: { title: '', text: 'mine' },
    precondition: 'absent',
    subject: `Note ${id}`,
    ...more,
  });
  const is = (element: Element, state: string) => element.matches(`:state(${state})`);
  const buttons = (element: Element) => [...element.shadowRoot!.querySelectorAll('button')];
  const itemsOf = (element: Element) =>
    [...element.shadowRoot!.querySelectorAll('li')].map((item) => [
      item.querySelector('strong')!.textContent,
      item.querySelector('p')!.textContent,
    ]);
  const isSignInShown = (element: Element) => !element.shadowRoot!.querySelector('slot')!.hidden;

  async function place(own: Outbox | undefined = outbox): Promise<LatchOfflineStatus> {
    return fixture<LatchOfflineStatus>(
      html`<latch-offline-status .outbox=${own}><p slot="sign-in">Sign in</p></latch-offline-status>`,
    );
  }

  function goOffline(): void {
    connection.isDown = true;
    isOnline = false;
    dispatchEvent(new Event('offline'));
  }

  function comeBack(): void {
    isOnline = true;
    connection.comeBack();
  }

  /** Presses the button of the first change that says this. */
  function choose(element: Element, label: string): void {
    buttons(element)
      .find(({ textContent }) => textContent === label)!
      .click();
  }

  async function makeConflict(id = 'a'): Promise<void> {
    await writeElsewhere(id, 'theirs');
    await outbox.enqueue(put(id));
    await stateWhere(outbox, ({ refused }) => refused.length > 0);
  }

  it('says nothing while there is nothing to say, and takes no room then', async () => {
    const element = await place();
    expect(statusOf(element)!.trim()).to.equal('');
    expect(element.getBoundingClientRect().height).to.equal(0);
    goOffline();
    await element.updateComplete;
    expect(statusOf(element)).to.contain('You’re offline.');
    expect(element.getBoundingClientRect().height).to.be.greaterThan(0);
  });

  it('tells of the connection without an outbox', async () => {
    const element = await place(undefined);
    goOffline();
    await element.updateComplete;
    expect(is(element, 'offline')).to.equal(true);
    comeBack();
    await element.updateComplete;
    expect(is(element, 'offline')).to.equal(false);
  });

  it('says how many changes wait, and that they are sent', async () => {
    const element = await place();
    goOffline();
    await outbox.enqueue(put('a'));
    await element.updateComplete;
    expect(statusOf(element)).to.equal('You’re offline. One change is waiting on this device.');
    await outbox.enqueue(put('b'));
    await element.updateComplete;
    expect(statusOf(element)).to.equal('You’re offline. 2 changes are waiting on this device.');
    await expect(element).to.be.accessible();
    const replayed = oneEvent(element, 'latch-replayed');
    comeBack();
    expect((await replayed).detail).to.deep.equal({ sent: 2 });
    await element.updateComplete;
    expect(statusOf(element)).to.equal('All your changes are sent.');
    expect(is(element, 'done')).to.equal(true);
  });

  it('shows how many changes are sent, and announces only the beginning and the end', async () => {
    const element = await place();
    goOffline();
    for (const id of ['a', 'b', 'c']) await outbox.enqueue(put(id));
    const native = globalThis.fetch;
    const heard: string[] = [];
    const status = element.shadowRoot!.querySelector('[role=status]')!;
    const observer = new MutationObserver(() => heard.push(status.textContent));
    observer.observe(status, { subtree: true, childList: true, characterData: true });
    const seen = new Promise<[number, number, string | undefined]>((resolve) => {
      globalThis.fetch = async (input, init) => {
        if (init?.method === 'PUT' && `${input as URL}`.endsWith('b')) {
          await element.updateComplete;
          const { value, max, labels } = element.shadowRoot!.querySelector('progress')!;
          resolve([value, max, labels[0]?.textContent]);
        }
        return native(input, init);
      };
    });
    comeBack();
    expect(await seen).to.deep.equal([1, 3, 'Changes sent: 1 / 3']);
    await allSent(outbox);
    globalThis.fetch = native;
    await element.updateComplete;
    await settled();
    observer.disconnect();
    expect(heard).to.deep.equal(['Sending your changes…', 'All your changes are sent.']);
  });

  it('says that the server does not answer although there is a connection', async () => {
    const element = await place();
    connection.isDown = true;
    await outbox.enqueue(put('a'));
    await stateWhere(outbox, ({ status }) => status === 'unreachable');
    await element.updateComplete;
    expect(statusOf(element)).to.contain('Can’t reach the server.');
    expect(is(element, 'unreachable')).to.equal(true);
  });

  it('shows the sign-in only when changes wait for it, and sends them when the person has signed in', async () => {
    const element = await place();
    expect(isSignInShown(element)).to.equal(false);
    await signOutQuietly();
    await outbox.enqueue(put('a'));
    await stateWhere(outbox, ({ status }) => status === 'signed-out');
    await element.updateComplete;
    expect(isSignInShown(element)).to.equal(true);
    expect(statusOf(element)).to.equal('Sign in again to send your changes. One change is waiting on this device.');
    await expect(element).to.be.accessible();
    const replayed = oneEvent(element, 'latch-replayed');
    await post('/login', { username: userId, password: 'correct horse battery staple' });
    broadcast({ type: 'signed-in' });
    await replayed;
    await element.updateComplete;
    expect(isSignInShown(element)).to.equal(false);
  });

  it('has a passkey field that signs in again ask anew at once: what it has asked before belongs to the session that is over', async () => {
    claimCapabilities();
    const requests = watchCredentialRequests();
    requests.hold();
    await fixture<LatchOfflineStatus>(
      html`<latch-offline-status .outbox=${outbox}><latch-passkey-field slot="sign-in"></latch-passkey-field></latch-offline-status>`,
    );
    const first = await requests.next(isConditional);
    await signOutQuietly();
    await outbox.enqueue(put('a'));
    const second = await requests.next(isConditional, requests.all.length);
    expect([first.outcome, requests.pending.length, requests.mostAtOnce]).to.deep.equal(['LatchError', 1, 1]);
    expect(second.options.publicKey!.challenge).not.to.deep.equal(first.options.publicKey!.challenge);
    requests.restore();
  });

  it('says that the changes are another user’s, and does not name them', async () => {
    const element = await place();
    await signUpUser();
    await outbox.enqueue(put('a'));
    await stateWhere(outbox, ({ status }) => status === 'other-user');
    await element.updateComplete;
    expect(statusOf(element)).to.contain('Another user’s changes are waiting');
    expect(element.shadowRoot!.textContent).not.to.contain('Note a');
  });

  it('does not go on saying that all is sent when a later change is refused', async () => {
    const element = await place();
    const replayed = oneEvent(element, 'latch-replayed');
    await outbox.enqueue(put('b'));
    await replayed;
    await element.updateComplete;
    expect(statusOf(element)).to.equal('All your changes are sent.');
    await makeConflict();
    await stateWhere(outbox, ({ status }) => status === 'idle');
    await element.updateComplete;
    expect(statusOf(element)!.trim()).to.equal('');
  });

  it('shows beside a change that needs a decision what the page says of it', async () => {
    const element = await place();
    await makeConflict();
    const { id } = outbox.state.refused[0]!;
    element.append(Object.assign(document.createElement('p'), { slot: `refused-${id}`, textContent: 'Both texts' }));
    await element.updateComplete;
    const slot = element.shadowRoot!.querySelector<HTMLSlotElement>('li slot')!;
    expect(slot.assignedElements().map(({ textContent }) => textContent)).to.deep.equal(['Both texts']);
    await outbox.settle(id, 'drop');
    await element.updateComplete;
    expect(element.lastElementChild!.assignedSlot === null).to.equal(true);
  });

  it('shows a conflict with words and buttons, and tells of it', async () => {
    const element = await place();
    const failed = oneEvent(element, 'latch-replay-failed');
    await makeConflict();
    expect((await failed).detail).to.deep.equal({
      id: '0000000000000001',
      path: '/notes/a',
      reason: 'conflict',
      status: 412,
    });
    await element.updateComplete;
    expect(itemsOf(element)).to.deep.equal([['Note a', 'This already exists on the server.']]);
    expect(buttons(element).map(({ textContent }) => textContent)).to.deep.equal([
      'Keep my version',
      'Use the server’s version',
      'Discard',
    ]);
    expect(buttons(element)[0]!.getAttribute('aria-label')).to.equal('Keep my version: Note a');
    await expect(element).to.be.accessible();
  });

  const decisions: [label: string, text: string][] = [
    ['Keep my version', 'mine'],
    ['Use the server’s version', 'theirs'],
    ['Discard', 'theirs'],
  ];
  for (const [label, text] of decisions) {
    it(`"${label}" leaves "${text}" on the server, and nothing to decide`, async () => {
      const element = await place();
      await makeConflict();
      await element.updateComplete;
      choose(element, label);
      await stateWhere(outbox, ({ status, waiting, refused }) => status === 'idle' && waiting + refused.length === 0);
      await element.updateComplete;
      expect(itemsOf(element)).to.deep.equal([]);
      expect((await readNote('a')).text).to.equal(text);
    });
  }

  it('reports it when a decision cannot be carried out, and keeps the change', async () => {
    const element = await place();
    await makeConflict();
    await element.updateComplete;
    connection.isDown = true;
    choose(element, 'Keep my version');
    while (!is(element, 'failed')) await new Promise(requestAnimationFrame);
    expect(statusOf(element)).to.equal('Can’t reach the server. Check your connection and try again.');
    expect(itemsOf(element).length).to.equal(1);
  });

  it('offers to try again what the server does not accept', async () => {
    const element = await place();
    await outbox.enqueue(put('a', { body: { title: 1 }, subject: '<img src=x onerror=alert(1)>' }));
    await stateWhere(outbox, ({ refused }) => refused.length > 0);
    await element.updateComplete;
    expect(itemsOf(element)).to.deep.equal([
      ['<img src=x onerror=alert(1)>', 'The server doesn’t accept this content.'],
    ]);
    expect(buttons(element).map(({ textContent }) => textContent)).to.deep.equal([
      'Try again',
      'Undo my change',
      'Discard',
    ]);
    expect(element.shadowRoot!.querySelector('img')).to.equal(null);
  });

  it('says of each refused change why the server refused it', async () => {
    const element = await place();
    const sentences: [status: number, sentence: string][] = [
      [403, 'You aren’t allowed to make this change.'],
      [409, 'The server can’t make this change right now. Try again later.'],
      [410, 'This no longer exists on the server.'],
      [412, 'This was changed elsewhere in the meantime.'],
      [413, 'This change is too large for the server.'],
      [422, 'The server doesn’t accept this content.'],
    ];
    connection.onRequest = (what) => {
      const status = Number(/^PUT \/notes\/(\d+)/.exec(what)?.[1]);
      return status ? Response.json({}, { status }) : undefined;
    };
    for (const [status] of sentences) await outbox.enqueue(put(`${status}`, { precondition: { etag: '"1"' } }));
    await vault.setStream('files', 'a', new Blob(['a']));
    const { body: _none, ...upload } = put('stream', { stream: { store: 'files', id: 'a' } });
    await outbox.enqueue(upload);
    await vault.delete('files', 'a');
    await stateWhere(outbox, ({ refused }) => refused.length > sentences.length);
    await element.updateComplete;
    expect(itemsOf(element)).to.deep.equal([
      ...sentences.map(([status, sentence]) => [`Note ${status}`, sentence]),
      ['Note stream', 'The file is missing on this device, or the server can’t receive it.'],
    ]);
  });

  it('says that the device is full, or that the server is at fault, when the outbox has stopped for that reason', async () => {
    let code: LatchErrorCode = 'storage_full';
    const whenSent = () => Promise.reject(new LatchError(code, 'Refused.'));
    vault.lock();
    vault = await unlockVault({ ask: prfPasskey('phone').ask });
    const stopped = await openOutboxIn(vault, { whenSent });
    const element = await place(stopped);
    goOffline();
    await stopped.enqueue(put('a'));
    const saysWhenStopped = async (sentence: string) => {
      comeBack();
      while (!is(element, 'stopped') || statusOf(element) !== sentence) await new Promise(requestAnimationFrame);
    };
    await saysWhenStopped('This device has no space left. Free up space to finish sending.');
    code = 'bad_response';
    await saysWhenStopped('The server has a problem. Try again later.');
    code = 'vault_damaged';
    await saysWhenStopped('Your changes can’t be read on this device. Reload the page.');
  });

  it('follows another outbox when it is given one, and none when it is removed', async () => {
    const element = await place(undefined);
    goOffline();
    await outbox.enqueue(put('a'));
    element.outbox = outbox;
    await element.updateComplete;
    expect(statusOf(element)).to.contain('One change is waiting');
    element.remove();
    await outbox.enqueue(put('b'));
    document.body.append(element);
    await element.updateComplete;
    expect(statusOf(element)).to.contain('2 changes are waiting');
    element.remove();
  });
});
