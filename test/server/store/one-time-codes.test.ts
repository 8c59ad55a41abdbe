import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OneTimeCode, Session } from '../../../server/src/store/records.js';
import type { Store } from '../../../server/src/store/store.js';
import { describeOnBothEngines, scaled } from '../../support/node/engines.js';
import { openTestStore } from '../../support/node/server.js';
import { anOwner, aSession, later, now, unique } from './records.js';

const atMost = 5;

await describeOnBothEngines('one-time codes in the store', (engine) => {
  let store: Store;
  let discard: () => Promise<void>;

  before(async () => ({ store, discard } = await openTestStore(engine)));
  after(() => discard());

  /** A code for a user with a verified address, asked for by a visitor. */
  async function aCode(changes: Partial<OneTimeCode> = {}): Promise<OneTimeCode> {
    const { account, session: own } = await anOwner(store);
    const address = unique('ada@x.example');
    await store.changeAccount(account.id, { username: null, name: null, displayName: null }, [
      { kind: 'email', address },
    ]);
    const proof: OneTimeCode = {
      sessionId: own.id,
      hash: unique('hash'),
      purpose: 'verify-address',
      userId: account.id,
      address,
      expires: later,
    };
    await store.saveCode(proof, now, { keepUntil: later });
    assert.equal(await store.verifyAddress(proof, now), 'verified');
    const create: Session = aSession(null);
    const code: OneTimeCode = { ...proof, sessionId: create.id, hash: unique('hash'), purpose: 'sign-in', ...changes };
    assert.equal(await store.saveCode(code, now, { create }), true);
    return code;
  }
  const sessionOf = ({ userId }: OneTimeCode) =>
    aSession(userId!, { authentication: { userId: userId!, authMethod: 'otp', authTime: now } });

  test('are tried five times at most, of 1,000 at once', async () => {
    const code = await aCode();
    const tries = await Promise.all(Array.from({ length: 1000 }, () => store.tryCode(code.sessionId, now, atMost)));
    assert.deepEqual(
      tries.filter((tried) => tried !== undefined).toSorted((one, other) => one.tries - other.tries),
      Array.from({ length: atMost }, (_, index) => ({ ...code, tries: index + 1 })),
    );
  });

  test('are not tried when they are over, or in a session that has none', async () => {
    const code = await aCode();
    assert.equal(await store.tryCode(code.sessionId, later, atMost), undefined);
    assert.deepEqual(await store.tryCode(code.sessionId, later - 1, atMost), { ...code, tries: 1 });
    assert.equal(await store.tryCode(unique('session'), now, atMost), undefined);
  });

  test('give way to a newer one, which has its own tries', async () => {
    const older = await aCode();
    for (let tries = 0; tries < atMost; tries += 1) await store.tryCode(older.sessionId, now, atMost);
    const newer = { ...older, hash: unique('hash'), userId: null, address: '' };
    assert.ok(await store.saveCode(newer, now, { keepUntil: later }));
    assert.deepEqual(await store.tryCode(older.sessionId, now, atMost), { ...newer, tries: 1 });
    assert.equal(await store.signInWithCode(sessionOf(older), now, older, false), false);
  });

  test('are not saved in a session that is over', async () => {
    const code = await aCode();
    await store.endSession(code.sessionId, now);
    assert.equal(await store.saveCode(code, now, { keepUntil: later }), false);
  });

  test('sign in one of 50 who come with the right one at once', async () => {
    for (let round = 0; round < scaled(200); round += 1) {
      const code = await aCode();
      const sessions = Array.from({ length: 50 }, () => sessionOf(code));
      const outcomes = await Promise.all(sessions.map((session) => store.signInWithCode(session, now, code, false)));
      assert.equal(outcomes.filter(Boolean).length, 1);
      const living = await Promise.all(sessions.map(({ id }) => store.findSession(id, now)));
      assert.equal(living.filter(Boolean).length, 1);
    }
  });

  test('renew the session of who is signed in already', async () => {
    const code = await aCode();
    const [own] = await store.listSessions(code.userId!, now);
    const inOwn = { ...code, sessionId: own!.id, hash: unique('hash') };
    await store.saveCode(inOwn, now, { keepUntil: later });
    const next = sessionOf(code);
    assert.equal(await store.signInWithCode(next, now, inOwn, true), true);
    const renewed = await store.findSession(next.id, now);
    assert.deepEqual([renewed?.publicId, renewed?.authentication?.authMethod], [own!.publicId, 'otp']);
  });

  test('keep an account that was to be deleted when they sign in, and not when they step up', async () => {
    const code = await aCode();
    const [own] = await store.listSessions(code.userId!, now);
    await store.scheduleDeletion(code.userId!, later, own!, now);
    assert.equal(await store.tryCode(code.sessionId, now, 5), undefined, 'codes from before end');
    await store.saveCode(code, now, { keepUntil: later });
    const inOwn = { ...code, sessionId: own!.id, hash: unique('hash') };
    await store.saveCode(inOwn, now, { keepUntil: later });
    assert.equal(await store.signInWithCode(sessionOf(code), now, inOwn, true), true);
    assert.equal(await store.findDeletion(code.userId!), later);
    assert.equal(await store.signInWithCode(sessionOf(code), now, code, false), true);
    assert.equal(await store.findDeletion(code.userId!), undefined);
  });

  test('prove nothing with a hash that is not the last one sent', async () => {
    const code = await aCode();
    assert.equal(await store.signInWithCode(sessionOf(code), now, { ...code, hash: unique('hash') }, false), false);
    assert.equal(await store.signInWithCode(sessionOf(code), now, code, false), true);
  });

  test('sign no user in by an address that is not theirs any more', async () => {
    const code = await aCode();
    await store.changeAccount(code.userId!, { username: null, name: null, displayName: null }, [
      { kind: 'email', address: unique('new@x.example') },
    ]);
    assert.equal(await store.signInWithCode(sessionOf(code), now, code, false), false);
  });

  test('sign no user in, and are not used up, when the session that asked has ended', async () => {
    const code = await aCode();
    await store.endSession(code.sessionId, now);
    const session = sessionOf(code);
    assert.equal(await store.signInWithCode(session, now, code, false), false);
    assert.equal(await store.findSession(session.id, now), undefined);
  });

  test('are swept away when they are over', async () => {
    const [over, lasting] = [await aCode(), await aCode({ expires: later + 10 })];
    await store.sweep(later);
    assert.equal(await store.tryCode(over.sessionId, now, atMost), undefined);
    assert.deepEqual(await store.tryCode(lasting.sessionId, now, atMost), { ...lasting, tries: 1 });
  });
});
