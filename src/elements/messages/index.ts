import type * as english from './en.js';

/** A messages file: the same names as the English one, in another language. */
export type Messages = typeof english;

const translations: Record<string, Partial<Messages>> = {};

/** The sentences of one subject for an element: in the language of its nearest `lang`, else as given, in English. */
export function messagesFor<Subject extends keyof Messages>(element: Element, subject: Subject, inEnglish: Messages[Subject]): Messages[Subject] {
  const lang = element.closest<HTMLElement>('[lang]')?.lang || document.documentElement.lang;
  return (translations[lang] ?? translations[lang.split('-')[0]!])?.[subject] ?? inEnglish;
}
