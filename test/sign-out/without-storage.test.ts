import { expect } from '@open-wc/testing';
import { countUnsent } from '../../src/sign-out/local-data.js';
import { subscribe } from '../../src/base/storage/broadcast.js';
import { clientFor } from '../../src/base/client/client.js';
import { watchSession, type SessionState } from '../../src/session/session.js';
import { keepPrivateCaches, openBackgroundQueue, openPrivateCache } from '../../src/offline.js';
import { announceSession } from '../../src/session/session.js';
import { forgetCaches, forgetDatabase } from '../../src/sign-out/forget.js';
import { signOut, type Loss } from '../../src/sign-out/sign-out.js';
import { rememberVault } from '../../src/vault/marker.js';
import { registerVaults } from '../../src/vault/index.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { stopClock } from '../support/browser/clock.js';
import { failToOpen, neverOpen, refusals, refuseDatabases, refuseTheRest } from '../support/browser/refused-storage.js';
import { rejection } from '../support/browser/rejection.js';
import { forgetSignOuts } from '../support/browser/sign-outs.js';

const client = clientFor();

describe('a page without storage', () => {
  let backend: BackendRequests;
  let over: AbortController;
  let undo: (() => void)[];
  let isSignedIn: boolean;
  let reported: unknown[];

  beforeEach(() => {
    isSignedIn = true;
    reported = [];
    undo = [];
    over = new AbortController();
    backend = watchBackendRequests();
    backend.answerWith(({ path }) => {
      if (path.startsWith('/logout')) isSignedIn = false;
      const user = { id: 'YWxpY2U', name: 'alice', displayName: 'Alice' };
      return json(isSignedIn ? { signedIn: true, user, authTime: 1000 } : { signedIn: false });
    });
    const report = (event: PromiseRejectionEvent) => reported.push(event.reason);
    addEventListener('unhandledrejection', report);
    undo.push(() => removeEventListener('unhandledrejection', report));
  });

  afterEach(async () => {
    over.abort();
    for (const one of undo.toReversed()) one();
    await forgetSignOuts();
    backend.restore();
  });

  /** Everything of the package that a page may have to lose. */
  function useEverything(): ReturnType<typeof openBackgroundQueue> {
    undo.push(registerVaults(client));
    keepPrivateCaches(client, { signal: over.signal, onError: (error) => reported.push(error) });
    return openBackgroundQueue({ client, signal: over.signal });
  }

  for (const [title, refusal] of refusals)
    it(`whose IndexedDB ${title} has nothing to lose, and signs out without a question and without remains`, async () => {
      undo.push(refuseDatabases(refusal));
      const queue = useEverything();
      expect(await countUnsent(client)).to.deep.equal({ unsent: 0, uncounted: false });
      expect(await queue.list()).to.deep.equal([]);
      expect((await rejection(queue.enqueue({ method: 'PUT', path: '/notes/1', body: {} }))).code).to.equal(
        'storage_lost',
      );
      const asked: Loss[] = [];
      const confirm = async (loss: Loss) => !asked.push(loss);
      expect(await signOut({ client, confirm })).to.deep.equal({ confirmed: true, remains: [] });
      expect([asked, isSignedIn, reported]).to.deep.equal([[], false, []]);
      await forgetDatabase('drafts');
    });

  for (const how of ['are missing', 'throw'] as const)
    it(`whose locks, caches, channels, workers and local storage ${how} signs in and out as any other`, async () => {
      undo.push(refuseDatabases('throws when read'), refuseTheRest(how));
      useEverything();
      const states: SessionState['status'][] = [];
      watchSession(client, { onChange: ({ status }) => states.push(status), signal: over.signal });
      expect(await openPrivateCache(client, 'notes')).to.equal(undefined);
      await forgetCaches('app.');
      announceSession('signed-in');
      expect(await signOut({ client })).to.deep.equal({ confirmed: true, remains: [] });
      while (states.at(-1) !== 'signed-out') await new Promise(requestAnimationFrame);
      expect(reported).to.deep.equal([]);
    });

  it('without channels is heard by its own listeners until they are over, and by those of the same name alone', async () => {
    undo.push(refuseTheRest('are missing'));
    const heard: unknown[] = [];
    subscribe('mine', (message) => heard.push(message), over.signal);
    subscribe('other', () => heard.push('other'), over.signal);
    const { post } = await import('../../src/base/storage/broadcast.js');
    post('mine', { text: 'hello' });
    expect(heard, 'never before the poster goes on').to.deep.equal([]);
    while (heard.length === 0) await new Promise(requestAnimationFrame);
    over.abort();
    post('mine', 'late');
    await new Promise(requestAnimationFrame);
    expect(heard).to.deep.equal([{ text: 'hello' }]);
  });

  /**
   * A second passes once the browser has done what it was told about caches, which takes no time on this clock. In one
   * long step, the time to delete them could begin and be over.
   */
  const passOneSecond = async (clock: ReturnType<typeof stopClock>) => {
    await caches.keys();
    await clock.pass(1000);
  };

  for (const [title, breakIt] of [
    ['that never opens', neverOpen],
    ['that fails to open', failToOpen],
  ] as const)
    describe(`with a database ${title}`, () => {
      it('says that changes cannot be counted, and signs out once the user accepts that', async () => {
        const clock = stopClock();
        undo.push(() => clock.restore());
        useEverything();
        undo.push(breakIt());
        const asked: Loss[] = [];
        const result = signOut({ client, confirm: async (loss) => !!asked.push(loss) });
        let isOver = false;
        void result.finally(() => (isOver = true));
        while (!isOver) await passOneSecond(clock);
        expect(asked).to.deep.equal([{ unsent: 0, uncounted: true, everything: false }]);
        const { confirmed, remains } = await result;
        expect([confirmed, isSignedIn]).to.deep.equal([true, false]);
        expect(remains.map(({ name }) => name).toSorted()).to.deep.equal(['background writes', 'vaults']);
      });

      it('signs out where there is no one to confirm it', async () => {
        const clock = stopClock();
        undo.push(() => clock.restore());
        useEverything();
        undo.push(breakIt());
        const result = signOut({ client });
        let isOver = false;
        void result.finally(() => (isOver = true));
        while (!isOver) await passOneSecond(clock);
        expect([(await result).confirmed, isSignedIn]).to.deep.equal([true, false]);
      });
    });

  it('that had a vault before names the vault as what could not be counted or deleted', async () => {
    await rememberVault('a vault of yesterday');
    undo.push(refuseDatabases('is missing'));
    useEverything();
    expect(await countUnsent(client)).to.deep.equal({ unsent: 0, uncounted: true });
    const { remains } = await signOut({ client });
    expect(remains.map(({ name }) => name)).to.deep.equal(['vaults']);
    localStorage.removeItem('latchkey.vaults');
  });
});
