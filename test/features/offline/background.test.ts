import { expect } from '@open-wc/testing';
import { clientFor } from '../../../src/core/client.js';
import { countUnsent, wipeBelongings } from '../../../src/core/belongings.js';
import { readSession } from '../../../src/core/session.js';
import {
  openBackgroundQueue,
  type BackgroundQueue,
  type BackgroundWrite,
} from '../../../src/features/offline/index.js';
import { signInAgain, signOutQuietly, signUpUser } from '../../support/browser/account.js';
import { watchConnection, type Connection } from '../../support/browser/connection.js';
import { readNote, writeElsewhere } from '../../support/browser/outboxes.js';
import { rejection } from '../../support/browser/rejection.js';

describe('a queue of writes that need no key', () => {
  const client = clientFor();
  let connection: Connection;
  let person: string;
  let end: AbortController;
  let changed: () => void;
  let queue: BackgroundQueue;

  beforeEach(async () => {
    person = await signUpUser();
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
    await signInAgain(person);
    await readSession(client);
    await queue.send();
    await left(0);
    expect((await readNote('a')).text).to.equal('mine a');
  });

  it('is counted by a sign-out, and deleted with the data of its user', async () => {
    connection.isDown = true;
    await queue.enqueue(put('a'));
    await queue.enqueue(put('b'));
    expect(await countUnsent(client)).to.equal(2);
    expect(await wipeBelongings(client)).to.deep.equal([]);
    expect(await queue.list()).to.deep.equal([]);
  });

  it('neither shows nor counts anything of another user', async () => {
    await enqueueForLater(put('a', { subject: 'secret' }));
    await readSession(client);
    expect([await queue.list(), await countUnsent(client)]).to.deep.equal([[], 0]);
    await wipeBelongings(client);
    await signInAgain(person);
    await readSession(client);
    await queue.send();
    await left(0);
    expect((await readNote('a')).text).to.equal('mine a');
  });

  it('stores no user handle', async () => {
    connection.isDown = true;
    await queue.enqueue(put('a'));
    const session = await (await (connection.restore(), fetch('/session'))).json();
    const opening = indexedDB.open('latchkey.background');
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const reading = opening.result.transaction('latchkey.background').objectStore('latchkey.background').getAll();
    await new Promise((resolve) => (reading.onsuccess = resolve));
    opening.result.close();
    expect(JSON.stringify(reading.result)).not.to.contain((session as { user: { id: string } }).user.id);
  });

  const wrong: [what: string, write: object][] = [
    ['another method', { method: 'GET' }],
    ['a path elsewhere', { path: 'https://elsewhere.example/' }],
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
