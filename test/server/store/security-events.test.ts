import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SecurityEvent, SecurityEventType } from '../../../server/src/store/records.js';
import type { Store } from '../../../server/src/store/store.js';
import { describeOnBothEngines } from '../../support/node/engines.js';
import { openTestStore } from '../../support/node/server.js';
import { aCredential, anOwner, anOwnerWithPasskey, aSession, now, useOf } from './records.js';

await describeOnBothEngines('security events in the store', (engine) => {
  let store: Store;
  let discard: () => Promise<void>;
  const cause = { at: now, device: 'Firefox on Linux', publicId: 'elsewhere' };

  before(async () => ({ store, discard } = await openTestStore(engine)));
  after(() => discard());

  const typesOf = async (userId: string): Promise<SecurityEventType[]> =>
    (await store.listSecurityEvents(userId, 1000)).map(({ type }) => type);

  test('are stored with the change, and what is refused leaves none', async () => {
    const { account, session, credential } = await anOwnerWithPasskey(store);
    const { id: userId } = account;
    assert.equal(await store.addCredential(credential, session, now, 50), 'exists');
    assert.equal(await store.removeCredential(credential.id, userId, [], cause), 'last-way-in');
    assert.equal(await store.removePassword(userId, [], cause), 'none');
    assert.equal(await store.endListedSession(userId, 'unknown', now, cause), undefined);
    assert.equal(await store.renameCredential('unknown', userId, 'Key', cause), undefined);
    assert.equal(await store.cancelDeletion(userId, now, cause), false);
    assert.deepEqual((await typesOf(userId)).sort(), ['account-created', 'passkey-added']);

    const stale = aSession(userId, { id: session.id });
    await store.signInWithCredential(useOf(credential, 5), aSession(userId), stale.id);
    assert.equal(await store.signInWithCredential(useOf(credential, 5), aSession(userId), stale.id), 'counter');
    assert.equal((await typesOf(userId)).filter((type) => type === 'signed-in').length, 1);
  });

  test('tell how, when, where and about what', async () => {
    const { account, session, credential } = await anOwnerWithPasskey(store);
    const { id: userId } = account;
    await store.renameCredential(credential.id, userId, 'Blue key', { at: now + 1, device: 'Firefox on Linux' });
    await store.addCredential(aCredential(userId), session, now + 2, 50);
    await store.removeCredential(credential.id, userId, [], { ...cause, at: now + 3 });
    await store.startSession(aSession(userId), now + 4);
    const [signedIn, removed, , renamed] = (await store.listSecurityEvents(userId, 10)).map(
      ({ id: _random, ...event }: SecurityEvent) => event,
    );
    const rest = { userId, method: null, issuer: null, device: 'Firefox on Linux', detail: 'Blue key' };
    assert.deepEqual(renamed, { ...rest, type: 'passkey-renamed', at: now + 1 });
    assert.deepEqual(removed, { ...rest, type: 'passkey-removed', at: now + 3 });
    const { device } = session;
    assert.deepEqual(signedIn, {
      userId,
      type: 'signed-in',
      at: now + 4,
      method: 'signup',
      issuer: null,
      device,
      detail: null,
    });
  });

  test('are of one account, the latest first, and go on where a list ended', async () => {
    const { account } = await anOwner(store);
    const { account: other } = await anOwner(store);
    for (let count = 0; count < 7; count += 1) {
      await store.startSession(aSession(account.id), now + Math.floor(count / 2));
      await store.startSession(aSession(other.id), now + count);
    }
    const all = await store.listSecurityEvents(account.id, 100);
    assert.equal(all.length, 8);
    assert.ok(all.every(({ userId }) => userId === account.id));
    assert.deepEqual(
      all.map(({ at }) => at - now),
      [3, 2, 2, 1, 1, 0, 0, 0],
    );
    const paged: SecurityEvent[] = [];
    for (let page = await store.listSecurityEvents(account.id, 3); page.length > 0;) {
      paged.push(...page);
      page = await store.listSecurityEvents(account.id, 3, page.at(-1));
    }
    assert.deepEqual(paged, all);
  });

  test('of one type are at most 200, and do not displace those of other types', async () => {
    const { account } = await anOwner(store);
    for (let count = 1; count <= 210; count += 1)
      await store.addSecurityEvent({ userId: account.id, type: 'locked-out', at: now + count, device: '' });
    const all = await store.listSecurityEvents(account.id, 1000);
    assert.equal(all.length, 201);
    assert.deepEqual([all[0]!.at, all[199]!.at, all[200]!.type], [now + 210, now + 11, 'account-created']);
  });

  test('are announced once they are stored, and only then', async () => {
    const told: SecurityEvent[] = [];
    const { account, session } = await anOwner(store);
    store.watchSecurityEvents((event) => told.push(event));
    await store.endSession(session.id, now);
    await store.endSession(session.id, now);
    await store.setPassword(account.id, 'hash', session, now);
    store.watchSecurityEvents(() => {});
    await store.startSession(aSession(account.id), now + 1);
    assert.deepEqual(
      told.map(({ type }) => type),
      ['signed-out'],
    );
    assert.deepEqual(
      told,
      (await store.listSecurityEvents(account.id, 10)).filter(({ type }) => type === 'signed-out'),
    );
  });

  test('are deleted when they are too old, and with their account', async () => {
    const { account } = await anOwner(store);
    const days = 24 * 60 * 60_000;
    await store.startSession(aSession(account.id), now + 5 * days);
    await store.sweep(now + 10 * days, 7 * days);
    assert.deepEqual(await typesOf(account.id), ['signed-in']);
    const session = aSession(account.id, { expires: now + 99 * days });
    await store.startSession(session, now + 10 * days);
    await store.scheduleDeletion(account.id, now + 11 * days, session, now + 10 * days, cause);
    await store.deleteAccounts(now + 11 * days);
    assert.deepEqual(await typesOf(account.id), []);
    assert.equal(await store.findAccount(account.id), undefined);
  });

  test('of many sign-ins at once are all stored', async () => {
    const { account } = await anOwner(store);
    await Promise.all(Array.from({ length: 30 }, () => store.startSession(aSession(account.id), now)));
    assert.equal((await typesOf(account.id)).length, 31);
  });
});
