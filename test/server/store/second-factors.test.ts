import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PendingSignIn } from '../../../server/src/store/records.js';
import type { Move } from '../../../server/src/store/second-factors.js';
import type { Store } from '../../../server/src/store/store.js';
import { describeOnBothEngines } from '../../support/node/engines.js';
import { openTestStore } from '../../support/node/server.js';
import { anOwner, anOwnerWithPasskey, aPendingSignIn, aSession, later, now, unique } from './records.js';

await describeOnBothEngines('second factors in the store', (engine) => {
  let store: Store;
  let discard: () => Promise<void>;

  before(async () => ({ store, discard } = await openTestStore(engine)));
  after(() => discard());

  const cause = () => ({ at: now, device: 'Chrome on Windows', publicId: unique('public') });

  /** A user with an authenticator app, whose last code was that of step 10. */
  async function anAppOwner() {
    const { account, session } = await anOwner(store);
    const [sealed, hash] = [unique('sealed'), unique('hash')];
    assert.equal(await store.saveTotp(account.id, sealed, now, later), true);
    assert.equal(await store.confirmTotp(account.id, { sealed, step: 10 }, [hash], now, session), true);
    return { userId: account.id, session, sealed, hash };
  }

  /** A sign-in that waits in a session of its own. */
  async function aWaitingSignIn(userId: string, changes: Partial<PendingSignIn> = {}) {
    const pending = aPendingSignIn(userId, changes);
    const waiting = { ...aSession(null), pending };
    assert.ok(await store.startSession(waiting, now));
    return { id: waiting.id, pending };
  }

  /** What completes it at `at`. */
  const moveOf = (userId: string, { id, pending }: { id: string; pending: PendingSignIn }, at = now): Move => ({
    session: aSession(userId, { completes: pending, publicId: pending.publicId }),
    now: at,
    previousId: id,
    again: false,
  });

  test('wait in a session as they were saved, with a grant only if they have one, until they expire', async () => {
    const { userId } = await anAppOwner();
    const plain = await aWaitingSignIn(userId);
    assert.deepEqual(await store.findPendingSignIn(plain.id, now), plain.pending);
    const full = await aWaitingSignIn(userId, {
      secondFactor: 'passkey',
      recoveryUntil: later,
      credentialId: unique('credential'),
      providerSession: unique('sid'),
      grant: { sealed: unique('grant'), due: later },
    });
    assert.deepEqual(await store.findPendingSignIn(full.id, later - 1), full.pending);
    assert.equal(await store.findPendingSignIn(full.id, later), undefined);
    assert.equal(await store.findPendingSignIn(unique('session'), now), undefined);
  });

  test('count attempts one by one, in one session only, up to the limit', async () => {
    const { userId } = await anAppOwner();
    const [one, other] = [await aWaitingSignIn(userId), await aWaitingSignIn(userId)];
    const attempt = async (id: string, at = now) => (await store.tryPendingSignIn(id, at, 2)) !== undefined;
    assert.deepEqual([await attempt(one.id), await attempt(one.id), await attempt(one.id)], [true, true, false]);
    assert.equal(await attempt(other.id), true);
    assert.equal(await attempt(other.id, later), false);
  });

  test('complete the sign-in that waits, and no other one of the user', async () => {
    const { userId, sealed } = await anAppOwner();
    const [one, other] = [await aWaitingSignIn(userId), await aWaitingSignIn(userId)];
    assert.equal(await store.signInWithSecondFactor(userId, { sealed, step: 11 }, moveOf(userId, one)), true);
    assert.equal(await store.findPendingSignIn(one.id, now), undefined);
    assert.deepEqual(await store.findPendingSignIn(other.id, now), other.pending);
  });

  test('complete no sign-in that has expired, is another user’s, or is completed already', async () => {
    const { userId, sealed } = await anAppOwner();
    const { account: stranger } = await anOwner(store);
    const expired = await aWaitingSignIn(userId, { expires: now + 5 });
    const complete = (move: Move, step: number) => store.signInWithSecondFactor(userId, { sealed, step }, move);
    assert.equal(await complete(moveOf(userId, expired, now + 5), 11), false);
    const theirs = await aWaitingSignIn(stranger.id);
    const stolen = { id: theirs.id, pending: { ...theirs.pending, authentication: expired.pending.authentication } };
    assert.equal(await complete(moveOf(userId, stolen), 11), false);
    assert.ok(await store.findPendingSignIn(theirs.id, now));
    const one = await aWaitingSignIn(userId);
    assert.equal(await complete(moveOf(userId, one), 11), true);
    assert.equal(await complete(moveOf(userId, one), 12), false);
    assert.equal((await store.findTotp(userId))?.lastStep, 11, 'a step that signs no user in is not used');
  });

  test('take a step once, none before it, and only of the secret that is confirmed', async () => {
    const { userId, sealed } = await anAppOwner();
    const { account } = await anOwner(store);
    const use = async (owner: string, secret: string, step: number) =>
      store.signInWithSecondFactor(owner, { sealed: secret, step }, moveOf(owner, await aWaitingSignIn(owner)));
    assert.deepEqual(
      [await use(userId, sealed, 10), await use(userId, 'another', 11), await use(userId, sealed, 11)],
      [false, false, true],
    );
    const waiting = unique('sealed');
    assert.equal(await store.saveTotp(account.id, waiting, now, later), true);
    assert.equal(await use(account.id, waiting, 11), false);
  });

  test('delete the recovery code that signs in, and no other code or user’s', async () => {
    const { userId, session, hash } = await anAppOwner();
    const other = unique('hash');
    assert.equal(await store.replaceRecoveryCodes(userId, session, [hash, other], cause()), true);
    const neighbour = await anAppOwner();
    const use = async (recoveryHash: string) =>
      store.signInWithSecondFactor(userId, { recoveryHash }, moveOf(userId, await aWaitingSignIn(userId)));
    assert.equal(await use(neighbour.hash), false);
    assert.equal(await use(hash), true);
    assert.equal(await use(hash), false);
    assert.deepEqual(await store.listRecoveryHashes(userId), [other]);
    assert.deepEqual(await store.listRecoveryHashes(neighbour.userId), [neighbour.hash]);
  });

  test('keep an account that was to be deleted when they sign in, and not when they step up', async () => {
    const { userId, session, sealed } = await anAppOwner();
    await store.scheduleDeletion(userId, later, session, now);
    const again = aSession(userId, { publicId: session.publicId });
    const stepUp: Move = { session: again, now, previousId: session.id, again: true };
    assert.equal(await store.signInWithSecondFactor(userId, { sealed, step: 11 }, stepUp), true);
    assert.equal(await store.findDeletion(userId), later);
    const move = moveOf(userId, await aWaitingSignIn(userId));
    assert.equal(await store.signInWithSecondFactor(userId, { sealed, step: 12 }, move), true);
    assert.equal(await store.findDeletion(userId), undefined);
    const types = (await store.listSecurityEvents(userId, 10)).map(({ type }) => type);
    assert.deepEqual(types.filter((type) => type === 'stepped-up').length, 1);
  });

  test('are set up by the last secret that was shown, in time, and by a session that lives', async () => {
    const { account, session } = await anOwner(store);
    const [first, second] = [unique('sealed'), unique('sealed')];
    const confirm = (sealed: string, at: number) =>
      store.confirmTotp(account.id, { sealed, step: 10 }, [unique('hash')], at, session);
    await store.saveTotp(account.id, first, now, now + 10);
    await store.saveTotp(account.id, second, now, now + 10);
    assert.equal(await confirm(first, now), false);
    assert.equal(await confirm(second, now + 10), false);
    assert.deepEqual(await store.listRecoveryHashes(account.id), []);
    await store.endSession(session.id, now);
    assert.equal(await confirm(second, now), false);
    const living = aSession(account.id);
    await store.startSession(living, now);
    assert.equal(await store.confirmTotp(account.id, { sealed: second, step: 10 }, [], now + 9, living), true);
    assert.equal(await store.saveTotp(account.id, first, now, later), false);
    assert.equal((await store.findTotp(account.id))?.sealed, second);
  });

  test('are removed with their codes, unless they are required and no passkey is left', async () => {
    const { userId, session } = await anAppOwner();
    const neighbour = await anAppOwner();
    assert.equal(await store.removeTotp(userId, session, true, cause()), 'kept');
    assert.equal(await store.removeTotp(userId, neighbour.session, false, cause()), 'none');
    assert.equal(await store.removeTotp(userId, session, false, cause()), 'removed');
    assert.equal(await store.removeTotp(userId, session, false, cause()), 'none');
    assert.deepEqual(await store.listRecoveryHashes(userId), []);
    assert.equal(await store.replaceRecoveryCodes(userId, session, [unique('hash')], cause()), false);
    assert.ok(await store.findTotp(neighbour.userId));
    assert.deepEqual(await store.listRecoveryHashes(neighbour.userId), [neighbour.hash]);
  });

  test('are required only of an account that has one', async () => {
    const { account, session } = await anOwner(store);
    const require = (isRequired: boolean) => store.changeSecondFactor(account.id, session, isRequired, cause());
    assert.deepEqual([await require(true), await require(false)], [false, true]);
    await anAppOwner();
    assert.equal((await store.findSignInFacts(account.id))?.hasRecoveryCodes, false);
    await store.saveTotp(account.id, unique('sealed'), now, later);
    assert.equal(await require(true), false, 'not confirmed');
    const { account: keeper, session: theirs } = await anOwnerWithPasskey(store);
    assert.equal(await store.changeSecondFactor(keeper.id, theirs, true, cause()), true);
    assert.equal((await store.findSignInFacts(keeper.id))?.requiresSecondFactor, true);
    assert.equal((await store.findSignInFacts(account.id))?.requiresSecondFactor, false);
    const events = await store.listSecurityEvents(keeper.id, 10);
    assert.equal(events.find(({ type }) => type === 'second-factor-changed')?.detail, 'required');
    assert.equal(await store.changeSecondFactor(keeper.id, theirs, false, cause()), true);
    assert.equal((await store.findSignInFacts(keeper.id))?.requiresSecondFactor, false);
  });

  test('are sealed again in place of the text that was read, page by page', async () => {
    const one = await anAppOwner();
    const other = await anAppOwner();
    assert.equal(await store.replaceTotp(one.userId, 'another', 'next'), false);
    assert.equal(await store.replaceTotp(one.userId, one.sealed, 'next'), true);
    assert.equal((await store.findTotp(one.userId))?.sealed, 'next');
    assert.equal((await store.findTotp(other.userId))?.sealed, other.sealed);
    const all: string[] = [];
    for (let last = ''; ;) {
      const page = await store.listTotp(last, 1);
      if (page.length === 0) break;
      all.push(...page.map(({ userId }) => userId));
      last = all.at(-1)!;
    }
    assert.deepEqual([...new Set(all)], all);
    assert.ok(all.includes(one.userId) && all.includes(other.userId));
  });
});
