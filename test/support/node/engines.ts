import { describe } from 'node:test';
import { skipWithoutPostgres } from './postgres.js';
import type { Engine } from './server.js';

/** Runs a suite once on each database engine; on PostgreSQL it is skipped, with the reason, where there is none. */
export async function describeOnBothEngines(title: string, suite: (engine: Engine) => void): Promise<void> {
  const reason = await skipWithoutPostgres();
  describe(`${title} (embedded)`, () => suite('libsql'));
  describe(`${title} (PostgreSQL)`, { skip: reason }, () => suite('postgres'));
}

/** How many times a loop runs: all of it in the soak run, about one in a hundred otherwise, and at least twice. */
export function scaled(rounds: number): number {
  return process.env['SOAK'] === '1' ? rounds : Math.max(2, Math.round(rounds / 100));
}
