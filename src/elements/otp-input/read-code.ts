/** Digits that stand together, or in groups with one space or hyphen between them. */
const grouped = /\d+(?:[\s\-\u2010-\u2015]\d+)*/g;

/** The digits of `text` in ASCII, whatever script they are written in. Everything else stays. */
export function writeDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    // Each script has its ten digits in a row.
    let value = 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - value - 1))) value++;
    return String(value);
  });
}

/**
 * Finds the code in what was pasted or filled in: the one number of `length` digits. Undefined if there is none, or
 * more than one to choose from.
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
 * What stays in the input of what stands there: the code if one is to be found in it, else its digits as long as they
 * may be the beginning of one. Undefined for what is no code and not the beginning of one.
 *
 * @param typed Whether it came by single keys, of which those that do not fit are as if they had not been pressed.
 */
export function keepDigits(text: string, length: number, typed: boolean): string | undefined {
  const code = readCode(text, length);
  if (code) return code;
  const written = writeDigits(text);
  const digits = written.replace(/\D/g, '');
  const isBeginning = digits.length <= length && !/[^\d\s\-\u2010-\u2015]/.test(written);
  return typed || isBeginning ? digits.slice(0, length) : undefined;
}
