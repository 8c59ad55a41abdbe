import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Refusal } from '../../../server/src/http/refusal.js';
import { createTurns } from '../../../server/src/accounts/turns.js';

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
    const takeTurn = createTurns({ atOnce: 2, waiting: 10, perClient: 10 });
    const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((name) => takeTurn('ada', work.named(name)));
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
    const takeTurn = createTurns({ atOnce: 1, waiting: 1, perClient: 10 });
    const [runs, waits] = [takeTurn('ada', work.named('runs')), takeTurn('ada', work.named('waits'))];
    await assert.rejects(
      takeTurn('ada', work.named('refused')),
      (error) => error instanceof Refusal && error.status === 429,
    );
    work.succeed('runs');
    await runs;
    const later = takeTurn('ada', work.named('later'));
    work.succeed('waits');
    await waits;
    work.succeed('later');
    assert.equal(await later, 'later');
    assert.deepEqual(begun, ['runs', 'waits', 'later']);
  });

  test('go from client to client, however much of one waits', async () => {
    const begun: string[] = [];
    const work = workFor(begun);
    const takeTurn = createTurns({ atOnce: 1, waiting: 10, perClient: 10 });
    const all = [
      ['mallory', 'one'],
      ['mallory', 'two'],
      ['mallory', 'three'],
      ['ada', 'four'],
      ['bo', 'five'],
    ].map(([client, name]) => takeTurn(client!, work.named(name!)));
    await Promise.resolve();
    for (const name of ['one', 'two', 'four', 'five', 'three']) work.succeed(name);
    await Promise.all(all);
    assert.deepEqual(begun, ['one', 'two', 'four', 'five', 'three']);
  });

  test('refuse what one client has too much of, and take the work of others', async () => {
    const begun: string[] = [];
    const work = workFor(begun);
    const takeTurn = createTurns({ atOnce: 1, waiting: 10, perClient: 2 });
    const own = [takeTurn('mallory', work.named('runs')), takeTurn('mallory', work.named('waits'))];
    await assert.rejects(takeTurn('mallory', work.named('refused')), { status: 429 });
    const other = takeTurn('ada', work.named('other'));
    for (const name of ['runs', 'waits', 'other']) work.succeed(name);
    await Promise.all([...own, other]);
    assert.deepEqual(begun, ['runs', 'waits', 'other']);
    const later = takeTurn('mallory', work.named('later'));
    work.succeed('later');
    assert.equal(await later, 'later');
  });
});
