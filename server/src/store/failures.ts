import type { Database, Row } from './database.js';
import type { Failures } from './records.js';

/** Failures counted by subject, in windows of time. */
export interface FailureStore {
  readFailures(subject: string, now: number): Promise<Failures>;
  /**
   * Counts one failure and returns the new total; a window that is over starts again and ends at `windowEnds`. So does
   * one that ends more than a whole window later: the clock was ahead when it began.
   */
  countFailure(subject: string, now: number, windowEnds: number): Promise<Failures>;
  /** Takes one counted failure back. */
  forgiveFailure(subject: string): Promise<void>;
}

function readFailureRow(row: Row): Failures {
  return { failed: row['failed'] as number, windowEnds: row['window_ends'] as number };
}

/** The operations on failure counts, over an open database. */
export function createFailureStore(database: Database): FailureStore {
  return {
    async readFailures(subject, now) {
      const [row] = await database.query({
        sql: 'select failed, window_ends from failures where subject = ? and window_ends > ?',
        values: [subject, now],
      });
      return row ? readFailureRow(row) : { failed: 0, windowEnds: now };
    },

    async countFailure(subject, now, windowEnds) {
      const latest = 2 * windowEnds - now;
      const [row] = await database.query({
        sql: `insert into failures (subject, failed, window_ends) values (?, 1, ?) on conflict (subject) do update set
          failed = case when failures.window_ends <= ? or failures.window_ends > ? then 1 else failures.failed + 1 end,
          window_ends = case when failures.window_ends <= ? or failures.window_ends > ? then excluded.window_ends else failures.window_ends end
          returning failed, window_ends`,
        values: [subject, windowEnds, now, latest, now, latest],
      });
      return readFailureRow(row!);
    },

    async forgiveFailure(subject) {
      await database.query({
        sql: 'update failures set failed = failed - 1 where subject = ? and failed > 0 returning failed',
        values: [subject],
      });
    },
  };
}
