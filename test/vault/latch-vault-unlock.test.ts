import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../src/define/vault-unlock.js';
import { wipeLocalData } from '../../src/sign-out/local-data.js';
import { browserSupport } from '../../src/base/browser/support.js';
import { broadcast } from '../../src/base/storage/channel.js';
import { clientFor } from '../../src/base/client/client.js';
import type { LatchVaultUnlock } from '../../src/elements.js';
import { createPasskey } from '../../src/passkey/create.js';
import { evaluatePrf } from '../../src/passkey/prf.js';
import { listVaults, unlockVault, wipeVaults } from '../../src/vault/index.js';
import { signOutQuietly, signUpUser } from '../support/browser/account.js';
import { addAuthenticator, type Authenticator } from '../support/browser/authenticator.js';
import { json, watchBackendRequests } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { statesOf, statusOf, watchReports } from '../support/browser/elements.js';
import { askFrame, strangeOrigin } from '../support/browser/frames.js';
import { choicesOf, openMenu } from '../support/browser/menu.js';
import {
  aboutOf,
  adviceOf,
  buttonNamed,
  buttonsOf,
  dialogTitle,
  isThere,
  mainButton,
  shown,
} from '../support/browser/vault-lock.js';

const client = clientFor();

describe('<latch-vault-unlock>', () => {
  let authenticator: Authenticator;
  const undo: (() => void)[] = [];

  beforeEach(async () => {
    authenticator = await addAuthenticator();
    await signUpUser();
  });

  afterEach(async () => {
    undo
      .splice(0)
      .reverse()
      .forEach((restore) => restore());
    document.querySelectorAll('latch-vault-unlock').forEach((lock) => lock.remove());
    await wipeVaults();
    await authenticator.remove();
    await signOutQuietly();
  });

  const put = () =>
    fixture<LatchVaultUnlock>(html`<latch-vault-unlock><input id="secret" aria-label="Secret" /></latch-vault-unlock>`);
  const contentOf = (lock: Element) => lock.querySelector('input')!;
  const goOffline = () => {
    const backend = watchBackendRequests();
    undo.push(backend.restore);
    backend.answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
    return backend;
  };

  /** What the element tells, by the names of its events. */
  function listenTo(lock: Element): string[] {
    const told: string[] = [];
    for (const type of ['latch-unlocked', 'latch-locked', 'latch-unlock-failed', 'latch-vault-lost'])
      lock.addEventListener(type, () => told.push(type));
    return told;
  }

  /** Presses the main button, and waits for this event and until nothing goes on any more. */
  async function press(lock: LatchVaultUnlock, event: string): Promise<CustomEvent<unknown>> {
    const told = oneEvent(lock, event) as Promise<CustomEvent<unknown>>;
    mainButton(lock).click();
    const answer = await told;
    await shown(lock, () => !lock.matches(':state(pending)'));
    return answer;
  }

  /** Puts one into the page whose vault exists and is unlocked. */
  async function unlocked(): Promise<LatchVaultUnlock> {
    await createPasskey({ client });
    const lock = await put();
    await press(lock, 'latch-unlocked');
    return lock;
  }

  it('shows nothing of what is in it before there is a vault, creates one, and shows it then', async () => {
    await createPasskey({ client });
    const lock = await put();
    expect(isThere(contentOf(lock))).to.deep.equal({ seen: false, reached: false });
    expect([mainButton(lock).textContent!.trim(), aboutOf(lock), lock.vault, lock.unlocked]).to.deep.equal([
      'Lock with a passkey',
      'Encrypt this app’s data so only your passkey can open it.',
      undefined,
      false,
    ]);
    await expect(lock).to.be.accessible();
    const { detail, bubbles, composed } = await press(lock, 'latch-unlocked');
    expect([detail, bubbles, composed]).to.deep.equal([null, true, true]);
    expect(isThere(contentOf(lock))).to.deep.equal({ seen: true, reached: true });
    expect([statusOf(lock), statesOf(lock), lock.hasAttribute('unlocked')]).to.deep.equal([
      'Unlocked.',
      ['done'],
      true,
    ]);
    await lock.vault!.set('notes', 'one', 'Only here');
    expect(await lock.vault!.get('notes', 'one')).to.equal('Only here');
    await expect(lock).to.be.accessible();
  });

  it('locks by its button, hides what is in it before the next frame, and opens it again without a connection, asking the backend for nothing but who is signed in', async () => {
    const lock = await unlocked();
    const { vault } = lock;
    await vault!.set('notes', 'one', 'Only here');
    let seen: boolean | undefined;
    lock.addEventListener(
      'latch-locked',
      () => requestAnimationFrame(() => (seen = contentOf(lock).checkVisibility())),
      { once: true },
    );
    const { detail } = await press(lock, 'latch-locked');
    await new Promise(requestAnimationFrame);
    expect([detail, seen, lock.vault, vault!.locked.aborted]).to.deep.equal([
      { reason: 'asked' },
      false,
      undefined,
      true,
    ]);
    expect([statusOf(lock), aboutOf(lock), mainButton(lock).textContent!.trim()]).to.deep.equal([
      'Locked.',
      'Your passkey unlocks this app’s data, even offline.',
      'Unlock',
    ]);
    await expect(lock).to.be.accessible();
    const backend = goOffline();
    await press(lock, 'latch-unlocked');
    expect(await lock.vault!.get('notes', 'one')).to.equal('Only here');
    expect(backend.all.filter(({ path }) => path !== '/session').length).to.equal(0);
  });

  it('has a bar of 44 pixels above its content while it is unlocked: the state, the button that locks, and a menu', async () => {
    const lock = await unlocked();
    await shown(lock, () => adviceOf(lock));
    const bar = lock.renderRoot.querySelector('.bar')!.getBoundingClientRect();
    expect([bar.height, bar.bottom <= contentOf(lock).getBoundingClientRect().top]).to.deep.equal([44, true]);
    expect(buttonsOf(lock).map((button) => button.ariaLabel ?? button.textContent)).to.deep.equal([
      'Lock',
      'More actions',
    ]);
    expect((await openMenu(lock)).map(({ textContent }) => textContent)).to.deep.equal([
      'Add a passkey',
      'Create a recovery code',
    ]);
    await expect(lock).to.be.accessible();
    lock.lock();
    await lock.updateComplete;
    expect(choicesOf(lock), 'a locked vault has no menu').to.have.length(0);
  });

  it('takes the focus along to the content, and back to its button', async () => {
    const lock = await unlocked();
    lock.lock();
    await lock.updateComplete;
    mainButton(lock).focus();
    await press(lock, 'latch-unlocked');
    expect(lock.shadowRoot!.activeElement!.className).to.equal('content');
    contentOf(lock).focus();
    lock.lock();
    await lock.updateComplete;
    expect([lock.shadowRoot!.activeElement === mainButton(lock), statusOf(lock)]).to.deep.equal([true, 'Locked.']);
  });

  it('locks when another tab locks, and reports it', async () => {
    const lock = await unlocked();
    const other = await unlockVault({ ask: evaluatePrf });
    const locked = oneEvent(lock, 'latch-locked');
    other.lock();
    expect((await locked).detail).to.deep.equal({ reason: 'other-tab' });
    await lock.updateComplete;
    expect(isThere(contentOf(lock))).to.deep.equal({ seen: false, reached: false });
  });

  it('locks the other tabs', async () => {
    const lock = await unlocked();
    const other = await unlockVault({ ask: evaluatePrf });
    const locked = new Promise((resolve) => other.locked.addEventListener('abort', resolve));
    lock.lock();
    await locked;
  });

  it('locks when it is another user who is signed in by now', async () => {
    const backend = watchBackendRequests();
    undo.push(backend.restore);
    let user: { id?: string; name: string } = { name: 'alice' };
    backend.answerWith(({ path }, real) =>
      path === '/session'
        ? json({ signedIn: true, user: { displayName: user.name, ...user }, authTime: 1000 })
        : real(),
    );
    const lock = await unlocked();
    await settled();
    user = { id: 'Ym9i', name: 'bob' };
    const locked = oneEvent(lock, 'latch-locked');
    broadcast({ type: 'signed-in' });
    expect((await locked).detail).to.deep.equal({ reason: 'user-changed' });
    await lock.updateComplete;
    expect(isThere(contentOf(lock))).to.deep.equal({ seen: false, reached: false });
  });

  it('locks automatically when the user has not touched the page for `auto-lock` minutes', async () => {
    await createPasskey({ client });
    const lock = await fixture<LatchVaultUnlock>(html`<latch-vault-unlock auto-lock="0.002"></latch-vault-unlock>`);
    const locked = oneEvent(lock, 'latch-locked');
    await press(lock, 'latch-unlocked');
    expect((await locked).detail).to.deep.equal({ reason: 'idle' });
  });

  describe('before it locks because the user has not touched the page', () => {
    const real = { wall: Date.now, own: performance.now.bind(performance) };
    let ahead = 0;

    beforeEach(() => {
      ahead = 0;
      Date.now = () => real.wall() + ahead;
      performance.now = () => real.own() + ahead;
      undo.push(() => {
        Date.now = real.wall;
        Reflect.deleteProperty(performance, 'now');
      });
    });

    /** Lets so many seconds pass, and the vault look at its clocks. */
    const pass = (seconds: number) => {
      ahead += seconds * 1000;
      document.dispatchEvent(new Event('visibilitychange'));
    };
    const alertOf = (lock: LatchVaultUnlock) => lock.renderRoot.querySelector('.warning [role=alert]')?.textContent;
    const stayButton = (lock: LatchVaultUnlock) => lock.renderRoot.querySelector<HTMLButtonElement>('.stay');
    /** One whose alert is in the page, so that screen readers follow it. */
    async function watched(): Promise<LatchVaultUnlock> {
      const lock = await unlocked();
      await shown(lock, () => alertOf(lock) === '');
      return lock;
    }
    async function warned(): Promise<LatchVaultUnlock> {
      const lock = await watched();
      pass(285);
      await shown(lock, () => stayButton(lock));
      return lock;
    }

    it('announces that once, without taking the focus', async () => {
      const lock = await watched();
      contentOf(lock).focus();
      const heard: string[] = [];
      const region = lock.renderRoot.querySelector('.warning [role=alert]')!;
      const observer = new MutationObserver(() => heard.push(region.textContent));
      observer.observe(region, { childList: true, characterData: true, subtree: true });
      pass(285);
      await shown(lock, () => stayButton(lock));
      pass(5);
      await settled();
      observer.disconnect();
      expect(heard).to.deep.equal(['Locks in 20 seconds.']);
      expect(document.activeElement === contentOf(lock)).to.equal(true);
      await expect(lock).to.be.accessible();
      const { height } = stayButton(lock)!.getBoundingClientRect();
      expect(height).to.be.at.least(44);
      pass(20);
      await lock.updateComplete;
      expect([lock.unlocked, alertOf(lock), stayButton(lock)]).to.deep.equal([false, '', null]);
    });

    it('stays unlocked by the button of the warning, and moves the focus from there to a button that stays', async () => {
      const lock = await warned();
      stayButton(lock)!.focus();
      await sendKeys({ press: 'Enter' });
      await shown(lock, () => !stayButton(lock));
      expect(lock.shadowRoot!.activeElement!.localName).to.equal('button');
      pass(270);
      expect([lock.unlocked, lock.vault!.locked.aborted, alertOf(lock)]).to.deep.equal([true, false, '']);
    });

    it('warns in the dialog that is open, because nothing else can be reached', async () => {
      const lock = await watched();
      void lock.createRecoveryCode();
      await shown(lock, () => dialogTitle(lock) === 'Create a recovery code?');
      pass(285);
      await shown(lock, () => stayButton(lock));
      expect(stayButton(lock)!.closest('dialog')?.open).to.equal(true);
      expect(alertOf(lock)).to.equal('Locks in 20 seconds.');
      await expect(lock).to.be.accessible();
      stayButton(lock)!.click();
      await shown(lock, () => !stayButton(lock));
      expect([dialogTitle(lock), lock.unlocked]).to.deep.equal(['Create a recovery code?', true]);
    });

    it('warns in the language of the page', async () => {
      document.documentElement.lang = 'de';
      undo.push(() => (document.documentElement.lang = 'en'));
      const lock = await warned();
      await shown(lock, () => alertOf(lock) === 'Wird in 20 Sekunden gesperrt.');
      expect(stayButton(lock)!.textContent).to.equal('Entsperrt lassen');
    });
  });

  it('calls it a misuse if `auto-lock` is not a number of minutes, and opens nothing', async () => {
    const reports = watchReports();
    undo.push(reports.stop);
    for (const autoLock of ['0', '-1', 'soon', 'Infinity']) {
      const lock = await fixture<LatchVaultUnlock>(
        html`<latch-vault-unlock auto-lock=${autoLock}></latch-vault-unlock>`,
      );
      await lock.unlock();
      expect(`${reports.all.pop()}`).to.equal('TypeError: "auto-lock" must be a number of minutes greater than 0');
      expect(lock.vault).to.equal(undefined);
    }
  });

  it('locks when it is taken away, and not when it is moved', async () => {
    const lock = await unlocked();
    const vault = lock.vault!;
    const { parentElement } = lock;
    lock.remove();
    parentElement!.append(lock);
    await lock.updateComplete;
    expect([vault.locked.aborted, lock.vault === vault]).to.deep.equal([false, true]);
    lock.remove();
    await Promise.resolve();
    await Promise.resolve();
    expect([vault.lockReason, lock.vault]).to.deep.equal(['removed', undefined]);
  });

  it('is quiet when the person dismisses the browser’s dialog', async () => {
    const lock = await unlocked();
    lock.lock();
    await authenticator.setUserVerified(false);
    const told = listenTo(lock);
    await lock.unlock();
    await lock.updateComplete;
    expect([told, statusOf(lock), statesOf(lock), isThere(contentOf(lock)).seen]).to.deep.equal([
      [],
      'Nothing changed. Try again.',
      [],
      false,
    ]);
    expect(buttonsOf(lock).map(({ textContent }) => textContent!.trim())).to.deep.equal(['Unlock', 'Start over']);
    await expect(lock).to.be.accessible();
  });

  it('asks a signed-out user to sign in first, and tells an offline user that this needs a connection once', async () => {
    const lock = await put();
    await signOutQuietly();
    expect((await press(lock, 'latch-unlock-failed')).detail).to.have.property('code', 'unauthenticated');
    expect(statusOf(lock)).to.equal('Sign in first. After that, this works offline too.');
    goOffline();
    expect((await press(lock, 'latch-unlock-failed')).detail).to.have.property('code', 'network');
    expect([statusOf(lock), statesOf(lock)]).to.deep.equal([
      'This needs a connection once. Try again when you’re online.',
      ['failed'],
    ]);
    await expect(lock).to.be.accessible();
  });

  it('says in words which browsers and passkeys could, where this one cannot, and writes nothing', async () => {
    await authenticator.remove();
    authenticator = await addAuthenticator({ hasPrf: false });
    await createPasskey({ client });
    const lock = await put();
    expect((await press(lock, 'latch-unlock-failed')).detail).to.have.property('code', 'no_prf');
    const { support } = browserSupport.find(({ feature }) => feature === 'PRF extension')!;
    const [chromium, webkit, gecko] = [support.chromiumDesktop, support.webkitDesktop, support.gecko].map(
      (since) => since && since.since,
    );
    expect(statusOf(lock)).to.contain(`Chrome or Edge ${chromium}, Safari ${webkit} or Firefox ${gecko}, or later`);
    expect(await listVaults()).to.deep.equal([]);
  });

  it('deletes the vault when the person signs out, and offers to create one', async () => {
    const lock = await unlocked();
    await lock.vault!.set('notes', 'one', 'Only here');
    const locked = oneEvent(lock, 'latch-locked');
    expect(await wipeLocalData(client)).to.deep.equal([]);
    broadcast({ type: 'signed-out' });
    expect((await locked).detail).to.deep.equal({ reason: 'sign-out' });
    await shown(lock, () => mainButton(lock).textContent!.trim() === 'Lock with a passkey');
    expect(await listVaults()).to.deep.equal([]);
  });

  it('notices while it is unlocked that the browser has deleted the vault, tells that once, and creates another one', async () => {
    const lock = await unlocked();
    const { vault } = lock;
    const told = listenTo(lock);
    const lost = oneEvent(lock, 'latch-vault-lost');
    await new Promise((resolve) => (indexedDB.deleteDatabase('latchkey.vault').onsuccess = resolve));
    expect(await lock.vault!.get('notes', 'one').catch(({ code }: { code: string }) => code)).to.equal('storage_lost');
    await lost;
    await lock.updateComplete;
    expect([told, vault!.lockReason, isThere(contentOf(lock)).seen]).to.deep.equal([
      ['latch-locked', 'latch-vault-lost'],
      'lost',
      false,
    ]);
    expect([aboutOf(lock), mainButton(lock).textContent!.trim()]).to.deep.equal([
      'Your browser deleted this app’s data on this device. Data on the server will be restored.',
      'Lock with a passkey',
    ]);
    await expect(lock).to.be.accessible();
    await press(lock, 'latch-unlocked');
    await lock.vault!.set('notes', 'one', 'Fetched again');
    expect(told).to.deep.equal(['latch-locked', 'latch-vault-lost', 'latch-unlocked']);
  });

  it('notices a vault that was deleted between two visits', async () => {
    const first = await unlocked();
    first.remove();
    await new Promise((resolve) => (indexedDB.deleteDatabase('latchkey.vault').onsuccess = resolve));
    const second = document.createElement('latch-vault-unlock');
    const lost = oneEvent(second, 'latch-vault-lost');
    document.body.append(second);
    await lost;
  });

  it('refuses in words in a frame of a page of another origin, and asks the backend for nothing', async () => {
    const { status, requests } = await askFrame(
      strangeOrigin(),
      '?tag=latch-vault-unlock&path=/webauthn/credentials',
      'publickey-credentials-get',
    );
    expect([status, requests]).to.deep.equal(['Open this page in its own window to continue.', []]);
  });

  it('is as accessible in the dark and from right to left, and lets the page name its button', async () => {
    const { documentElement: root, body } = document;
    root.dir = 'rtl';
    root.style.colorScheme = 'dark';
    body.style.cssText = 'background: Canvas; color: CanvasText';
    undo.push(
      () => [root, body].forEach((element) => element.removeAttribute('style')),
      () => root.removeAttribute('dir'),
    );
    const lock = await unlocked();
    await expect(lock).to.be.accessible();
    lock.lock();
    lock.insertAdjacentHTML('beforeend', '<span slot="label">Open my notes</span>');
    await lock.updateComplete;
    await expect(lock).to.be.accessible();
    expect(mainButton(lock).querySelector('slot')!.assignedElements()[0]!.textContent).to.equal('Open my notes');
    expect(buttonNamed(lock, 'Lock') === undefined).to.equal(true);
  });
});
