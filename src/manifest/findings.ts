import type { Engine } from './engine.js';
import { findingCodes, kindOfFinding } from './finding-codes.js';
import type { Finding } from './finding.js';
import { pathOf, plainValue, type JsonNode } from './json-node.js';
import type { Member } from './members.js';
import { mostOfOneCode, type Draft, type Reading } from './reading.js';

/** Line and column in the source, both from 1. */
interface Place {
  line: number;
  column: number;
}

const processing = 'https://www.w3.org/TR/appmanifest/#processing-the-manifest';

/** The sentences of all codes, cut at the marks for what they leave open. */
const sentences = new Map(findingCodes.map((code) => [code, kindOfFinding(code).says.split(/([@$])/)]));

/**
 * Completes the findings and sorts them into the order of the source. `members` lists which engine reads which member,
 * and where it is defined. A code that occurs too often is summarized.
 */
export function completeFindings(
  { drafts, counts, context }: Reading,
  text: string,
  members: ReadonlyMap<string, Member>,
): Finding[] {
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
    .map((draft) => complete(draft, members.get(memberNameOf(draft.node)), context.engine, placeOf(startOf(draft))));
}

function complete(draft: Draft, member: Member | undefined, engine: Engine, { line, column }: Place): Finding {
  const { code, node, lost, instead } = draft;
  const kind = kindOfFinding(code);
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
    .map((piece) =>
      piece === '@' ? `"${path}"` : piece === '$' ? (draft.detail ?? JSON.stringify(node.value)) : piece,
    );
  const message = `${sentence.join('')}${consequence}.`;
  const value = plainValue(node);
  const engines = [...(draft.engines ?? kind.engines ?? member?.readers ?? [engine])];
  const spec = kind.spec ?? member?.spec ?? processing;
  return { level, code, path, message, value, engines, spec, ...(fix !== undefined && { fix }), line, column };
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
