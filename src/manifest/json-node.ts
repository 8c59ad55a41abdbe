/** A value of a JSON text, and where it stands. */
export interface JsonNode {
  value: JsonValue;
  /** Index of its first character. */
  start: number;
  /** Index after its last character. */
  end: number;
  /** The array or object that holds it, and under which index or name. */
  parent?: JsonNode | undefined;
  key?: string | number | undefined;
}

/** Objects are maps: names like `__proto__` are names like any other. */
export type JsonValue = string | number | boolean | null | JsonNode[] | JsonMembers;
export type JsonMembers = Map<string, JsonNode>;

/** What a value is, as one would call it in a sentence. */
export function kindOf({ value }: JsonNode): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return value instanceof Map ? 'an object' : `a ${typeof value}`;
}

/** The place of a node in JavaScript's notation: `icons[0].src`. Empty for the root. */
export function pathOf(node: JsonNode): string {
  let path = '';
  for (let at: JsonNode | undefined = node; at?.parent; at = at.parent) path = stepTo(at.key!) + path;
  return path.startsWith('.') ? path.slice(1) : path;
}

function stepTo(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  return /^[\w$-]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/**
 * The node as plain data. What is nested deeper than `deepest` or listed beyond `longest` is cut, with `…` in its
 * place: by default to what one wants to see, and never so deep that writing it down would exhaust the stack.
 */
export function plainValue({ value }: JsonNode, deepest = 4, longest = 32): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (deepest === 0) return '…';
  if (value instanceof Map)
    return Object.fromEntries(
      [...value].slice(0, longest).map(([name, member]) => [name, plainValue(member, deepest - 1, longest)]),
    );
  const items = value.slice(0, longest).map((item) => plainValue(item, deepest - 1, longest));
  return value.length > longest ? [...items, '…'] : items;
}

/** The node as plain data, uncut unless it is nested beyond all reason. */
export function wholeValue(node: JsonNode): unknown {
  return plainValue(node, 64, Infinity);
}
