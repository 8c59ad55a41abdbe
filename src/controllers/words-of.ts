/** The words of a list that a page gives as an array, or as text with spaces between them. */
export function wordsOf<Word extends string>(list: string | readonly Word[]): Word[] {
  return typeof list === 'string' ? (list.split(/\s+/).filter(Boolean) as Word[]) : [...list];
}
