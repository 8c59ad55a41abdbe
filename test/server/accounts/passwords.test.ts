import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createPasswords } from '../../../server/src/accounts/passwords.js';

const cost = { N: 2, r: 1, p: 1 };

/** Derivations that end on request, all that have begun at once. */
function heldDerivations() {
  const begun: (() => void)[] = [];
  return {
    derive: () =>
      new Promise<Uint8Array>((resolve) => {
        begun.push(() => resolve(new Uint8Array(32)));
      }),
    endAll: () => begun.splice(0).forEach((end) => end()),
    get running() {
      return begun.length;
    },
  };
}

describe('passwords', () => {
  test('of new accounts never hold up those of sign-ins', async () => {
    const held = heldDerivations();
    const passwords = createPasswords(cost, held.derive);
    const refused = Array.from({ length: 200 }, (_, index) =>
      passwords.hash('secret', `network ${index}`).catch(() => 'refused'),
    );
    const compared = passwords.matches('secret', null, 'ada');
    await Promise.resolve();
    assert.equal(held.running, 2);
    held.endAll();
    assert.equal(await compared, false);
    while (held.running > 0) {
      held.endAll();
      await new Promise((resume) => setImmediate(resume));
    }
    assert.ok((await Promise.all(refused)).includes('refused'));
  });

  test('of one client are refused when it has its share, and those of another are not', async () => {
    const held = heldDerivations();
    const passwords = createPasswords(cost, held.derive);
    const outcomes = Array.from({ length: 40 }, () =>
      passwords.matches('guess', null, 'mallory').then(
        () => 200,
        (error: { status: number }) => error.status,
      ),
    );
    const compared = passwords.matches('secret', null, 'ada');
    let turns = 0;
    const ended = compared.then(() => turns);
    for (; held.running > 0 || turns === 0; turns += 1) {
      held.endAll();
      await new Promise((resume) => setImmediate(resume));
    }
    const statuses = await Promise.all(outcomes);
    assert.deepEqual(
      [200, 429].map((status) => statuses.filter((other) => other === status).length),
      [16, 24],
    );
    assert.ok((await ended) <= 2, 'waits behind no more than what runs and one of the other client');
  });
});
