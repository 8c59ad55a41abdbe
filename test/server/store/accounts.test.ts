import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Store } from '../../../demo/server/store/store.js';
import { describeOnBothEngines } from '../../support/node/engines.js';
import { openTestStore } from '../../support/node/server.js';
import { aSession, anAccount, anOwner, now, unique } from './records.js';

await describeOnBothEngines('accounts in the store', (engine) => {
  let store: Store;
  let discard: () => Promise<void>;

  before(async () => ({ store, discard } = await openTestStore(engine)));
  after(() => discard());

  test('finds an account by its id and by its name', async () => {
    const { account } = await anOwner(store);
    assert.deepEqual(await store.findAccount(account.id), account);
    assert.deepEqual(await store.findAccountByUsername(account.username), account);
    assert.equal(await store.findAccountByUsername('nobody'), undefined);
  });

  test('gives a name to one account only, and starts no session for the other', async () => {
    const { account } = await anOwner(store);
    const second = aSession('somebody else');
    assert.equal(await store.createAccount(anAccount({ username: account.username }), second, now), 'taken');
    assert.equal(await store.findSession(second.id, now), undefined);
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

  test('creates no account when the session it should take the place of was ended', async () => {
    const account = anAccount();
    assert.equal(await store.createAccount(account, aSession(account.id), now, aSession(null).id), 'session-ended');
    assert.equal(await store.findAccount(account.id), undefined);
  });
});
