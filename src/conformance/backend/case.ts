import type { Exchange } from './exchange.js';
import type { Kit } from './kit.js';
import type { Level, RuleId } from './rules.js';

/** One thing that the kit tries. */
export interface BackendCase {
  /** Unique, and stable across versions. */
  readonly id: string;
  /** The chapter of the contract that it belongs to. It is tried only if the backend has that chapter. */
  readonly chapter: string;
  /** Further chapters that it needs. */
  readonly needs?: readonly string[];
  readonly level: Level;
  readonly rule: RuleId;
  /** What is done, as a sentence without a subject: "signs in with a wrong password". */
  readonly title: string;
  /** What it has in common with others that show the same cause; its id by default. */
  readonly cause?: string;
  /** The case that must pass before this one says anything, if it is another than that of its rule. */
  readonly buildsOn?: string;
  /** Whether it needs the provider that the kit runs. */
  readonly needsProvider?: boolean;
  /** Whether it takes minutes. */
  readonly isSlow?: boolean;
  /** Whether it is about pages on another origin of the site than the backend. */
  readonly isAcrossOrigins?: boolean;
  /** Resolves if the backend follows the rule. Throws {@link Broken} or {@link NotChecked} otherwise. */
  run(kit: Kit): Promise<void>;
}

/** What some cases have beside the others. */
type Traits = Pick<BackendCase, 'needs' | 'cause' | 'buildsOn' | 'needsProvider' | 'isSlow' | 'isAcrossOrigins'>;

/** Writes one case; `traits` come beside those of all cases of its chapter. */
type WriteCase = (rule: RuleId, id: string, title: string, run: BackendCase['run'], traits?: Traits) => BackendCase;

/** What writes the cases of a chapter, by level: `must('logout-ends', 'logout-twice', 'signs out twice', async (kit) => …)`. */
export function casesOf(chapter: string, common: Traits = {}): Readonly<Record<Level, WriteCase>> {
  const write =
    (level: Level): WriteCase =>
    (rule, id, title, run, traits) => ({ chapter, ...common, level, rule, id, title, run, ...traits });
  return { must: write('must'), should: write('should'), advice: write('advice') };
}

/** Writes cases of one rule: `const logoutEnds = ofRule(must, 'logout-ends')`. */
export const ofRule =
  (write: WriteCase, rule: RuleId) =>
  (id: string, title: string, run: BackendCase['run'], traits?: Traits): BackendCase =>
    write(rule, id, title, run, traits);

/** What a case has shown. `not-implemented`: the backend lacks the chapter. `not-checked`: `reason` says why. */
export type Outcome = 'passed' | 'failed' | 'not-implemented' | 'not-checked';

/** The result of one case. */
export interface CaseResult {
  readonly id: string;
  readonly chapter: string;
  readonly level: Level;
  readonly rule: RuleId;
  /** Failures of one cause have the same. */
  readonly cause: string;
  /** What was done. */
  readonly title: string;
  readonly outcome: Outcome;
  /** What the backend did instead, or why the case could not be tried. */
  readonly reason?: string;
  /** The requests of the case and their answers, in order. */
  readonly exchanges: readonly Exchange[];
}

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
