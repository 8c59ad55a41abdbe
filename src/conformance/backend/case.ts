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
  /** Whether it needs the provider that the kit runs. */
  readonly needsProvider?: boolean;
  /** Whether it takes minutes. */
  readonly isSlow?: boolean;
  /** Whether it is about pages on another origin of the site than the backend. */
  readonly isAcrossOrigins?: boolean;
  /** Resolves if the backend follows the rule. Throws {@link Broken} or {@link NotChecked} otherwise. */
  run(kit: Kit): Promise<void>;
}
