import { limits } from '../tables/limits.js';
import type { JsonNode } from '../json-node.js';
import { memberOf, type Reading } from '../reading.js';
import { isAddress, resolveUrl } from '../urls.js';

const consequence = 'the entry is dropped';
/** Names that nobody can register. @see {@link https://www.rfc-editor.org/rfc/rfc6761 RFC 6761}, {@link https://www.rfc-editor.org/rfc/rfc6762 RFC 6762} */
const reservedNames = /(?:^|\.)(?:test|example|invalid|localhost|local|internal)\.?$/;

/** `scope_extensions`: other origins that count as inside. Each has to agree in a file of its own. */
export function readScopeExtensions(reading: Reading, node: JsonNode): Array<{ type: 'origin'; origin: string }> {
  const isChromium = reading.rules === 'chromium';
  const given = Array.isArray(node.value) ? node.value.length : 0;
  if (isChromium && given > limits.scopeExtensions) {
    reading.report('too-many', node, `There are ${given} scope extensions, of which Chromium reads the first ${limits.scopeExtensions}.`, { engines: ['chromium'] });
  }
  return reading.objects(node, isChromium ? limits.scopeExtensions : Infinity).flatMap((item) => {
    for (const name of ['type', 'origin']) if (!memberOf(item, name)) reading.reportMissing(item, name, consequence);
    const type = reading.keyword(memberOf(item, 'type'), ['origin'], { exact: true, consequence });
    const origin = type && readOrigin(reading, memberOf(item, 'origin'));
    return origin ? { type, origin } : [];
  });
}

function readOrigin(reading: Reading, node: JsonNode | undefined): string | undefined {
  const text = reading.text(node, consequence);
  if (text === undefined) return undefined;
  if (text.length > limits.originLength) {
    reading.report('too-long', node!, `${reading.label(node!)} is longer than the ${limits.originLength} characters that an origin may have; ${consequence}.`);
    return undefined;
  }
  const url = resolveUrl(text);
  const reason = findFault(url);
  if (reason) {
    reading.report('invalid-url', node!, `${reading.label(node!)} is ${JSON.stringify(text.slice(0, 200))}, which ${reason}; ${consequence}.`, { fix: 'such as "https://other.example.com"' });
    return undefined;
  }
  if (url!.hostname.includes('*')) reading.report('unknown-value', node!, `${reading.label(node!)} holds an asterisk, which stands for nothing but itself.`, { fix: 'one entry for each origin' });
  return `https://${url!.host}`;
}

function findFault(url: URL | undefined): string | undefined {
  if (!url) return 'is not an origin';
  if (url.protocol !== 'https:') return 'is not https';
  const { hostname } = url;
  if (isAddress(hostname)) return undefined;
  return reservedNames.test(hostname) || !/[^.]\.[^.]/.test(hostname) ? 'is not a domain that anybody can own' : undefined;
}
