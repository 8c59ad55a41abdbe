import type { JsonMembers, JsonNode, JsonValue } from './json-node.js';

/** What the reader has against a text, from `start` on. */
export interface JsonProblem {
  code: 'not-json' | 'json-comment' | 'trailing-comma' | 'nested-too-deep' | 'duplicate-member' | 'escape-of-one-engine';
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
  /** Chromium gives up on values within one another beyond this. */
  deepest?: number;
  /** Where the text begins; behind a byte order mark. */
  start?: number;
  /** Chromium refuses numbers that overflow and escapes that leave half a surrogate pair, and takes `\v` for a vertical tab. */
  lenient?: boolean;
}

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w$+.-])/y;
const wordPattern = /[\w$+.-]+|[^]/uy;
const escapes = new Map('"" \\\\ // b\b f\f n\n r\r t\t v\v'.split(' ').map(([letter, character]) => [letter!, character!]));
const words = new Map<string, JsonValue>([['true', true], ['false', false], ['null', null]]);

/**
 * Reads JSON and remembers where everything stands. Takes linear time, whatever the text, and no stack: nesting is followed from parent to parent.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8259 RFC 8259}
 */
export function readJson(text: string, { start: at = 0, deepest = Infinity, lenient = false }: JsonDialect = {}): JsonDocument {
  const problems: JsonProblem[] = [];
  try {
    return { root: readDocument(), problems };
  } catch (problem) {
    if (!(problem instanceof Unreadable)) throw problem;
    problems.push(problem.problem);
    return { problems };
  }

  function readDocument(): JsonNode {
    const root = readValue(undefined, undefined);
    let container = isOpen(root) ? root : undefined;
    let depth = 1;
    while (container) {
      if (depth >= deepest) fail('nested-too-deep', `more than ${deepest} values are nested in one another`);
      const node = readValue(container, readKey(container));
      if (isOpen(node)) {
        container = node;
        depth += 1;
      } else {
        while (container && !hasMore(container)) {
          container = container.parent;
          depth -= 1;
        }
      }
    }
    skipSpace();
    if (at < text.length) fail('not-json', `${describe()} stands behind its end`);
    return root;
  }

  /** Whether a value is an array or an object that holds something, which comes next. */
  function isOpen(node: JsonNode): boolean {
    return typeof node.value === 'object' && node.value !== null && !isClosing(node);
  }

  function isClosing(node: JsonNode): boolean {
    skipSpace();
    if (text.charCodeAt(at) !== closerOf(node)) return false;
    node.end = ++at;
    return true;
  }

  /** Whether another item or member follows the last one; else the container is closed. */
  function hasMore(container: JsonNode): boolean {
    if (isClosing(container)) return false;
    if (text.charCodeAt(at) !== 44) fail('not-json', `a comma or ${String.fromCharCode(closerOf(container))} is missing before ${describe()}`);
    const comma = at;
    at += 1;
    skipSpace();
    if (text.charCodeAt(at) === closerOf(container)) fail('trailing-comma', 'a comma stands before a closing bracket', comma);
    return true;
  }

  /** Reads up to the value of the next member of an object, or tells the index of the next item of an array. */
  function readKey({ value }: JsonNode): string | number {
    if (Array.isArray(value)) return value.length;
    skipSpace();
    if (text.charCodeAt(at) !== 34) fail('not-json', `a name in double quotes is missing before ${describe()}`);
    const name = readString();
    skipSpace();
    if (text.charCodeAt(at) !== 58) fail('not-json', `a colon is missing before ${describe()}`);
    at += 1;
    return name;
  }

  /** Reads a scalar in full, of an array or object the first character, and hangs it into its container. */
  function readValue(parent: JsonNode | undefined, key: string | number | undefined): JsonNode {
    skipSpace();
    const node: JsonNode = { value: null, start: at, end: at, parent, key };
    const first = text.charCodeAt(at);
    if (first === 123 || first === 91) {
      node.value = first === 91 ? [] : new Map<string, JsonNode>();
      at += 1;
    } else node.value = first === 34 ? readString() : (readNumber() ?? readWord());
    node.end = at;
    if (typeof key === 'string') hang(node, key, parent!.value as JsonMembers);
    else if (parent) (parent.value as JsonNode[]).push(node);
    return node;
  }

  function hang(node: JsonNode, key: string, siblings: JsonMembers): void {
    const replaced = siblings.get(key);
    if (replaced) problems.push({ code: 'duplicate-member', message: `"${key}" is given twice`, start: replaced.start, node: replaced });
    siblings.set(key, node);
  }

  function readNumber(): number | undefined {
    numberPattern.lastIndex = at;
    const digits = numberPattern.exec(text)?.[0];
    if (digits === undefined) return undefined;
    if (lenient && !Number.isFinite(Number(digits))) fail('not-json', `${digits} is too large for Chromium`);
    at += digits.length;
    return Number(digits);
  }

  function readWord(): JsonValue {
    const word = describe();
    const value = words.get(word);
    if (value === undefined) fail('not-json', `a value is missing before ${word}`);
    at += word.length;
    return value!;
  }

  function readString(): string {
    const start = at;
    let from = start + 1;
    let result = '';
    let next = from; // A variable of this function alone counts faster than `at`.
    for (;;) {
      const unit = text.charCodeAt(next);
      if (unit === 34) break;
      if (unit === 92) {
        at = next;
        result += text.slice(from, next) + readEscape();
        from = next = at;
      } else if (unit >= 32) next += 1;
      else fail('not-json', next < text.length ? 'a line break or control character stands in a string' : 'a string is not closed', next < text.length ? next : start);
    }
    result += text.slice(from, next);
    at = next + 1;
    if (lenient && result.length + 2 < at - start && hasLoneSurrogate(result)) fail('not-json', 'an escape stands for half a character, which Chromium refuses', start);
    return result;
  }

  function readEscape(): string {
    const letter = text[at + 1] ?? '';
    const code = letter === 'u' ? /^[\da-fA-F]{4}/.exec(text.slice(at + 2, at + 6))?.[0] : undefined;
    const character = code === undefined ? escapes.get(letter) : String.fromCharCode(parseInt(code, 16));
    if (character === undefined || (letter === 'v' && !lenient)) fail('not-json', `\\${letter} is not an escape`);
    if (letter === 'v') problems.push({ code: 'escape-of-one-engine', message: '\\v is not an escape', start: at });
    at += code === undefined ? 2 : 6;
    return character!;
  }

  function skipSpace(): void {
    let next = at;
    let unit = text.charCodeAt(next);
    while (unit === 32 || unit === 10 || unit === 13 || unit === 9) unit = text.charCodeAt(++next);
    at = next;
    if (unit === 47 && /[/*]/.test(text[at + 1] ?? '')) fail('json-comment', 'JSON has no comments');
  }

  /** What stands at the present place, for a sentence. */
  function describe(): string {
    wordPattern.lastIndex = at;
    const word = wordPattern.exec(text)?.[0] ?? 'the end';
    return /^[\w$+.-]/.test(word) ? word.slice(0, 40) : JSON.stringify(word);
  }

  function fail(code: JsonProblem['code'], message: string, start = at): never {
    throw new Unreadable({ code, message, start });
  }
}

/** Thrown and caught inside the reader only. */
class Unreadable {
  constructor(readonly problem: JsonProblem) {}
}

function closerOf({ value }: JsonNode): number {
  return Array.isArray(value) ? 93 : 125;
}

function hasLoneSurrogate(text: string): boolean {
  return /[\uD800-\uDFFF]/u.test(text);
}
