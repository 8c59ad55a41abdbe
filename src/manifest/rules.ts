import { kindOf, pathOf, type JsonMembers, type JsonNode, type JsonValue } from './json-node.js';
import { findMeant, isComment } from './meant.js';
import type { Reading } from './reading.js';
import { quote, trim } from './text.js';
import { isSameOrigin, isWithin, resolveAddress, seemSameSite, type Address } from './urls.js';

/**
 * Reads a value from a node, or notes why it is invalid and returns undefined. Types are never converted. `lost` is
 * what is ignored with it: the node itself, or the value that needs it.
 */
export type Rule<Value> = (reading: Reading, node: JsonNode, lost: JsonNode) => Value | undefined;

/** What is to be done about an object besides reading its members. */
interface Completion<Shape> {
  /** What stands in for missing members. */
  defaults?: () => Partial<Shape>;
  /** Finds that the members do not go together, or changes what they come to. */
  check?: (result: Shape, reading: Reading, node: JsonNode, lost: JsonNode) => Shape | undefined;
  /** Members that others read. */
  besides?: readonly string[];
}

type Rules<Shape> = { [Name in keyof Shape]?: Rule<Shape[Name]> };

function ofKind<Value>(wanted: string, take: (value: JsonValue) => Value | undefined): Rule<Value> {
  return (reading, node, lost) => {
    const value = take(node.value);
    return value === undefined
      ? reading.report('wrong-type', node, { lost, detail: `${wanted}, not ${kindOf(node)}` })
      : value;
  };
}

export const string = ofKind('a string', (value) => (typeof value === 'string' ? value : undefined));
export const number = ofKind('a number', (value) => (typeof value === 'number' ? value : undefined));
export const flag = ofKind('true or false', (value) => (typeof value === 'boolean' ? value : undefined));
export const list = ofKind('an array', (value) => (Array.isArray(value) ? value : undefined));
export const object = ofKind('an object', (value) => (value instanceof Map ? value : undefined));

/** A text for people, without the white space around it. Nothing is left of an empty one. */
export const text: Rule<string> = (reading, node, lost) => {
  const given = string(reading, node, lost);
  const trimmed = given === undefined ? given : trim(given, reading.rules);
  if (trimmed === '') return reading.report('empty-text', node, { lost });
  if (trimmed !== given) reading.report('white-space', node, { fix: quote(trimmed) });
  return trimmed;
};

/** The same, of which `engines` accept an empty one. */
export function textOrEmptyFor(engines: RegExp): Rule<string> {
  return (reading, node, lost) => {
    if (typeof node.value !== 'string' || !engines.test(reading.rules) || trim(node.value, reading.rules))
      return text(reading, node, lost);
    reading.report('empty-text', node);
    return '';
  };
}

/** The same, of which the specification and WebKit accept an empty one. */
export const textOrEmpty = textOrEmptyFor(/spec|webkit/);

/**
 * One of some words, case-insensitively. In nested members the specification is exact about case, and no engine trims
 * them, except for the direction of localized texts. A finding lists the words of `advised`.
 */
export function keyword<Word extends string>(
  words: readonly Word[],
  isNested = false,
  isExact = isNested,
  advised: readonly string[] = words,
): Rule<Word> {
  return (reading, node, lost) => {
    const given = string(reading, node, lost);
    if (given === undefined) return undefined;
    const token = isNested ? given : trim(given, reading.rules);
    const found = findWord(words, token, isExact && reading.rules === 'spec');
    if (!found) return reading.report('unknown-value', node, { lost, fix: advised.join(', ') });
    if (found !== token) reading.report('not-lower-case', node, { fix: quote(found) });
    return found;
  };
}

/** The word that a token stands for. */
export function findWord<Word extends string>(
  words: readonly Word[],
  token: string,
  isExact: boolean,
): Word | undefined {
  const wanted = isExact ? token : token.toLowerCase();
  return words.find((word) => word === wanted);
}

/** The first known one of a word or a list of words. */
export function firstKeyword<Word extends string>(words: readonly Word[]): Rule<Word> {
  const read = keyword(words, true);
  return (reading, node, lost) => {
    if (typeof node.value === 'string') return read(reading, node, lost);
    for (const item of list(reading, node, lost) ?? []) {
      const word = read(reading, item, item);
      if (word) return word;
    }
    return undefined;
  };
}

/** A URL, resolved against the manifest's own. */
export const url: Rule<Address> = (reading, node, lost) => {
  const given = string(reading, node, lost);
  if (given === undefined) return undefined;
  return (
    resolveAddress(given, reading.context.manifestUrl, reading.rules) ??
    reading.report('invalid-url', node, { lost, detail: 'a URL' })
  );
};

/** The same, as a text. */
export const anyUrl: Rule<string> = (reading, node, lost) => url(reading, node, lost)?.href;

/** A URL in the scope of the app. */
export const urlInScope: Rule<string> = (reading, node, lost) => {
  const target = url(reading, node, lost);
  if (!target || isWithin(target, reading.scope)) return target?.href;
  return reading.report('out-of-scope', node, { lost, detail: reading.scope.href });
};

/** A URL of the document's origin. */
export const urlOfOrigin: Rule<Address> = (reading, node, lost) => {
  const target = url(reading, node, lost);
  const { documentUrl } = reading.context;
  if (!target || isSameOrigin(target, documentUrl)) return target;
  return reading.report('other-origin', node, { lost, detail: documentUrl.origin });
};

/** A URL of the document's site. */
export const urlOfSite: Rule<string> = (reading, node, lost) => {
  const target = url(reading, node, lost);
  const { documentUrl, sameSite } = reading.context;
  if (!target || isSameOrigin(target, documentUrl)) return target?.href;
  if (!sameSite) reading.report('site-assumed', node, { detail: documentUrl.host });
  return (sameSite ?? seemSameSite)(new URL(target.href), documentUrl)
    ? target.href
    : reading.report('other-site', node, { lost, detail: documentUrl.host });
};

/** What counts of the items of an array. */
export function listOf<Value>(read: Rule<Value>): Rule<Value[]> {
  return (reading, node, lost) => {
    const items = list(reading, node, lost);
    return items && readAll(reading, items, read);
  };
}

/** The same, for an array of which Chromium reads a limited number of items. */
export function listUpTo<Value>(most: number, read: Rule<Value>): Rule<Value[]> {
  return (reading, node, lost) => {
    const items = list(reading, node, lost);
    if (!items || reading.rules !== 'chromium' || items.length <= most) return items && readAll(reading, items, read);
    reading.report('too-many', node, { detail: `the first ${most}`, engines: ['chromium'] });
    return readAll(reading, items.slice(0, most), read);
  };
}

function readAll<Value>(reading: Reading, items: readonly JsonNode[], read: Rule<Value>): Value[] {
  const values: Value[] = [];
  for (const item of items) {
    const value = read(reading, item, item);
    if (value !== undefined) values.push(value);
  }
  return values;
}

/**
 * An object with members. If one of the `required` ones is missing or does not count, neither does the object; the
 * others are left out.
 */
export function record<Shape extends object>(
  required: Rules<Shape>,
  optional: Rules<Shape>,
  { defaults, check, besides = [] }: Completion<Shape> = {},
): Rule<Shape> {
  const needed = Object.entries(required) as Array<[string, Rule<unknown>]>;
  const wanted = Object.entries(optional) as Array<[string, Rule<unknown>]>;
  const known = [...Object.keys(required), ...Object.keys(optional), ...besides];
  return (reading, node, lost) => {
    const members = object(reading, node, lost);
    if (!members) return undefined;
    noteUnknown(reading, members, known);
    const result: Record<string, unknown> = defaults?.() ?? {};
    for (const [name, read] of needed) {
      const member = members.get(name);
      const value = member
        ? read(reading, member, lost)
        : reading.report('missing-member', missing(node, name), { lost });
      if (value === undefined) return undefined;
      result[name] = value;
    }
    for (const [name, read] of wanted) {
      const member = members.get(name);
      const value = member && read(reading, member, member);
      if (value !== undefined) result[name] = value;
    }
    return check ? check(result as Shape, reading, node, lost) : (result as Shape);
  };
}

/** Unknown members that are looked at. */
const mostUnknown = 50;

/**
 * Notes the members of an object that it does not have, each once for all objects of its kind: alone if it can be told
 * what it was meant for, else together. Nothing is said of those that are `told` already.
 */
export function noteUnknown(
  reading: Reading,
  members: JsonMembers,
  known: readonly string[],
  reported: readonly string[] = [],
): void {
  const strange: JsonNode[] = [];
  for (const [name, node] of members) {
    const path = kindOfPlace(node);
    if (known.includes(name) || reported.includes(name) || isComment(name) || reading.unknown.has(path)) continue;
    reading.unknown.add(path);
    // Nobody misspells so many; and a long list is of no use.
    if (reading.unknown.size > mostUnknown) continue;
    const meant = findMeant(name, known, members);
    if (meant) reading.report('unknown-member', node, { detail: `"${path}" is`, fix: quote(meant), level: 'warning' });
    else strange.push(node);
  }
  if (strange[0])
    reading.report('unknown-member', strange[0], {
      detail: `${strange.map((node) => `"${kindOfPlace(node)}"`).join(', ')} ${strange[1] ? 'are' : 'is'}`,
    });
}

/** The place of a node, the same for all items of a list. */
function kindOfPlace(node: JsonNode): string {
  return pathOf(node).replace(/\[\d+\]/g, '[]');
}

/** Applies one rule or the other to a node, depending on the engine. */
export function forEngine<Value>(engine: string, read: Rule<Value>, otherwise: Rule<Value>): Rule<Value> {
  return (reading, node, lost) => (reading.rules === engine ? read : otherwise)(reading, node, lost);
}

/** The member of an object, or a substitute if it is missing. */
export function memberOf(parent: JsonNode, name: string): JsonNode {
  return (parent.value as Map<string, JsonNode>).get(name) ?? missing(parent, name);
}

function missing(parent: JsonNode, key: string): JsonNode {
  return { value: undefined as unknown as JsonValue, start: parent.start, end: parent.start, parent, key };
}
