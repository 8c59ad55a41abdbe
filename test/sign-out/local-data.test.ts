import { expect } from '@open-wc/testing';
import { countUnsent, pageId, addLocalData, wipeLocalData, type LocalData } from '../../src/sign-out/local-data.js';
import type * as Belongings from '../../src/sign-out/local-data.js';
import type * as Durable from '../../src/base/storage/stored.js';
import { clientFor } from '../../src/base/client/client.js';
import { readSession } from '../../src/session/session.js';
import { restoreStored } from '../../src/base/storage/stored.js';
import { finishSignOut } from '../../src/sign-out/state.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled, stopClock } from '../support/browser/clock.js';
import { importCopy } from '../support/browser/copy.js';
import { watchReports } from '../support/browser/elements.js';
import { forgetSignOuts, noteEarlierSignOut, notedSignOut } from '../support/browser/sign-outs.js';

const client = clientFor();
const never = () => new Promise<never>(() => {});
const fault = new Error('a fault');
const fail = () => {
  throw fault;
};

describe('what belongs to the person', () => {
  const registrations: (() => void)[] = [];
  let wiped: string[];

  beforeEach(() => (wiped = []));
  afterEach(() => registrations.splice(0).forEach((takeBack) => takeBack()));

  /** Registers something that notes when it is wiped. */
  function own(name: string, more: Partial<LocalData> = {}, at = client): () => void {
    const takeBack = addLocalData({ name, wipe: () => void wiped.push(name), ...more }, at);
    registrations.push(takeBack);
    return takeBack;
  }

  it('is all deleted, and nothing that was taken off the list or belongs to another backend', async () => {
    own('caches');
    own('drafts');
    own('gone')();
    own('elsewhere', {}, clientFor('/auth'));
    expect(await wipeLocalData(client)).to.deep.equal([]);
    expect(wiped).to.deep.equal(['caches', 'drafts']);
  });

  it('is deleted as far as it can be, and what cannot be is named', async () => {
    const clock = stopClock();
    own('throws', { wipe: fail });
    own('rejects', { wipe: () => Promise.reject(fault) });
    own('never ends', { wipe: never });
    own('caches');
    const remains = wipeLocalData(client);
    await settled();
    expect(wiped).to.deep.equal(['caches']);
    await clock.pass(10_000);
    const [thrown, rejected, late, ...others] = await remains;
    expect([thrown, rejected, others]).to.deep.equal([
      { name: 'throws', reason: fault },
      { name: 'rejects', reason: fault },
      [],
    ]);
    expect(late!.name).to.equal('never ends');
    expect(late!.reason).to.include({ code: 'timed_out' });
    expect(clock.waiting).to.equal(0);
    clock.restore();
  });

  it('counts unsynced changes', async () => {
    own('caches');
    own('outbox', { countUnsent: () => 2 });
    own('drafts', { countUnsent: async () => 3 });
    own('elsewhere', { countUnsent: () => 5 }, clientFor('/auth'));
    expect(await countUnsent(client)).to.deep.equal({ unsent: 5, uncounted: false });
  });

  it('is uncounted where it cannot be counted, beside what can be', async () => {
    const clock = stopClock();
    own('drafts', { countUnsent: () => 3 });
    for (const countOne of [
      fail,
      () => Promise.reject(fault),
      never,
      () => -1,
      () => NaN,
      () => 'many' as unknown as number,
    ])
      own('outbox', { countUnsent: countOne });
    const count = countUnsent(client);
    await clock.pass(3000);
    expect(await count).to.deep.equal({ unsent: 3, uncounted: true });
    clock.restore();
  });

  it('is one list for every copy of the package on the page', async () => {
    const id = crypto.randomUUID();
    const copy = await importCopy<typeof Belongings>('sign-out/local-data', id);
    // It looks for an unfinished sign-out once it has read the disk, and must not find that of a later test.
    await (await importCopy<typeof Durable>('base/storage/stored', id)).restoreStored();
    registrations.push(copy.addLocalData({ name: 'vault', wipe: () => void wiped.push('vault') }, client));
    await wipeLocalData(client);
    expect(wiped).to.deep.equal(['vault']);
    expect(copy.pageId()).to.equal(pageId());
  });

  describe('when another tab says that the person has signed out', () => {
    let backend: BackendRequests;
    let tab: BroadcastChannel;

    beforeEach(() => {
      backend = watchBackendRequests();
      tab = new BroadcastChannel('auth');
    });

    afterEach(async () => {
      await forgetSignOuts();
      // a try of this page would take what the next test notes for its own
      await finishSignOut(client);
      tab.close();
      backend.restore();
    });

    /** Has the other tab say it, and resolves once this page has made of it what it makes of it. */
    async function say(message: object): Promise<void> {
      const asked = backend.next('/session');
      tab.postMessage(message);
      await asked;
      await settled();
    }

    it('is deleted here too, after one question to the backend', async () => {
      backend.answerWith(() => json({ signedIn: false }));
      own('caches');
      own('drafts');
      await say({ type: 'signed-out', from: 'another tab' });
      expect(wiped).to.deep.equal(['caches', 'drafts']);
      expect(backend.all).to.have.length(1);
    });

    it('is deleted here too when the backend cannot be reached, by the word of the unfinished sign-out', async () => {
      backend.answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
      own('caches');
      await restoreStored();
      await settled();
      noteEarlierSignOut({ authTime: 1000 });
      await say({ type: 'signed-out' });
      expect(wiped).to.deep.equal(['caches']);
    });

    it('is deleted by the next page when the one that signed out was closed in the middle, and not after the next sign-in', async () => {
      noteEarlierSignOut({ authTime: 1000 });
      backend.answerWith(() => json({ signedIn: true, user: { name: 'alice', displayName: 'Alice' }, authTime: 2000 }));
      own('of a later session')();
      while (notedSignOut() !== null) await settled();
      expect(wiped).to.deep.equal([]);
      noteEarlierSignOut({ authTime: 1000 });
      backend.answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
      own('caches');
      while (wiped.length === 0) await settled();
      expect(wiped).to.deep.equal(['caches']);
    });

    it('stays when a user is still signed in: the message was forged or late', async () => {
      backend.answerWith(() => json({ signedIn: true, user: { name: 'bob', displayName: 'Bob' }, authTime: 2000 }));
      noteEarlierSignOut({ authTime: 1000 });
      own('caches');
      await say({ type: 'signed-out' });
      expect(wiped).to.deep.equal([]);
    });

    it('stays when nothing bears it out', async () => {
      backend.answerWith(() => json({}, 503));
      own('caches');
      await say({ type: 'signed-out' });
      expect(wiped).to.deep.equal([]);
    });

    it('is deleted for the person who has signed in last, in a page that has not asked since', async () => {
      const sessionOf = (id: string) => () => json({ signedIn: true, user: { id, name: 'x', displayName: 'x' } });
      const wipedFor: unknown[] = [];
      own('caches', { wipe: (userId) => void wipedFor.push(userId) });
      backend.answerWith(sessionOf('YWxpY2U'));
      await readSession(client);
      backend.answerWith(sessionOf('Ym9i'));
      await say({ type: 'signed-in' });
      await forgetSignOuts();
      backend.answerWith(() => json({ signedIn: false }));
      await say({ type: 'signed-out' });
      expect(wipedFor).to.deep.equal(['Ym9i']);
    });

    it('stays when this page itself has said so, which deletes it anyway, and when nothing is left on the list', async () => {
      backend.answerWith(() => json({ signedIn: false }));
      const takeBack = own('caches');
      tab.postMessage({ type: 'signed-out', from: pageId() });
      own('drafts')();
      await say({ type: 'signed-out' });
      expect(backend.all).to.have.length(1);
      expect(wiped).to.deep.equal(['caches']);
      takeBack();
      own('mark');
      await say({ type: 'signed-out' });
      expect([wiped, backend.all.length]).to.deep.equal([['caches', 'mark'], 2]);
    });

    it('is reported to the makers of the page as far as it could not be deleted', async () => {
      const reports = watchReports();
      backend.answerWith(() => json({ signedIn: false }));
      own('caches', { wipe: fail });
      await say({ type: 'signed-out' });
      reports.stop();
      expect(
        reports.all.map((error) => [(error as Error).message.includes('"caches"'), (error as Error).cause]),
      ).to.deep.equal([[true, fault]]);
    });
  });
});
