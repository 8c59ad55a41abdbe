import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  failuresPerAccount,
  guessedCodesPerAccount,
  guessesPerClient,
  signUpsPerClient,
  triesPerCode,
} from '../../server/src/config/limits.js';
import { compareDays, fullSize, playDay, type DaySize } from '../attacks/attackers-day.js';
import { minutes } from '../support/node/clock.js';
import { signUpWithPasskey } from '../support/node/people.js';
import { startServer } from '../support/node/server.js';
import { isSoak } from '../support/node/quick.js';

/** Above what the limits let through; the soak plays the day of the documentation. */
const size: DaySize = isSoak ? fullSize : { accounts: 3_000, floods: 900, days: 28, codesEvery: 120, marksEvery: 15 };

describe('a day of an attacker', () => {
  test('on which all attacks go on at once ends with few accounts and no sign-in, and the owner is never refused', async (context) => {
    const [without, within] = [await playDay(false, { ...size, days: 1 }), await playDay(true, size)];
    for (const line of compareDays(without, within).split('\n')) context.diagnostic(line);
    const [floods, sprayed, guesses, codes, planted, stolen, marked] = within.attacks;
    assert.ok(floods!.successes <= 24 * signUpsPerClient.most, `${floods!.successes} accounts`);
    // A right guess is forgiven, so the count may be exceeded by what is found.
    assert.ok(sprayed!.carriedOut <= 24 * (guessesPerClient.most + 5) + guessesPerClient.most);
    assert.equal(guesses!.successes, 0);
    // The day itself belongs to a fifth week.
    assert.ok(codes!.carriedOut <= 5 * guessedCodesPerAccount.most * triesPerCode, `${codes!.carriedOut} guesses`);
    assert.ok(planted!.carriedOut > 0 && stolen!.carriedOut > 0);
    assert.deepEqual([planted!.successes, stolen!.successes], [0, 0]);
    // As a stranger from one network has: ten in a quarter of an hour.
    assert.ok(
      marked!.carriedOut > 0 && marked!.carriedOut <= 24 * 4 * failuresPerAccount.most,
      `${marked!.carriedOut}`,
    );
    assert.equal(marked!.successes, 0);
    for (const { way, signIns, refused } of within.owner) assert.deepEqual([signIns > 0, refused], [true, 0], way);
    // Without limits the attacks reach their goals, so the day shows what the limits do.
    assert.deepEqual(
      without.attacks.slice(0, 2).map(({ successes }) => successes),
      [size.floods, size.accounts / 100],
    );
  });

  test('leaves the thief of a cookie nothing once the owner has signed in again', async () => {
    const server = await startServer({ config: { limitFailures: true } });
    const ada = await signUpWithPasskey(server, 'ada');
    const thief = server.visitor({ address: '203.0.113.9' });
    thief.cookie = ada.browser.cookie;
    assert.equal((await thief.get('/account')).status, 200);
    server.clock.advance(5 * minutes);
    assert.equal((await ada.stepUp()).status, 200);
    assert.equal((await thief.get('/account')).status, 401);
    assert.equal((await ada.browser.get('/account')).status, 200);
    await server.stop();
  });
});
