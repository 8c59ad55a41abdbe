import assert from 'node:assert/strict';

/** Whether this run measures times, which a busy machine would falsify: `npm run test:all` and `npm run test:soak` do. */
export const measuresTime = process.env['TEST_MEASURE'] === '1';

/**
 * Runs `work`. In a run that measures times, fails if the quickest of five takes `most` milliseconds or more: neither
 * the compiler nor another program counts then.
 */
export async function assertQuick(most: number, work: () => unknown, about = ''): Promise<void> {
  let quickest = Infinity;
  for (let round = 0; round < (measuresTime ? 5 : 1); round += 1) {
    const started = performance.now();
    await work();
    quickest = Math.min(quickest, performance.now() - started);
  }
  if (measuresTime) assert.ok(quickest < most, `${quickest.toFixed(1)} ms ${about}`);
}
