import { expect } from '@open-wc/testing';
import { clientFor } from '../../src/base/client/client.js';
import { countUnsent, wipeLocalData } from '../../src/sign-out/local-data.js';
import { finishSignOut, noteSignOut } from '../../src/sign-out/state.js';
import { readSession } from '../../src/session/session.js';
import { useBackend } from '../../src/base/client/adapter.js';
import {
  openBackgroundQueue,
  type BackgroundQueue,
  type BackgroundWrite,
  type WaitingWrite,
} from '../../src/offline.js';
import { putRow, readRows } from '../../src/outbox/background/rows.js';
import { signOut } from '../../src/session.js';
import { signInAgain, signOutQuietly, signUpUser } from '../support/browser/account.js';
import { watchConnection, type Connection } from '../support/browser/connection.js';
import { readNote, writeElsewhere } from '../support/browser/outboxes.js';
import { forgetSignOuts } from '../support/browser/sign-outs.js';
import { rejection } from '../support/browser/rejection.js';
import { storeInSilence } from '../support/browser/storage-faults.js';

describe('a queue of writes that need no key', () => {
  const client = clientFor();
  let connection: Connection;
  let userId: string;
  let end: AbortController;
  let changed: () => void;
  let queue: BackgroundQueue;

  beforeEach(async () => {
    userId = await signUpUser();
    await readSession(client);
    connection = watchConnection();
    end = new AbortController();
    changed = () => {};
    queue = openBackgroundQueue({ client, signal: end.signal, onChange: () => changed() });
  });

  afterEach(async () => {
    connection.restore();
    for (const { id } of await queue.list()) await queue.settle(id, 'drop');
    end.abort();
    await signOutQuietly();
  });

  const put = (id: string, more: Partial<BackgroundWrite> = {}): BackgroundWrite => ({
    method: 'PUT',
    path: `/notes/${id}`,
    body: { title: '', text: `mine ${id}` },
    precondition: 'absent',
    ...more,
  });
  const puts = () => connection.arrived.filter(({ what }) => what.startsWith('PUT'));

  /** Queues a write that cannot be sent before another user is signed in. */
  async function enqueueForLater(write: BackgroundWrite): Promise<void> {
    connection.onRequest = (what) => (what === 'GET /session' ? Promise.reject(new TypeError('Failed')) : undefined);
    await queue.enqueue(write);
    await signUpUser();
    delete connection.onRequest;
  }

  /** Everything that is stored, of whichever user. */
  async function storedRows(): Promise<unknown[]> {
    const opening = indexedDB.open('latchkey.background');
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const reading = opening.result.transaction('latchkey.background').objectStore('latchkey.background').getAll();
    await new Promise((resolve) => (reading.onsuccess = resolve));
    opening.result.close();
    return reading.result;
  }

  /** Resolves when so many are left, of which so many were refused. */
  async function left(count: number, refused = 0): Promise<void> {
    for (;;) {
      const heard = new Promise<void>((resolve) => (changed = resolve));
      const writes = await queue.list();
      if (writes.length === count && writes.filter(({ refusal }) => refusal !== undefined).length === refused) return;
      await heard;
    }
  }

  it('sends at once what can be sent, and the rest in order when the connection is back', async () => {
    await queue.enqueue(put('a'));
    await left(0);
    connection.isDown = true;
    await queue.enqueue(put('b'));
    await queue.enqueue(put('c'));
    expect((await queue.list()).map(({ path }) => path)).to.deep.equal(['/notes/b', '/notes/c']);
    connection.comeBack();
    await left(0);
    expect(puts().map(({ what }) => what)).to.deep.equal(['PUT /notes/a', 'PUT /notes/b', 'PUT /notes/c']);
    expect((await readNote('c')).text).to.equal('mine c');
  });

  it('takes effect once, although a response was lost', async () => {
    connection.losing.push('PUT /notes/a');
    await queue.enqueue(put('a'));
    await queue.send();
    connection.comeBack();
    await left(0);
    expect([puts().length, new Set(puts().map(({ key }) => key)).size]).to.deep.equal([2, 1]);
  });

  it('is stored once when the connection to the disk drops at the moment at which it is stored', async () => {
    connection.isDown = true;
    const stored = storeInSilence('latchkey.background', { isDropped: true });
    const enqueuing = queue.enqueue(put('a'));
    await stored;
    const id = await enqueuing;
    expect((await queue.list()).map((write) => write.id)).to.deep.equal([id]);
  });

  it('keeps what the server refuses, and has later writes to the same path wait, until the app decides', async () => {
    await writeElsewhere('a', 'theirs');
    await queue.enqueue(put('a', { subject: 'Note a' }));
    await left(1, 1);
    connection.isDown = true;
    await queue.enqueue(put('a'));
    await queue.enqueue(put('b'));
    connection.comeBack();
    await left(2, 1);
    const { id, subject, refusal } = (await queue.list())[0]!;
    expect([subject, refusal]).to.deep.equal(['Note a', 412]);
    await queue.settle(id, 'drop');
    await left(1, 1);
    connection.onRequest = (what) => (what === 'PUT /notes/a' ? new Response(null, { status: 204 }) : undefined);
    await queue.settle((await queue.list())[0]!.id, 'again');
    await left(0);
  });

  it('sends nothing of one user while another one is signed in, and names the owner to the server', async () => {
    await enqueueForLater(put('a'));
    await queue.send();
    expect(puts()).to.deep.equal([]);
    await signInAgain(userId);
    await readSession(client);
    await queue.send();
    await left(0);
    expect((await readNote('a')).text).to.equal('mine a');
  });

  it('is counted by a sign-out, and deleted with the data of its user', async () => {
    connection.isDown = true;
    await queue.enqueue(put('a'));
    await queue.enqueue(put('b'));
    openBackgroundQueue({ client, signal: end.signal });
    expect((await countUnsent(client)).unsent).to.equal(2);
    expect(await wipeLocalData(client)).to.deep.equal([]);
    expect(await queue.list()).to.deep.equal([]);
  });

  describe('when another user has signed in', () => {
    /** Puts a write of the first user in the queue, and signs another user in, as another tab does. */
    async function signInAnother(): Promise<number> {
      await enqueueForLater(put('a', { subject: 'secret' }));
      const [{ id }] = (await queue.list()) as [WaitingWrite];
      await readSession(client);
      return id;
    }

    afterEach(async () => {
      await signInAgain(userId);
      await readSession(client);
      await queue.send();
    });

    it('refuses to queue, list and settle', async () => {
      const id = await signInAnother();
      for (const refused of [
        queue.enqueue(put('b')),
        queue.list(),
        queue.settle(id, 'drop'),
        queue.settle(id, 'again'),
      ])
        expect(await rejection(refused)).to.include({ name: 'LatchError', code: 'wrong_account' });
      await queue.send();
      expect(puts()).to.deep.equal([]);
    });

    it('neither shows, counts, settles nor deletes anything of the first in the queue of the other', async () => {
      const id = await signInAnother();
      const others = openBackgroundQueue({ client, signal: end.signal });
      await others.settle(id, 'drop');
      expect([await others.list(), (await countUnsent(client)).unsent]).to.deep.equal([[], 0]);
      await wipeLocalData(client);
      await signInAgain(userId);
      await readSession(client);
      await queue.send();
      await left(0);
      expect((await readNote('a')).text).to.equal('mine a');
    });

    it('counts and deletes what is in the queue of the other, whichever queues are open', async () => {
      await signInAnother();
      connection.isDown = true;
      const others = openBackgroundQueue({ client, signal: end.signal });
      await others.enqueue(put('b'));
      await others.enqueue(put('c'));
      expect((await countUnsent(client)).unsent).to.equal(2);
      await wipeLocalData(client);
      expect(await others.list()).to.deep.equal([]);
      connection.comeBack();
      await signInAgain(userId);
      await readSession(client);
      // the one that the connection has begun may have found the other user still
      await queue.send();
      await left(0);
      expect(puts().map(({ what }) => what)).to.deep.equal(['PUT /notes/a']);
    });

    it('keeps what was typed before this page has heard of it for the first', async () => {
      connection.onRequest = (what) => (what === 'GET /session' ? Promise.reject(new TypeError('Failed')) : undefined);
      await signUpUser();
      await queue.enqueue(put('b'));
      delete connection.onRequest;
      await queue.send();
      expect(puts()).to.deep.equal([]);
      await signInAgain(userId);
      await queue.send();
      expect((await readNote('b')).text).to.equal('mine b');
    });

    it('belongs to the user that the page names, although another one has signed in before it was opened', async () => {
      const { user } = (await (await fetch('/session')).json()) as { user: { id: string } };
      await signUpUser();
      await readSession(client);
      const late = openBackgroundQueue({ client, signal: end.signal, userId: user.id });
      expect(await rejection(late.enqueue(put('b')))).to.include({ code: 'wrong_account' });
      await signInAgain(userId);
      await readSession(client);
      await late.enqueue(put('b'));
      await left(0);
      expect((await readNote('b')).text).to.equal('mine b');
    });
  });

  describe('when its user has signed out', () => {
    it('refuses to queue, and stores nothing', async () => {
      await signOut({ client });
      expect(await rejection(queue.enqueue(put('a')))).to.include({ code: 'unauthenticated' });
      expect([await queue.list(), await storedRows()]).to.deep.equal([[], []]);
    });

    it('refuses to queue before the backend has heard of it', async () => {
      connection.isDown = true;
      await signOut({ client });
      expect(await rejection(queue.enqueue(put('a')))).to.include({ code: 'unauthenticated' });
      expect(await storedRows()).to.deep.equal([]);
      connection.comeBack();
      await finishSignOut(client);
    });

    it('leaves no write on the device that was on its way to the disk', async () => {
      connection.isDown = true;
      const [queued] = await Promise.all([rejection(queue.enqueue(put('a'))), noteSignOut(client, { at: Date.now() })]);
      expect(queued).to.include({ code: 'unauthenticated' });
      expect(await storedRows()).to.deep.equal([]);
      await forgetSignOuts();
    });

    it('works again when they are back', async () => {
      await signOut({ client });
      await signInAgain(userId);
      await readSession(client);
      await queue.enqueue(put('a'));
      await left(0);
      expect((await readNote('a')).text).to.equal('mine a');
    });

    it('works on when their session has merely expired', async () => {
      await signOutQuietly();
      await readSession(client);
      await queue.enqueue(put('a'));
      await queue.send();
      expect([(await queue.list()).length, puts()]).to.deep.equal([1, []]);
      await signInAgain(userId);
    });
  });

  it('belongs to the first user that signs in, if it was opened before anyone has', async () => {
    await signOut({ client });
    const early = openBackgroundQueue({ client, signal: end.signal });
    expect(await rejection(early.enqueue(put('a')))).to.include({ code: 'unauthenticated' });
    await signInAgain(userId);
    await readSession(client);
    await early.enqueue(put('a'));
    await left(0);
    await signUpUser();
    await readSession(client);
    expect(await rejection(early.enqueue(put('b')))).to.include({ code: 'wrong_account' });
    await signInAgain(userId);
    await readSession(client);
  });

  describe('with an adapter', () => {
    afterEach(() => useBackend(undefined));

    it('sends with its headers of the moment, such as a token against CSRF, and keeps some for the worker', async () => {
      let token = 'old';
      useBackend({ headers: (method): Record<string, string> => (method === 'GET' ? {} : { 'x-csrf': token }) });
      connection.isDown = true;
      await queue.enqueue(put('a', { headers: { 'x-own': '1' } }));
      const [row] = (await storedRows()) as [{ backendHeaders: object; needsPage: boolean }];
      expect([row.backendHeaders, row.needsPage]).to.deep.equal([{ 'x-csrf': 'old' }, false]);
      token = 'new';
      connection.comeBack();
      await left(0);
      expect(puts().map(({ headers }) => [headers.get('x-csrf'), headers.get('x-own')])).to.deep.equal([['new', '1']]);
    });

    it('asks who is signed in as the adapter does, and leaves such writes to pages', async () => {
      useBackend({
        capabilities: {
          'GET /session': async ({ send }) => {
            const { user } = await send('GET', '/session');
            return { signedIn: true, user, authTime: 1 };
          },
        },
      });
      connection.isDown = true;
      await queue.enqueue(put('a'));
      expect((await storedRows())[0]).to.include({ needsPage: true });
      connection.comeBack();
      await left(0);
      expect((await readNote('a')).text).to.equal('mine a');
    });
  });

  it('sends a stored write to no other origin, however its path came to lead there', async () => {
    connection.isDown = true;
    const id = await queue.enqueue(put('a'));
    await queue.send();
    const row = (await readRows()).find((one) => one.id === id)!;
    await putRow({ ...row, path: '//elsewhere.example/notes/a' });
    connection.comeBack();
    await left(1, 1);
    expect([(await queue.list()).map(({ refusal }) => refusal), puts()]).to.deep.equal([[0], []]);
  });

  it('does not bring back a write that was dropped right before it was to be changed', async () => {
    connection.isDown = true;
    const id = await queue.enqueue(put('a'));
    const row = (await readRows()).find((one) => one.id === id)!;
    await queue.settle(id, 'drop');
    await putRow({ ...row, refusal: 403 });
    expect(await queue.list()).to.deep.equal([]);
  });

  it('refuses a user handle that is none', () => {
    for (const userId of ['', 7 as unknown as string])
      expect(() => openBackgroundQueue({ client, signal: end.signal, userId })).to.throw(TypeError, '"userId"');
  });

  it('stores no user handle', async () => {
    connection.isDown = true;
    await queue.enqueue(put('a'));
    const session = await (await (connection.restore(), fetch('/session'))).json();
    expect(JSON.stringify(await storedRows())).not.to.contain((session as { user: { id: string } }).user.id);
  });

  const wrong: [what: string, write: object][] = [
    ['another method', { method: 'GET' }],
    ['a path elsewhere', { path: 'https://elsewhere.example/' }],
    ['a path that names a host', { path: '/.//elsewhere.example/' }],
    ['a stream', { stream: { store: 'files', id: 'a' } }],
    ['headers of its own', { headers: { 'Idempotency-Key': '1' } }],
  ];
  for (const [what, more] of wrong) {
    it(`refuses ${what} before anything is stored`, async () => {
      expect((await rejection(queue.enqueue(put('a', more)))).name).to.equal('TypeError');
      expect(await queue.list()).to.deep.equal([]);
    });
  }
});
