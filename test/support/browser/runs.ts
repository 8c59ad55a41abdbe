/** How much of a loop this run takes: 1 in `npm run test:soak`, the only one in which a test may take minutes. */
const scale = Number(document.documentElement.dataset['scale']);

/** Whether this run takes all proofs, as `npm run test:all` and `npm run test:soak` do. */
export const runsEverything = scale >= 0.01;

/**
 * Settings of fast-check for `full` runs of a property, 1 % of them in `npm run test:all` and 0.2 % in `npm test`, or
 * `ordinary` in both; the same ones each time. What broke stands in the report.
 */
export function runs(full: number, ordinary?: number): { numRuns: number; seed: number; includeErrorInReport: true } {
  const numRuns = scale === 1 ? full : (ordinary ?? Math.max(10, full * scale));
  return { numRuns, seed: 20260901, includeErrorInReport: true };
}
