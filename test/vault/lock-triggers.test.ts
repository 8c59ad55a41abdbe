import { expect } from '@open-wc/testing';
import { broadcast } from '../../src/base/storage/channel.js';
import { clientFor } from '../../src/base/client/client.js';
import { lockWhenLeft, wipeVaults, type LockWarning, type Vault } from '../../src/vault/index.js';
import { listenToTabs, type TabMessage } from '../../src/vault/tabs.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled, stopClock } from '../support/browser/clock.js';
import { createVaultWith, handleOf, prfPasskey, unlockWith } from '../support/browser/vaults.js';

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

  it('is locked automatically when the user has not touched the page for a while', async () => {
    lockWhenLeft(vault, { idleAfter: 50 });
    await lockingOf(vault);
    expect(vault.lockReason).to.equal('idle');
  });

  it('stays unlocked while a user touches the page, or another tab of the app', async () => {
    lockWhenLeft(vault);
    for (let minute = 0; minute < 20; minute++) {
      ahead = { wall: ahead.wall + 60_000, own: ahead.own + 60_000 };
      touch();
    }
    expect(vault.locked.aborted).to.equal(false);
    ahead = { wall: ahead.wall + 250_000, own: ahead.own + 250_000 };
    const heard = new Promise<void>((resolve) => listenToTabs(() => resolve(), vault.locked));
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

  /** Warnings of a vault that is locked after a minute, as they come. From now on time passes only by `pass`. */
  function watchWarnings(idleAfter = 60_000): LockWarning[] {
    const start = { wall: real.wall(), own: real.own() };
    Date.now = () => start.wall + ahead.wall;
    performance.now = () => start.own + ahead.own;
    const warnings: LockWarning[] = [];
    lockWhenLeft(vault, { idleAfter, onWarning: (warning) => warnings.push(warning) });
    return warnings;
  }
  /** Lets the clocks go on, and the vault look at them. */
  const pass = (ms: number) => {
    ahead = { wall: ahead.wall + ms, own: ahead.own + ms };
    show('visible');
  };

  it('warns once, at least twenty seconds before it is locked because the page was not touched', () => {
    const warnings = watchWarnings();
    pass(38_999);
    expect(warnings.length).to.equal(0);
    pass(1);
    pass(20_000);
    expect(warnings.map(({ left, over }) => [left, over.aborted])).to.deep.equal([[20_000, false]]);
    pass(1000);
    expect([vault.lockReason, warnings.length, warnings[0]!.over.aborted]).to.deep.equal(['idle', 1, true]);
  });

  for (const [what, happen] of [
    ['a key is pressed', touch],
    ['assistive technology clicks a button', () => document.body.click()],
    ['a word is dictated', () => document.body.dispatchEvent(new InputEvent('input', { bubbles: true }))],
  ] as const)
    it(`stays unlocked when ${what} after the warning, takes the warning back once a tap is over, and warns again`, async () => {
      const clock = stopClock();
      try {
        const warnings = watchWarnings();
        pass(40_000);
        happen();
        await clock.pass(499);
        expect(warnings[0]!.over.aborted).to.equal(false);
        await clock.pass(1);
        expect(warnings[0]!.over.aborted).to.equal(true);
        pass(38_999);
        expect([vault.locked.aborted, warnings.length]).to.deep.equal([false, 1]);
        pass(1);
        expect([vault.locked.aborted, warnings.length]).to.deep.equal([false, 2]);
      } finally {
        clock.restore();
      }
    });

  it('takes the warning back when another tab of the app is touched', async () => {
    const warnings = watchWarnings();
    pass(40_000);
    const ended = new Promise((resolve) => warnings[0]!.over.addEventListener('abort', resolve));
    const channel = new BroadcastChannel('latchkey.vault');
    channel.postMessage({ type: 'active', vault: vault.id } satisfies TabMessage);
    await ended;
    channel.close();
    expect(vault.locked.aborted).to.equal(false);
  });

  it('warns half of the time before it is locked when that is less than twenty seconds', () => {
    const warnings = watchWarnings(30_000);
    pass(15_000);
    expect(warnings.map(({ left }) => left)).to.deep.equal([15_000]);
  });

  for (const [reason, happen] of [
    [
      'hidden',
      () => {
        show('hidden');
        ahead = { wall: 31_000, own: 31_000 };
        show('hidden');
      },
    ],
    ['left', () => dispatchEvent(new PageTransitionEvent('pagehide'))],
    ['sign-out', () => broadcast({ type: 'signed-out' })],
  ] as const)
    it(`is locked without a warning for the reason ${reason}`, async () => {
      const warnings = watchWarnings();
      happen();
      await lockingOf(vault);
      expect([vault.lockReason, warnings.length]).to.deep.equal([reason, 0]);
    });

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

  it('is locked when a user signs out in some tab', async () => {
    lockWhenLeft(vault);
    broadcast({ type: 'signed-out' });
    await lockingOf(vault);
    expect(vault.lockReason).to.equal('sign-out');
  });

  describe('that knows where the person signs in', () => {
    let backend: BackendRequests;
    /** What the backend answers to GET /session; undefined while it is out of reach. */
    let session: object | undefined;

    beforeEach(() => {
      backend = watchBackendRequests();
      session = { signedIn: false };
      backend.answerWith(({ path }) => {
        if (path !== '/session') return json({ error: 'not_found' }, 404);
        if (!session) throw new TypeError('Failed to fetch');
        return json(session);
      });
    });
    afterEach(() => backend.restore());

    const sessionOf = (id: string | undefined, name = 'alice', authTime = 1000) => ({
      signedIn: true,
      user: { id, name, displayName: name },
      authTime,
    });
    /** Does something that has the vault ask, and waits until it has heard the answer. */
    async function askingBy(occasion: () => void): Promise<void> {
      const question = backend.next('/session');
      occasion();
      await question;
      for (let turn = 0; turn < 4; turn++) await crypto.subtle.digest('SHA-256', new Uint8Array()).then(settled);
    }
    const open = () =>
      askingBy(() => lockWhenLeft(vault, { client: clientFor(), idleAfter: Infinity, hiddenAfter: Infinity }));
    const tellOfSignIn = () => broadcast({ type: 'signed-in' });
    const comeOnline = () => dispatchEvent(new Event('online'));

    it('is locked when another person signs in, and not when its owner signs in again under another name', async () => {
      session = sessionOf(handleOf('alice'));
      await open();
      session = sessionOf(handleOf('alice'), 'alice.smith', 2000);
      await askingBy(tellOfSignIn);
      expect(vault.locked.aborted).to.equal(false);
      session = sessionOf(handleOf('bob'), 'alice.smith', 2000);
      await askingBy(tellOfSignIn);
      await lockingOf(vault);
      expect(vault.lockReason).to.equal('user-changed');
    });

    it('is locked when another person signs in after a time in which the owner was signed out', async () => {
      await open();
      session = sessionOf(handleOf('bob'), 'bob');
      await askingBy(tellOfSignIn);
      await lockingOf(vault);
      expect(vault.lockReason).to.equal('user-changed');
    });

    it('is locked when it is unlocked while another person is signed in', async () => {
      session = sessionOf(handleOf('bob'), 'bob');
      await open();
      await lockingOf(vault);
      expect(vault.lockReason).to.equal('user-changed');
    });

    it('is locked when another person is found on a line that has just come back, although the first question is lost', async () => {
      const clock = stopClock();
      try {
        session = sessionOf(handleOf('alice'));
        await open();
        session = undefined;
        await askingBy(comeOnline);
        session = sessionOf(handleOf('bob'), 'bob');
        await askingBy(() => void clock.pass(1000));
        await lockingOf(vault);
        expect(vault.lockReason).to.equal('user-changed');
      } finally {
        clock.restore();
      }
    });

    it('is locked five seconds after another tab has told of a sign-in, while it is unknown who that was', async () => {
      const clock = stopClock();
      try {
        session = sessionOf(handleOf('alice'));
        await open();
        session = undefined;
        await askingBy(tellOfSignIn);
        await clock.pass(4999);
        expect(vault.locked.aborted).to.equal(false);
        await clock.pass(1);
        expect(vault.lockReason).to.equal('user-changed');
      } finally {
        clock.restore();
      }
    });

    it('stays unlocked when another tab has told of a sign-in, and it was that of the owner', async () => {
      const clock = stopClock();
      try {
        session = sessionOf(handleOf('alice'));
        await open();
        await askingBy(tellOfSignIn);
        await clock.pass(60_000);
        expect(vault.locked.aborted).to.equal(false);
      } finally {
        clock.restore();
      }
    });

    it('stays unlocked for hours while the backend is out of reach, and asks it at most once a minute', async () => {
      const clock = stopClock();
      try {
        session = undefined;
        await open();
        await clock.pass(3 * hour);
        expect(vault.locked.aborted).to.equal(false);
        expect(backend.to('/session').length).to.be.below(200);
      } finally {
        clock.restore();
      }
    });

    it('stays unlocked in the session that it was unlocked in, and in no other, with a backend that sends no user id', async () => {
      const clock = stopClock();
      try {
        session = sessionOf(undefined);
        await open();
        await clock.pass(60_000);
        await askingBy(tellOfSignIn);
        await clock.pass(60_000);
        expect(vault.locked.aborted).to.equal(false);
        session = sessionOf(undefined, 'alice', 2000);
        await askingBy(comeOnline);
        await clock.pass(4999);
        expect(vault.locked.aborted).to.equal(false);
        await clock.pass(1);
        expect(vault.lockReason).to.equal('user-changed');
      } finally {
        clock.restore();
      }
    });
  });

  it('throws a TypeError for an invalid time, and locks nothing', () => {
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

  it('is locked in all tabs for the reason that one of them has seen, and ignores any other reason it receives', async () => {
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
