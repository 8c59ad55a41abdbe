import type { Engine } from './engine.js';
import type { FindingCode, FindingLevel } from './finding-codes.js';

/** One thing to know about one place of a manifest. */
export interface Finding {
  level: FindingLevel;
  /** Stable; docs/manifest.md lists them all. */
  code: FindingCode;
  /** Where, as one would write it in JavaScript: `icons[0].src`. Empty for the manifest as a whole. */
  path: string;
  /** One or two plain sentences with the value and the effect. */
  message: string;
  /**
   * The value as it stands in the source; arrays and objects that are long or deep are shortened. Undefined if it is
   * missing.
   */
  value: unknown;
  /** The engines that behave like this. */
  engines: Engine[];
  /** Link to the rule. */
  spec: string;
  /** What to write instead. */
  fix?: string;
  /** Line in the source, from 1. */
  line: number;
  /** Column in the source in UTF-16 code units, from 1. */
  column: number;
}

/**
 * A finding about something around the manifest, of the same shape as those of `processManifest`, with separate codes.
 */
export interface FindingWith<Code extends string> extends Omit<Finding, 'code'> {
  code: Code;
}
