/** Signs that take the vowel from a consonant, of the scripts in which people name themselves. */
const virama =
  '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u0e3a\\u0eba\\u0f84\\u1039\\u103a\\u17d2';
/** Arabic letters that join no letter after them, and those that join none at all. */
const joinsBefore =
  '\\u0622-\\u0625\\u0627\\u0629\\u062f-\\u0632\\u0648\\u0671-\\u0673\\u0675-\\u0677\\u0688-\\u0699\\u06c0\\u06c3-\\u06cb\\u06cd\\u06cf\\u06d2\\u06d3\\u06d5\\u06ee\\u06ef\\u0759-\\u075b\\u076b\\u076c\\u0771\\u0773\\u0774\\u0778\\u0779\\u0870-\\u0882\\u088e\\u08aa-\\u08ac\\u08ae\\u08b1\\u08b2\\u08b9';
const joinsNone = '\\u0621\\u0640\\u0674\\u06e5\\u06e6\\u0883-\\u0885\\u0887\\u08ad\\u08c9';

const arabic = (...others: string[]): string => `(?![${others.join('')}])(?=\\p{L})\\p{Script=Arabic}`;
const betweenArabic = `(?<=${arabic(joinsBefore, joinsNone)}\\p{Mn}*)\\u200c(?=\\p{Mn}*${arabic(joinsNone)})`;
const right = `(?<=[${virama}])[\\u200c\\u200d]|${betweenArabic}`;
const rightJoiner = new RegExp(right, 'gu');
const idleJoiner = new RegExp(`(?!${right})(?<=\\p{Script=Arabic})\\u200c(?=\\p{Script=Arabic})`, 'gu');

/**
 * `text` without the joiners that change how it is written: a non-joiner between Arabic letters that would join, and both
 * after a virama.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc5892#appendix-A.1 RFC 5892, A.1 and A.2}
 */
export function withoutRightJoiners(text: string): string {
  return text.replace(rightJoiner, '');
}

/** `text` without non-joiners between Arabic letters that would not join anyway, such as people type in many names. */
export function withoutIdleJoiners(text: string): string {
  return text.replace(idleJoiner, '');
}
