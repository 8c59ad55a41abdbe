/**
 * Reads a Boolean attribute that `="false"` switches off, as React 18, Vue and Svelte write it; HTML alone would switch
 * it on.
 */
export const flag = (text: string | null): boolean => text !== null && text !== 'false';

/**
 * The words of a list that a page gives as an array, or as text with spaces between them. Frameworks write an array on a
 * server as text with commas.
 */
export function wordsOf<Word extends string>(list: string | readonly Word[]): Word[] {
  return typeof list === 'string' ? (list.split(/[\s,]+/).filter(Boolean) as Word[]) : [...list];
}
