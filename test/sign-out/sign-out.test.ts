import { expect } from '@open-wc/testing';
import { clientFor } from '../../src/base/client/client.js';
import { readStored } from '../../src/base/storage/stored.js';
import { requestCode } from '../../src/one-time-code/request.js';
import { signInWithPassword } from '../../src/password/sign-in.js';
import { signUpWithPassword } from '../../src/password/sign-up.js';
import { readSession, watchSession } from '../../src/session/session.js';
import { registerLocalData, type LocalData } from '../../src/sign-out/local-data.js';
import { signOut, type Loss, type SignOutOptions } from '../../src/sign-out/sign-out.js';
import { signOutQuietly, signUpUser, whoIsSignedIn } from '../support/browser/account.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled, stopClock, type Clock } from '../support/browser/clock.js';
import { rejection } from '../support/browser/rejection.js';
import { forgetSignOuts, notedSignOut } from '../support/browser/sign-outs.js';

const client = clientFor();
const never = () => new Promise<never>(() => {});

/** Puts `value` in the place of a member of `object`, until {@link restoreAll}. */
function replace(object: object, name: string, value: unknown): void {
  const own = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, {
    configurable: true,
    ...(typeof value === 'function' && name === 'credentials' ? { get: value as () => unknown } : { value }),
  });
  replaced.push(() => (own ? Object.defineProperty(object, name, own) : Reflect.deleteProperty(object, name)));
}
const replaced: (() => void)[] = [];
const restoreAll = () => replaced.splice(0).forEach((restore) => restore());

describe('signing out', () => {
  let happened: string[];
  let channel: BroadcastChannel;
  let told: Promise<{ type: string }>;
  let registrations: (() => void)[];

  beforeEach(() => {
    happened = [];
    registrations = [];
    channel = new BroadcastChannel('auth');
    told = new Promise((resolve) => (channel.onmessage = ({ data }) => resolve(data)));
    replace(navigator.credentials, 'preventSilentAccess', async () => void happened.push('preventSilentAccess'));
    replace(navigator, 'login', { setStatus: async (status: string) => void happened.push(status) });
  });

  afterEach(async () => {
    registrations.forEach((takeBack) => takeBack());
    restoreAll();
    channel.close();
    await forgetSignOuts();
    await signOutQuietly();
  });

  const own = (more: Partial<LocalData> = {}) =>
    registrations.push(registerLocalData({ name: 'drafts', wipe: () => void happened.push('wipe'), ...more }));

  describe('at the reference server', () => {
    let backend: BackendRequests;
    let clock: Clock;

    beforeEach(() => {
      backend = watchBackendRequests();
      clock = stopClock();
    });

    afterEach(async () => {
      await forgetSignOuts();
      clock.restore();
      backend.restore();
    });

    /** Signs out without a connection, and waits for the first retry to fail: the second is due in 2 s of the clock. */
    async function signOutOffline(): Promise<void> {
      backend.answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
      const retry = backend.next('/session');
      expect(await signOut({ client })).to.deep.equal({ confirmed: false, remains: [] });
      await retry;
      await settled();
    }

    it('deletes what belongs to the person, has the browser ask before it returns a password, tells the other tabs and the login status, and ends the session', async () => {
      await signUpUser();
      own();
      expect(await signOut({ client })).to.deep.equal({ confirmed: true, remains: [] });
      expect(await whoIsSignedIn()).to.equal(undefined);
      expect(happened).to.deep.equal(['wipe', 'preventSilentAccess', 'logged-out']);
      expect((await told).type).to.equal('signed-out');
      expect(notedSignOut()).to.equal(null);
    });

    for (const [which, arrive] of [
      ['not begun', () => new Promise<never>(() => {})],
      ['sent its answer', (real) => real().then(() => new Promise<never>(() => {}))],
    ] as [string, (real: () => Promise<Response>) => Promise<Response>][])
      it(`ends a sign-up that the page waits for, when the backend has ${which}`, async () => {
        backend.answerWith(({ path }, real) => (path === '/signup' ? arrive(real) : real()));
        const sent = backend.next('/signup');
        const signUp = rejection(
          signUpWithPassword({
            client,
            username: `somebody-${crypto.randomUUID()}`,
            password: 'a long password of hers',
          }),
        );
        await sent;
        if (which !== 'not begun') while ((await whoIsSignedIn()) === undefined) await settled();
        await signOut({ client });
        expect((await signUp).code).to.equal('superseded');
        expect(await whoIsSignedIn()).to.equal(undefined);
      });

    it('ends a sign-in that waits for its turn behind a request for a code', async () => {
      const username = await signUpUser();
      await signOutQuietly();
      backend.answerWith(({ path }, real) => (path === '/otp/request' ? never() : real()));
      const sent = backend.next('/otp/request');
      const request = rejection(requestCode({ client, to: 'ada@example.com' }));
      await sent;
      const signIn = rejection(signInWithPassword({ client, username, password: 'correct horse battery staple' }));
      await settled();
      await signOut({ client });
      expect([(await request).code, (await signIn).code]).to.deep.equal(['superseded', 'superseded']);
      expect([backend.to('/login').length, await whoIsSignedIn()]).to.deep.equal([0, undefined]);
    });

    it('succeeds when no user was signed in', async () => {
      expect(await signOut({ client })).to.deep.equal({ confirmed: true, remains: [] });
    });

    it('is made good for when the connection is back, and leaves the next person alone', async () => {
      await signUpUser();
      await readSession(client);
      await signOutOffline();
      expect(await readSession(client)).to.deep.equal({ status: 'signed-out', unconfirmed: true });
      backend.answerWith((_request, real) => real());
      expect(await whoIsSignedIn(), 'the cookie still works').not.to.equal(undefined);
      dispatchEvent(new Event('online'));
      while (notedSignOut() !== null) await settled();
      expect(await whoIsSignedIn()).to.equal(undefined);
      const name = await signUpUser();
      dispatchEvent(new Event('online'));
      await settled();
      expect(await readSession(client)).to.have.nested.property('user.name', name);
    });

    it('never ends the session of the user who has signed in since', async () => {
      await signUpUser();
      await readSession(client);
      await signOutOffline();
      backend.answerWith((_request, real) => real());
      const name = await signUpUser();
      const posts = backend.to('/logout').length;
      expect(await readSession(client)).to.have.nested.property('user.name', name);
      for (const event of ['online', 'focus']) dispatchEvent(new Event(event));
      await settled();
      expect(await whoIsSignedIn()).to.equal(name);
      expect([backend.to('/logout').length, notedSignOut()]).to.deep.equal([posts, null]);
    });
  });

  describe('step by step', () => {
    let backend: BackendRequests;
    let clock: Clock;

    beforeEach(() => {
      backend = watchBackendRequests();
      backend.answerWith(({ path }) => {
        if (path.startsWith('/logout')) happened.push(path);
        return json({ signedIn: true, user: { name: 'alice', displayName: 'Alice' }, authTime: 1000 });
      });
      clock = stopClock();
    });

    afterEach(async () => {
      await forgetSignOuts();
      await clock.pass(60_000); // ends the requests and locks that a test leaves without an answer
      clock.restore();
      backend.restore();
    });

    /** Lets time pass until it is over: what the disk takes is not on the clock. */
    async function passUntil<Result>(result: Promise<Result>): Promise<Result> {
      let isOver = false;
      const end = () => (isOver = true);
      result.then(end, end);
      while (!isOver) await clock.pass(60_000);
      return result;
    }

    it('is noted on the disk, with the session that is to end, before the backend is asked and anything is deleted', async () => {
      const user = { id: 'YWxpY2U', name: 'alice', displayName: 'Alice' };
      backend.answerWith(() => json({ signedIn: true, user, authTime: 1000 }));
      await readSession(client);
      const noted: unknown[] = [];
      backend.answerWith(never);
      const asked = backend.all.length;
      own({ wipe: async () => void noted.push(await readStored('sign-out:/'), backend.all.length - asked) });
      const result = signOut({ client });
      while (noted.length < 2) await settled();
      expect(noted[0]).to.include({ userId: 'YWxpY2U', authTime: 1000, everything: false });
      expect(noted[1], 'requests until then').to.equal(0);
      await passUntil(result);
    });

    it('is over once the note of it is gone from the disk', async () => {
      await passUntil(signOut({ client }));
      expect(await readStored('sign-out:/')).to.equal(undefined);
    });

    it('deletes before it tells the backend', async () => {
      own();
      await signOut({ client });
      expect(happened).to.deep.equal(['wipe', 'preventSilentAccess', 'logged-out', '/logout']);
    });

    it('asks the backend once, after it has deleted, also when the response to an earlier request for the session arrives meanwhile', async () => {
      await readSession(client);
      let answerSession = (_answer: Response) => {};
      backend.answerWith(({ path }) => {
        if (path === '/session') return new Promise((resolve) => (answerSession = resolve));
        happened.push(path);
        return json({});
      });
      const reading = readSession(client);
      let endWipe = () => {};
      const wiped = new Promise<void>((resolve) => (endWipe = resolve));
      own({ wipe: () => wiped });
      const result = signOut({ client });
      await settled();
      answerSession(json({ signedIn: true, user: { name: 'alice', displayName: 'Alice' }, authTime: 1000 }));
      expect(await reading).to.deep.equal({ status: 'signed-out', unconfirmed: true });
      await settled();
      expect([happened, backend.to('/session').length]).to.deep.equal([[], 2]);
      endWipe();
      expect(await passUntil(result)).to.deep.equal({ confirmed: true, remains: [] });
      expect(happened.filter((step) => step === '/logout')).to.have.length(1);
    });

    it('asks the backend to have everything removed when the person has agreed to that', async () => {
      const asked: Loss[] = [];
      await signOut({ client, everything: true, confirm: async (loss) => !!asked.push(loss) });
      expect(asked).to.deep.equal([{ unsent: 0, uncounted: false, everything: true }]);
      expect(happened).to.contain('/logout?everything');
    });

    it('asks nothing when nothing is lost', async () => {
      own({ countUnsent: () => 0 });
      await signOut({ client, confirm: () => expect.fail('a question') });
      expect(happened).to.contain('/logout');
    });

    it('asks once more when more writes have come up while it was asking', async () => {
      const asked: number[] = [];
      own({ countUnsent: () => [2, 3, 3][asked.length]! });
      await signOut({ client, confirm: async ({ unsent }) => !!asked.push(unsent) });
      expect(asked).to.deep.equal([2, 3]);
      expect(happened).to.contain('wipe');
    });

    it('counts, asks and deletes again for another user who has signed in while it was asking', async () => {
      const answerFor = (id: string) =>
        backend.answerWith(() => json({ signedIn: true, user: { id, name: id, displayName: id }, authTime: 1000 }));
      answerFor('QQ');
      await readSession(client);
      const asked: number[] = [];
      const wiped: unknown[] = [];
      own({ countUnsent: (userId) => (userId === 'QQ' ? 2 : 3), wipe: (userId) => void wiped.push(userId) });
      const confirm = async ({ unsent }: Loss) => {
        answerFor('Qg');
        return !!asked.push(unsent);
      };
      await signOut({ client, confirm });
      expect([asked, wiped]).to.deep.equal([[2, 3], ['Qg']]);
    });

    it('does nothing at all when the person declines, or cannot be asked whether writes may be lost', async () => {
      own({ countUnsent: () => 1 });
      const confirms: Pick<SignOutOptions, 'confirm'>[] = [{ confirm: async () => false }, {}];
      for (const confirm of confirms)
        expect((await rejection(signOut({ client, ...confirm }))).code).to.equal('cancelled');
      expect([happened, backend.all.length, notedSignOut()]).to.deep.equal([[], 0, null]);
    });

    it('does nothing at all when it is given up in time, and goes to its end after that', async () => {
      const over = new AbortController();
      own({ countUnsent: () => 1 });
      const asking = rejection(signOut({ client, confirm: never, signal: over.signal }));
      await settled();
      over.abort();
      expect((await asking).code).to.equal('aborted');
      expect((await rejection(signOut({ client, signal: over.signal }))).code).to.equal('aborted');
      expect(happened).to.deep.equal([]);
      const late = new AbortController();
      await signOut({ client, confirm: async () => true, onBegin: () => late.abort(), signal: late.signal });
      expect(happened).to.contain('/logout');
    });

    it('is over before those who watch the session of this page hear of it, so that its element is still there to tell', async () => {
      const over = new AbortController();
      let answerLogout = (_answer: Response) => {};
      let signedIn = true;
      backend.answerWith(({ path }) => {
        if (path === '/logout') return new Promise((resolve) => (answerLogout = resolve));
        return json(
          signedIn ? { signedIn, user: { name: 'alice', displayName: 'Alice' }, authTime: 1000 } : { signedIn },
        );
      });
      const signedOut = new Promise<void>((resolve) => {
        watchSession(client, {
          signal: over.signal,
          onChange({ status }) {
            happened.push(status);
            if (status === 'signed-out') resolve();
          },
        });
      });
      await settled();
      const asked = backend.next('/logout');
      const ended = signOut({ client }).then(() => happened.push('ended'));
      await asked;
      signedIn = false;
      answerLogout(json({}));
      await ended;
      await told;
      await signedOut;
      expect(happened).to.deep.equal(['signed-in', 'preventSilentAccess', 'logged-out', 'ended', 'signed-out']);
      over.abort();
    });

    it('tells the other tabs once the session has ended, so that none of them begins a sign-in with it', async () => {
      let answerLogout = (_answer: Response) => {};
      backend.answerWith(({ path }) =>
        path === '/logout' ? new Promise((resolve) => (answerLogout = resolve)) : json({ signedIn: false }),
      );
      const asked = backend.next('/logout');
      const ended = signOut({ client });
      await asked;
      await settled();
      const other = new BroadcastChannel('auth');
      other.postMessage({ type: 'the first to be heard' });
      other.close();
      expect((await told).type).to.equal('the first to be heard');
      const next = new Promise<{ type: string }>(
        (resolve) => (channel.onmessage = ({ data }) => resolve(data as { type: string })),
      );
      answerLogout(json({}));
      await ended;
      expect((await next).type).to.equal('signed-out');
    });

    it('notes until the backend has confirmed it which session is to end', async () => {
      await readSession(client);
      let noted: string | null = null;
      backend.answerWith(({ path }) => {
        if (path === '/logout') noted = notedSignOut();
        return json({ signedIn: true, user: { name: 'alice', displayName: 'Alice' }, authTime: 1000 });
      });
      await signOut({ client });
      expect(JSON.parse(noted!)).to.include({ authTime: 1000, everything: false });
      expect(notedSignOut()).to.equal(null);
    });

    it('goes by what was last known of the session, whether the backend can be asked or not', async () => {
      await readSession(client);
      backend.answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
      expect(await signOut({ client })).to.deep.equal({ confirmed: false, remains: [] });
      expect(JSON.parse(notedSignOut()!)).to.include({ authTime: 1000, everything: false });
      expect(happened).to.deep.equal(['preventSilentAccess', 'logged-out']);
    });

    const faults: [what: string, spoil: (fault: () => unknown) => void][] = [
      ['the count of unsent writes', (fault) => own({ countUnsent: fault as () => number })],
      ['the deletion', (fault) => own({ name: 'spoilt', wipe: fault as () => void })],
      ['preventSilentAccess', (fault) => replace(navigator.credentials, 'preventSilentAccess', fault)],
      ['the login status', (fault) => replace(navigator, 'login', { setStatus: fault })],
      ['the lock between tabs', (fault) => replace(navigator, 'locks', { request: fault })],
      ['fetch', (fault) => (globalThis.fetch = fault as typeof fetch)],
    ];
    const ways: [how: string, fault: () => unknown][] = [
      [
        'throws',
        () => {
          throw new Error('a fault');
        },
      ],
      ['rejects', () => Promise.reject(new Error('a fault'))],
      ['never ends', never],
    ];
    for (const [what, spoil] of faults) {
      for (const [how, fault] of ways) {
        it(`comes to its end, with everything else done, when ${what} ${how}`, async () => {
          own({ name: 'caches' });
          spoil(fault);
          const result = signOut({ client, confirm: async () => true });
          const { confirmed, remains } = await passUntil(result);
          expect(confirmed).to.equal(what !== 'fetch');
          expect(remains.map(({ name }) => name)).to.deep.equal(what === 'the deletion' ? ['spoilt'] : []);
          expect(happened.filter((step) => step === 'wipe').length).to.be.greaterThan(0);
          if (what !== 'preventSilentAccess') expect(happened).to.contain('preventSilentAccess');
          if (what !== 'the login status') expect(happened).to.contain('logged-out');
          expect((await told).type).to.equal('signed-out');
          expect(notedSignOut() === null).to.equal(confirmed);
        });
      }
    }

    it('comes to its end where nothing of the browser is of any use', async () => {
      own();
      for (const name of ['login', 'locks']) replace(navigator, name, undefined);
      replace(navigator, 'credentials', () => {
        throw new Error('a fault');
      });
      replace(globalThis, 'BroadcastChannel', undefined);
      expect(await passUntil(signOut({ client }))).to.deep.equal({ confirmed: true, remains: [] });
    });
  });
});
