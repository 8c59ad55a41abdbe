import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AddressChange, NameChange, OneTimeCode } from '../../../server/src/store/records.js';
import type { Move } from '../../../server/src/store/second-factors.js';
import type { Store } from '../../../server/src/store/store.js';
import { describeOnBothEngines, scaled } from '../../support/node/engines.js';
import { openTestStore } from '../../support/node/server.js';
import { anOwner, aPendingSignIn, aSession, later, now, unique } from './records.js';

const sameNames: NameChange = { username: null, name: null, displayName: null };

await describeOnBothEngines('addresses in the store', (engine) => {
  let store: Store;
  let discard: () => Promise<void>;

  before(async () => ({ store, discard } = await openTestStore(engine)));
  after(() => discard());

  const give = (userId: string, ...changes: AddressChange[]) => store.changeAccount(userId, sameNames, changes);

  /** A user with an address, for which a code is pending. */
  async function anAddressee(address: string): Promise<OneTimeCode> {
    const { account, session } = await anOwner(store);
    await give(account.id, { kind: 'email', address });
    const code: OneTimeCode = {
      sessionId: session.id,
      hash: unique('hash'),
      purpose: 'verify-address',
      userId: account.id,
      address,
      expires: later,
    };
    assert.ok(await store.saveCode(code, now, { keepUntil: later }));
    return code;
  }

  /** A sign-in that waits for an address, which its account does not have yet, and a code for it. */
  async function aWaitingSignIn(address: string): Promise<{ code: OneTimeCode; move: Move }> {
    const {
      account: { id: userId },
    } = await anOwner(store);
    const pending = aPendingSignIn(userId);
    const waiting = aSession(null, { pending });
    assert.ok(await store.startSession(waiting, now));
    const code: OneTimeCode = {
      sessionId: waiting.id,
      hash: unique('hash'),
      purpose: 'verify-address',
      userId,
      address,
      expires: later,
    };
    assert.ok(await store.saveCode(code, now, { keepUntil: later }));
    const session = aSession(userId, { completes: pending, publicId: pending.publicId });
    return { code, move: { session, now, previousId: waiting.id, again: false } };
  }

  test('are one of each kind, and are not verified when they are new', async () => {
    const {
      account: { id: userId },
    } = await anOwner(store);
    await give(userId, { kind: 'email', address: 'a@x.example' }, { kind: 'phone', address: '+4930901820' });
    await give(userId, { kind: 'email', address: 'b@x.example' });
    assert.deepEqual(await store.listAddresses(userId), [
      { userId, kind: 'email', address: 'b@x.example', verifiedAt: null },
      { userId, kind: 'phone', address: '+4930901820', verifiedAt: null },
    ]);
    await give(userId, { kind: 'phone', address: null });
    assert.deepEqual(
      (await store.listAddresses(userId)).map(({ kind }) => kind),
      ['email'],
    );
  });

  test('stay verified when the same one is given again, and not when another is', async () => {
    const address = unique('same@x.example');
    const code = await anAddressee(address);
    assert.equal(await store.verifyAddress(code, now), 'verified');
    const verifiedAt = async () => (await store.listAddresses(code.userId!))[0]!.verifiedAt;
    await give(code.userId!, { kind: 'email', address });
    assert.equal(await verifiedAt(), now);
    await give(code.userId!, { kind: 'email', address: unique('other@x.example') });
    assert.equal(await verifiedAt(), null);
  });

  test('do not change when the name that goes along is taken', async () => {
    const [{ account }, { account: other }] = [await anOwner(store), await anOwner(store)];
    assert.equal(
      await store.changeAccount(account.id, { ...sameNames, username: other.username, name: 'x' }, [
        { kind: 'email', address: 'a@x.example' },
      ]),
      'taken',
    );
    assert.deepEqual(await store.listAddresses(account.id), []);
  });

  test('lead to the user who has verified one, and to a user who asks for their own', async () => {
    const address = unique('found@x.example');
    const [first, second, third] = [await anAddressee(address), await anAddressee(address), await anAddressee(address)];
    assert.deepEqual(await store.findOwners(address, undefined), []);
    await store.verifyAddress(first, now);
    const owners = async (asking?: string) =>
      (await store.findOwners(address, asking)).map(({ userId }) => userId).sort();
    assert.deepEqual(await owners(), [first.userId]);
    assert.deepEqual(await owners(first.userId!), [first.userId]);
    assert.deepEqual(await owners(second.userId!), [first.userId, second.userId].sort());
    assert.equal(await store.verifyAddress(third, now), 'taken');
  });

  test('are verified for one of many accounts that do so at once', async () => {
    for (let round = 0; round < scaled(300); round += 1) {
      const address = unique('wanted@x.example');
      const codes = await Promise.all(Array.from({ length: 8 }, () => anAddressee(address)));
      const outcomes = await Promise.all(codes.map((code) => store.verifyAddress(code, now)));
      assert.deepEqual(outcomes.toSorted(), [...Array.from({ length: 7 }, () => 'taken'), 'verified']);
    }
  });

  test('complete one of many sign-ins that wait for the same address, and belong to its account', async () => {
    for (let round = 0; round < scaled(20); round += 1) {
      const address = unique('awaited@x.example');
      const waiting = await Promise.all(Array.from({ length: 4 }, () => aWaitingSignIn(address)));
      const outcomes = await Promise.all(
        waiting.map(({ code, move }) => store.signInWithAddress(code, move, { mayAdd: true })),
      );
      assert.deepEqual(outcomes.toSorted(), ['taken', 'taken', 'taken', 'verified']);
      const { code, move } = waiting[outcomes.indexOf('verified')]!;
      assert.deepEqual(await store.findOwners(address, undefined), [
        { userId: code.userId, kind: 'email', address, verifiedAt: now },
      ]);
      assert.equal((await store.findSession(move.session.id, now))?.authentication?.userId, code.userId);
      assert.equal(await store.signInWithAddress(code, move, { mayAdd: true }), 'gone');
      for (const [index, { code: other, move: refused }] of waiting.entries()) {
        if (outcomes[index] === 'verified') continue;
        assert.deepEqual(await store.listAddresses(other.userId!), []);
        assert.equal(await store.findSession(refused.session.id, now), undefined);
      }
    }
  });

  test('are not verified by a code for the one before, or in a session that has ended', async () => {
    const code = await anAddressee(unique('before@x.example'));
    await give(code.userId!, { kind: 'email', address: unique('after@x.example') });
    assert.equal(await store.verifyAddress(code, now), 'gone');
    const ended = await anAddressee(unique('ended@x.example'));
    await store.endSession(ended.sessionId, now);
    assert.equal(await store.verifyAddress(ended, now), 'gone');
    for (const { userId } of [code, ended]) assert.equal((await store.listAddresses(userId!))[0]!.verifiedAt, null);
  });
});
