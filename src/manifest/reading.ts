import type { Engine, Platform } from './engine.js';
import type { FindingCode, FindingLevel } from './finding-codes.js';
import type { JsonNode } from './json-node.js';
import type { TextDirection } from './types.js';
import type { Address } from './urls.js';

/** What a reading is about. */
export interface ReadingContext {
  engine: Engine;
  platform: Platform;
  manifestUrl: Address;
  documentUrl: URL;
  sameSite: ((one: URL, other: URL) => boolean) | undefined;
  isRegistrable: ((host: string) => boolean) | undefined;
  /** Of the browser; the newest if not known. */
  version: number;
}

/** An incomplete finding: everything except what is computed at the end. */
export interface Draft {
  code: FindingCode;
  node: JsonNode;
  /** What the sentence of the code leaves open; the text that stands there if it is not given. */
  detail?: string | number | undefined;
  /** What does not count because of it: the node itself, or something around it. */
  lost?: JsonNode | undefined;
  /** What counts in its place. */
  instead?: string | undefined;
  fix?: string | undefined;
  engines?: readonly Engine[];
  level?: FindingLevel;
  /** Where it starts, if that is not where the node does. */
  start?: number;
}

/** Findings of one code that are listed one by one. */
export const mostOfOneCode = 100;

/** The state of one engine that reads a manifest: what it knows so far, and the findings. */
export class Reading {
  readonly drafts: Draft[] = [];
  /** How many findings of each code there are. */
  readonly counts = new Map<FindingCode, number>();
  /** Whose rules count for the present member: those of the specification if the engine never looks at it. */
  rules: Engine;
  /** Findings are noted only for what the engine looks at. */
  muted = false;
  /** Known before all others, which depend on them. */
  startUrl: Address;
  scope: Address;
  hasId = false;
  dir: TextDirection = 'auto';
  /** File extensions taken so far, by all handlers together. */
  extensions = 0;
  /** Members of objects that no specification has, each of which is reported once. */
  readonly unknown = new Set<string>();

  constructor(readonly context: ReadingContext) {
    this.rules = context.engine;
    this.startUrl = context.documentUrl;
    this.scope = context.documentUrl;
  }

  /** Notes a finding. Answers undefined, so that what does not count can be left with a return. */
  report(code: FindingCode, node: JsonNode, details: Omit<Draft, 'code' | 'node'> = {}): undefined {
    if (this.muted) return undefined;
    const count = (this.counts.get(code) ?? 0) + 1;
    this.counts.set(code, count);
    if (count <= mostOfOneCode) this.drafts.push({ code, node, ...details });
    return undefined;
  }
}
