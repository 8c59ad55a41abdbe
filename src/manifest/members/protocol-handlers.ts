import { safelistedSchemes, schemesOfChromium } from '../tables/protocols.js';
import type { JsonNode } from '../json-node.js';
import { memberOf, type Reading } from '../reading.js';
import { trim } from '../text.js';

const consequence = 'the handler is dropped';

/** `protocol_handlers`. */
export function readProtocolHandlers(reading: Reading, node: JsonNode): Array<{ protocol: string; url: string }> {
  return reading.objects(node).flatMap((item) => {
    const protocol = readProtocol(reading, item);
    const url = protocol === undefined ? undefined : readUrl(reading, item);
    return protocol !== undefined && url ? { protocol, url: url.href } : [];
  });
}

function readProtocol(reading: Reading, node: JsonNode): string | undefined {
  const member = memberOf(node, 'protocol');
  if (!member) reading.reportMissing(node, 'protocol', consequence);
  const given = reading.string(member, consequence);
  if (given === undefined) return undefined;
  const protocol = trim(given, reading.rules);
  const isChromium = reading.rules === 'chromium';
  const scheme = isChromium ? protocol.toLowerCase() : protocol;
  const isOfChromium = schemesOfChromium.includes(scheme);
  if (!/^web\+[a-z]+$/.test(scheme) && !safelistedSchemes.includes(scheme) && !(isChromium && isOfChromium)) {
    reading.report('protocol-not-allowed', member!, `${JSON.stringify(given)} is not a scheme that a web app may handle; ${consequence}.`, {
      fix: /^web\+[a-z]+$/i.test(protocol) ? JSON.stringify(protocol.toLowerCase()) : 'a scheme of the safelist, or web+ and small letters, without a colon',
      spec: 'https://html.spec.whatwg.org/multipage/system-state.html#safelisted-scheme',
    });
    return undefined;
  }
  if (scheme !== protocol) {
    reading.report('not-lower-case', member!, `${reading.label(member!)} is ${JSON.stringify(given)}. Only Chromium takes capitals.`, { fix: JSON.stringify(scheme), engines: ['chromium'] });
  }
  return protocol;
}

function readUrl(reading: Reading, node: JsonNode): URL | undefined {
  const member = memberOf(node, 'url');
  if (!member) reading.reportMissing(node, 'url', consequence);
  const url = reading.urlInScope(member, consequence);
  if (!url || url.href.includes('%s')) return url;
  reading.report('missing-placeholder', member!, `${reading.label(member!)} has no %s for the URL that is to be handled; ${consequence}.`, { fix: '"/open?url=%s"' });
  return undefined;
}
