import assert from 'node:assert/strict';
import { cpuUsage } from 'node:process';
import { test, type TestContext } from 'node:test';

/**
 * Whether this run takes all proofs, as `npm run test:all` and `npm run test:soak` do. Only such a run asserts times,
 * which a busy machine falsifies.
 */
export const runsEverything = process.env['TEST_ALL'] === '1';

/** Whether this is `npm run test:soak`, the only run in which a test may take minutes. */
export const isSoak = process.env['SOAK'] === '1';

/** Of a row of similar things, the first of each `share` of them, and all in the soak. */
export const sampleOf = <Item>(share: number, all: readonly Item[]): readonly Item[] =>
  isSoak ? all : all.filter((_item, index) => index % share === 0);

/**
 * A test of such a run only: a further way to see in a browser what cheaper tests, or another journey, prove in
 * `npm test`.
 */
export const testInFullRuns: (title: string, work: (context: TestContext) => void | Promise<void>) => void =
  runsEverything ? (title, work) => void test(title, work) : () => {};

/** All of these in such a run, else the first few: where each starts a program or draws a page. */
export const firstOf = <Item>(few: number, all: readonly Item[]): readonly Item[] =>
  runsEverything ? all : all.slice(0, few);

/**
 * Runs `work`. In such a run, fails if the quickest of five takes `most` milliseconds of a processor or more: neither
 * the compiler nor another program counts then.
 */
export async function assertQuick(most: number, work: () => unknown, about = ''): Promise<void> {
  let quickest = Infinity;
  for (let round = 0; round < (runsEverything ? 5 : 1); round += 1) {
    const started = cpuUsage();
    await work();
    quickest = Math.min(quickest, cpuUsage(started).user / 1000);
  }
  if (runsEverything) assertBelow(most, quickest, about);
}

/**
 * Fails if `taken` is `most` milliseconds or more, or as many times more as a processor that is slow at this moment takes longer
 * for a piece of work that is always the same.
 */
export function assertBelow(most: number, taken: number, about: string): void {
  assert.ok(taken < most || taken < most * slowness(), `${taken.toFixed(1)} ms ${about}`);
}

/** What the loop of {@link slowness} takes on an idle Xeon with two cores and Node 20, in ms of a processor. */
const ordinary = 10;

/** How many times longer than that it takes now. */
function slowness(): number {
  const started = cpuUsage();
  for (let step = 0; step < 2500; step += 1) Intl.getCanonicalLocales(`en-x-a${step}`);
  return cpuUsage(started).user / 1000 / ordinary;
}
