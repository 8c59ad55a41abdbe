import type { JsonMembers, JsonNode, JsonValue } from './json-node.js';
import type { Engine } from './engine.js';

/** What the reader has against a text, from `start` on. */
export interface JsonProblem {
  code: 'not-json' | 'json-comment' | 'trailing-comma' | 'nested-too-deep' | 'duplicate-member' | 'lax-string';
  /** What is wrong, as the end of a sentence. */
  message: string;
  start: number;
  /** The member that a later one of the same name replaced. */
  node?: JsonNode;
}

/** A text as read: no `root` if it is not JSON, which is then the last of the problems. */
export interface JsonDocument {
  root?: JsonNode;
  problems: JsonProblem[];
}

/** Where readers of JSON differ. */
export interface JsonDialect {
  /** The reader gives up on a value within as many others. */
  deepest?: number | undefined;
  /**
   * Chromium refuses numbers that overflow and escapes that leave half a surrogate pair. Chromium and WebKit take `\v`
   * for a vertical tab; WebKit also accepts `\x` with two digits, and line breaks and control characters in strings.
   */
  engine?: Engine | undefined;
}

const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const wordPattern = /[\w$+.-]*/y;
const escapes = new Map(
  '"" \\\\ // b\b f\f n\n r\r t\t v\v'.split(' ').map(([letter, character]) => [letter!, character!]),
);
const words = new Map<string, JsonValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/**
 * Reads JSON with the position of every value, behind a byte order mark if there is one. Takes linear time for any text, and no stack: it follows nesting from
 * parent to parent.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8259 RFC 8259}
 */
export function readJson(text: string, { deepest = Infinity, engine }: JsonDialect = {}): JsonDocument {
  const isChromium = engine === 'chromium';
  const isWebKit = engine === 'webkit';
  const problems: JsonProblem[] = [];
  try {
    return { root: readDocument(), problems };
  } catch (problem) {
    if (!(problem instanceof Unreadable)) throw problem;
    problems.push(problem.problem);
    return { problems };
  }

  function readDocument(): JsonNode {
    let at = skipSpace(text.startsWith('\uFEFF') ? 1 : 0);
    const root = readValue(at, undefined, undefined);
    let node = root;
    let depth = 0;
    for (;;) {
      at = skipSpace(node.end);
      let open = isContainer(node) ? node : node.parent;
      if (open === node) depth += 1;
      while (open && text.charCodeAt(at) === closerOf(open)) {
        at += 1;
        open.end = at;
        at = skipSpace(at);
        node = open;
        open = open.parent;
        depth -= 1;
      }
      if (!open) break;
      if (open !== node) at = skipComma(at, open);
      if (depth >= deepest) fail('nested-too-deep', `more than ${deepest} values are nested in one another`, at);
      node = Array.isArray(open.value) ? readValue(at, open, open.value.length) : readMember(at, open);
    }
    if (at < text.length) fail('not-json', `${describe(at)} stands behind its end`, at);
    return root;
  }

  /** Continues after the comma between two items or members. */
  function skipComma(at: number, container: JsonNode): number {
    const closer = closerOf(container);
    if (text.charCodeAt(at) !== 44)
      fail('not-json', `a comma or ${String.fromCharCode(closer)} is missing before ${describe(at)}`, at);
    const next = skipSpace(at + 1);
    if (text.charCodeAt(next) === closer) fail('trailing-comma', 'a comma stands before a closing bracket', at);
    return next;
  }

  function readMember(at: number, parent: JsonNode): JsonNode {
    if (text.charCodeAt(at) !== 34) fail('not-json', `a name in double quotes is missing before ${describe(at)}`, at);
    const end = findEnd(at);
    const name = readString(at, end);
    const colon = skipSpace(end);
    if (text.charCodeAt(colon) !== 58) fail('not-json', `a colon is missing before ${describe(colon)}`, colon);
    return readValue(skipSpace(colon + 1), parent, name);
  }

  /** Reads a scalar in full, of an array or object the first character, and hangs it into its container. */
  function readValue(at: number, parent: JsonNode | undefined, key: string | number | undefined): JsonNode {
    const node: JsonNode = { value: null, start: at, end: at + 1, parent, key };
    const first = text.charCodeAt(at);
    if (first === 34) {
      node.end = findEnd(at);
      node.value = readString(at, node.end);
    } else if (first === 123) node.value = new Map<string, JsonNode>();
    else if (first === 91) node.value = [];
    else {
      const word = findWord(at);
      node.end = at + word.length;
      node.value = readWord(word, at);
    }
    if (typeof key === 'string') hang(node, key, parent!.value as JsonMembers);
    else if (parent) (parent.value as JsonNode[]).push(node);
    return node;
  }

  function hang(node: JsonNode, key: string, siblings: JsonMembers): void {
    const replaced = siblings.get(key);
    if (replaced)
      problems.push({
        code: 'duplicate-member',
        message: `"${key}" is given twice`,
        start: replaced.start,
        node: replaced,
      });
    siblings.set(key, node);
  }

  function readWord(word: string, at: number): JsonValue {
    const value = numberPattern.test(word) ? Number(word) : words.get(word);
    if (value === undefined) fail('not-json', `a value is missing before ${describe(at)}`, at);
    if (isChromium && Math.abs(Number(value)) === Infinity) fail('not-json', `${word} is too large for Chromium`, at);
    return value!;
  }

  /** Where the string that starts at `at` ends. */
  function findEnd(at: number): number {
    let isOdd = false;
    for (let next = at + 1; ; next += 1) {
      const unit = text.charCodeAt(next);
      if (unit === 34) return next + 1;
      if (unit === 92) next += 1;
      else if (!(unit >= 32)) {
        if (!isWebKit) readString(at, next + 1); // An earlier error in the text is reported first.
        if (next >= text.length) fail('not-json', 'a string is not closed', at);
        if (!isOdd) tolerate(isWebKit, 'a line break or control character stands in a string', next);
        isOdd = true;
      }
    }
  }

  function readString(at: number, end: number): string {
    const raw = text.slice(at + 1, end - 1);
    if (!raw.includes('\\')) return raw;
    const result = raw.replace(
      /\\([^]?)((?<=u)[\da-fA-F]{4}|(?<=x)[\da-fA-F]{2})?/g,
      (_escape, letter: string, code: string | undefined, index: number) => readEscape(letter, code, at + 1 + index),
    );
    if (isChromium && /[\uD800-\uDFFF]/u.test(result))
      fail('not-json', 'an escape stands for half a character, which Chromium refuses', at);
    return result;
  }

  function readEscape(letter: string, code: string | undefined, at: number): string {
    const character = code ? String.fromCharCode(parseInt(code, 16)) : escapes.get(letter);
    const message = `\\${letter} is not an escape`;
    if (character === undefined) fail('not-json', message, at);
    if (letter === 'v' || letter === 'x') tolerate(isWebKit || (isChromium && letter === 'v'), message, at);
    return character!;
  }

  /** Notes syntax that an engine accepts although it is not JSON. */
  function tolerate(isTaken: boolean, message: string, at: number): void {
    if (!isTaken) fail('not-json', message, at);
    problems.push({ code: 'lax-string', message, start: at });
  }

  function skipSpace(at: number): number {
    let next = at;
    let unit = text.charCodeAt(next);
    while (unit === 32 || unit === 10 || unit === 13 || unit === 9) unit = text.charCodeAt(++next);
    if (unit === 47 && /[/*]/.test(text[next + 1] ?? ''))
      fail('json-comment', 'it has a comment, which Chromium alone tolerates', next);
    return next;
  }

  /** The letters, digits and signs from `at` on. */
  function findWord(at: number): string {
    wordPattern.lastIndex = at;
    return wordPattern.exec(text)![0];
  }

  /** What stands at a place, for a sentence. */
  function describe(at: number): string {
    const character = text.codePointAt(at);
    return (
      findWord(at).slice(0, 40) ||
      (character === undefined ? 'the end' : JSON.stringify(String.fromCodePoint(character)))
    );
  }
}

function fail(code: JsonProblem['code'], message: string, start: number): never {
  throw new Unreadable({ code, message, start });
}

/** Thrown and caught inside the reader only. */
class Unreadable {
  constructor(readonly problem: JsonProblem) {}
}

function isContainer({ value }: JsonNode): boolean {
  return typeof value === 'object' && value !== null;
}

function closerOf({ value }: JsonNode): number {
  return Array.isArray(value) ? 93 : 125;
}
