import { plainText } from '../base/text/plain.js';

/** Adjacent digits, or groups of digits separated by one space or hyphen. */
const grouped = /\d+(?:[ -]\d+)*/g;

/**
 * Finds the code in pasted or filled-in text: the only number of `length` digits. Undefined if there is none or more
 * than one.
 */
export function readCode(text: string, length: number): string | undefined {
  const groups = plainText(text).match(grouped) ?? [];
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
  const written = plainText(text);
  const digits = written.replace(/\D/g, '');
  const isBeginning = digits.length <= length && !/[^\d -]/.test(written);
  return typed || isBeginning ? digits.slice(0, length) : undefined;
}
