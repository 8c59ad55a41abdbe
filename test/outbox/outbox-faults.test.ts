import { expect } from '@open-wc/testing';
import type { LatchError } from '../../src/base/client/errors.js';
import type { Outbox } from '../../src/offline.js';
import { wipeVaults, type Vault } from '../../src/vault/index.js';
import { signOutQuietly, signUpUser } from '../support/browser/account.js';
import { stopClock, stopDate } from '../support/browser/clock.js';
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
import { breakStorage } from '../support/browser/storage-faults.js';
import { prfPasskey, unlockWith } from '../support/browser/vaults.js';

describe('an outbox that is disturbed', () => {
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

  const sent = (what: string) => connection.arrived.filter((arrival) => arrival.what === what);

  /** Has requests of this kind answered with these statuses, one after the other, and the rest by the server. */
  function answer(what: string, ...statuses: number[]): void {
    connection.onRequest = (asked) => {
      const status = asked === what ? statuses.shift() : undefined;
      return status === undefined ? undefined : new Response(status === 204 ? null : '{}', { status });
    };
  }

  /** Opens the outbox again in the same vault, which is unlocked anew. */
  async function openAgain(more: Parameters<typeof openOutboxIn>[1] = {}): Promise<void> {
    vault = await unlockWith(phone);
    outbox = await openOutboxIn(vault, more);
  }

  it('keeps what is refused permanently, whatever the reason, once each, and sends the rest', async () => {
    const statuses = [400, 403, 404, 405, 409, 410, 413, 415, 422, 428, 451];
    connection.onRequest = (what) =>
      what.startsWith('PUT /notes/s') ? new Response('{}', { status: Number(what.slice(-3)) }) : undefined;
    connection.isDown = true;
    for (const status of statuses) await outbox.enqueue(putNote(`s${status}`));
    await outbox.enqueue(putNote('last'));
    connection.comeBack();
    await allSent(outbox);
    expect(outbox.state.refused.map(({ state, refusal }) => `${state} ${refusal}`)).to.deep.equal(
      statuses.map((status) => `failed ${status}`),
    );
    await outbox.replay();
    expect(connection.arrived.filter(({ what }) => what.startsWith('PUT')).length).to.equal(statuses.length + 1);
    expect((await readNote('last')).text).to.equal('mine last');
  });

  it('tries again with the same key after each passing trouble, and nothing overtakes', async () => {
    const troubles = [408, 425, 429, 500, 502, 503, 504];
    answer('PUT /notes/a', ...troubles);
    connection.isDown = true;
    await outbox.enqueue(putNote('a'));
    await outbox.enqueue(putNote('b'));
    connection.isDown = false;
    while (outbox.state.waiting > 0) await outbox.replay();
    expect(new Set(sent('PUT /notes/a').map(({ key }) => key)).size).to.equal(1);
    expect(connection.arrived.filter(({ what }) => what.startsWith('PUT')).map(({ what }) => what)).to.deep.equal(
      [...troubles, 201].map(() => 'PUT /notes/a').concat('PUT /notes/b'),
    );
  });

  it('soon tries again on a line that has just come back, however long it was gone, although the first request is lost', async () => {
    const clock = stopClock();
    try {
      connection.isDown = true;
      await outbox.enqueue(putNote('a'));
      for (let failure = 0; failure < 8; failure++) await outbox.replay();
      dispatchEvent(new Event('online'));
      await outbox.replay();
      connection.isDown = false;
      await clock.pass(2000);
      await allSent(outbox);
      expect(sent('PUT /notes/a').length).to.equal(1);
    } finally {
      clock.restore();
    }
  });

  const stillRunning: [what: string, response: () => Response][] = [
    ['with Retry-After', () => new Response('{}', { status: 409, headers: { 'retry-after': '1' } })],
    ['by its error', () => new Response('{"error":"request_in_progress"}', { status: 409 })],
    ['by its problem type', () => new Response('{"type":"https://example.com/idempotency-key"}', { status: 409 })],
  ];
  for (const [what, response] of stillRunning) {
    it(`tries again with the same key when the first request still runs, which a 409 says ${what}`, async () => {
      const answers = [response()];
      connection.onRequest = (asked) => (asked === 'PUT /notes/a' ? answers.shift() : undefined);
      await outbox.enqueue(putNote('a'));
      while (outbox.state.waiting > 0) {
        dispatchEvent(new Event('online'));
        await outbox.replay();
      }
      expect([outbox.state.refused.length, new Set(sent('PUT /notes/a').map(({ key }) => key)).size]).to.deep.equal([
        0, 1,
      ]);
      expect((await readNote('a')).text).to.equal('mine a');
    });
  }

  it('keeps the key of what was refused permanently when it is sent again as it was, so that it takes effect once', async () => {
    answer('PUT /notes/a', 409);
    await outbox.enqueue(putNote('a'));
    const { refused } = await stateWhere(outbox, (state) => state.refused.length === 1);
    await outbox.settle(refused[0]!.id, 'mine');
    await allSent(outbox);
    const keys = sent('PUT /notes/a').map(({ key }) => key);
    expect(keys[0]).to.be.a('string');
    expect(keys).to.deep.equal([keys[0], keys[0]]);
  });

  it('does not write over a version that the server has not named: the person decides', async () => {
    await writeElsewhere('a', 'theirs');
    connection.isDown = true;
    await outbox.enqueue(putNote('a'));
    await outbox.enqueue(putNote('a', { body: { title: '', text: 'mine again' } }));
    // It has made the first of them, and another device has written since.
    answer('PUT /notes/a', 204);
    connection.comeBack();
    const { refused } = await stateWhere(outbox, (state) => state.status === 'idle' && state.waiting === 0);
    expect([refused.map(({ state }) => state), (await readNote('a')).text]).to.deep.equal([['conflict'], 'theirs']);
    await outbox.settle(refused[0]!.id, 'mine');
    await stateWhere(outbox, (state) => state.status === 'idle' && state.waiting + state.refused.length === 0);
    expect((await readNote('a')).text).to.equal('mine again');
  });

  it('does not take a page for the answer of the server, and tries again with the same key', async () => {
    const signIn = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } });
    const answers = [signIn()];
    connection.onRequest = (asked) => (asked === 'PUT /notes/a' ? answers.shift() : undefined);
    await outbox.enqueue(putNote('a'));
    while (outbox.state.waiting > 0) {
      dispatchEvent(new Event('online'));
      await outbox.replay();
    }
    expect([sent('PUT /notes/a').length, new Set(sent('PUT /notes/a').map(({ key }) => key)).size]).to.deep.equal([
      2, 1,
    ]);
    expect((await readNote('a')).text).to.equal('mine a');
  });

  it('sends what it was given, whatever becomes of that while it is kept', async () => {
    const body = { title: '', text: 'as it was' };
    const kept = outbox.enqueue(putNote('a', { body }));
    body.text = 'changed';
    await kept;
    await allSent(outbox);
    expect((await readNote('a')).text).to.equal('as it was');
  });

  it('stores with a write what the app changes as it was when it was enqueued', async () => {
    connection.isDown = true;
    const value = { text: 'as it was', bytes: 1 };
    const bytes = Uint8Array.of(1, 2, 3);
    const changes = [
      { store: 'notes', id: 'a', value },
      { store: 'notes', id: 'b', value: bytes as unknown },
    ];
    const kept = outbox.enqueue(putNote('a'), changes);
    value.text = 'changed';
    bytes[0] = 9;
    changes[1]!.value = 'changed';
    changes.pop();
    await kept;
    expect([await vault.get('notes', 'a'), await vault.get('notes', 'b')]).to.deep.equal([
      { text: 'as it was', bytes: 1 },
      Uint8Array.of(1, 2, 3),
    ]);
  });

  it('sends bytes as they are, with headers of the write and of the outbox, also after it was opened again', async () => {
    const native = globalThis.fetch;
    const requests: Request[] = [];
    globalThis.fetch = async (input, init) => {
      if (init?.method !== 'POST') return native(input, init);
      requests.push(new Request(input, init));
      return new Response('{}', { status: 201 });
    };
    connection.isDown = true;
    const headers = { 'content-type': 'image/png', 'x-of-write': '1', 'x-of-both': 'write' };
    await outbox.enqueue({ method: 'POST', path: '/pictures', body: Uint8Array.of(0, 1, 254, 255), headers });
    await outbox.enqueue({ method: 'POST', path: '/pictures', body: Uint8Array.of(7) });
    expect((await outbox.list())[0]!.body).to.deep.equal(Uint8Array.of(0, 1, 254, 255));
    vault.lock();
    let asked = 0;
    connection.isDown = false;
    await openAgain({ headers: async () => ({ 'x-token': `${++asked}`, 'x-of-both': 'outbox' }) });
    await allSent(outbox);
    globalThis.fetch = native;
    const [first, second] = requests;
    const names = ['content-type', 'x-of-write', 'x-of-both', 'x-token'];
    expect(names.map((name) => first!.headers.get(name))).to.deep.equal(['image/png', '1', 'write', '1']);
    expect([...new Uint8Array(await first!.arrayBuffer())]).to.deep.equal([0, 1, 254, 255]);
    expect(names.map((name) => second!.headers.get(name))).to.deep.equal([
      'application/octet-stream',
      null,
      'outbox',
      '2',
    ]);
  });

  it('waits for an answer no longer than the app wants', async () => {
    vault.lock();
    await openAgain({ deadline: 1 });
    connection.onRequest = (what) => (what === 'PUT /notes/a' ? new Promise(() => {}) : undefined);
    await outbox.enqueue(putNote('a'));
    expect((await stateWhere(outbox, ({ status }) => status === 'unreachable')).waiting).to.equal(1);
  });

  it('sends all that waits when the device is full, each once, and stores what became of it when there is room', async () => {
    const faults = breakStorage();
    try {
      connection.isDown = true;
      for (const id of ['a', 'b', 'c']) await outbox.enqueue(putNote(id));
      faults.isFull = true;
      connection.comeBack();
      const { error, waiting } = await stateWhere(outbox, ({ status }) => status === 'stopped');
      expect([(error as LatchError).code, waiting]).to.deep.equal(['storage_full', 3]);
      const all = () => connection.arrived.filter(({ what }) => what.startsWith('PUT')).map(({ what }) => what);
      expect(all()).to.deep.equal(['PUT /notes/a', 'PUT /notes/b', 'PUT /notes/c']);
      faults.isFull = false;
      await outbox.replay();
      await allSent(outbox);
      expect(all().length).to.equal(3);
    } finally {
      faults.restore();
    }
  });

  it('leaves the server alone for as long as it has asked for, also after the page was loaded again', async () => {
    const clock = stopClock();
    try {
      connection.onRequest = (asked) =>
        asked === 'PUT /notes/a' ? new Response('{}', { status: 503, headers: { 'retry-after': '120' } }) : undefined;
      await outbox.enqueue(putNote('a'));
      await stateWhere(outbox, ({ status }) => status === 'unreachable');
      vault.lock();
      delete connection.onRequest;
      await openAgain();
      await stateWhere(outbox, ({ status, waiting }) => status === 'unreachable' || waiting === 0);
      await clock.pass(119_000);
      expect(sent('PUT /notes/a').length).to.equal(1);
      await clock.pass(1000);
      await allSent(outbox);
      expect(sent('PUT /notes/a').length).to.equal(2);
    } finally {
      clock.restore();
    }
  });

  it('sends at once after the clock was corrected that was ahead when the server asked to be left alone', async () => {
    const now = Date.now();
    const restoreDate = stopDate(now + 31_536_000_000);
    connection.onRequest = (asked) =>
      asked === 'PUT /notes/a' ? new Response('{}', { status: 503, headers: { 'retry-after': '120' } }) : undefined;
    await outbox.enqueue(putNote('a'));
    await stateWhere(outbox, ({ status }) => status === 'unreachable');
    restoreDate();
    vault.lock();
    delete connection.onRequest;
    await openAgain();
    await stateWhere(outbox, ({ status, waiting }) => status === 'unreachable' || waiting === 0);
    expect(sent('PUT /notes/a').length).to.equal(2);
  });

  it('takes a deletion for done when there is nothing to delete any more, and goes on from there', async () => {
    const told: number[] = [];
    vault.lock();
    await openAgain({
      whenSent: (_write, { status }) => [{ store: 'told', id: `${told.push(status)}`, value: status }],
    });
    for (const [id, status] of [
      ['a', 404],
      ['b', 410],
      ['c', 200],
      ['d', 204],
    ] as const) {
      connection.isDown = true;
      answer(`DELETE /notes/${id}`, status);
      await outbox.enqueue({ method: 'DELETE', path: `/notes/${id}`, precondition: { etag: '"old"' } });
      await outbox.enqueue(putNote(id, { precondition: { etag: '"old"' } }));
      connection.comeBack();
      await allSent(outbox);
      expect([
        sent(`PUT /notes/${id}`)[0]?.precondition,
        (await readNote(id)).text,
        outbox.state.refused.length,
      ]).to.deep.equal(['*', `mine ${id}`, 0]);
    }
    expect(told).to.deep.equal([404, 201, 410, 201, 200, 201, 204, 201]);
  });

  it('sends a write again, to the same effect, when it is locked between the answer and the note of it', async () => {
    vault.lock();
    await openAgain({ whenSent: () => (vault.lock(), [{ store: 'never', id: 'kept', value: 1 }]) });
    const isLocked = new Promise((resolve) => vault.locked.addEventListener('abort', resolve));
    await outbox.enqueue(putNote('a'));
    await isLocked;
    const { etag } = await readNote('a');
    await openAgain();
    await allSent(outbox);
    expect([
      sent('PUT /notes/a').length,
      new Set(sent('PUT /notes/a').map(({ key }) => key)).size,
      (await readNote('a')).etag,
    ]).to.deep.equal([2, 1, etag]);
    expect(await vault.get('never', 'kept')).to.equal(undefined);
  });

  it('sends nothing any more when it is locked while it asks who is there', async () => {
    connection.isDown = true;
    await outbox.enqueue(putNote('a'));
    connection.onRequest = (what) => (what === 'GET /session' ? vault.lock() : undefined);
    connection.isDown = false;
    await outbox.replay();
    expect([sent('PUT /notes/a').length, outbox.state.status]).to.deep.equal([0, 'locked']);
    delete connection.onRequest;
    await openAgain();
    await allSent(outbox);
    expect(sent('PUT /notes/a').length).to.equal(1);
  });

  it('is relieved by another tab when its own is gone in the middle of a write', async () => {
    let arrive = () => {};
    const hasArrived = new Promise<void>((resolve) => (arrive = resolve));
    let times = 0;
    connection.onRequest = (what) => {
      if (what !== 'PUT /notes/a' || times++ > 0) return undefined;
      arrive();
      return new Promise(() => {});
    };
    await outbox.enqueue(putNote('a'));
    await hasArrived;
    const other = await unlockWith(phone);
    const relief = await openOutboxIn(other);
    // What an answer that never comes is worth is decided by the browser, which closes the connections of a page that
    // goes.
    vault.lock({ onlyHere: true });
    vault = other;
    await allSent(relief);
    expect((await readNote('a')).text).to.equal('mine a');
  });

  describe('while a decision is carried out', () => {
    let release: () => void;
    let other: Outbox;
    let elsewhere: Vault;
    const id = '0000000000000001';

    beforeEach(async () => {
      await writeElsewhere('a', 'theirs');
      await outbox.enqueue(putNote('a'));
      await stateWhere(outbox, ({ refused }) => refused.length === 1);
      elsewhere = await unlockWith(phone);
      other = await openOutboxIn(elsewhere);
      const released = new Promise<void>((resolve) => (release = resolve));
      connection.onRequest = async (what) => (what === 'GET /notes/a' ? released : undefined);
    });

    afterEach(() => elsewhere.lock());

    for (const choice of ['mine', 'theirs'] as const) {
      it(`"${choice}" does nothing when the write was dropped in another tab meanwhile`, async () => {
        const before = sent('PUT /notes/a').length;
        const settled = outbox.settle(id, choice);
        await other.settle(id, 'drop');
        release();
        await settled;
        await allSent(outbox);
        expect([
          (await outbox.list()).length,
          sent('PUT /notes/a').length - before,
          (await readNote('a')).text,
        ]).to.deep.equal([0, 0, 'theirs']);
      });
    }

    it('"theirs" takes nothing over when another tab has sent the write meanwhile', async () => {
      vault.lock({ onlyHere: true });
      await openAgain({ whenTheirs: () => [{ store: 'notes', id: 'a', value: 'theirs' }] });
      const settled = outbox.settle(id, 'theirs');
      await vault.write([{ store: 'latchkey.outbox', id, delete: true }]);
      release();
      await settled;
      expect(await vault.get('notes', 'a')).to.equal(undefined);
    });
  });

  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  const misuses: [what: string, member: string, write: object][] = [
    ['a body that contains itself', 'body', { body: cycle }],
    ['a big number', 'body', { body: 1n }],
    ['a map, of which JSON would say nothing', 'body', { body: new Map([[1, 2]]) }],
    ['a header that the outbox sets', 'headers', { headers: { 'If-Match': '*' } }],
    ['a header that cannot be one', 'headers', { headers: { 'a b': 'c' } }],
    ['null for a precondition', 'precondition', { precondition: null }],
    ['an entity tag that no header can hold', 'precondition', { precondition: { etag: '"a\nb"' } }],
    ['one beyond Latin-1', 'precondition', { precondition: { etag: '"…"' } }],
  ];
  for (const [what, member, write] of misuses) {
    it(`refuses ${what} before anything is kept`, async () => {
      const { name, message } = await rejection(outbox.enqueue(putNote('a', write)));
      expect([name, message.includes(`"${member}"`), (await outbox.list()).length]).to.deep.equal([
        'TypeError',
        true,
        0,
      ]);
    });
  }
});
