import { limits } from '../tables/limits.js';
import type { JsonNode } from '../json-node.js';
import { memberOf, type Reading } from '../reading.js';
import type { Shortcut, TextDirection } from '../types.js';
import { readImages } from './images.js';
import { readLocalizedImages, readLocalizedTexts } from './localized.js';

const consequence = 'the shortcut is dropped';

/** `shortcuts`. */
export function readShortcuts(reading: Reading, node: JsonNode, direction: TextDirection): Shortcut[] {
  const isChromium = reading.rules === 'chromium';
  const shortcuts = reading.objects(node, isChromium ? limits.shortcuts : Infinity).flatMap((item) => readShortcut(reading, item, direction) ?? []);
  const given = Array.isArray(node.value) ? node.value.length : 0;
  if (isChromium && given > limits.shortcuts) {
    reading.report('too-many', node, `There are ${given} shortcuts, of which Chromium reads the first ${limits.shortcuts}.`, { engines: ['chromium'] });
  } else if (isChromium && reading.context.platform === 'mobile' && shortcuts.length > limits.shortcutsOnAndroid) {
    reading.report('too-many', node, `There are ${shortcuts.length} shortcuts, of which Android shows the first ${limits.shortcutsOnAndroid}.`, { engines: ['chromium'], level: 'info' });
  }
  return shortcuts;
}

function readShortcut(reading: Reading, node: JsonNode, direction: TextDirection): Shortcut | undefined {
  const url = readUrl(reading, node);
  if (!url) return undefined;
  const name = readName(reading, node);
  if (name === undefined) return undefined;
  const shortName = reading.text(memberOf(node, 'short_name'));
  const description = reading.text(memberOf(node, 'description'));
  const texts = (member: string) => readLocalizedTexts(reading, memberOf(node, member), direction);
  const names = texts('name_localized');
  const shortNames = texts('short_name_localized');
  const descriptions = texts('description_localized');
  const images = readLocalizedImages(reading, memberOf(node, 'icons_localized'));
  return {
    name,
    url: url.href,
    ...(shortName && { short_name: shortName }),
    ...(description && { description }),
    icons: readImages(reading, memberOf(node, 'icons')),
    ...(names && { name_localized: names }),
    ...(shortNames && { short_name_localized: shortNames }),
    ...(descriptions && { description_localized: descriptions }),
    ...(images && { icons_localized: images }),
  };
}

/** WebKit does not ask whether a shortcut stays in scope. */
function readUrl(reading: Reading, node: JsonNode): URL | undefined {
  const url = memberOf(node, 'url');
  if (!url) reading.reportMissing(node, 'url', consequence);
  return reading.rules === 'webkit' ? reading.url(url, consequence) : reading.urlInScope(url, consequence);
}

/** WebKit keeps shortcuts without a name. */
function readName(reading: Reading, node: JsonNode): string | undefined {
  const name = memberOf(node, 'name');
  const otherwise = reading.rules === 'webkit' ? 'WebKit shows it without one' : consequence;
  if (!name) reading.reportMissing(node, 'name', otherwise);
  const text = reading.text(name, otherwise);
  return reading.rules === 'webkit' ? (text ?? '') : text;
}
