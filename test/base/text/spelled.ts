import fc from 'fast-check';

/** The digit 0 of scripts that people type in. */
const zeros = Array.from('0٠۰०০੦૦୦௦౦೦൦๐໐༠၀០０𝟎𞥐', (zero) => zero.codePointAt(0)!);

/** What nobody sees, and what pages and keyboards leave in a text. */
export const marks = Array.from(
  '\u00ad\u034f\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufe0f\ufeff',
);
export const spaces = Array.from(' \t\n\u00a0\u2002\u2007\u2009\u202f\u3000');
export const hyphens = Array.from('-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d');

/** The digit in a script. */
const inScript = (digit: string, zero: number): string => String.fromCodePoint(zero + Number(digit));

/** The character in full width. */
const inFullWidth = (character: string): string => String.fromCodePoint(character.codePointAt(0)! + 0xfee0);

/**
 * Any way to type `text`: its digits in any scripts, its ASCII in full width, `fillers` between its characters and
 * `around` it.
 */
export function spelled(
  text: string,
  fillers: readonly string[],
  around: readonly string[] = fillers,
): fc.Arbitrary<string> {
  const some = (from: readonly string[]) =>
    fc.array(fc.constantFrom(...from), { maxLength: 3 }).map((parts) => parts.join(''));
  const filling = some(fillers);
  const outside = some(around);
  const characters = Array.from(text, (character) =>
    /\d/.test(character)
      ? fc.constantFrom(...zeros).map((zero) => inScript(character, zero))
      : /[!-~]/.test(character)
        ? fc.constantFrom(character, inFullWidth(character))
        : fc.constant(character),
  );
  return fc
    .tuple(
      outside,
      ...characters.map((character, index) =>
        index === 0 ? character : fc.tuple(filling, character).map((pair) => pair.join('')),
      ),
      outside,
    )
    .map((parts) => parts.join(''));
}

/** Two right values, and a way to type each. */
export const twoSpelled = (
  values: fc.Arbitrary<string>,
  fillers: readonly string[],
  around: readonly string[] = fillers,
): fc.Arbitrary<{ value: string; typed: string }[]> =>
  fc.array(
    values.chain((value) => spelled(value, fillers, around).map((typed) => ({ value, typed }))),
    { minLength: 2, maxLength: 2 },
  );
