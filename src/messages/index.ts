import { loadModule } from '../base/element/load-module.js';
import { renewAll, setTranslations } from './localize.js';
import type { Messages, Texts } from './section.js';

export type { Messages, Plural, Texts } from './section.js';

/**
 * Sets sentences of the elements in a language: a further one, or other words for one that ships. Resolves when the
 * elements on the page say them. What is left out stays as it is, and is English in a language that does not ship.
 *
 * @param language A BCP 47 tag, such as `sv` or `de-CH`, compared with the nearest `lang` around an element.
 * @param messages Sentences by section and name. Declare a whole translation as {@link Messages}, so that the compiler
 *   names what is missing.
 * @throws {RangeError} if `language` is not a language tag.
 * @throws {LatchError} `network` if the part of the package that knows languages cannot be loaded.
 */
export async function setMessages(
  language: string,
  messages: { readonly [Name in keyof Messages]?: Partial<Messages[Name]> },
): Promise<void> {
  const [tag] = Intl.getCanonicalLocales(language);
  const translations = await loadModule(() => import('./translations.js'));
  translations.addTexts(tag!, messages as Record<string, Texts>);
  setTranslations(translations);
  renewAll();
}

/**
 * Loads all sentences of a language that ships, so that elements are rendered in it at once, as on a server. Elements in
 * the browser do so by themselves.
 *
 * @param language A BCP 47 tag, such as `de` or `pt-BR`.
 * @throws {RangeError} if `language` is not a language tag.
 * @throws {LatchError} `network` if the part of the package that knows languages cannot be loaded.
 */
export async function loadMessages(language: string): Promise<void> {
  const [tag] = Intl.getCanonicalLocales(language);
  const translations = await loadModule(() => import('./translations.js'));
  await translations.fetchLanguage(tag!);
  setTranslations(translations);
}
