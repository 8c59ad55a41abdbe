import type { JsonNode } from '../json-node.js';
import { memberOf, type Reading } from '../reading.js';
import type { TabStrip } from '../types.js';
import { readImages } from './images.js';

const patternParts = ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash', 'baseURL'];

/** `tab_strip`, which matters where `display_override` has `tabbed`. */
export function readTabStrip(reading: Reading, node: JsonNode): TabStrip | undefined {
  if (!reading.object(node)) return undefined;
  const button = memberOf(node, 'new_tab_button');
  const url = button && reading.object(button) ? readButtonUrl(reading, memberOf(button, 'url')) : undefined;
  return { home_tab: readHomeTab(reading, memberOf(node, 'home_tab')), new_tab_button: url ? { url: url.href } : {} };
}

function readButtonUrl(reading: Reading, node: JsonNode | undefined): URL | undefined {
  return isWord(node, 'auto') ? undefined : reading.urlInScope(node, 'the button opens the start URL');
}

function readHomeTab(reading: Reading, node: JsonNode | undefined): TabStrip['home_tab'] {
  if (!(node?.value instanceof Map)) return isWord(node, 'absent') ? 'absent' : 'auto';
  const icons = memberOf(node, 'icons');
  const patterns = reading.objects(memberOf(node, 'scope_patterns')).map((item) => readPattern(reading, item));
  return { ...(icons && !isWord(icons, 'auto') && { icons: readImages(reading, icons) }), scope_patterns: patterns };
}

function readPattern(reading: Reading, node: JsonNode): Record<string, string> {
  const parts = patternParts.map((name) => [name, reading.text(memberOf(node, name))] as const);
  return Object.fromEntries(parts.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));
}

function isWord(node: JsonNode | undefined, word: string): boolean {
  return typeof node?.value === 'string' && node.value.toLowerCase() === word;
}
