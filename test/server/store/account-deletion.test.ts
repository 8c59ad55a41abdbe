import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Store } from '../../../server/src/store/store.js';
import { describeOnBothEngines } from '../../support/node/engines.js';
import { openTestStore } from '../../support/node/server.js';
import {
  aCredential,
  anAccount,
  anOwner,
  anOwnerWithPasskey,
  aPendingSignIn,
  aSession,
  later,
  now,
  unique,
} from './records.js';

await describeOnBothEngines('the deletion of accounts in the store', (engine) => {
  let store: Store;
  let discard: () => Promise<void>;

  before(async () => ({ store, discard } = await openTestStore(engine)));
  after(() => discard());

  test('is due at the time that was said first', async () => {
    const { account, session } = await anOwner(store);
    assert.equal(await store.findDeletion(account.id), undefined);
    assert.equal((await store.scheduleDeletion(account.id, now + 10, session, now))?.deletesAt, now + 10);
    assert.equal((await store.scheduleDeletion(account.id, now + 20, session, now))?.deletesAt, now + 10);
    assert.equal((await store.scheduleDeletion(account.id, now + 5, session, now))?.deletesAt, now + 5);
    assert.equal(await store.findDeletion(account.id), now + 5);
  });

  test('ends all other sessions at once, and no session of others', async () => {
    const { account, session } = await anOwner(store);
    const { session: stranger } = await anOwner(store);
    const elsewhere = aSession(account.id);
    await store.startSession(elsewhere, now);
    const deletion = await store.scheduleDeletion(account.id, later, session, now);
    assert.deepEqual(
      deletion?.ended.map(({ publicId }) => publicId),
      [elsewhere.publicId],
    );
    assert.equal(await store.findSession(elsewhere.id, now), undefined);
    assert.ok(await store.findSession(session.id, now));
    assert.ok(await store.findSession(stranger.id, now));
  });

  test('is not scheduled by a session that has ended', async () => {
    const { account, session } = await anOwner(store);
    await store.endSession(session.id, now);
    assert.equal(await store.scheduleDeletion(account.id, now, session, now), undefined);
    await store.deleteAccounts(later);
    assert.ok(await store.findAccount(account.id));
  });

  test('can be cancelled until it is due', async () => {
    const { account, session } = await anOwner(store);
    assert.equal(await store.cancelDeletion(account.id, now), false);
    await store.scheduleDeletion(account.id, now + 10, session, now);
    assert.equal(await store.cancelDeletion(account.id, now + 9), true);
    await store.deleteAccounts(now + 20);
    assert.ok(await store.findAccount(account.id));
    await store.scheduleDeletion(account.id, now + 10, session, now);
    assert.equal(await store.cancelDeletion(account.id, now + 10), false);
  });

  test('is cancelled by a sign-in before it is due, and not by a step-up or a sign-in of others', async () => {
    const { account, session } = await anOwner(store);
    const { account: other } = await anOwner(store);
    await store.scheduleDeletion(account.id, now + 10, session, now);
    await store.startSession(aSession(other.id), now + 1);
    const renewed = aSession(account.id);
    assert.equal(await store.renewSession(renewed, now + 1, session.id), true);
    assert.equal(await store.findDeletion(account.id), now + 10);
    await store.startSession(aSession(account.id), now + 9);
    assert.equal(await store.findDeletion(account.id), undefined);
    const types = (await store.listSecurityEvents(account.id, 10)).map(({ type }) => type);
    assert.equal(types.filter((type) => type === 'deletion-cancelled').length, 1);
  });

  test('that is due is not cancelled by a sign-in', async () => {
    const { account, session } = await anOwner(store);
    await store.scheduleDeletion(account.id, now + 10, session, now);
    await store.startSession(aSession(account.id), now + 10);
    assert.equal(await store.findDeletion(account.id), now + 10);
    await store.deleteAccounts(now + 10);
    assert.equal(await store.findAccount(account.id), undefined);
  });

  test('that is due ends every session of the account, before the account is deleted, and no session of others', async () => {
    const { account, session } = await anOwner(store);
    const { account: other, session: stranger } = await anOwner(store);
    await store.scheduleDeletion(account.id, now + 10, session, now);
    await store.scheduleDeletion(other.id, now + 11, stranger, now);
    const app = aSession(account.id, { parent: session.publicId });
    assert.equal(await store.startSessionBeside(app, now, session.id, 9), 'started');
    const renewed = aSession(account.id);
    assert.equal(await store.renewSession(renewed, now + 1, session.id), true);
    const waiting = aSession(null, { pending: aPendingSignIn(account.id) });
    await store.startSession(waiting, now);
    const found = async (at: number) => [
      await store.findSession(renewed.id, at),
      await store.findMovedSession(session.id, at),
      await store.findSession(app.id, at),
      await store.findPendingSignIn(waiting.id, at),
      await store.tryPendingSignIn(waiting.id, at, 9),
    ];
    assert.ok((await found(now + 9)).every((one) => one !== undefined));
    assert.ok((await found(now + 10)).every((one) => one === undefined));
    assert.ok(await store.findSession(stranger.id, now + 10));
    assert.ok(await store.findSession(waiting.id, now + 10), 'it has no user');
  });

  test('that is due leaves nothing to be saved in a session of the account', async () => {
    const { account, session } = await anOwner(store);
    await store.scheduleDeletion(account.id, now + 10, session, now);
    const add = (at: number) =>
      store.addChallenge(
        { sessionId: session.id, challenge: unique('challenge'), purpose: 'login', expires: later },
        at,
        { keepUntil: later },
      );
    assert.equal(await add(now + 9), true);
    assert.equal(await add(now + 10), false);
    assert.equal(await store.startSessionBeside(aSession(account.id), now + 10, session.id, 9), 'session-ended');
    assert.equal(await store.scheduleDeletion(account.id, later, session, now + 10), undefined);
  });

  test('beside a sign-in at the same moment is one of the two: an account that stays keeps everything', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { account, session, credential } = await anOwnerWithPasskey(store);
      await store.scheduleDeletion(account.id, now + 10, session, now);
      const visit = aSession(account.id, { expires: now + 99 });
      const [started] = await Promise.allSettled([store.startSession(visit, now + 9), store.deleteAccounts(now + 10)]);
      const stays = (await store.findAccount(account.id)) !== undefined;
      assert.equal(stays, started.status === 'fulfilled' && (await store.findSession(visit.id, now + 9)) !== undefined);
      assert.equal((await store.findCredential(credential.id)) !== undefined, stays);
    }
  });

  test('deletes everything of the account when it is due, frees its name, and nothing of others', async () => {
    const { account, session } = await anOwner(store);
    const { account: other, session: otherSession } = await anOwner(store);
    for (const [owner, own] of [
      [account, session],
      [other, otherSession],
    ] as const) {
      await store.addCredential(aCredential(owner.id), own, now, 9);
      await store.addIdentity(
        { issuer: 'https://provider.example', subject: unique('subject'), userId: owner.id, createdAt: now },
        own,
        now,
      );
      await store.changeAccount(owner.id, { username: null, skeleton: null, name: null, displayName: null }, [
        { kind: 'email', address: `${owner.username}@example.com` },
      ]);
    }
    await store.scheduleDeletion(account.id, now + 10, session, now);
    await store.deleteAccounts(now + 9);
    assert.ok(await store.findAccount(account.id));
    await store.deleteAccounts(now + 10);

    assert.equal(await store.findAccount(account.id), undefined);
    assert.equal(await store.isTaken(account.username, account.username), false);
    assert.deepEqual(await store.listCredentials(account.id), []);
    assert.deepEqual(await store.listAddresses(account.id), []);
    assert.equal(await store.hasIdentity(account.id, ['https://provider.example']), false);
    assert.equal(await store.findSession(session.id, now), undefined);

    assert.ok(await store.findAccount(other.id));
    assert.equal((await store.listCredentials(other.id)).length, 1);
    assert.equal((await store.listAddresses(other.id)).length, 1);
    assert.equal(await store.hasIdentity(other.id, ['https://provider.example']), true);
    assert.ok(await store.findSession(otherSession.id, now));
  });

  test('leaves the grants of its sessions to be given back', async () => {
    const account = anAccount();
    const session = aSession(account.id);
    await store.createAccount(account, session, now);
    const visit = aSession(account.id);
    await store.startSession(visit, now, session.id, { sealed: unique('sealed'), due: later });
    await store.scheduleDeletion(account.id, now, visit, now);
    await store.takeLeftGrants();
    await store.deleteAccounts(now);
    assert.deepEqual(
      (await store.takeLeftGrants()).map(({ publicId, userId }) => [publicId, userId]),
      [[visit.publicId, account.id]],
    );
  });

  test('beside sign-ins at the same moment leaves no session of an account that is gone', async () => {
    const { account, session } = await anOwner(store);
    await store.scheduleDeletion(account.id, now, session, now);
    const sessions = Array.from({ length: 20 }, () => aSession(account.id));
    await Promise.allSettled([
      ...sessions.slice(0, 10).map((one) => store.startSession(one, now)),
      store.deleteAccounts(now),
      ...sessions.slice(10).map((one) => store.startSession(one, now)),
    ]);
    await store.deleteAccounts(now);
    assert.equal(await store.findAccount(account.id), undefined);
    assert.deepEqual(await store.listSessions(account.id, now), []);
  });
});
