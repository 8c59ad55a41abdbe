import { expect } from '@open-wc/testing';
import type { LatchError } from '../../src/base/client/errors.js';
import type { NewWrite, Outbox } from '../../src/offline.js';
import { wipeVaults, type Vault } from '../../src/vault/index.js';
import { signOutQuietly, signUpUser } from '../support/browser/account.js';
import { watchConnection, type Connection } from '../support/browser/connection.js';
import {
  allSent,
  createOwnVault,
  openOutboxIn,
  putNote,
  readNote,
  stateWhere,
  writeElsewhere,
} from '../support/browser/outboxes.js';
import { rejection } from '../support/browser/rejection.js';
import { prfPasskey, unlockWith } from '../support/browser/vaults.js';

describe('a batch of writes', () => {
  const phone = prfPasskey('phone');
  let connection: Connection;
  let vault: Vault;
  let outbox: Outbox;

  beforeEach(async () => {
    await signUpUser();
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

  const arrived = () => connection.arrived.map(({ what }) => what).filter((what) => !what.startsWith('GET'));
  const keys = (what: string) => connection.arrived.filter((one) => one.what === what).map(({ key }) => key);
  const textOf = async (id: string) => (await readNote(id)).text;
  const inOneRequest = { request: { path: '/notes' } };

  it('is stored as a whole with the records of the app, or not at all', async () => {
    connection.isDown = true;
    const ids = await outbox.enqueueBatch([putNote('a'), putNote('b')], [{ store: 'notes', id: 'a', value: 1 }]);
    expect((await outbox.list()).map(({ id }) => id)).to.deep.equal(ids);
    const broken = [putNote('c'), putNote('d', { precondition: () => Promise.reject(new RangeError('no version')) })];
    expect((await rejection(outbox.enqueueBatch(broken, [{ store: 'notes', id: 'c', value: 1 }]))).name).to.equal(
      'RangeError',
    );
    expect([outbox.state.waiting, await vault.get('notes', 'a'), await vault.get('notes', 'c')]).to.deep.equal([
      2,
      1,
      undefined,
    ]);
  });

  it('is sent write by write by default, and none waits for another path', async () => {
    connection.onRequest = (what) => (what === 'PUT /notes/a' ? new Response('{}', { status: 400 }) : undefined);
    await outbox.enqueueBatch([putNote('a'), putNote('b')]);
    const { refused } = await stateWhere(outbox, ({ status, waiting }) => status === 'idle' && waiting === 0);
    expect([refused.length, await textOf('b')]).to.deep.equal([1, 'mine b']);
  });

  describe('in order', () => {
    it('has each write wait until the one before it is made', async () => {
      connection.onRequest = (what) => (what === 'PUT /notes/b' ? new Response('{}', { status: 403 }) : undefined);
      await outbox.enqueueBatch([putNote('a'), putNote('b'), putNote('c')], [], { inOrder: true });
      await outbox.enqueue(putNote('d'));
      const { refused, waiting } = await stateWhere(
        outbox,
        (state) => state.status === 'idle' && state.refused.length === 1 && state.waiting === 1,
      );
      expect([refused[0]!.path, waiting, arrived()]).to.deep.equal([
        '/notes/b',
        1,
        ['PUT /notes/a', 'PUT /notes/b', 'PUT /notes/d'],
      ]);
      delete connection.onRequest;
      await outbox.settle(refused[0]!.id, 'mine');
      await allSent(outbox);
      expect(arrived().slice(3)).to.deep.equal(['PUT /notes/b', 'PUT /notes/c']);
    });

    it('goes on with the rest when the person drops a write', async () => {
      connection.onRequest = (what) => (what === 'PUT /notes/a' ? new Response('{}', { status: 403 }) : undefined);
      await outbox.enqueueBatch([putNote('a'), putNote('b')], [], { inOrder: true });
      const { refused } = await stateWhere(outbox, (state) => state.refused.length === 1);
      await outbox.settle(refused[0]!.id, 'drop');
      await allSent(outbox);
      expect(await textOf('b')).to.equal('mine b');
    });
  });

  describe('in one request', () => {
    it('is made by the server, and tells the app of each write', async () => {
      vault.lock();
      vault = await unlockWith(phone);
      outbox = await openOutboxIn(vault, {
        whenSent: ({ path }, { etag }) => [{ store: 'versions', id: path, value: etag ?? null }],
      });
      connection.isDown = true;
      await outbox.enqueueBatch([putNote('a'), putNote('b')], [], inOneRequest);
      // An edit builds on what the batch leaves behind.
      await outbox.enqueue(putNote('a', { body: { title: '', text: 'edited' }, precondition: { etag: '"old"' } }));
      connection.comeBack();
      await allSent(outbox);
      expect(arrived()).to.deep.equal(['POST /notes', 'PUT /notes/a']);
      expect([await textOf('a'), await textOf('b')]).to.deep.equal(['edited', 'mine b']);
      expect(await vault.get('versions', '/notes/b')).to.equal((await readNote('b')).etag);
    });

    it('takes effect once, although the response was lost', async () => {
      connection.losing.push('POST /notes');
      await outbox.enqueueBatch([putNote('a'), putNote('b')], [], inOneRequest);
      await stateWhere(outbox, ({ status }) => status === 'unreachable');
      const { etag } = await readNote('a');
      connection.comeBack();
      await allSent(outbox);
      const [key, ...again] = keys('POST /notes');
      expect(key).to.be.a('string');
      expect([again, (await readNote('a')).etag]).to.deep.equal([[key], etag]);
      expect(outbox.state.refused.length).to.equal(0);
    });

    it('leaves to the person what the server refuses of it, which is then sent alone', async () => {
      await writeElsewhere('a', 'theirs');
      await outbox.enqueueBatch([putNote('a'), putNote('b')], [], inOneRequest);
      const { refused } = await stateWhere(outbox, ({ status, waiting }) => status === 'idle' && waiting === 0);
      expect([refused.map(({ state }) => state), await textOf('b')]).to.deep.equal([['conflict'], 'mine b']);
      await outbox.settle(refused[0]!.id, 'mine');
      await stateWhere(outbox, (state) => state.status === 'idle' && state.refused.length + state.waiting === 0);
      expect([arrived().slice(1), await textOf('a')]).to.deep.equal([['POST /notes', 'PUT /notes/a'], 'mine a']);
    });

    it('sends alone what the server could not make yet', async () => {
      connection.onRequest = (what) =>
        what === 'POST /notes'
          ? Response.json({ answers: [{ status: 503 }, { status: 201, etag: '"b"', body: {} }] })
          : undefined;
      await outbox.enqueueBatch([putNote('a'), putNote('b')], [], inOneRequest);
      await allSent(outbox);
      expect([arrived(), await textOf('a')]).to.deep.equal([['POST /notes', 'PUT /notes/a'], 'mine a']);
    });

    it('waits as a whole behind a refused write to one of its paths', async () => {
      await writeElsewhere('b', 'theirs');
      await outbox.enqueue(putNote('b'));
      await stateWhere(outbox, (state) => state.refused.length === 1);
      await outbox.enqueueBatch([putNote('a'), putNote('b', { precondition: { etag: '"old"' } })], [], inOneRequest);
      await outbox.enqueue(putNote('a', { precondition: { etag: '"old"' } }));
      await outbox.enqueue(putNote('c'));
      await stateWhere(outbox, ({ status, waiting }) => status === 'idle' && waiting === 3);
      expect(arrived().slice(1)).to.deep.equal(['PUT /notes/b', 'PUT /notes/c']);
      await outbox.settle(outbox.state.refused[0]!.id, 'drop');
      await stateWhere(outbox, ({ status, waiting }) => status === 'idle' && waiting === 0);
      expect(arrived().slice(3)).to.deep.equal(['POST /notes', 'PUT /notes/a']);
    });

    it('is refused write by write when the server refuses the request', async () => {
      connection.onRequest = (what) => (what === 'POST /notes' ? new Response('{}', { status: 413 }) : undefined);
      await outbox.enqueueBatch([putNote('a'), putNote('b')], [], inOneRequest);
      const { refused } = await stateWhere(outbox, (state) => state.refused.length === 2);
      expect(refused.map(({ refusal }) => refusal)).to.deep.equal([413, 413]);
      for (const { id } of refused) await outbox.settle(id, 'mine');
      await stateWhere(outbox, (state) => state.status === 'idle' && state.refused.length + state.waiting === 0);
      expect(arrived()).to.deep.equal(['POST /notes', 'PUT /notes/a', 'PUT /notes/b']);
    });

    for (const status of [404, 410]) {
      it(`deletes nothing yet when the server answers the request with ${status}, and does once the person repeats it`, async () => {
        const etag = await writeElsewhere('a', 'theirs');
        connection.onRequest = (what) => (what === 'POST /notes' ? new Response('{}', { status }) : undefined);
        const deletion: NewWrite = { method: 'DELETE', path: '/notes/a', precondition: { etag } };
        await outbox.enqueueBatch([deletion, putNote('b')], [], inOneRequest);
        const { refused } = await stateWhere(outbox, (state) => state.status === 'idle' && state.waiting === 0);
        expect([refused.map(({ refusal }) => refusal), await textOf('a')]).to.deep.equal([[status, status], 'theirs']);
        for (const { id } of refused) await outbox.settle(id, 'mine');
        await stateWhere(outbox, (state) => state.status === 'idle' && state.refused.length + state.waiting === 0);
        expect([(await readNote('a')).status, await textOf('b')]).to.deep.equal([404, 'mine b']);
      });
    }

    it('stops the outbox, and loses nothing, when the server does not answer to each write', async () => {
      connection.onRequest = (what) => (what === 'POST /notes' ? Response.json({ answers: [] }) : undefined);
      await outbox.enqueueBatch([putNote('a'), putNote('b')], [], inOneRequest);
      const { error, waiting } = await stateWhere(outbox, ({ status }) => status === 'stopped');
      expect([(error as LatchError).code, waiting]).to.deep.equal(['bad_response', 2]);
    });
  });

  const wrong: [argument: string, writes: NewWrite[], options?: object][] = [
    ['writes', []],
    ['writes', [putNote('a'), putNote('a')], inOneRequest],
    ['writes', [putNote('a', { body: Uint8Array.of(1) })], inOneRequest],
    ['inOrder', [putNote('a')], { ...inOneRequest, inOrder: true }],
    ['inOrder', [putNote('a')], { inOrder: 1 }],
    ['request.path', [putNote('a')], { request: { path: 'https://elsewhere.example/' } }],
    ['request.path', [putNote('a')], { request: { path: '/.//elsewhere.example/' } }],
    ['headers', [putNote('a')], { request: { path: '/notes', headers: { 'Idempotency-Key': '1' } } }],
    ['method', [putNote('a'), putNote('b', { method: 'GET' as never })]],
  ];
  for (const [argument, writes, options] of wrong) {
    it(`refuses "${argument}" before anything is stored: ${writes.length} writes, ${JSON.stringify(options)}`, async () => {
      const error = await rejection(outbox.enqueueBatch(writes, [], options));
      expect([error.name, error.message.includes(`"${argument}"`), outbox.state.waiting]).to.deep.equal([
        'TypeError',
        true,
        0,
      ]);
    });
  }
});
