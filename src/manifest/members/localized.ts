import { listOf, object, record, text, type Rule } from '../rules.js';
import type { LanguageMap, LocalizedText, TextDirection } from '../types.js';
import { image } from './images.js';
import { canonicalize, direction, language } from './names.js';

/**
 * From language tags to something.
 *
 * @see {@link https://www.w3.org/TR/appmanifest/#x_localized-members Web Application Manifest, *_localized members}
 */
function languageMap<Value>(readWith: (lang: string, dir: TextDirection) => Rule<Value>): Rule<LanguageMap<Value>> {
  return (reading, node, lost) => {
    const entries = object(reading, node, lost);
    if (!entries) return undefined;
    const map: LanguageMap<Value> = {};
    for (const [tag, entry] of entries) {
      const lang = canonicalize(tag);
      const value = lang ? readWith(lang, reading.dir)(reading, entry, entry) : reading.report('invalid-language-tag', entry, { lost: entry, detail: JSON.stringify(tag) });
      if (value !== undefined) map[tag] = value;
    }
    return map;
  };
}

const localizedObject = record<LocalizedText>({ value: text }, { lang: language, dir: direction });

/** `name_localized` and its kin: a text, or an object with `value`, `lang` and `dir`. */
export const localizedTexts = languageMap<LocalizedText>((lang, dir) => (reading, node, lost) => {
  const given = typeof node.value === 'string' ? asObject(text(reading, node, lost)) : localizedObject(reading, node, lost);
  return given && { lang, dir, ...given };
});

function asObject(value: string | undefined): Pick<LocalizedText, 'value'> | undefined {
  return value === undefined ? undefined : { value };
}

/** `icons_localized`. */
export const localizedImages = languageMap(() => listOf(image));
