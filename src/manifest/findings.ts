import { kindOfFinding, type FindingCode } from './finding-codes.js';
import { pathOf, plainValue, type JsonNode } from './json-node.js';
import { members } from './members.js';
import { mostOfOneCode, type Reading } from './reading.js';
import type { Engine, Finding, FindingLevel } from './types.js';

/** A finding on its way: everything but what can be worked out at the end. */
export interface Draft {
  code: FindingCode;
  node: JsonNode;
  /** What the sentence of the code leaves open. */
  detail?: unknown;
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

const processing = 'https://www.w3.org/TR/appmanifest/#processing-the-manifest';

/** Completes the findings and puts them into the order of the source. What repeats itself without end is summed up. */
export function completeFindings({ drafts, counts, context }: Reading, text: string): Finding[] {
  const placeOf = createLocator(text);
  const listed = [...drafts];
  for (const [code, count] of counts) {
    if (count > mostOfOneCode) listed.push({ code: 'more-of-the-same', node: { value: null, start: text.length, end: text.length }, detail: `${count - mostOfOneCode} more findings of ${code}` });
  }
  return listed.sort((one, other) => startOf(one) - startOf(other)).map((draft) => complete(draft, context.engine, placeOf(startOf(draft))));
}

function complete(draft: Draft, engine: Engine, place: { line: number; column: number }): Finding {
  const { code, node, lost, instead } = draft;
  const kind = kindOfFinding(code);
  const facts = members.get(memberNameOf(node));
  const path = pathOf(node);
  const consequence = instead ? `; ${instead} takes its place` : lost ? `; ${lost === node ? 'it is ignored' : `"${pathOf(lost)}" is dropped`}` : '';
  const fix = draft.fix ?? kind.fix;
  return {
    level: draft.level ?? kind.level,
    code,
    path,
    message: `${kind.says.replace(/[@$]/g, (mark) => (mark === '@' ? `"${path}"` : String(draft.detail)))}${consequence}.`,
    value: plainValue(node),
    engines: [...(draft.engines ?? kind.engines ?? facts?.readers ?? [engine])],
    spec: kind.spec ?? facts?.spec ?? processing,
    ...(fix !== undefined && { fix }),
    ...place,
  };
}

function startOf({ start, node }: Draft): number {
  return start ?? node.start;
}

/** The name of the top-level member that a node belongs to; empty for the root. */
function memberNameOf(node: JsonNode): string {
  let at = node;
  while (at.parent?.parent) at = at.parent;
  return String(at.key ?? '');
}

/** Turns rising indexes into lines and columns, both from 1, in one walk through the text. */
function createLocator(text: string): (index: number) => { line: number; column: number } {
  const breaks = /\r\n?|\n/g;
  let line = 1;
  let start = 0;
  let next = breaks.exec(text);
  return (index) => {
    while (next && next.index + next[0].length <= index) {
      line += 1;
      start = breaks.lastIndex;
      next = breaks.exec(text);
    }
    return { line, column: index - start + 1 };
  };
}
