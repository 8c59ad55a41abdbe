/** Invisible characters: joiners, marks of direction, soft hyphens, byte order marks. */
const marks = /\p{Default_Ignorable_Code_Point}/gu;
/** U+2043 is a bullet, U+2212 the minus; the long sound mark is what keyboards in Japan type for a hyphen. */
const hyphens = /[\p{Pd}\u2043\u2212\u30fc]/gu;

/** `text` without its invisible characters. */
export function withoutMarks(text: string): string {
  return text.replace(marks, '');
}

/** Converts the digits of `text` from any script to ASCII. Other characters stay. */
export function writeDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    // The ten digits of a script have consecutive code points.
    let value = 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - value - 1))) value++;
    return String(value);
  });
}

/**
 * What a user typed or pasted, in the characters of an English keyboard where it has them: digits of any script,
 * letters of any width, spaces and hyphens of any kind. Nothing invisible is left.
 */
export function plainText(typed: string): string {
  return withoutMarks(writeDigits(withoutMarks(typed)))
    .replace(/\s/g, ' ')
    .replace(hyphens, '-');
}
