import type { FindingCode } from './finding-codes.js';
import type { Draft } from './findings.js';
import { kindOf, pathOf, type JsonMembers, type JsonNode, type JsonValue } from './json-node.js';
import { trim } from './text.js';
import type { Engine, Platform } from './types.js';
import { isSameOrigin, isWithin, resolveUrl, seemSameSite } from './urls.js';

/** What a reading is about. */
export interface ReadingContext {
  engine: Engine;
  platform: Platform;
  manifestUrl: URL;
  documentUrl: URL;
  sameSite: ((one: URL, other: URL) => boolean) | undefined;
}

type Details = Omit<Draft, 'code' | 'node' | 'message'>;

/**
 * Takes the values out of a manifest as one engine does, and notes what is wrong with them. A value of the wrong type is never converted: it is as if
 * it were missing.
 */
export class Reading {
  readonly drafts: Draft[] = [];
  /** Whose rules count for the present member: those of the specification if the engine never looks at it. */
  rules: Engine;
  /** Findings are noted only for what the engine looks at. */
  muted = false;
  /** Set as soon as they are known; every other member needs them. */
  startUrl: URL;
  scope: URL;
  hasId = false;

  constructor(readonly context: ReadingContext) {
    this.rules = context.engine;
    this.startUrl = context.documentUrl;
    this.scope = new URL('.', context.documentUrl);
  }

  report(code: FindingCode, node: JsonNode, message: string, details: Details = {}): void {
    if (!this.muted) this.drafts.push({ code, node, message, ...details });
  }

  /** Reports that `name` is missing in `parent`, and what follows from that. */
  reportMissing(parent: JsonNode, name: string, consequence: string): void {
    const owner = parent.parent ? this.label(parent) : 'The manifest';
    this.report('missing-member', missing(parent, name), `${owner} has no "${name}"; ${consequence}.`);
  }

  /** The place of a node, for a sentence. */
  label(node: JsonNode): string {
    return `"${pathOf(node)}"`;
  }

  string(node: JsonNode | undefined, consequence = 'it is ignored'): string | undefined {
    return this.expect(node, 'a string', (value) => (typeof value === 'string' ? value : undefined), consequence);
  }

  list(node: JsonNode | undefined, consequence = 'it is ignored'): JsonNode[] | undefined {
    return this.expect(node, 'an array', (value) => (Array.isArray(value) ? value : undefined), consequence);
  }

  object(node: JsonNode | undefined, consequence = 'it is ignored'): JsonMembers | undefined {
    return this.expect(node, 'an object', (value) => (value instanceof Map ? value : undefined), consequence);
  }

  boolean(node: JsonNode | undefined): boolean | undefined {
    return this.expect(node, 'true or false', (value) => (typeof value === 'boolean' ? value : undefined), 'it is ignored');
  }

  number(node: JsonNode | undefined): number | undefined {
    return this.expect(node, 'a number', (value) => (typeof value === 'number' ? value : undefined), 'it is ignored');
  }

  /** The items of a list that are objects, without the others. */
  objects(node: JsonNode | undefined, limit = Infinity): JsonNode[] {
    return (this.list(node) ?? []).slice(0, limit).filter((item) => this.object(item, 'it is dropped'));
  }

  /** A text for people, without the white space around it; undefined if nothing is left. */
  text(node: JsonNode | undefined, consequence = 'it is ignored'): string | undefined {
    const given = this.string(node, consequence);
    if (given === undefined) return undefined;
    const text = trim(given, this.rules);
    if (text === '') this.report('empty-text', node!, `${this.label(node!)} is ${given === '' ? 'empty' : 'nothing but white space'}; ${consequence}.`);
    else if (text !== given) this.report('white-space', node!, `The white space around ${this.label(node!)} is removed.`, { fix: JSON.stringify(text) });
    return text || undefined;
  }

  /** One of `values`. Capitals are taken for small letters unless the engine is `exact` about them. */
  keyword<Value extends string>(node: JsonNode | undefined, values: readonly Value[], { exact = false, spaced = true, consequence = 'it is ignored' } = {}): Value | undefined {
    const given = this.string(node, consequence);
    if (given === undefined) return undefined;
    const token = spaced ? trim(given, this.rules) : given;
    const value = values.find((candidate) => candidate === (exact ? token : token.toLowerCase()));
    if (value === undefined) {
      this.report('unknown-value', node!, `${this.label(node!)} is ${JSON.stringify(given)}, which is not among the known values; ${consequence}.`, { fix: `one of ${values.join(', ')}` });
    } else if (value !== token) {
      this.report('not-lower-case', node!, `${this.label(node!)} is ${JSON.stringify(given)}. It is taken for ${JSON.stringify(value)}, but write it in small letters.`, { fix: JSON.stringify(value) });
    }
    return value;
  }

  /** A URL, resolved against the manifest's own. */
  url(node: JsonNode | undefined, consequence = 'it is ignored', base = this.context.manifestUrl): URL | undefined {
    const given = this.string(node, consequence);
    if (given === undefined) return undefined;
    const url = resolveUrl(given, base);
    if (!url) this.report('invalid-url', node!, `${this.label(node!)} is ${JSON.stringify(shorten(given))}, which is not a URL; ${consequence}.`);
    return url;
  }

  /** A URL that has to be in the scope of the app. */
  urlInScope(node: JsonNode | undefined, consequence: string): URL | undefined {
    const url = this.url(node, consequence);
    if (!url || isWithin(url, this.scope)) return url;
    this.report('out-of-scope', node!, `${this.label(node!)} leads to ${shorten(url.href)}, which is outside the scope ${this.scope.href}; ${consequence}.`, {
      fix: `a URL that starts with ${this.scope.href}`,
    });
    return undefined;
  }

  /** A URL that has to be of the document's origin. */
  urlOfOrigin(node: JsonNode | undefined, consequence: string, base?: URL): URL | undefined {
    const url = this.url(node, consequence, base);
    const { documentUrl } = this.context;
    if (!url || isSameOrigin(url, documentUrl)) return url;
    this.report('other-origin', node!, `${this.label(node!)} leads to ${shorten(url.href)}, which is not of the page's origin ${documentUrl.origin}; ${consequence}.`);
    return undefined;
  }

  /** A URL that has to be of the document's site. */
  urlOfSite(node: JsonNode | undefined, consequence: string): URL | undefined {
    const url = this.url(node, consequence);
    const { documentUrl, sameSite } = this.context;
    if (!url || isSameOrigin(url, documentUrl)) return url;
    const isSame = (sameSite ?? seemSameSite)(url, documentUrl);
    if (!sameSite) {
      this.report('site-assumed', node!, `Without the public suffix list ${url.host} and ${documentUrl.host} are ${isSame ? '' : 'not '}taken for one site, going by the last two labels.`);
    }
    if (isSame) return url;
    this.report('other-site', node!, `${this.label(node!)} leads to ${url.host}, which is not of the page's site; ${consequence}.`);
    return undefined;
  }

  private expect<Value>(node: JsonNode | undefined, wanted: string, take: (value: JsonValue) => Value | undefined, consequence: string): Value | undefined {
    if (!node) return undefined;
    const value = take(node.value);
    if (value === undefined) this.report('wrong-type', node, `${this.label(node)} is ${kindOf(node)} where ${wanted} should stand; ${consequence}.`, { fix: wanted });
    return value;
  }
}

/** The member `name` of an object. */
export function memberOf({ value }: JsonNode, name: string): JsonNode | undefined {
  return value instanceof Map ? value.get(name) : undefined;
}

/** Stands for a member that an object does not have, at the object's place. */
export function missing(parent: JsonNode, name: string): JsonNode {
  return { value: undefined as unknown as JsonValue, start: parent.start, end: parent.start, parent, key: name };
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
