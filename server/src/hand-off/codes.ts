import { randomInt } from 'node:crypto';
import { plainCode } from '../../../src/base/text/code.js';

/** No vowels, which make words, and nothing that looks like another one. */
const alphabet = '34679CDFGHJKMNPQRTWXY';
const groupLength = 4;

const drawGroup = (): string =>
  Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Draws a code of two groups, such as `7QX4-M3KF`. */
export const drawCode = (): string => `${drawGroup()}-${drawGroup()}`;

const form = new RegExp(`^[${alphabet}]{${2 * groupLength}}$`);

/** A code that was typed, as {@link drawCode} writes it; undefined if it cannot be one. */
export function writeCode(typed: string): string | undefined {
  const spelled = plainCode(typed);
  return form.test(spelled) ? `${spelled.slice(0, groupLength)}-${spelled.slice(groupLength)}` : undefined;
}
