import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Refusal } from '../../../demo/server/http/refusal.js';
import { createTurns } from '../../../demo/server/accounts/turns.js';

/** Work that notes when it begins, and ends as soon as it has begun and was told how. */
function workFor(begun: string[]) {
  const ends = new Map<string, { succeed: () => void; fail: () => void }>();
  return {
    named(name: string) {
      const end = new Promise<string>((resolve, reject) =>
        ends.set(name, { succeed: () => resolve(name), fail: () => reject(new Error(name)) }),
      );
      return (): Promise<string> => {
        begun.push(name);
        return end;
      };
    },
    succeed: (name: string) => ends.get(name)!.succeed(),
    fail: (name: string) => ends.get(name)!.fail(),
  };
}

describe('turns', () => {
  test('let so much work run at once, and the rest in the order in which it came, also after work that failed', async () => {
    const begun: string[] = [];
    const work = workFor(begun);
    const takeTurn = createTurns(2, 10);
    const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((name) => takeTurn(work.named(name)));
    await Promise.resolve();
    assert.deepEqual(begun, ['one', 'two']);
    work.fail('two');
    await assert.rejects(two!, { message: 'two' });
    work.succeed('one');
    assert.equal(await one, 'one');
    work.succeed('three');
    assert.equal(await three, 'three');
    work.succeed('four');
    assert.equal(await four, 'four');
    assert.deepEqual(begun, ['one', 'two', 'three', 'four']);
  });

  test('refuse work that finds too much waiting, and take it again later', async () => {
    const begun: string[] = [];
    const work = workFor(begun);
    const takeTurn = createTurns(1, 1);
    const [runs, waits] = [takeTurn(work.named('runs')), takeTurn(work.named('waits'))];
    await assert.rejects(takeTurn(work.named('refused')), (error) => error instanceof Refusal && error.status === 429);
    work.succeed('runs');
    await runs;
    const later = takeTurn(work.named('later'));
    work.succeed('waits');
    await waits;
    work.succeed('later');
    assert.equal(await later, 'later');
    assert.deepEqual(begun, ['runs', 'waits', 'later']);
  });
});
