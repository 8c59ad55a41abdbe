import type { CaseResult } from './case.js';
import type { Level } from './rules.js';

/** One cause, and every case that has shown it. */
export interface Finding {
  readonly cause: string;
  /** The highest of its cases. */
  readonly level: Level;
  /** The cases that failed, that of the highest level first. */
  readonly cases: readonly [CaseResult, ...CaseResult[]];
}

const order: readonly Level[] = ['must', 'should', 'advice'];

/** What failed, by its cause, in the order in which the causes were found. */
export function findingsOf(results: readonly CaseResult[]): Finding[] {
  const byCause = new Map<string, CaseResult[]>();
  for (const result of results) {
    if (result.outcome !== 'failed') continue;
    const own = byCause.get(result.cause);
    if (own) own.push(result);
    else byCause.set(result.cause, [result]);
  }
  return [...byCause].map(([cause, failed]) => {
    const sorted = failed.toSorted((one, other) => order.indexOf(one.level) - order.indexOf(other.level));
    return { cause, level: sorted[0]!.level, cases: sorted as [CaseResult, ...CaseResult[]] };
  });
}
