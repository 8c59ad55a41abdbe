import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Account, SignedInSession } from '../../../server/src/store/records.js';
import type { Store } from '../../../server/src/store/store.js';
import { describeOnBothEngines, scaled } from '../../support/node/engines.js';
import { openTestStore } from '../../support/node/server.js';
import { aCredential, aSession, anAccount, anOwner, anOwnerWithPasskey, now, unique } from './records.js';

await describeOnBothEngines('accounts in the store', (engine) => {
  let store: Store;
  let discard: () => Promise<void>;

  before(async () => ({ store, discard } = await openTestStore(engine)));
  after(() => discard());

  test('finds an account by its id, its handle and its name', async () => {
    const { account } = await anOwner(store);
    await anOwner(store);
    assert.deepEqual(await store.findAccount(account.id), account);
    assert.deepEqual(await store.findAccountByHandle(account.handle), account);
    assert.equal(await store.findAccountByHandle('unknown'), undefined);
    assert.deepEqual(await store.findAccountByUsername(account.username), account);
    assert.equal(await store.findAccountByUsername('unknown'), undefined);
  });

  test('gives a name to one account only, and starts no session for the other', async () => {
    const { account } = await anOwner(store);
    const second = aSession('another user');
    assert.equal(await store.createAccount(anAccount({ username: account.username }), second, now), 'taken');
    assert.equal(await store.findSession(second.id, now), undefined);
  });

  test('reports a username as taken where an account has it or its skeleton', async () => {
    const account = anAccount({ skeleton: unique('skeleton') });
    assert.equal(await store.createAccount(account, aSession(account.id), now), 'created');
    const isTaken = (username: string, skeleton: string) => store.isTaken(username, skeleton);
    assert.deepEqual(
      [
        await isTaken(account.username, unique('skeleton')),
        await isTaken(unique('name'), account.skeleton),
        await isTaken(unique('name'), unique('skeleton')),
      ],
      [true, true, false],
    );
  });

  test('lets no session that began with a password outlive it, whatever happens at once', async () => {
    for (let round = 0; round < scaled(1000); round += 1) {
      const { account, session } = await anOwnerWithPasskey(store);
      await store.setPassword(account.id, 'a hash', session, now);
      const use = { id: account.id, passwordHash: 'a hash' };
      const begun = aSession(account.id, {
        authentication: { userId: account.id, authMethod: 'password', authTime: now },
      });
      const [, removed] = await Promise.all([
        store.signInWithPassword(use, begun, now),
        store.removePassword(account.id),
      ]);
      assert.equal(removed, 'removed');
      assert.equal(await store.findSession(begun.id, now), undefined);
      assert.equal(await store.signInWithPassword(use, aSession(account.id), now), 'changed');
      assert.equal(await store.stepUpWithPassword(use, aSession(account.id), now, session.id), 'changed');
      assert.ok(await store.findSession(session.id, now));
    }
  });

  test('gives a name to one of many who ask at once', async () => {
    const username = unique('wanted');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => {
        const account = anAccount({ username });
        return store.createAccount(account, aSession(account.id), now);
      }),
    );
    assert.deepEqual(outcomes.filter((outcome) => outcome === 'created').length, 1);
  });

  test('creates no account when the session it should replace was ended', async () => {
    const account = anAccount();
    assert.equal(await store.createAccount(account, aSession(account.id), now, aSession(null).id), 'session-ended');
    assert.equal(await store.findAccount(account.id), undefined);
  });

  test('creates an account with its first passkey in the place of the session that carried the challenge', async () => {
    const visit = aSession(null);
    await store.startSession(visit, now);
    const account = anAccount();
    const [credential, session] = [aCredential(account.id), aSession(account.id)];
    assert.equal(await store.createAccountWithPasskey(account, credential, session, now, visit.id), 'created');
    assert.deepEqual(await store.findAccount(account.id), account);
    assert.deepEqual(await store.listCredentials(account.id), [credential]);
    assert.deepEqual((await store.findSession(session.id, now))?.authentication?.userId, account.id);
    assert.equal(await store.findSession(visit.id, now), undefined);
  });

  test('creates nothing when the name is taken, the passkey exists or the session was ended', async () => {
    const { account: other } = await anOwner(store);
    const existing = aCredential(other.id);
    await store.addCredential(existing, await aStoredSession(other.id), now, 50);
    const refused: [outcome: string, account: Account, credentialId: string | undefined, visit: string | undefined][] =
      [
        ['taken', anAccount({ username: other.username }), undefined, undefined],
        ['exists', anAccount(), existing.id, undefined],
        ['session-ended', anAccount(), undefined, 'no session'],
      ];
    for (const [outcome, account, credentialId, visitId] of refused) {
      const visit = aSession(null);
      await store.startSession(visit, now);
      const credential = aCredential(account.id, credentialId === undefined ? {} : { id: credentialId });
      const session = aSession(account.id);
      assert.equal(
        await store.createAccountWithPasskey(account, credential, session, now, visitId ?? visit.id),
        outcome,
      );
      assert.equal(await store.findAccount(account.id), undefined, outcome);
      assert.deepEqual(await store.listCredentials(account.id), [], outcome);
      assert.equal(await store.findSession(session.id, now), undefined, outcome);
      assert.equal((await store.findSession(visit.id, now))?.id, visit.id, outcome);
    }
  });

  /** A session of the user, in the store. */
  async function aStoredSession(userId: string): Promise<SignedInSession> {
    const session = aSession(userId);
    await store.startSession(session, now);
    return session;
  }

  test('changes the names that are given and no other', async () => {
    const { account } = await anOwner(store);
    const username = unique('renamed');
    assert.deepEqual(await store.changeAccount(account.id, { username: null, name: null, displayName: 'Countess' }), {
      ...account,
      displayName: 'Countess',
      addresses: [],
    });
    assert.deepEqual(await store.changeAccount(account.id, { username, name: 'New', displayName: null }), {
      ...account,
      username,
      name: 'New',
      displayName: 'Countess',
      addresses: [],
    });
    assert.equal((await store.findAccountByUsername(username))?.id, account.id);
    assert.equal(await store.findAccountByUsername(account.username), undefined);
  });

  test('gives no account the name of another, but every account its own again', async () => {
    const [{ account }, { account: other }] = [await anOwner(store), await anOwner(store)];
    assert.equal(
      await store.changeAccount(account.id, { username: other.username, name: 'x', displayName: 'x' }),
      'taken',
    );
    assert.deepEqual(await store.findAccount(account.id), account);
    assert.deepEqual(
      await store.changeAccount(account.id, { username: account.username, name: 'As before', displayName: null }),
      { ...account, name: 'As before', addresses: [] },
    );
  });

  test('gives a name to one of many accounts that ask for it at once, new ones among them', async () => {
    for (let round = 0; round < scaled(200); round += 1) {
      const username = unique('wanted');
      const owners = await Promise.all(Array.from({ length: 8 }, () => anOwner(store)));
      const newcomer = anAccount({ username });
      const outcomes = await Promise.all([
        ...owners.map(({ account }) =>
          store.changeAccount(account.id, { username, name: username, displayName: null }),
        ),
        store.createAccount(newcomer, aSession(newcomer.id), now),
      ]);
      assert.equal(outcomes.filter((outcome) => outcome !== 'taken').length, 1);
    }
  });
});
