import { en, type Messages } from './en.js';

const languages: Record<string, Messages> = { en };

/** The sentences for an element: in the language of its nearest `lang`, else in English. */
export function messagesFor(element: Element): Messages {
  const lang = element.closest<HTMLElement>('[lang]')?.lang || document.documentElement.lang;
  return languages[lang] ?? languages[lang.split('-')[0]!] ?? en;
}
