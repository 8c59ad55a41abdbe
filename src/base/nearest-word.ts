/** The one of `known` that `word` was probably meant to be; undefined if none is near. */
export function nearestWord<Word extends string>(word: string, known: readonly Word[]): Word | undefined {
  const [nearest] = known
    .map((one) => ({ one, distance: distanceOf(plain(word), plain(one)) }))
    .filter(({ one, distance }) => distance <= Math.max(1, one.length / 3))
    .sort((one, other) => one.distance - other.distance);
  return nearest?.one;
}

/** A word without what is often written in another way. */
const plain = (word: string): string => word.toLowerCase().replace(/[-_]|s$/g, '');

/** How many letters must be changed, added, removed or swapped with the next to make the one word of the other. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  let above: number[] = [];
  let previous: string | undefined;
  // A long text is no misspelt word.
  for (const letter of one.slice(0, 50)) {
    const next = [row[0]! + 1];
    for (let index = 0; index < other.length; index++) {
      const isSwap = letter === other[index - 1] && previous === other[index];
      next.push(
        Math.min(
          next[index]! + 1,
          row[index + 1]! + 1,
          row[index]! + (letter === other[index] ? 0 : 1),
          isSwap ? above[index - 1]! + 1 : Infinity,
        ),
      );
    }
    [above, row, previous] = [row, next, letter];
  }
  return row.at(-1)!;
}
