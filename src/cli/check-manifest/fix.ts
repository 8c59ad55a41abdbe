import { processManifest } from '../../manifest/index.js';
import { pathOf, type JsonNode } from '../../manifest/json-node.js';
import { readJson } from '../../manifest/json-reader.js';

/** A change to the text of a manifest: what was found, where, and what was done. */
export interface AppliedFix {
  readonly code: string;
  /** The member, or empty for the text as a whole. */
  readonly path: string;
  /** From 1, in the text before any change to later lines. */
  readonly line: number;
  /** What was done, as a sentence without its subject. */
  readonly done: string;
}

/** One change: the characters from `start` to `end` become `text`. */
interface Edit extends Omit<AppliedFix, 'line'> {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Repairs what has only one repair, after which no engine reads the manifest otherwise than it was meant: marks that are
 * not JSON, members that are given twice or that no browser reads any more, and words in other letters or with white
 * space around them. Everything else in the text stays as it is, its formatting too.
 */
export function fixManifest(text: string): { text: string; fixes: AppliedFix[] } {
  const fixes: AppliedFix[] = [];
  let fixed = text;
  // Each change removes one finding that does not return, so the loop ends.
  for (let edit = findEdit(fixed); edit; edit = findEdit(fixed)) {
    const { code, path, done, start, end, text: instead } = edit;
    fixes.push({ code, path, done, line: fixed.slice(0, start).split(/\r\n?|\n/).length });
    fixed = fixed.slice(0, start) + instead + fixed.slice(end);
  }
  return { text: fixed, fixes };
}

/** The next change that is certain, if there is one. */
function findEdit(text: string): Edit | undefined {
  if (text.startsWith('\uFEFF'))
    return { code: 'byte-order-mark', path: '', done: 'Removed the byte order mark', start: 0, end: 1, text: '' };
  const { root, problems } = readJson(text);
  for (const { code, node, start } of problems) {
    if (code === 'trailing-comma' && start !== undefined)
      return {
        code,
        path: '',
        done: 'Removed the comma after the last item',
        ...wholeLine(text, commaAt(text, start)),
        text: '',
      };
    if (code === 'json-comment' && start !== undefined)
      return { code, path: '', done: 'Removed a comment', ...wholeLine(text, commentAt(text, start)), text: '' };
    if (code === 'duplicate-member' && node) {
      const path = pathOf(node);
      return {
        code,
        path,
        done: `Removed the first "${path}", which had no effect`,
        ...memberOf(text, node),
        text: '',
      };
    }
  }
  return root && findWordEdit(text, root);
}

/** The next change to a value of a manifest that is JSON. */
function findWordEdit(text: string, root: JsonNode): Edit | undefined {
  const base = 'https://app.example/';
  for (const engine of ['chromium', 'webkit', 'gecko', 'spec'] as const) {
    const options = {
      engine,
      platform: 'desktop',
      manifestUrl: `${base}manifest.webmanifest`,
      documentUrl: base,
    } as const;
    for (const { code, path, fix } of processManifest(text, options).findings) {
      const node = findNode(root, path);
      if (!node) continue;
      if (code === 'obsolete-member' && fix === 'remove it')
        return { code, path, done: `Removed "${path}", which no browser reads`, ...memberOf(text, node), text: '' };
      const meant = fix === undefined ? undefined : readString(fix);
      if (meant === undefined || typeof node.value !== 'string' || meant === node.value) continue;
      // Only what differs in its letters or in the white space around it has the same meaning.
      if (meant.toLowerCase() !== node.value.trim().toLowerCase()) continue;
      const done = `Wrote ${fix} in the place of ${JSON.stringify(node.value)}`;
      return { code, path, done, start: node.start, end: node.end, text: JSON.stringify(meant) };
    }
  }
  return undefined;
}

function readString(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined; // A hint for people, such as "remove it".
  }
}

function findNode(node: JsonNode, path: string): JsonNode | undefined {
  if (pathOf(node) === path) return node;
  const children = node.value instanceof Map ? [...node.value.values()] : Array.isArray(node.value) ? node.value : [];
  for (const child of children) {
    const found = findNode(child, path);
    if (found) return found;
  }
  return undefined;
}

function commaAt(text: string, near: number): { start: number; end: number } {
  const start = text[near] === ',' ? near : text.lastIndexOf(',', near);
  return { start, end: start + 1 };
}

function commentAt(text: string, start: number): { start: number; end: number } {
  const isBlock = text.startsWith('/*', start);
  const close = isBlock ? text.indexOf('*/', start + 2) : text.slice(start).search(/[\r\n]/);
  if (close === -1) return { start, end: text.length };
  return { start, end: isBlock ? close + 2 : start + close };
}

/** The whole member that a node is the value of, with one comma. */
function memberOf(text: string, { start: valueStart, end: valueEnd }: JsonNode): { start: number; end: number } {
  // Before the value stand the name in quotation marks, a colon and white space.
  const nameEnd = text.lastIndexOf('"', text.lastIndexOf(':', valueStart));
  let start = nameEnd - 1;
  while (text[start] !== '"' || isEscaped(text, start)) start -= 1;
  const after = /^\s*,\s*/.exec(text.slice(valueEnd));
  if (after) return { start, end: valueEnd + after[0].length };
  const before = /,\s*$/.exec(text.slice(0, start));
  return before ? { start: start - before[0].length, end: valueEnd } : wholeLine(text, { start, end: valueEnd });
}

/** With the line that nothing else stands on. */
function wholeLine(text: string, { start, end }: { start: number; end: number }): { start: number; end: number } {
  const before = /(?:^|\n)[\t ]*$/.exec(text.slice(0, start));
  const after = /^[\t ]*(?:\r?\n|$)/.exec(text.slice(end));
  if (!before || !after) return { start, end };
  const from = start - before[0].replace('\n', '').length;
  return { start: from, end: end + after[0].length };
}

function isEscaped(text: string, index: number): boolean {
  let slashes = 0;
  while (text[index - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}
