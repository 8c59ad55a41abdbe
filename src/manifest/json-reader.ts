import type { JsonMembers, JsonNode, JsonValue } from './json-node.js';

/** What the reader has against a text, from `start` on. */
export interface JsonProblem {
  code: 'not-json' | 'json-comment' | 'trailing-comma' | 'nested-too-deep' | 'duplicate-member' | 'escape-of-one-engine';
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
  /** Chromium gives up on values within one another beyond this. */
  deepest?: number;
  /** Where the text begins; behind a byte order mark. */
  start?: number;
  /** Chromium refuses numbers that overflow and escapes that leave half a surrogate pair, and takes `\v` for a vertical tab. */
  lenient?: boolean;
}

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const wordPattern = /[\w$+.-]+/y;
const escapes: Record<string, string> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const words = new Map<string, JsonValue>([['true', true], ['false', false], ['null', null]]);

/**
 * Reads JSON and remembers where everything stands. Takes linear time, whatever the text, and no stack: nesting is followed in a list.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8259 RFC 8259}
 */
export function readJson(text: string, { start: begin = 0, deepest = Infinity, lenient = false }: JsonDialect = {}): JsonDocument {
  const problems: JsonProblem[] = [];
  let at = begin;
  try {
    return { root: readDocument(), problems };
  } catch (problem) {
    if (!(problem instanceof Unreadable)) throw problem;
    problems.push(problem.problem);
    return { problems };
  }

  function readDocument(): JsonNode {
    let container: JsonNode | undefined;
    let depth = 0;
    for (;;) {
      const node = readValue(container, container && readKey(container));
      const { value } = node;
      let open: JsonNode | undefined = container;
      if (depth >= deepest) fail('nested-too-deep', `More than ${deepest} values are nested in one another.`, node.start);
      if (typeof value === 'object' && value !== null && !isClosing(node)) {
        container = node;
        depth += 1;
        continue;
      }
      while (open) {
        skipSpace();
        if (text[at] === ',') {
          at += 1;
          skipSpace();
          if (text[at] === closerOf(open)) fail('trailing-comma', `JSON allows no comma before ${closerOf(open)}.`, text.lastIndexOf(',', at));
          break;
        }
        if (!isClosing(open)) fail('not-json', `A comma or ${closerOf(open)} should stand here, not ${describe()}.`);
        depth -= 1;
        open = open.parent;
      }
      container = open;
      if (container) continue;
      skipSpace();
      if (at < text.length) fail('not-json', `Nothing may follow the end of the value, but there is ${describe()}.`);
      return rootOf(node);
    }
  }

  /** Reads up to the value of the next member of an object, or tells the index of the next item of an array. */
  function readKey({ value }: JsonNode): string | number {
    if (Array.isArray(value)) return value.length;
    skipSpace();
    if (text[at] !== '"') fail('not-json', `The name of a member in double quotes should stand here, not ${describe()}.`);
    const name = readString();
    skipSpace();
    if (text[at] !== ':') fail('not-json', `A colon should stand after the name "${name}", not ${describe()}.`);
    at += 1;
    return name;
  }

  /** Reads a scalar in full, of an array or object the first character, and hangs it into its container. */
  function readValue(parent: JsonNode | undefined, key: string | number | undefined): JsonNode {
    skipSpace();
    const node: JsonNode = { value: null, start: at, end: at, parent, key };
    const first = text[at];
    if (first === '{') node.value = new Map() as JsonMembers;
    else if (first === '[') node.value = [];
    else if (first === '"') node.value = readString();
    else node.value = readNumber() ?? readWord();
    if (first === '{' || first === '[') at += 1;
    node.end = at;

    const siblings = parent?.value;
    if (Array.isArray(siblings)) siblings.push(node);
    else if (siblings instanceof Map) {
      const replaced = siblings.get(key as string);
      if (replaced) problems.push({ code: 'duplicate-member', message: `"${key}" is given more than once; the last one counts.`, start: replaced.start, node: replaced });
      siblings.set(key as string, node);
    }
    return node;
  }

  function readNumber(): number | undefined {
    numberPattern.lastIndex = at;
    const digits = numberPattern.exec(text)?.[0];
    if (!digits) return undefined;
    const number = Number(digits);
    if (/[\w$+.-]/.test(text[at + digits.length] ?? '')) fail('not-json', `${describe()} is not a number that JSON knows.`);
    if (lenient && !Number.isFinite(number)) fail('not-json', `The number ${digits} is too large for Chromium.`);
    at += digits.length;
    return number;
  }

  function readWord(): JsonValue {
    const word = describe();
    const value = words.get(word);
    if (value === undefined) fail('not-json', `A value should stand here, not ${word}.`);
    at += word.length;
    return value!;
  }

  function readString(): string {
    const start = at;
    let result = '';
    let from = ++at;
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit === 34) break;
      if (unit === 92) {
        result += text.slice(from, at) + readEscape();
        from = at;
      } else if (unit >= 32) at += 1;
      else fail('not-json', at < text.length ? 'A line break, tab or other control character stands inside a string; write it as an escape.' : 'A string is not closed.', at < text.length ? at : start);
    }
    result += text.slice(from, at);
    at += 1;
    if (lenient && result.length + 2 < at - start && hasLoneSurrogate(result)) fail('not-json', 'An escape stands for half a character (a lone surrogate), which Chromium refuses.', start);
    return result;
  }

  function readEscape(): string {
    const letter = text[at + 1] ?? '';
    const known = escapes[letter];
    if (known !== undefined) {
      at += 2;
      return known;
    }
    const code = /^u([\da-fA-F]{4})$/.exec(text.slice(at + 1, at + 6))?.[1];
    if (code) {
      at += 6;
      return String.fromCharCode(parseInt(code, 16));
    }
    if (!lenient || letter !== 'v') fail('not-json', `JSON knows no escape \\${letter}.`);
    problems.push({ code: 'escape-of-one-engine', message: 'Only Chromium knows the escape \\v; for every other reader this is not JSON.', start: at });
    at += 2;
    return '\v';
  }

  function isClosing(node: JsonNode): boolean {
    skipSpace();
    if (text[at] !== closerOf(node)) return false;
    node.end = ++at;
    return true;
  }

  function skipSpace(): void {
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit === 32 || unit === 10 || unit === 13 || unit === 9) at += 1;
      else if (unit === 47 && /[/*]/.test(text[at + 1] ?? '')) fail('json-comment', 'JSON has no comments. Chromium tolerates this one; everything else gives up on the whole manifest.');
      else return;
    }
  }

  /** What stands at the present place, for a sentence. */
  function describe(): string {
    if (at >= text.length) return 'the end of the text';
    wordPattern.lastIndex = at;
    const word = wordPattern.exec(text)?.[0] ?? JSON.stringify(String.fromCodePoint(text.codePointAt(at)!));
    return word.length > 40 ? `${word.slice(0, 40)}…` : word;
  }

  function fail(code: JsonProblem['code'], message: string, start = at): never {
    throw new Unreadable({ code, message, start });
  }
}

/** Thrown and caught inside the reader only. */
class Unreadable {
  constructor(readonly problem: JsonProblem) {}
}

function closerOf({ value }: JsonNode): string {
  return Array.isArray(value) ? ']' : '}';
}

function rootOf(node: JsonNode): JsonNode {
  let root = node;
  while (root.parent) root = root.parent;
  return root;
}

function hasLoneSurrogate(text: string): boolean {
  return /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text);
}
