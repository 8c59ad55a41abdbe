import type { JsonNode } from '../json-node.js';
import type { Reading } from '../reading.js';
import { listOf, memberOf, object, record, textOrEmpty, type Rule } from '../rules.js';
import { quote, trim } from '../text.js';
import type { LanguageMap, LocalizedText, TextDirection } from '../types.js';
import { image } from './images.js';
import { canonicalize, directionOfText, language } from './names.js';

/**
 * From language tags to something.
 *
 * @see {@link https://www.w3.org/TR/appmanifest/#x_localized-members Web Application Manifest, *_localized members}
 */
function languageMap<Value>(
  readWith: (lang: string, dir: TextDirection, stray: string | undefined) => Rule<Value>,
): Rule<LanguageMap<Value>> {
  return (reading, node, lost) => {
    const entries = object(reading, node, lost);
    if (!entries) return undefined;
    const map: LanguageMap<Value> = {};
    const isChromium = reading.rules === 'chromium';
    const { lang: ofManifest, stray } = isChromium ? readFallback(reading, node) : {};
    const tags = new Map<string, string>();
    for (const [tag, entry] of entries) {
      const lang = canonicalize(tag, reading.rules);
      const value =
        lang && !(isChromium && /^(?:und|root)$/i.test(lang))
          ? readWith(ofManifest ?? (reading.rules === 'spec' ? tag : lang), reading.dir, stray)(reading, entry, entry)
          : reading.report('invalid-language-tag', entry, { lost: entry, detail: quote(tag) });
      if (value === undefined) continue;
      const earlier = tags.get(lang!);
      if (isChromium && earlier !== undefined) {
        reading.report('duplicate-member', entries.get(earlier)!);
        delete map[earlier];
      }
      tags.set(lang!, tag);
      map[tag] = value;
    }
    return isChromium && tags.size === 0 ? undefined : map;
  };
}

/** Whether an invalid language drops the whole text. Chromium ignores an empty one. */
function isNeeded({ rules }: Reading, { value }: JsonNode): boolean {
  return typeof value === 'string' && (rules === 'spec' || value.trim() !== '');
}

/** The `lang` of the whole manifest, which Chromium uses for texts without their own; `stray` if it is invalid. */
function readFallback(reading: Reading, node: JsonNode): { lang?: string | undefined; stray?: string } {
  const given = memberOf(node.parent!, 'lang');
  if (!isNeeded(reading, given)) return {};
  const { rules } = reading;
  const lang = canonicalize(trim(given.value as string, rules), rules);
  return lang ? { lang } : { stray: quote(given.value) };
}

/** The specification keeps it as it is written. */
const languageOfText: Rule<string> = (reading, node) => {
  const lang = language(reading, node, isNeeded(reading, node) ? node.parent! : node);
  return lang && reading.rules === 'spec' ? trim(node.value as string, 'spec') : lang;
};
const localizedObject = record<LocalizedText>(
  { value: textOrEmpty },
  { lang: languageOfText, dir: directionOfText },
  {
    check: (result, reading, node) => (!result.lang && isNeeded(reading, memberOf(node, 'lang')) ? undefined : result),
  },
);

type Given = Pick<LocalizedText, 'value'> & Partial<LocalizedText>;

/** `name_localized` and its kin: a text, or an object with `value`, `lang` and `dir`. */
export const localizedTexts = languageMap<LocalizedText>((lang, dir, stray) => (reading, node, lost) => {
  const given: Given | undefined =
    typeof node.value === 'string' ? asObject(textOrEmpty(reading, node, lost)) : localizedObject(reading, node, lost);
  const result = given && { lang, dir, ...given };
  return result && stray && !given.lang
    ? reading.report('invalid-language-tag', node, { lost, detail: stray })
    : result;
});

function asObject(value: string | undefined): Given | undefined {
  return value === undefined ? undefined : { value };
}

const images = listOf(image);

/** `icons_localized`. Chromium leaves out a language without icons. */
export const localizedImages = languageMap(() => (reading, node, lost) => {
  const found = images(reading, node, lost);
  return reading.rules === 'spec' ? (found ?? []) : found?.length ? found : undefined;
});
