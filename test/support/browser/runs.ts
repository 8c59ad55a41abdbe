interface RunnerPage {
  __WTR_CONFIG__: { testFrameworkConfig: { timeout: number } };
}

/** Whether everything is to be run in full, as `npm run test:soak` does: only then a test may take minutes. */
const soak = (globalThis as unknown as RunnerPage).__WTR_CONFIG__.testFrameworkConfig.timeout > 60_000;

/**
 * Settings of fast-check for `full` runs of a property, or 1 % of them in an ordinary test run; the same ones each
 * time.
 */
export function runs(full: number, ordinary: number = Math.max(10, full / 100)): { numRuns: number; seed: number } {
  return { numRuns: soak ? full : ordinary, seed: 20260901 };
}
