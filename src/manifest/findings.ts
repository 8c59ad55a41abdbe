import { findingCodes, kindOfFinding, type FindingCode } from './finding-codes.js';
import { pathOf, plainValue, type JsonNode } from './json-node.js';
import { members } from './members.js';
import { mostOfOneCode, type Reading } from './reading.js';
import type { Engine, Finding, FindingLevel } from './types.js';

/** A finding on its way: everything but what can be worked out at the end. */
export interface Draft {
  code: FindingCode;
  node: JsonNode;
  /** What the sentence of the code leaves open. */
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

/** Line and column in the source, both from 1. */
interface Place {
  line: number;
  column: number;
}

const processing = 'https://www.w3.org/TR/appmanifest/#processing-the-manifest';

/** The sentences of all codes, cut at the marks for what they leave open. */
const sentences = new Map(findingCodes.map((code) => [code, kindOfFinding(code).says.split(/([@$])/)]));

/** Completes the findings and puts them into the order of the source. What repeats itself without end is summed up. */
export function completeFindings({ drafts, counts, context }: Reading, text: string): Finding[] {
  const placeOf = createLocator(text);
  const listed = [...drafts];
  for (const [code, count] of counts) {
    if (count > mostOfOneCode)
      listed.push({
        code: 'more-of-the-same',
        node: { value: null, start: text.length, end: text.length },
        detail: `${count - mostOfOneCode} more findings of ${code}`,
      });
  }
  return listed
    .sort((one, other) => startOf(one) - startOf(other))
    .map((draft) => complete(draft, context.engine, placeOf(startOf(draft))));
}

function complete(draft: Draft, engine: Engine, { line, column }: Place): Finding {
  const { code, node, lost, instead } = draft;
  const kind = kindOfFinding(code);
  const facts = members.get(memberNameOf(node));
  const path = pathOf(node);
  const consequence = instead
    ? `; ${instead} takes its place`
    : lost
      ? `; ${lost === node ? 'it is ignored' : `"${pathOf(lost)}" is dropped`}`
      : '';
  const fix = draft.fix ?? kind.fix;
  const level = draft.level ?? kind.level;
  const sentence = sentences
    .get(code)!
    .map((piece) => (piece === '@' ? `"${path}"` : piece === '$' ? draft.detail : piece));
  const message = `${sentence.join('')}${consequence}.`;
  const value = plainValue(node);
  const engines = [...(draft.engines ?? kind.engines ?? facts?.readers ?? [engine])];
  const spec = kind.spec ?? facts?.spec ?? processing;
  return fix === undefined
    ? { level, code, path, message, value, engines, spec, line, column }
    : { level, code, path, message, value, engines, spec, fix, line, column };
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

/** Turns rising indexes into lines and columns in one walk through the text. */
function createLocator(text: string): (index: number) => Place {
  const lines = text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text;
  let line = 1;
  let start = 0;
  let end = lines.indexOf('\n');
  return (index) => {
    while (end !== -1 && end < index) {
      line += 1;
      start = end + 1;
      end = lines.indexOf('\n', start);
    }
    return { line, column: index - start + 1 };
  };
}
