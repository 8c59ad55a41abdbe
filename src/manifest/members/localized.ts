import type { JsonNode } from '../json-node.js';
import type { Reading } from '../reading.js';
import { listOf, memberOf, object, record, text, type Rule } from '../rules.js';
import { trim } from '../text.js';
import type { LanguageMap, LocalizedText, TextDirection } from '../types.js';
import { image } from './images.js';
import { canonicalize, direction, language } from './names.js';

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
    const stray = findStrayLanguage(reading, node);
    for (const [tag, entry] of entries) {
      const lang = canonicalize(tag, reading.rules);
      const value =
        lang && !(lang === 'und' && reading.rules === 'chromium')
          ? readWith(lang, reading.dir, stray)(reading, entry, entry)
          : reading.report('invalid-language-tag', entry, { lost: entry, detail: JSON.stringify(tag) });
      if (value !== undefined) map[tag] = value;
    }
    return map;
  };
}

/** Whether an invalid language drops the whole text, as in Chromium. */
function isNeeded({ rules }: Reading, { value }: JsonNode): boolean {
  return rules === 'chromium' && typeof value === 'string' && value.trim() !== '';
}

/** The `lang` of the whole manifest, if Chromium uses it for texts without their own, and it is invalid. */
function findStrayLanguage(reading: Reading, node: JsonNode): string | undefined {
  const given = memberOf(node.parent!, 'lang');
  const { rules } = reading;
  return isNeeded(reading, given) && !canonicalize(trim(given.value as string, rules), rules)
    ? JSON.stringify(given.value)
    : undefined;
}

const languageOfText: Rule<string> = (reading, node) =>
  language(reading, node, isNeeded(reading, node) ? node.parent! : node);
const localizedObject = record<LocalizedText>(
  { value: text },
  { lang: languageOfText, dir: direction },
  {
    check: (result, reading, node) => (!result.lang && isNeeded(reading, memberOf(node, 'lang')) ? undefined : result),
  },
);

type Given = Pick<LocalizedText, 'value'> & Partial<LocalizedText>;

/** `name_localized` and its kin: a text, or an object with `value`, `lang` and `dir`. */
export const localizedTexts = languageMap<LocalizedText>((lang, dir, stray) => (reading, node, lost) => {
  const given: Given | undefined =
    typeof node.value === 'string' ? asObject(text(reading, node, lost)) : localizedObject(reading, node, lost);
  const result = given && { lang, dir, ...given };
  return result && stray && !given.lang
    ? reading.report('invalid-language-tag', node, { lost, detail: stray })
    : result;
});

function asObject(value: string | undefined): Given | undefined {
  return value === undefined ? undefined : { value };
}

/** `icons_localized`. */
export const localizedImages = languageMap(() => listOf(image));
