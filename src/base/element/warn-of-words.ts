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
  const [nearest] = known
    .map((one) => ({ one, distance: distanceOf(plain(word), plain(one)) }))
    .filter(({ one, distance }) => distance <= Math.max(1, one.length / 3))
    .sort((one, other) => one.distance - other.distance);
  return nearest ? `Did you mean "${nearest.one}"?` : `It knows ${known.map((one) => `"${one}"`).join(', ')}.`;
}

/** A word without what is often written in another way. */
const plain = (word: string): string => word.toLowerCase().replace(/[-_]|s$/g, '');

/** How many letters must be changed, added or removed to make the one word of the other. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  // A long text is no misspelt word.
  for (const letter of one.slice(0, 50)) {
    const next = [row[0]! + 1];
    for (let index = 0; index < other.length; index++)
      next.push(Math.min(next[index]! + 1, row[index + 1]! + 1, row[index]! + (letter === other[index] ? 0 : 1)));
    row = next;
  }
  return row.at(-1)!;
}
