import { nearestWord } from '../nearest-word.js';

/** The warnings that were given, so that each is given once. */
const given = new Set<string>();

/** Warns in the console, once, of a word that an attribute does not know, and names the word that was probably meant. */
export function warnOfWord(tag: string, attribute: string, word: string, known: readonly string[]): void {
  const warning = `Latchkey: "${attribute}" of <${tag}> does not know "${word}". ${advise(word, known)}`;
  if (given.has(warning)) return;
  given.add(warning);
  console.warn(warning);
}

function advise(word: string, known: readonly string[]): string {
  if (/[;|]/.test(word)) return 'Separate words by spaces.';
  const nearest = nearestWord(word, known);
  return nearest ? `Did you mean "${nearest}"?` : `It knows ${known.map((one) => `"${one}"`).join(', ')}.`;
}
