import { memberFacts } from './tables/members.js';
import { findingLevels, type FindingCode } from './finding-codes.js';
import { pathOf, plainValue, type JsonNode } from './json-node.js';
import type { Engine, Finding, FindingLevel } from './types.js';

/** A finding on its way: everything but what can be worked out at the end. */
export interface Draft {
  code: FindingCode;
  node: JsonNode;
  message: string;
  fix?: string | undefined;
  /** Defaults to those that read the member. */
  engines?: readonly Engine[];
  /** Defaults to the member's own definition. */
  spec?: string;
  level?: FindingLevel;
  /** Where it starts, if that is not where the node does. */
  start?: number;
}

/** Findings of one code that are listed one by one. */
const mostOfOneCode = 100;

/** Where the processing of the text as a whole is defined. */
export const processing = 'https://www.w3.org/TR/appmanifest/#processing-the-manifest';

/** Completes the findings and puts them into the order of the source. What repeats itself without end is summed up. */
export function completeFindings(drafts: Draft[], text: string, engine: Engine): Finding[] {
  const placeOf = createLocator(text);
  const counts = new Map<FindingCode, number>();
  const listed = drafts.filter(({ code }) => {
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    return count <= mostOfOneCode;
  });
  const findings = listed
    .map((draft) => ({ ...draft, start: draft.start ?? draft.node.start }))
    .sort((one, other) => one.start - other.start)
    .map(({ code, node, message, fix, engines, spec, level, start }): Finding => {
      const facts = memberFacts.get(memberOf(node));
      return {
        level: level ?? findingLevels[code],
        code,
        path: pathOf(node),
        message,
        value: plainValue(node),
        engines: [...(engines ?? facts?.readers ?? [engine])],
        spec: spec ?? facts?.spec ?? processing,
        ...(fix !== undefined && { fix }),
        ...placeOf(start),
      };
    });
  for (const [code, count] of counts) {
    if (count > mostOfOneCode) findings.push(sumUp(code, count - mostOfOneCode, engine));
  }
  return findings;
}

function sumUp(code: FindingCode, count: number, engine: Engine): Finding {
  return { level: 'info', code: 'more-of-the-same', path: '', message: `${count} more findings are ${code}.`, value: count, engines: [engine], spec: processing, line: 1, column: 1 };
}

/** The name of the top-level member that a node belongs to; empty for the root. */
function memberOf(node: JsonNode): string {
  let at = node;
  while (at.parent?.parent) at = at.parent;
  return typeof at.key === 'string' ? at.key : '';
}

/** Turns indexes into lines and columns, both from 1. Lines are told apart once, when the first is asked for. */
function createLocator(text: string): (index: number) => { line: number; column: number } {
  let starts: number[] | undefined;
  return (index) => {
    starts ??= findLineStarts(text);
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= index) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: index - starts[low]! + 1 };
  };
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) starts.push(index + end.length);
  return starts;
}
