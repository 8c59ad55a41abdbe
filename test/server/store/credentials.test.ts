import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Store } from '../../../server/src/store/store.js';
import { describeOnBothEngines, scaled } from '../../support/node/engines.js';
import { openTestStore } from '../../support/node/server.js';
import {
  aCredential,
  aSession,
  aSessionWithChallenges,
  anAccount,
  anOwner,
  anOwnerWithPasskey,
  later,
  now,
  useOf,
} from './records.js';

await describeOnBothEngines('passkeys in the store', (engine) => {
  let store: Store;
  let discard: () => Promise<void>;

  before(async () => ({ store, discard } = await openTestStore(engine)));
  after(() => discard());

  test('keeps every member of a passkey', async () => {
    const { account, credential } = await anOwnerWithPasskey(store, {
      counter: 4_294_967_295,
      nickname: 'Blue key',
      backedUp: false,
      userVerified: true,
    });
    assert.deepEqual(await store.findCredential(credential.id), { credential, ownerHandle: account.handle });
    assert.deepEqual(await store.listCredentials(account.id), [credential]);
  });

  test('keeps a key that is a view into a larger buffer', async () => {
    const publicKey = new Uint8Array([9, 9, 1, 2, 3, 9]).subarray(2, 5);
    const { credential } = await anOwnerWithPasskey(store, { publicKey });
    assert.deepEqual((await store.findCredential(credential.id))?.credential.publicKey, Uint8Array.of(1, 2, 3));
  });

  test('adds a credential id once, regardless of who asks, and keeps its key', async () => {
    const { credential, account: first, session: firstSession } = await anOwnerWithPasskey(store);
    const { account, session } = await anOwner(store);
    for (const [owner, of] of [
      [account, session],
      [first, firstSession],
    ] as const) {
      const other = aCredential(owner.id, { id: credential.id, publicKey: Uint8Array.of(6, 6, 6) });
      assert.equal(await store.addCredential(other, of, now, 50), 'exists');
    }
    assert.deepEqual((await store.findCredential(credential.id))?.credential, credential);
  });

  test('adds no passkey for a session that was ended, is over or is another person’s', async () => {
    const { account, session } = await anOwner(store);
    const { session: foreign } = await anOwner(store);
    assert.equal(await store.addCredential(aCredential(account.id), foreign, now, 50), 'session-ended');
    assert.equal(await store.addCredential(aCredential(account.id), session, later, 50), 'session-ended');
    await store.endSession(session.id, now);
    assert.equal(await store.addCredential(aCredential(account.id), session, now, 50), 'session-ended');
    assert.deepEqual(await store.listCredentials(account.id), []);
  });

  test('adds no passkey beyond the last that an account may have, of many at once too', async () => {
    for (let round = 0; round < scaled(100); round += 1) {
      const { account, session } = await anOwnerWithPasskey(store);
      const second = aSession(account.id);
      await store.startSession(second, now);
      const outcomes = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          store.addCredential(aCredential(account.id), index % 2 === 0 ? session : second, now, 3),
        ),
      );
      assert.deepEqual(outcomes.toSorted(), ['added', 'added', 'too-many', 'too-many', 'too-many', 'too-many']);
      assert.equal((await store.listCredentials(account.id)).length, 3);
    }
  });

  test('saves a sign-in: counter, backup state, time, and the session under its new id', async () => {
    const { account, session, credential } = await anOwnerWithPasskey(store);
    const next = aSession(account.id);
    assert.equal(await store.signInWithCredential(useOf(credential, 7), next, session.id), 'saved');
    assert.deepEqual((await store.findCredential(credential.id))?.credential, {
      ...credential,
      counter: 7,
      backedUp: false,
      lastUsedAt: now,
    });
    assert.deepEqual(await store.findSession(next.id, now), next);
    assert.equal(await store.findSession(session.id, now), undefined);
  });

  const counterRules: [stored: number, presented: number, accepted: boolean][] = [
    [0, 0, true],
    [0, 1, true],
    [5, 6, true],
    [5, 0, true],
    [5, 5, false],
    [5, 4, false],
    [4_294_967_294, 4_294_967_295, true],
  ];
  for (const [stored, presented, accepted] of counterRules) {
    test(`${accepted ? 'accepts' : 'refuses'} counter ${presented} after ${stored}`, async () => {
      const { account, session, credential } = await anOwnerWithPasskey(store, { counter: stored });
      const next = aSession(account.id);
      assert.equal(
        await store.signInWithCredential(useOf(credential, presented), next, session.id),
        accepted ? 'saved' : 'counter',
      );
      const found = (await store.findCredential(credential.id))!.credential;
      assert.equal(found.counter, accepted ? presented : stored);
      assert.equal(found.lastUsedAt, accepted ? now : null);
      assert.equal((await store.findSession(session.id, now)) === undefined, accepted);
    });
  }

  test('lets one counter value through once when several sign-ins present it together', async () => {
    const { account, credential } = await anOwnerWithPasskey(store, { counter: 5 });
    const sessions = Array.from({ length: 10 }, () => aSession(null));
    for (const session of sessions) await store.startSession(session, now);
    const outcomes = await Promise.all(
      sessions.map((session) => store.signInWithCredential(useOf(credential, 6), aSession(account.id), session.id)),
    );
    assert.equal(outcomes.filter((outcome) => outcome === 'saved').length, 1);
  });

  test('refuses the use of a passkey for a user who is not its owner', async () => {
    const { session, credential } = await anOwnerWithPasskey(store);
    const { account } = await anOwner(store);
    const use = { ...useOf(credential, 1), userId: account.id };
    assert.notEqual(await store.signInWithCredential(use, aSession(account.id), session.id), 'saved');
  });

  test('does not save the counter of a sign-in whose session was ended', async () => {
    const { account, session, credential } = await anOwnerWithPasskey(store);
    await store.endSession(session.id, now);
    assert.equal(
      await store.signInWithCredential(useOf(credential, 7), aSession(account.id), session.id),
      'session-ended',
    );
    assert.equal((await store.findCredential(credential.id))?.credential.counter, 0);
  });

  test('saves a step-up like a sign-in, in the session that stays the same one to its person', async () => {
    const { account, session, credential } = await anOwnerWithPasskey(store);
    const next = aSession(account.id);
    assert.equal(await store.stepUpWithCredential(useOf(credential, 7), next, session.id), 'saved');
    assert.equal((await store.findCredential(credential.id))?.credential.counter, 7);
    assert.equal((await store.findSession(next.id, now))?.publicId, session.publicId);
    assert.equal(await store.stepUpWithCredential(useOf(credential, 7), aSession(account.id), next.id), 'counter');
    assert.equal(
      await store.stepUpWithCredential(useOf(credential, 8), aSession(account.id), session.id),
      'session-ended',
    );
    assert.equal((await store.findCredential(credential.id))?.credential.counter, 7);
  });

  test('names a passkey for its owner only, and removes the name', async () => {
    const { account, credential } = await anOwnerWithPasskey(store);
    const { account: stranger } = await anOwner(store);
    assert.equal(await store.renameCredential(credential.id, stranger.id, 'mine'), undefined);
    assert.deepEqual(await store.renameCredential(credential.id, account.id, 'Blue key'), {
      ...credential,
      nickname: 'Blue key',
    });
    assert.deepEqual(await store.renameCredential(credential.id, account.id, null), credential);
    assert.deepEqual((await store.findCredential(credential.id))?.credential, credential);
  });

  test('removes a passkey for its owner only, and not the last way in', async () => {
    const { account, session, credential } = await anOwnerWithPasskey(store);
    const { account: stranger } = await anOwnerWithPasskey(store);
    assert.equal(await store.removeCredential(credential.id, stranger.id), 'unknown');
    assert.equal(await store.removeCredential('nothing', account.id), 'unknown');
    assert.equal(await store.removeCredential(credential.id, account.id), 'last-way-in');
    const second = aCredential(account.id);
    await store.addCredential(second, session, now, 50);
    assert.equal(await store.removeCredential(credential.id, account.id), 'removed');
    assert.equal(await store.removeCredential(second.id, account.id), 'last-way-in');
    assert.deepEqual(await store.listCredentials(account.id), [second]);
  });

  test('removes the last passkey of an account that has a password', async () => {
    const account = anAccount({ passwordHash: 'a hash' });
    const session = aSession(account.id);
    await store.createAccount(account, session, now);
    const credential = aCredential(account.id);
    await store.addCredential(credential, session, now, 50);
    assert.equal(await store.removeCredential(credential.id, account.id), 'removed');
    assert.deepEqual(await store.listCredentials(account.id), []);
  });

  test('ends the sessions that a removed passkey has begun, except the one that removes it', async () => {
    const { account, session, credential } = await anOwnerWithPasskey(store);
    await store.addCredential(aCredential(account.id), session, now, 50);
    const begun = [0, 1].map(() => aSession(account.id, { credentialId: credential.id }));
    for (const next of begun) {
      const { session: visited } = await aSessionWithChallenges(store, 1);
      assert.equal(await store.signInWithCredential(useOf(credential, 0), next, visited.id), 'saved');
    }
    const cause = { at: now, device: 'Chrome on Windows', publicId: begun[0]!.publicId };
    assert.equal(await store.removeCredential(credential.id, account.id, [], cause), 'removed');
    const living = (await store.listSessions(account.id, now)).map(({ id }) => id);
    assert.deepEqual(living.toSorted(), [session.id, begun[0]!.id].toSorted());
  });

  test('leaves one of several passkeys when all are removed at once', async () => {
    for (let round = 0; round < scaled(300); round += 1) {
      const { account, session, credential } = await anOwnerWithPasskey(store);
      const others = Array.from({ length: 4 }, () => aCredential(account.id));
      for (const other of others) await store.addCredential(other, session, now, 50);
      const outcomes = await Promise.all(
        [credential, ...others].map(({ id }) => store.removeCredential(id, account.id)),
      );
      assert.deepEqual(outcomes.toSorted(), ['last-way-in', 'removed', 'removed', 'removed', 'removed']);
      assert.equal((await store.listCredentials(account.id)).length, 1);
    }
  });
});
