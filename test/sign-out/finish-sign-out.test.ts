import { expect } from '@open-wc/testing';
import { broadcast } from '../../src/base/storage/channel.js';
import { clientFor } from '../../src/base/client/client.js';
import { signOutLock, finishSignOut } from '../../src/sign-out/state.js';
import { takeLock } from '../../src/base/storage/locks/take-lock.js';
import { json, watchBackendRequests, type Answer, type BackendRequests } from '../support/browser/backend.js';
import { settled, stopClock, type Clock } from '../support/browser/clock.js';
import { forgetSignOuts, noteEarlierSignOut, notedSignOut } from '../support/browser/sign-outs.js';

const client = clientFor();
const user = { name: 'alice', displayName: 'Alice' };

describe('finishing a sign-out', () => {
  let backend: BackendRequests;
  let clock: Clock;
  let isFinished: boolean;

  beforeEach(() => {
    backend = watchBackendRequests();
    clock = stopClock();
    isFinished = false;
    noteEarlierSignOut({ authTime: 1000 });
  });

  afterEach(async () => {
    await forgetSignOuts();
    clock.restore();
    backend.restore();
  });

  const offline: Answer = () => Promise.reject(new TypeError('Failed to fetch'));
  /** A backend whose session began at `authTime`, and ends on request. */
  const signedInSince = (authTime: number): Answer => {
    let signedIn = true;
    return ({ path }) => {
      if (path.startsWith('/logout')) signedIn = false;
      return json(path === '/session' && signedIn ? { signedIn, user, authTime } : { signedIn: false });
    };
  };

  async function finish(): Promise<void> {
    void finishSignOut(client).then(() => (isFinished = true));
    await settled();
  }

  /** Resolves once it is over: what the disk takes is not on the clock. */
  async function finished(): Promise<void> {
    while (!isFinished) await settled();
  }

  /** Resolves once no timer is left; the test fails by its time limit if one stays. */
  async function nothingWaits(): Promise<void> {
    while (clock.waiting > 0) await settled();
  }

  it('tells the backend when the session is still the one that was to end', async () => {
    backend.answerWith(signedInSince(1000));
    await finish();
    await finished();
    expect(backend.all.map(({ method, path }) => `${method} ${path}`)).to.deep.equal(['GET /session', 'POST /logout']);
    expect(notedSignOut()).to.equal(null);
    await nothingWaits();
  });

  it('names the session that is to end, and takes it for ended when another one has taken its place', async () => {
    noteEarlierSignOut({ userId: 'YWxpY2U', authTime: 1000 });
    backend.answerWith(({ path }) =>
      path === '/session'
        ? json({ signedIn: true, user: { id: 'YWxpY2U', ...user }, authTime: 1000 })
        : json({ error: 'wrong_account' }, 409),
    );
    await finish();
    await finished();
    expect(backend.to('/logout').map(({ body }) => body)).to.deep.equal([{ user: 'YWxpY2U', authTime: 1000 }]);
    expect(notedSignOut()).to.equal(null);
  });

  it('asks for everything to go when the person wanted that', async () => {
    noteEarlierSignOut({ authTime: 1000, everything: true });
    backend.answerWith(signedInSince(1000));
    await finish();
    expect(backend.to('/logout').map(({ path }) => path)).to.deep.equal(['/logout?everything']);
  });

  it('never ends a session that a user began later', async () => {
    backend.answerWith(signedInSince(2000));
    await finish();
    expect(backend.to('/logout')).to.have.length(0);
    expect([isFinished, notedSignOut()]).to.deep.equal([true, null]);
  });

  it('has nothing to do when no user is signed in, or nothing is noted', async () => {
    backend.answerWith(() => json({ signedIn: false }));
    await finish();
    expect([isFinished, backend.to('/logout').length]).to.deep.equal([true, 0]);
    await finish();
    expect(backend.all).to.have.length(1);
  });

  it('tries again after 2, 4, 8 … seconds and at last every five minutes, for as long as the backend is out of reach', async () => {
    backend.answerWith(offline);
    await finish();
    const pauses = [2, 4, 8, 16, 32, 64, 128, 256, 300, 300];
    for (const [index, seconds] of pauses.entries()) {
      await clock.pass(seconds * 1000 - 1);
      expect(backend.all, `before try ${index + 2}`).to.have.length(index + 1);
      await clock.pass(1);
      expect(backend.all, `try ${index + 2}`).to.have.length(index + 2);
    }
    backend.answerWith(signedInSince(1000));
    await clock.pass(300_000);
    await finished();
    expect(notedSignOut()).to.equal(null);
  });

  for (const [occasion, happen] of [
    ['goes online', () => dispatchEvent(new Event('online'))],
    ['gets the focus', () => dispatchEvent(new Event('focus'))],
    ['becomes visible', () => document.dispatchEvent(new Event('visibilitychange'))],
    [
      'is back from the back-forward cache',
      () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    ],
  ] as const) {
    it(`tries again at once when the page ${occasion}`, async () => {
      backend.answerWith(offline);
      await finish();
      backend.answerWith(signedInSince(1000));
      happen();
      await finished();
      expect(backend.to('/logout')).to.have.length(1);
      await nothingWaits();
    });
  }

  it('goes on when the backend can be asked, and cannot be told', async () => {
    backend.answerWith(({ path }) =>
      path === '/session' ? json({ signedIn: true, user, authTime: 1000 }) : json({}, 503),
    );
    await finish();
    expect([isFinished, backend.to('/logout').length]).to.deep.equal([false, 1]);
    backend.answerWith(signedInSince(1000));
    await clock.pass(2000);
    await finished();
  });

  it('goes on after answers that never come', async () => {
    backend.answerWith(() => new Promise<never>(() => {}));
    await finish();
    backend.answerWith(signedInSince(1000));
    await clock.pass(15_000 + 2000);
    await finished();
  });

  it('is over as soon as another tab has had it confirmed', async () => {
    backend.answerWith(offline);
    await finish();
    await forgetSignOuts();
    expect([isFinished, backend.all.length]).to.deep.equal([true, 1]);
    await nothingWaits();
  });

  it('runs once in a page, however often it is requested', async () => {
    backend.answerWith(signedInSince(1000));
    expect(finishSignOut(client)).to.equal(finishSignOut(client));
    await finish();
    expect(backend.all).to.have.length(2);
  });

  it('releases its request when a user signs in, so that a late response cannot remove their cookie', async () => {
    let signal: AbortSignal | null | undefined;
    backend.answerWith(({ path, init }) => {
      if (path === '/session') return json({ signedIn: true, user, authTime: 1000 });
      signal = init.signal;
      return new Promise<never>(() => {});
    });
    await finish();
    expect(signal!.aborted).to.equal(false);
    const aborted = new Promise((resolve) => signal!.addEventListener('abort', resolve));
    broadcast({ type: 'signed-in' });
    await aborted;
    backend.answerWith(signedInSince(2000));
    await clock.pass(2000);
    expect([isFinished, backend.to('/logout').length]).to.deep.equal([true, 1]);
  });

  it('is left to the tab that is at it', async () => {
    Reflect.deleteProperty(navigator, 'locks');
    const giveBack = await takeLockOfAnotherTab();
    backend.answerWith(signedInSince(1000));
    void finishSignOut(client).then(() => (isFinished = true));
    while (clock.waiting === 0) await settled();
    await settled();
    expect([isFinished, backend.all.length]).to.deep.equal([false, 0]);
    giveBack();
    await clock.pass(2000);
    await finished();
    expect(backend.to('/logout')).to.have.length(1);
  });

  async function takeLockOfAnotherTab(): Promise<() => void> {
    for (;;) {
      const taken = await takeLock(signOutLock);
      if (taken) return taken;
    }
  }
});
