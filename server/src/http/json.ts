import { Refusal } from './refusal.js';

/** An object from JSON, of which nothing is known yet. */
export type JsonObject = Record<string, unknown>;

const deepest = 16;

/**
 * Copies a parsed value into objects without a prototype, so that a member named `__proto__` or `toString` is only a
 * member.
 */
function withoutPrototypes(value: unknown, depth: number): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (depth > deepest)
    throw new Refusal(400, 'bad_request', { message: `The JSON is nested deeper than ${deepest} levels.` });
  if (Array.isArray(value)) return value.map((item) => withoutPrototypes(item, depth + 1));
  const copy = Object.create(null) as JsonObject;
  for (const [key, member] of Object.entries(value)) copy[key] = withoutPrototypes(member, depth + 1);
  return copy;
}

/** Decodes UTF-8 strictly: a wrong byte or a byte order mark is an error, not a replacement character. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    if (cause instanceof TypeError) throw new Refusal(400, 'bad_request', { message: 'The body is not UTF-8.' });
    throw cause;
  }
}

/**
 * Parses JSON from outside.
 *
 * @throws {Refusal} 400 `bad_request` for anything but UTF-8 JSON of at most 16 levels.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decodeText(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new Refusal(400, 'bad_request', { message: 'The body is not JSON.' });
    throw cause;
  }
  return withoutPrototypes(value, 1);
}
