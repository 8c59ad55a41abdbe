import { describe } from 'node:test';
import { skipWithoutPostgres } from './postgres.js';
import { isSoak, runsEverything } from './quick.js';
import type { Engine } from './server.js';

/** Runs a suite once on each database engine; on PostgreSQL it is skipped, with the reason, where there is none. */
export async function describeOnBothEngines(title: string, suite: (engine: Engine) => void): Promise<void> {
  const reason = await skipWithoutPostgres();
  describe(`${title} (embedded)`, () => suite('libsql'));
  describe(`${title} (PostgreSQL)`, { skip: reason }, () => suite('postgres'));
}

/**
 * Like {@link describeOnBothEngines} in a run of all proofs. `npm test` runs the suite on the embedded engine alone: the
 * tests of the store, which run on both, prove the statements.
 */
export async function describeOnBothEnginesInFullRuns(title: string, suite: (engine: Engine) => void): Promise<void> {
  if (runsEverything) return describeOnBothEngines(title, suite);
  describe(`${title} (embedded)`, () => suite('libsql'));
}

/**
 * How many times a loop runs: all of it in the soak run, one in a hundred in `npm run test:all`, one in five hundred in
 * `npm test`, and at least twice. `ROUNDS` in the environment sets the number for a run.
 */
export function scaled(rounds: number): number {
  if (process.env['ROUNDS']) return Number(process.env['ROUNDS']);
  if (isSoak) return rounds;
  return Math.max(2, Math.round(rounds / (runsEverything ? 100 : 500)));
}
