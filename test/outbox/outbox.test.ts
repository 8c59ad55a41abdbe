import { expect } from '@open-wc/testing';
import { countUnsent } from '../../src/sign-out/local-data.js';
import { clientFor } from '../../src/base/client/client.js';
import { readSession } from '../../src/session/session.js';
import { openOutbox, type Outbox, type Write } from '../../src/offline.js';
import { registerVaults, wipeVaults, type Vault } from '../../src/vault/index.js';
import { post, signOutQuietly, signUpUser } from '../support/browser/account.js';
import { stopClock } from '../support/browser/clock.js';
import { watchConnection, type Connection } from '../support/browser/connection.js';
import {
  allSent,
  createOwnVault,
  handleOfPresent,
  openOutboxIn,
  readNote,
  stateWhere,
  writeElsewhere,
} from '../support/browser/outboxes.js';
import { rejection } from '../support/browser/rejection.js';
import { prfPasskey, unlockWith } from '../support/browser/vaults.js';

const password = 'correct horse battery staple';

describe('an outbox', () => {
  const phone = prfPasskey('phone');
  let connection: Connection;
  let userId: string;
  let vault: Vault;
  let outbox: Outbox;

  beforeEach(async () => {
    userId = await signUpUser();
    vault = await createOwnVault(phone);
    outbox = await openOutboxIn(vault);
    connection = watchConnection();
  });

  afterEach(async () => {
    connection.restore();
    vault.lock();
    await wipeVaults();
    await signOutQuietly();
  });

  const put = (id: string, text: string, precondition: Write['precondition'] = 'absent'): Write => ({
    method: 'PUT',
    path: `notes/${id}`,
    body: { title: '', text },
    precondition,
  });
  const arrivals = () => connection.arrived.filter(({ what }) => !what.startsWith('GET')).map(({ what }) => what);
  const goOffline = () => (connection.isDown = true);
  const signInAgain = () => post('/login', { username: userId, password });

  it('sends at once what can be sent', async () => {
    await outbox.enqueue(put('a', 'one'));
    await allSent(outbox);
    expect((await readNote('a')).text).to.equal('one');
  });

  it('keeps what is written offline, and sends it in order once the server answers', async () => {
    goOffline();
    for (const id of ['c', 'a', 'b']) await outbox.enqueue(put(id, id));
    expect(outbox.state.waiting).to.equal(3);
    await stateWhere(outbox, ({ status }) => status === 'unreachable');
    connection.comeBack();
    await allSent(outbox);
    expect(arrivals()).to.deep.equal(['PUT /notes/c', 'PUT /notes/a', 'PUT /notes/b']);
  });

  it('stores a write and the record of the app together, or neither', async () => {
    goOffline();
    await outbox.enqueue(put('a', 'one'), [{ store: 'notes', id: 'a', value: 'one' }]);
    expect(await vault.get('notes', 'a')).to.equal('one');
    await rejection(outbox.enqueue(put('b', 'two'), [{ store: '', id: 'b', value: 'two' }]));
    expect((await outbox.list()).map(({ path }) => path)).to.deep.equal(['/notes/a']);
  });

  it('decrypts a few records for each write, however many are in the queue', async () => {
    goOffline();
    let opened = 0;
    const { decrypt } = SubtleCrypto.prototype;
    SubtleCrypto.prototype.decrypt = function (...parameters) {
      opened += 1;
      return decrypt.apply(this, parameters);
    };
    const writes = 30;
    try {
      for (let index = 0; index < writes; index++) await outbox.enqueue(put(`n${index}`, 'x'));
      const enqueued = opened;
      connection.comeBack();
      await allSent(outbox);
      expect([enqueued < 6 * writes, opened - enqueued < 6 * writes]).to.deep.equal([true, true]);
    } finally {
      SubtleCrypto.prototype.decrypt = decrypt;
    }
  });

  it('stores writes that are enqueued at once together, in order, on the disk before it reports success', async () => {
    goOffline();
    const strict: string[] = [];
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (stores, mode, options) {
      if (options?.durability === 'strict') strict.push(this.name);
      return transaction.call(this, stores, mode, options);
    };
    try {
      const ids = await Promise.all(['a', 'b', 'c', 'a'].map((id) => outbox.enqueue(put(id, id))));
      expect(ids).to.deep.equal([...ids].sort());
      // What comes while the first is being stored waits for it.
      expect(strict.filter((name) => name === 'latchkey.vault').length).to.be.within(1, 2);
    } finally {
      IDBDatabase.prototype.transaction = transaction;
    }
    expect((await outbox.list()).map(({ path, isContinuation }) => `${path} ${isContinuation}`)).to.deep.equal([
      '/notes/a false',
      '/notes/b false',
      '/notes/c false',
      '/notes/a true',
    ]);
    connection.comeBack();
    await allSent(outbox);
  });

  it('survives the vault being locked, and goes on in the next one', async () => {
    goOffline();
    await outbox.enqueue(put('a', 'one'));
    vault.lock();
    expect(outbox.state.status).to.equal('locked');
    vault = await unlockWith(phone);
    connection.isDown = false;
    outbox = await openOutbox({ vault, client: clientFor() });
    await allSent(outbox);
    expect((await readNote('a')).text).to.equal('one');
  });

  it('keeps no word of a write in the clear', async () => {
    goOffline();
    await outbox.enqueue(put('a', 'a very secret text'));
    const records = await new Promise<unknown[]>((resolve) => {
      const opening = indexedDB.open('latchkey.vault');
      opening.onsuccess = () => {
        const reading = opening.result
          .transaction([...opening.result.objectStoreNames])
          .objectStore('records')
          .getAll();
        reading.onsuccess = () => resolve(reading.result as unknown[]);
        opening.result.close();
      };
    });
    const text = records
      .map((record) =>
        Object.values(record as object)
          .map((value) => (value instanceof Uint8Array ? new TextDecoder().decode(value) : JSON.stringify(value)))
          .join(' '),
      )
      .join(' ');
    expect(records.length).to.be.greaterThan(0);
    expect(text.includes('secret')).to.equal(false);
  });

  it('sends again, with the same key, what the server got when the connection broke: the effect is there once', async () => {
    goOffline();
    await outbox.enqueue(put('a', 'one'));
    connection.losing.push('PUT /notes/a');
    connection.comeBack();
    await stateWhere(outbox, ({ status }) => status === 'unreachable');
    connection.comeBack();
    await allSent(outbox);
    const keys = connection.arrived.filter(({ what }) => what === 'PUT /notes/a').map(({ key }) => key);
    expect(keys[0]).to.be.a('string');
    expect(keys).to.deep.equal([keys[0], keys[0]]);
    expect(outbox.state.refused.length).to.equal(0);
  });

  it('has edits of one note build on each other', async () => {
    goOffline();
    await outbox.enqueue(put('a', 'one'));
    await outbox.enqueue(put('a', 'two', { etag: '"what the page knows"' }));
    await outbox.enqueue({ method: 'DELETE', path: '/notes/a', precondition: { etag: '"what the page knows"' } });
    await outbox.enqueue(put('a', 'three'));
    connection.comeBack();
    await allSent(outbox);
    expect(arrivals().length).to.equal(4);
    expect((await readNote('a')).text).to.equal('three');
  });

  it('has an edit build on the one right before it, also if that is sent without a precondition', async () => {
    let version = 0;
    connection.onRequest = (what) =>
      what === 'PUT /notes/a' ? Response.json({}, { headers: { etag: `"${++version}"` } }) : undefined;
    goOffline();
    await outbox.enqueue(put('a', 'one'));
    await outbox.enqueue({ method: 'PUT', path: '/notes/a', body: { title: '', text: 'two' } });
    await outbox.enqueue(put('a', 'three', { etag: '"what the page knows"' }));
    connection.comeBack();
    await allSent(outbox);
    const puts = connection.arrived.filter(({ what }) => what === 'PUT /notes/a');
    expect(puts.map(({ precondition }) => precondition)).to.deep.equal(['*', null, '"2"']);
  });

  it('tells the app what the server has made of a write, and stores what it makes of that together with the removal', async () => {
    vault.lock();
    vault = await unlockWith(phone);
    outbox = await openOutboxIn(vault, {
      whenSent: ({ path }, { status, etag }) => [{ store: 'versions', id: path, value: [status, etag] }],
    });
    await outbox.enqueue(put('a', 'one'));
    await allSent(outbox);
    expect(await vault.get('versions', '/notes/a')).to.deep.equal([201, (await readNote('a')).etag]);
  });

  it('asks the app for the version while nothing else changes the queue, so that an own write that is confirmed just then is no conflict', async () => {
    vault.lock();
    vault = await unlockWith(phone);
    let tellAnswered = () => {};
    const isAnswered = new Promise<void>((resolve) => (tellAnswered = resolve));
    outbox = await openOutboxIn(vault, {
      whenSent({ path }, { etag }) {
        tellAnswered();
        return [{ store: 'versions', id: path, value: etag ?? null }];
      },
    });
    await outbox.enqueue(put('a', 'one'));
    const precondition = async () => {
      await isAnswered;
      const etag = await vault.get('versions', '/notes/a');
      return typeof etag === 'string' ? { etag } : ('absent' as const);
    };
    await outbox.enqueue({ ...put('a', 'two'), precondition });
    await allSent(outbox);
    expect([(await readNote('a')).text, outbox.state.refused.length]).to.deep.equal(['two', 0]);
  });

  it('keeps nothing when the app cannot tell the version', async () => {
    goOffline();
    const reason = new Error('no version');
    expect(
      await rejection(outbox.enqueue({ ...put('a', 'one'), precondition: () => Promise.reject(reason) })),
    ).to.equal(reason);
    expect(
      (await rejection(outbox.enqueue({ ...put('a', 'one'), precondition: () => ({ etag: '' }) }))).message,
    ).to.contain('"precondition"');
    expect((await outbox.list()).length).to.equal(0);
  });

  it('waits when the session is over, and goes on when the same person has signed in again', async () => {
    goOffline();
    await outbox.enqueue(put('a', 'one'));
    await stateWhere(outbox, ({ status }) => status === 'unreachable');
    connection.isDown = false;
    await signOutQuietly();
    connection.comeBack();
    await stateWhere(outbox, ({ status }) => status === 'signed-out');
    expect(arrivals().filter((what) => what.startsWith('PUT'))).to.deep.equal([]);
    await signInAgain();
    await outbox.replay();
    await allSent(outbox);
    expect((await readNote('a')).text).to.equal('one');
  });

  it('waits when the server answers a write with 401', async () => {
    connection.restore();
    const native = globalThis.fetch;
    let isOver = true;
    globalThis.fetch = (input, init) =>
      isOver && init?.method === 'PUT' ? Promise.resolve(new Response('{}', { status: 401 })) : native(input, init);
    await outbox.enqueue(put('a', 'one'));
    expect((await stateWhere(outbox, ({ status }) => status === 'signed-out')).waiting).to.equal(1);
    isOver = false;
    await outbox.replay();
    await allSent(outbox);
    globalThis.fetch = native;
  });

  it('sends nothing of one person while another one is signed in', async () => {
    goOffline();
    await outbox.enqueue(put('a', 'one'));
    await stateWhere(outbox, ({ status }) => status === 'unreachable');
    connection.isDown = false;
    await signUpUser();
    connection.comeBack();
    await stateWhere(outbox, ({ status }) => status === 'other-user');
    expect(arrivals()).to.deep.equal(['POST /signup']);
    expect((await readNote('a')).status).to.equal(404);
    expect(outbox.state.waiting).to.equal(1);
  });

  it('never puts a write into the notes of another person, however late they sign in', async () => {
    goOffline();
    await outbox.enqueue(put('a', 'one'));
    connection.onRequest = async (what) => void (what === 'PUT /notes/a' && (await signUpUser()));
    connection.comeBack();
    await stateWhere(outbox, ({ status }) => status === 'other-user');
    delete connection.onRequest;
    expect([outbox.state.waiting, outbox.state.refused.length, (await readNote('a')).status]).to.deep.equal([
      1, 0, 404,
    ]);
    await signInAgain();
    await outbox.replay();
    await allSent(outbox);
    expect((await readNote('a')).text).to.equal('one');
  });

  describe('when the server has another version', () => {
    beforeEach(async () => {
      await writeElsewhere('a', 'theirs');
      await outbox.enqueue({ ...put('a', 'mine'), subject: 'Shopping' });
      await stateWhere(outbox, ({ refused }) => refused.length === 1);
    });

    const [id] = ['0000000000000001'];

    it('keeps the write, and reports it', async () => {
      const [write] = outbox.state.refused;
      expect([write?.id, write?.state, write?.refusal, write?.subject]).to.deep.equal([
        id,
        'conflict',
        412,
        'Shopping',
      ]);
      await outbox.enqueue(put('b', 'other'));
      await stateWhere(outbox, ({ waiting }) => waiting === 0);
      expect((await readNote('a')).text).to.equal('theirs');
      expect((await readNote('b')).text).to.equal('other');
    });

    it('has later writes to the same path wait', async () => {
      await outbox.enqueue(put('a', 'mine again'));
      await outbox.enqueue(put('b', 'other'));
      await outbox.replay();
      expect((await outbox.list()).map(({ path, state }) => `${path} ${state}`)).to.deep.equal([
        '/notes/a conflict',
        '/notes/a waiting',
      ]);
      expect((await readNote('a')).text).to.equal('theirs');
    });

    it('sends mine over it', async () => {
      await outbox.settle(id!, 'mine');
      await allSent(outbox);
      expect((await readNote('a')).text).to.equal('mine');
    });

    it('takes theirs, which the app keeps, and forgets what built on mine', async () => {
      vault.lock();
      vault = await unlockWith(phone);
      outbox = await openOutboxIn(vault, {
        whenTheirs: (_write, { body, etag }) => [{ store: 'notes', id: 'a', value: { ...(body as object), etag } }],
      });
      await outbox.enqueue(put('a', 'mine again', { etag: '"x"' }));
      await outbox.settle(id!, 'theirs');
      await allSent(outbox);
      expect((await vault.get('notes', 'a')) as { text: string }).to.include({ text: 'theirs' });
      expect((await outbox.list()).length).to.equal(0);
      expect((await readNote('a')).text).to.equal('theirs');
    });

    it('holds nothing of the write any more once the vault is locked', () => {
      expect(outbox.state.refused.length).to.equal(1);
      vault.lock();
      expect([outbox.state.status, outbox.state.refused]).to.deep.equal(['locked', []]);
    });

    it('shows theirs to who has to decide, and changes nothing', async () => {
      const [write] = outbox.state.refused;
      const { status, body } = await outbox.readTheirs(write!);
      expect([status, (body as { text: string }).text]).to.deep.equal([200, 'theirs']);
      expect((await outbox.list()).map(({ state }) => state)).to.deep.equal(['conflict']);
    });

    it('does not take what another person has, who signs in while the server is asked', async () => {
      connection.onRequest = async (what) => {
        if (what !== 'GET /notes/a') return;
        delete connection.onRequest;
        await signUpUser();
        await writeElsewhere('a', 'of another person');
      };
      expect((await rejection(outbox.settle(id!, 'theirs'))).code).to.equal('wrong_account');
      expect(outbox.state.refused.length).to.equal(1);
    });

    it('drops mine without asking anybody', async () => {
      goOffline();
      await outbox.settle(id!, 'drop');
      expect((await outbox.list()).length).to.equal(0);
    });

    it('changes nothing when the server cannot be asked', async () => {
      goOffline();
      expect((await rejection(outbox.settle(id!, 'mine'))).code).to.equal('network');
      expect((await rejection(outbox.settle(id!, 'theirs'))).code).to.equal('network');
      expect(outbox.state.refused.length).to.equal(1);
    });

    it('does not fetch what another person has at the same path', async () => {
      await signUpUser();
      await writeElsewhere('a', 'of another user');
      expect((await rejection(outbox.settle(id!, 'theirs'))).code).to.equal('wrong_account');
      expect((await rejection(outbox.readTheirs({ path: '/notes/a' }))).code).to.equal('wrong_account');
      expect(outbox.state.refused.length).to.equal(1);
    });
  });

  it('keeps what the server refuses permanently, sends the rest, and tries again when told to', async () => {
    await outbox.enqueue({ ...put('a', 'one'), body: { title: 1 } });
    await outbox.enqueue(put('b', 'two'));
    const { refused } = await stateWhere(outbox, ({ waiting, refused: all }) => waiting === 0 && all.length === 1);
    expect([refused[0]?.state, refused[0]?.refusal]).to.deep.equal(['failed', 400]);
    await outbox.settle(refused[0]!.id, 'mine');
    await stateWhere(outbox, ({ status, refused: all }) => status === 'idle' && all[0]?.state === 'failed');
    expect(arrivals().filter((what) => what === 'PUT /notes/a').length).to.equal(2);
  });

  it('tries again automatically after a passing trouble, no sooner than the server asks', async () => {
    connection.restore();
    const native = globalThis.fetch;
    const clock = stopClock();
    const tries: number[] = [];
    globalThis.fetch = (input, init) => {
      if (init?.method === 'PUT' && tries.push(Date.now()) === 1)
        return Promise.resolve(new Response('', { status: 503, headers: { 'retry-after': '1' } }));
      return native(input, init);
    };
    try {
      await outbox.enqueue(put('a', 'one'));
      await stateWhere(outbox, ({ status }) => status === 'unreachable');
      dispatchEvent(new Event('focus'));
      await outbox.replay();
      await clock.pass(999);
      await outbox.replay();
      expect(tries.length).to.equal(1);
      await clock.pass(1);
      await allSent(outbox);
      expect(tries.map((time) => time - tries[0]!)).to.deep.equal([0, 1000]);
    } finally {
      globalThis.fetch = native;
      clock.restore();
    }
  });

  it('two of them, as in two tabs, send each write once', async () => {
    goOffline();
    const other = await openOutbox({ vault: await unlockWith(phone), client: clientFor() });
    for (let index = 0; index < 10; index++) await [outbox, other][index % 2]!.enqueue(put(`n${index}`, 'x'));
    connection.comeBack();
    await Promise.all([allSent(outbox), allSent(other)]);
    expect(arrivals().length).to.equal(10);
    expect(new Set(arrivals()).size).to.equal(10);
  });

  it('has a sign-out count what is not sent, by the rows themselves, also when the vault is locked', async () => {
    const unregister = [registerVaults(clientFor()), registerVaults(clientFor())];
    await readSession(clientFor());
    goOffline();
    await outbox.enqueue(put('a', 'one'));
    await outbox.enqueue(put('b', 'two'));
    expect((await countUnsent(clientFor())).unsent).to.equal(2);
    vault.lock();
    expect((await countUnsent(clientFor())).unsent).to.equal(2);
    for (const takeBack of unregister) takeBack();
    expect((await countUnsent(clientFor())).unsent).to.equal(0);
  });

  it('has a sign-out count only what its own person has not sent, regardless of who opened their outbox last', async () => {
    const unregister = registerVaults(clientFor());
    goOffline();
    await outbox.enqueue(put('a', 'one'));
    await outbox.enqueue(put('b', 'two'));
    vault.lock();
    connection.isDown = false;
    await signUpUser();
    await readSession(clientFor());
    const other = prfPasskey('other');
    const others = await createOwnVault(other);
    const empty = await openOutboxIn(others);
    expect([(await empty.list()).length, (await countUnsent(clientFor())).unsent]).to.deep.equal([0, 0]);
    others.lock();
    await signInAgain();
    await readSession(clientFor());
    expect((await countUnsent(clientFor())).unsent).to.equal(2);
    unregister();
  });

  it('is opened neither for another user nor while no user is signed in', async () => {
    expect((await rejection(openOutbox({ vault, client: clientFor(), userId: 'c29tZWJvZHk' }))).code).to.equal(
      'wrong_account',
    );
    vault.lock();
    await wipeVaults();
    vault = await createOwnVault(phone);
    expect((await rejection(openOutbox({ vault, client: clientFor() }))).message).to.contain('"userId"');
  });

  it('is not made in the vault of another user, regardless of who is signed in when it is opened first', async () => {
    vault.lock();
    await wipeVaults();
    vault = await createOwnVault(phone);
    await signUpUser();
    expect((await rejection(openOutboxIn(vault))).code).to.equal('wrong_account');
    expect([...(await vault.getAll('latchkey.outbox.owner'))]).to.deep.equal([]);
    const userId = await handleOfPresent();
    await signInAgain();
    expect(await handleOfPresent()).not.to.equal(userId);
    outbox = await openOutboxIn(vault);
    await outbox.enqueue(put('a', 'one'));
    await allSent(outbox);
  });

  const misuses: [member: string, write: object][] = [
    ['method', { method: 'GET', path: 'x' }],
    ['path', { method: 'PUT', path: 'https://elsewhere.example/' }],
    ['path', { method: 'PUT', path: '' }],
    ['path', { method: 'PUT', path: 'notes/../..//elsewhere.example/a' }],
    ['path', { method: 'PUT', path: `${location.origin}//elsewhere.example/a` }],
    ['body', { method: 'PUT', path: 'x', body: () => 1 }],
    ['precondition', { method: 'PUT', path: 'x', precondition: { etag: '' } }],
    ['subject', { method: 'PUT', path: 'x', subject: 1 }],
  ];
  for (const [member, write] of misuses) {
    it(`says that "${member}" is wrong in ${JSON.stringify(write)}`, async () => {
      expect((await rejection(outbox.enqueue(write as Write))).message).to.contain(`"${member}"`);
      expect((await outbox.list()).length).to.equal(0);
    });
  }
});
