import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCode, createCodeHashes } from '../../../server/src/one-time-codes/codes.js';
import { readSecrets } from '../../../server/src/crypto/secrets.js';
import { testSecret } from '../../support/node/server.js';

describe('a one-time code', () => {
  test('has six digits, each as often as any other in each place', () => {
    const codes = Array.from({ length: 20_000 }, createCode);
    for (const code of codes) assert.match(code, /^\d{6}$/);
    for (let place = 0; place < 6; place += 1) {
      const counts = new Map<string, number>();
      for (const code of codes) counts.set(code[place]!, (counts.get(code[place]!) ?? 0) + 1);
      // Nine degrees of freedom: 40 is exceeded by chance once in a hundred thousand times.
      const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - 2000) ** 2 / 2000, 0);
      assert.deepEqual([counts.size, chiSquare < 40], [10, true], `place ${place}: ${chiSquare}`);
    }
  });

  test('is known to the database by a keyed hash, which another session or another secret does not share', () => {
    const hashes = createCodeHashes(readSecrets(testSecret));
    const hash = hashes.hash('123456', 'a session');
    assert.match(hash, /^[\w-]{43}$/);
    assert.notEqual(hashes.hash('123456', 'another session'), hash);
    assert.notEqual(createCodeHashes(readSecrets(`${testSecret}!`)).hash('123456', 'a session'), hash);
    assert.deepEqual(
      ['123456', '123457', '12345', '1234567', ''].map((code) => hashes.matches(code, 'a session', hash)),
      [true, false, false, false, false],
    );
  });
});
