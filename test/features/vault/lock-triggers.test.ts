import { expect } from '@open-wc/testing';
import { tell } from '../../../src/core/channel.js';
import { clientFor } from '../../../src/core/client.js';
import { lockWhenLeft, wipeVaults, type Vault } from '../../../src/features/vault/index.js';
import { hearTabs, type TabMessage } from '../../../src/features/vault/tabs.js';
import { json, watchBackendRequests } from '../../support/browser/backend.js';
import { settled } from '../../support/browser/clock.js';
import { createVaultWith, handleOf, prfPasskey, unlockWith } from '../../support/browser/vaults.js';

/** Resolves once the vault is locked; the test fails by its time limit if it never is. */
const lockingOf = (vault: Vault) =>
  new Promise<void>((resolve) =>
    vault.locked.aborted ? resolve() : vault.locked.addEventListener('abort', () => resolve()),
  );

describe('a vault whose person may have gone', () => {
  const phone = prfPasskey('phone');
  const real = { wall: Date.now, own: performance.now.bind(performance) };
  let vault: Vault;
  let ahead: { wall: number; own: number };
  let visibility: DocumentVisibilityState;

  beforeEach(async () => {
    vault = await createVaultWith(phone);
    ahead = { wall: 0, own: 0 };
    visibility = 'visible';
    Date.now = () => real.wall() + ahead.wall;
    performance.now = () => real.own() + ahead.own;
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
  });

  afterEach(async () => {
    vault.lock();
    Date.now = real.wall;
    Reflect.deleteProperty(performance, 'now');
    Reflect.deleteProperty(document, 'visibilityState');
    await wipeVaults();
  });

  const touch = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }));
  const show = (state: DocumentVisibilityState) => {
    visibility = state;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const hour = 3_600_000;

  it('is locked by itself when nobody has touched the page for a while', async () => {
    lockWhenLeft(vault, { idleAfter: 50 });
    await lockingOf(vault);
    expect(vault.lockReason).to.equal('idle');
  });

  it('stays unlocked while somebody touches the page, or another tab of the app', async () => {
    lockWhenLeft(vault);
    for (let minute = 0; minute < 20; minute++) {
      ahead = { wall: ahead.wall + 60_000, own: ahead.own + 60_000 };
      touch();
    }
    expect(vault.locked.aborted).to.equal(false);
    ahead = { wall: ahead.wall + 250_000, own: ahead.own + 250_000 };
    const heard = new Promise<void>((resolve) => hearTabs(() => resolve(), vault.locked));
    const channel = new BroadcastChannel('latchkey.vault');
    channel.postMessage({ type: 'active', vault: vault.id } satisfies TabMessage);
    await heard;
    channel.close();
    ahead = { wall: ahead.wall + 250_000, own: ahead.own + 250_000 };
    touch();
    expect(vault.locked.aborted).to.equal(false);
  });

  for (const [what, change, reason] of [
    ['the clock on the wall is set a day ahead', { wall: 24 * hour, own: 0 }, 'idle'],
    ['the clock on the wall is set a day back', { wall: -24 * hour, own: 0 }, 'clock'],
    ['the machine has slept', { wall: hour, own: 0 }, 'idle'],
    ['only the clock of the page goes on', { wall: 0, own: hour }, 'idle'],
  ] as const) {
    it(`is locked before the first touch when ${what}`, () => {
      lockWhenLeft(vault);
      ahead = change;
      touch();
      expect([vault.locked.aborted, vault.lockReason]).to.deep.equal([true, reason]);
    });
  }

  it('is locked when the tab was hidden for too long, and not when it comes back at once', () => {
    lockWhenLeft(vault);
    show('hidden');
    ahead = { wall: 29_000, own: 29_000 };
    show('visible');
    expect(vault.locked.aborted).to.equal(false);
    show('hidden');
    ahead = { wall: 60_000, own: 60_000 };
    show('hidden');
    expect(vault.lockReason).to.equal('hidden');
  });

  it('stays unlocked in the tab that is used when another one is hidden, and is locked in all when it is locked in one', async () => {
    const other = await unlockWith(phone);
    lockWhenLeft(vault);
    vault.lock({ onlyHere: true });
    expect([vault.locked.aborted, other.locked.aborted]).to.deep.equal([true, false]);
    const third = await unlockWith(phone);
    third.lock();
    await lockingOf(other);
    expect([third.lockReason, other.lockReason]).to.deep.equal(['asked', 'other-tab']);
  });

  for (const [reason, leave] of [
    ['left', () => dispatchEvent(new PageTransitionEvent('pagehide'))],
    ['frozen', () => document.dispatchEvent(new Event('freeze'))],
  ] as const) {
    it(`is locked when the page is ${reason}`, () => {
      lockWhenLeft(vault);
      leave();
      expect(vault.lockReason).to.equal(reason);
    });
  }

  it('is locked when somebody signs out in some tab', async () => {
    lockWhenLeft(vault);
    tell({ type: 'signed-out' });
    await lockingOf(vault);
    expect(vault.lockReason).to.equal('sign-out');
  });

  it('is locked when it is somebody else who is signed in, and not when the same person signs in again', async () => {
    const backend = watchBackendRequests();
    let name = 'alice';
    let authTime = Date.now();
    let asked: (() => void) | undefined;
    backend.answerWith(() => {
      asked?.();
      return json({ signedIn: true, user: { name, displayName: name }, authTime: (authTime += 1) });
    });
    const nextAnswer = () => new Promise<void>((resolve) => (asked = resolve));
    const first = nextAnswer();
    lockWhenLeft(vault, { client: clientFor() });
    await first;
    await settled();
    const second = nextAnswer();
    tell({ type: 'signed-in' });
    await second;
    await settled();
    expect(vault.locked.aborted).to.equal(false);
    name = 'bob';
    tell({ type: 'signed-in' });
    await lockingOf(vault);
    expect(vault.lockReason).to.equal('user-changed');
    backend.restore();
  });

  /** A backend whose person is the owner of this handle, and who names themselves so. */
  function backendOf(person: () => { name: string; userId: string } | undefined) {
    const backend = watchBackendRequests();
    backend.answerWith(({ path }) => {
      const { name = '', userId = '' } = person() ?? {};
      if (path === '/webauthn/credentials')
        return person()
          ? json({ rpId: 'localhost', userId, name, displayName: name, credentials: [] })
          : json({ error: 'unauthenticated' }, 401);
      return json(
        person() ? { signedIn: true, user: { name, displayName: name }, authTime: 1000 } : { signedIn: false },
      );
    });
    return backend;
  }

  it('is locked when somebody signs in whose it is not, though nobody was signed in before, and stays unlocked when its owner does', async () => {
    let person: { name: string; userId: string } | undefined;
    const backend = backendOf(() => person);
    try {
      lockWhenLeft(vault, { client: clientFor() });
      await settled();
      person = { name: 'alice', userId: handleOf('alice') };
      tell({ type: 'signed-in' });
      while (!backend.all.some(({ path }) => path === '/webauthn/credentials')) await settled();
      await settled();
      expect(vault.locked.aborted).to.equal(false);
      const again = await unlockWith(phone);
      person = undefined;
      lockWhenLeft(again, { client: clientFor() });
      await settled();
      person = { name: 'bob', userId: handleOf('bob') };
      tell({ type: 'signed-in' });
      await lockingOf(again);
      expect(again.lockReason).to.equal('user-changed');
    } finally {
      backend.restore();
    }
  });

  it('is locked when it is opened while somebody else is signed in', async () => {
    const backend = backendOf(() => ({ name: 'bob', userId: handleOf('bob') }));
    try {
      lockWhenLeft(vault, { client: clientFor() });
      await lockingOf(vault);
      expect(vault.lockReason).to.equal('user-changed');
    } finally {
      backend.restore();
    }
  });

  it('calls it a misuse if a time is none, and locks nothing', () => {
    for (const [name, wrong] of [
      ['idleAfter', 0],
      ['idleAfter', -1],
      ['idleAfter', Number.NaN],
      ['idleAfter', '5'],
      ['hiddenAfter', 0],
      ['hiddenAfter', Number.NaN],
      ['hiddenAfter', null],
    ] as const) {
      expect(() => lockWhenLeft(vault, { [name]: wrong })).to.throw(
        TypeError,
        `"${name}" must be a number of milliseconds greater than 0`,
      );
    }
    lockWhenLeft(vault, { idleAfter: Infinity, hiddenAfter: Infinity });
    ahead = { wall: 1000 * hour, own: 1000 * hour };
    touch();
    expect(vault.locked.aborted).to.equal(false);
  });

  it('is locked in all tabs for the reason that one of them has seen, and believes no other that it is told', async () => {
    const other = await unlockWith(phone);
    lockWhenLeft(vault);
    expect([vault.lockReason, other.lockReason]).to.deep.equal([undefined, undefined]);
    ahead = { wall: -24 * hour, own: 0 };
    touch();
    await lockingOf(other);
    expect([vault.lockReason, other.lockReason]).to.deep.equal(['clock', 'clock']);
    const third = await unlockWith(phone);
    const channel = new BroadcastChannel('latchkey.vault');
    channel.postMessage({ type: 'lock', vault: third.id, reason: '<b>removed</b>' });
    await lockingOf(third);
    channel.close();
    expect(third.lockReason).to.equal('other-tab');
  });

  it('leaves nothing behind once it is locked', () => {
    lockWhenLeft(vault);
    vault.lock();
    touch();
    show('hidden');
    lockWhenLeft(vault);
    expect(vault.locked.aborted).to.equal(true);
  });
});
