import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Session, WalletRequest } from '../../../server/src/store/records.js';
import type { Store } from '../../../server/src/store/store.js';
import { describeOnBothEngines, scaled } from '../../support/node/engines.js';
import { openTestStore } from '../../support/node/server.js';
import { aSession, anOwner, later, now, unique } from './records.js';

function aRequest(sessionId: string, changes: Partial<WalletRequest> = {}): WalletRequest {
  return {
    id: unique('request'),
    sessionId,
    protocol: 'org-iso-mdoc',
    sealed: 'sealed',
    requestedAt: now,
    expires: later,
    ...changes,
  };
}

await describeOnBothEngines('requests to wallets in the store', (engine) => {
  let store: Store;
  let discard: () => Promise<void>;
  before(async () => ({ store, discard } = await openTestStore(engine)));
  after(() => discard());

  /** An anonymous session with requests, the oldest first. */
  async function aSessionWithRequests(
    count: number,
    changes?: Partial<WalletRequest>,
  ): Promise<{ session: Session; requests: WalletRequest[] }> {
    const session = aSession(null);
    const requests = Array.from({ length: count }, () => aRequest(session.id, changes));
    for (const [index, request] of requests.entries())
      assert.equal(
        await store.addWalletRequest(request, now, index === 0 ? { create: session } : { keepUntil: later }),
        true,
      );
    return { session, requests };
  }

  test('keeps a request with the session that it was made in', async () => {
    const { session, requests } = await aSessionWithRequests(1);
    assert.deepEqual(await store.listWalletRequests(session.id, now), requests);
    assert.notEqual(await store.findSession(session.id, now), undefined);
  });

  test('adds a request to the session of a user', async () => {
    const { session } = await anOwner(store);
    const request = aRequest(session.id);
    assert.equal(await store.addWalletRequest(request, now, { keepUntil: later }), true);
    assert.equal(await store.takeWalletRequest(request.id, session.id, now), true);
  });

  test('takes a request once', async () => {
    const { session, requests } = await aSessionWithRequests(2);
    assert.equal(await store.takeWalletRequest(requests[0]!.id, session.id, now), true);
    assert.equal(await store.takeWalletRequest(requests[0]!.id, session.id, now), false);
    assert.deepEqual(await store.listWalletRequests(session.id, now), [requests[1]]);
  });

  test('gives a request to one of 50 who take it at once', async () => {
    for (let round = 0; round < scaled(200); round += 1) {
      const { session, requests } = await aSessionWithRequests(1);
      const taken = await Promise.all(
        Array.from({ length: 50 }, () => store.takeWalletRequest(requests[0]!.id, session.id, now)),
      );
      assert.equal(taken.filter(Boolean).length, 1);
    }
  });

  test('keeps the newest 4 requests of a session, also of one millisecond', async () => {
    const { session, requests } = await aSessionWithRequests(3);
    const later1 = aRequest(session.id, { requestedAt: now + 1 });
    const later2 = aRequest(session.id, { requestedAt: now + 2 });
    for (const request of [later1, later2]) await store.addWalletRequest(request, now, { keepUntil: later });
    const kept = await store.listWalletRequests(session.id, now);
    assert.deepEqual(kept.slice(0, 2), [later2, later1]);
    assert.equal(kept.length, 4);
    assert.ok(kept.slice(2).every(({ id }) => requests.some((request) => request.id === id)));
    const newest = aRequest(session.id, { requestedAt: now + 2 });
    await store.addWalletRequest(newest, now, { keepUntil: later });
    assert.ok((await store.listWalletRequests(session.id, now)).some(({ id }) => id === newest.id));
  });

  test('neither shows nor gives a request to another session', async () => {
    const { session: other } = await aSessionWithRequests(1);
    const { requests } = await aSessionWithRequests(1);
    assert.equal(
      (await store.listWalletRequests(other.id, now)).some(({ id }) => id === requests[0]!.id),
      false,
    );
    assert.equal(await store.takeWalletRequest(requests[0]!.id, other.id, now), false);
  });

  test('does not give a request that is over, or whose session has ended', async () => {
    const { session, requests } = await aSessionWithRequests(2);
    assert.equal(await store.takeWalletRequest(requests[0]!.id, session.id, later), false);
    assert.deepEqual(await store.listWalletRequests(session.id, later), []);
    await store.endSession(session.id, now);
    assert.equal(await store.takeWalletRequest(requests[1]!.id, session.id, now), false);
  });

  test('adds nothing to a session that has ended', async () => {
    const { session } = await aSessionWithRequests(1);
    await store.endSession(session.id, now);
    assert.equal(await store.addWalletRequest(aRequest(session.id), now, { keepUntil: later }), false);
  });

  test('sweeps requests away that are over, and no others', async () => {
    const { session, requests } = await aSessionWithRequests(1, { expires: later + 1 });
    const over = aRequest(session.id);
    await store.addWalletRequest(over, now, { keepUntil: later + 10 });
    await store.sweep(later);
    assert.deepEqual(
      (await store.listWalletRequests(session.id, now)).map(({ id }) => id),
      [requests[0]!.id],
    );
  });
});
