import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { HandOff, HandOffQuestion, Session } from '../../../server/src/store/records.js';
import type { Store } from '../../../server/src/store/store.js';
import { describeOnBothEngines, scaled } from '../../support/node/engines.js';
import { openTestStore } from '../../support/node/server.js';
import { anOwner, aSession, later, now, unique } from './records.js';

await describeOnBothEngines('hand-offs in the store', (engine) => {
  let store: Store;
  let discard: () => Promise<void>;

  before(async () => ({ store, discard } = await openTestStore(engine)));
  after(() => discard());

  const aHandOff = (sessionId: string, expires = later): Omit<HandOff, 'status'> => ({
    id: unique('hand-off'),
    sessionId,
    code: unique('code'),
    device: 'Firefox on Linux',
    expires,
  });
  const aQuestion = (): HandOffQuestion => ({ browser: unique('browser'), confirmation: unique('confirmation') });
  /** Stores an anonymous session with a hand-off. */
  async function begun(expires = later): Promise<{ session: Session; handOff: Omit<HandOff, 'status'> }> {
    const session = aSession(null);
    const handOff = aHandOff(session.id, expires);
    assert.equal(await store.addHandOff(handOff, now, { create: session }), true);
    return { session, handOff };
  }
  async function proven(): Promise<{ session: Session; handOff: Omit<HandOff, 'status'>; question: HandOffQuestion }> {
    const { session, handOff } = await begun();
    const question = aQuestion();
    assert.equal(await store.proveHandOff(handOff.id, question, 'proof', now), true);
    return { session, handOff, question };
  }
  const statusOf = async ({ id }: { id: string }): Promise<string | undefined> => (await store.findHandOff(id))?.status;

  test('are found as they were, by their session only', async () => {
    const { session, handOff } = await begun();
    assert.deepEqual(await store.findHandOff(handOff.id), { ...handOff, status: 'open' });
    assert.deepEqual(await store.findOwnHandOff(handOff.id, session.id), { ...handOff, status: 'open' });
    assert.equal(await store.findOwnHandOff(handOff.id, (await begun()).session.id), undefined);
    assert.equal(await store.findHandOff('unknown'), undefined);
  });

  test('are found by the session that a sign-in has moved', async () => {
    const { session, handOff } = await begun();
    const moved = aSession(null);
    assert.equal(await store.startSession(moved, now, session.id), true);
    assert.equal((await store.findOwnHandOff(handOff.id, moved.id))?.id, handOff.id);
    assert.equal((await store.findOwnHandOff(handOff.id, session.id))?.id, handOff.id);
  });

  test('are not added to a session that is over, and keep an anonymous one alive', async () => {
    const { session } = await begun();
    assert.equal(await store.addHandOff(aHandOff(session.id), now, { keepUntil: later + 5 }), true);
    assert.equal((await store.findSession(session.id, now))!.expires, later + 5);
    await store.endSession(session.id, now);
    const late = aHandOff(session.id);
    assert.equal(await store.addHandOff(late, now, { keepUntil: later }), false);
    assert.equal(await store.findHandOff(late.id), undefined);
  });

  test('leave three to a session that are not over, the newest', async () => {
    const { session, handOff: oldest } = await begun();
    const others = Array.from({ length: 3 }, () => aHandOff(session.id));
    for (const other of others) await store.addHandOff(other, now, { keepUntil: later });
    assert.equal((await store.findHandOff(oldest.id))!.expires, now);
    for (const other of others) assert.equal((await store.findHandOff(other.id))!.expires, later);
  });

  test('are proven once, and answered once, by the browser that was asked', async () => {
    const { handOff, question } = await proven();
    assert.equal(await store.proveHandOff(handOff.id, aQuestion(), 'another proof', now), false);
    assert.deepEqual(await store.findQuestion(question), { ...handOff, status: 'proven', proof: 'proof' });
    for (const wrong of [
      { ...question, browser: 'another' },
      { ...question, confirmation: 'another' },
    ]) {
      assert.equal(await store.findQuestion(wrong), undefined);
      assert.equal(await store.answerQuestion(wrong, 'confirmed', now), undefined);
    }
    assert.deepEqual(await store.answerQuestion(question, 'confirmed', now), { proof: undefined });
    assert.equal(await store.answerQuestion(question, 'declined', now), undefined);
    assert.equal(await statusOf(handOff), 'confirmed');
  });

  test('lose their proof when they are declined', async () => {
    const { handOff, question } = await proven();
    assert.deepEqual(await store.answerQuestion(question, 'declined', now), { proof: 'proof' });
    assert.deepEqual(await store.findQuestion(question), { ...handOff, status: 'declined', proof: null });
    assert.equal(await store.takeProof(handOff.id, now), undefined);
  });

  test('are approved once, while they are open, by a session that lives', async () => {
    const { session } = await anOwner(store);
    const approver = { ...session, authentication: session.authentication! };
    const { handOff } = await begun();
    assert.equal(
      await store.approveHandOff(handOff.id, 'proof', { ...approver, id: unique('session') }, now),
      'session-ended',
    );
    assert.equal(await store.approveHandOff(handOff.id, 'proof', approver, later), 'session-ended');
    assert.equal(await store.approveHandOff(handOff.id, 'proof', approver, now), 'approved');
    assert.equal(await store.approveHandOff(handOff.id, 'another', approver, now), 'over');
    assert.equal(await store.takeProof(handOff.id, now), 'proof');
    const { handOff: short } = await begun(now + 1);
    assert.equal(await store.approveHandOff(short.id, 'proof', approver, now + 1), 'over');
  });

  test('end only while they are open', async () => {
    const { handOff: open } = await begun();
    await store.endHandOff(open.id, 'failed');
    assert.equal(await statusOf(open), 'failed');
    const { handOff } = await proven();
    await store.endHandOff(handOff.id, 'declined');
    assert.equal(await statusOf(handOff), 'proven');
  });

  test('give their proof to one of 50 who redeem them at once', async () => {
    for (let round = 0; round < scaled(200); round += 1) {
      const { handOff, question } = await proven();
      await store.answerQuestion(question, 'confirmed', now);
      const proofs = await Promise.all(Array.from({ length: 50 }, () => store.takeProof(handOff.id, now)));
      assert.deepEqual(
        proofs.filter((proof) => proof !== undefined),
        ['proof'],
      );
    }
  });

  test('are neither proven, answered nor redeemed when they are over, or before it is their turn', async () => {
    const { handOff: open } = await begun();
    assert.equal(await store.proveHandOff(open.id, aQuestion(), 'proof', later), false);
    assert.equal(await store.takeProof(open.id, now), undefined);
    const { handOff, question } = await proven();
    assert.equal(await store.takeProof(handOff.id, now), undefined);
    assert.equal(await store.answerQuestion(question, 'confirmed', later), undefined);
    await store.answerQuestion(question, 'confirmed', now);
    assert.equal(await store.takeProof(handOff.id, later), undefined);
  });

  test('leave their proofs to be taken when they are over, and are swept 10 minutes later', async () => {
    const { handOff } = await proven();
    const mine = async (time: number): Promise<string[]> =>
      (await store.takeLeftProofs(time)).filter((left) => left.handOff === handOff.id).map(({ proof }) => proof);
    assert.deepEqual(await mine(later - 1), []);
    assert.deepEqual([await mine(later), await mine(later)], [['proof'], []]);
    await store.sweep(later + 599_999);
    assert.equal(await statusOf(handOff), 'proven');
    await store.sweep(later + 600_000);
    assert.equal(await statusOf(handOff), undefined);
  });
});
