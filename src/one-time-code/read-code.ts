/** Adjacent digits, or groups of digits separated by one space or hyphen. */
const grouped = /\d+(?:[\s\-\u2010-\u2015]\d+)*/g;

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
 * Finds the code in pasted or filled-in text: the only number of `length` digits. Undefined if there is none or more
 * than one.
 */
export function readCode(text: string, length: number): string | undefined {
  const groups = writeDigits(text).match(grouped) ?? [];
  const found = groups.flatMap((group) => {
    const joined = group.replace(/\D/g, '');
    return joined.length === length ? joined : group.split(/\D/).filter((run) => run.length === length);
  });
  return new Set(found).size === 1 ? found[0] : undefined;
}

/**
 * The part of the input's text to keep: the code if there is one, else its digits if they can be the beginning of a
 * code. Undefined for other text.
 *
 * @param typed Whether it was entered by single keys. Keys that do not fit are ignored.
 */
export function keepDigits(text: string, length: number, typed: boolean): string | undefined {
  const code = readCode(text, length);
  if (code) return code;
  const written = writeDigits(text);
  const digits = written.replace(/\D/g, '');
  const isBeginning = digits.length <= length && !/[^\d\s\-\u2010-\u2015]/.test(written);
  return typed || isBeginning ? digits.slice(0, length) : undefined;
}
