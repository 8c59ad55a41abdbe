import type { JsonNode } from '../json-node.js';
import { memberOf, type Reading } from '../reading.js';
import type { ImageResource, LanguageMap, LocalizedText, TextDirection } from '../types.js';
import { readImages } from './images.js';
import { canonicalize, readDirection } from './names.js';

/**
 * `name_localized` and its kin: from language tags to a text, or to an object with `value`, `lang` and `dir`.
 *
 * @see {@link https://www.w3.org/TR/appmanifest/#x_localized-members Web Application Manifest, *_localized members}
 */
export function readLocalizedTexts(reading: Reading, node: JsonNode | undefined, direction: TextDirection): LanguageMap<LocalizedText> | undefined {
  return readLanguageMap(reading, node, (entry, tag) => readLocalizedText(reading, entry, tag, direction));
}

/** `icons_localized`: from language tags to icons. */
export function readLocalizedImages(reading: Reading, node: JsonNode | undefined): LanguageMap<ImageResource[]> | undefined {
  return readLanguageMap(reading, node, (entry) => (reading.list(entry, 'the entry is dropped') ? readImages(reading, entry) : undefined));
}

function readLanguageMap<Value>(reading: Reading, node: JsonNode | undefined, read: (entry: JsonNode, tag: string) => Value | undefined): LanguageMap<Value> | undefined {
  const entries = reading.object(node);
  if (!entries) return undefined;
  const map: LanguageMap<Value> = {};
  for (const [tag, entry] of entries) {
    if (canonicalize(tag) === undefined) {
      reading.report('invalid-language-tag', entry, `${JSON.stringify(tag)} is not a language tag; the entry is dropped.`, { fix: 'a BCP 47 tag, such as "en" or "pt-BR"' });
      continue;
    }
    const value = read(entry, tag);
    if (value !== undefined) map[tag] = value;
  }
  return map;
}

function readLocalizedText(reading: Reading, node: JsonNode, tag: string, direction: TextDirection): LocalizedText | undefined {
  if (typeof node.value === 'string') {
    const value = reading.text(node, 'the entry is dropped');
    return value === undefined ? undefined : { value, lang: tag, dir: direction };
  }
  if (!reading.object(node, 'the entry is dropped; a text or an object with "value" would do')) return undefined;
  const valueNode = memberOf(node, 'value');
  if (!valueNode) reading.reportMissing(node, 'value', 'the entry is dropped');
  const value = reading.text(valueNode, 'the entry is dropped');
  const lang = reading.text(memberOf(node, 'lang')) ?? tag;
  if (canonicalize(lang) === undefined) {
    reading.report('invalid-language-tag', node, `${JSON.stringify(lang)} is not a language tag; the entry is dropped.`);
    return undefined;
  }
  return value === undefined ? undefined : { value, lang, dir: readDirection(reading, memberOf(node, 'dir')) ?? direction };
}
