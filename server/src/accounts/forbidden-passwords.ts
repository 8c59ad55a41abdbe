import { withoutMarks, writeDigits } from '../../../src/base/text/plain.js';
import { Refusal } from '../http/refusal.js';
import { commonPasswords } from './common-passwords.js';

const plain = (text: string): string => withoutMarks(writeDigits(text)).toLowerCase().trim();

/** What is left of a word without the digits and signs that people put around it. */
const coreOf = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** Whether it is one character again and again, or characters in the order of the alphabet or of digits. */
function isSeries(text: string): boolean {
  const points = Array.from(text, (character) => character.codePointAt(0)!);
  const steps = new Set(points.slice(1).map((point, index) => point - points[index]!));
  return steps.size <= 1 && Math.abs([...steps][0] ?? 0) <= 1;
}

/** Whether the password says no more than `word`: the word itself, twice, or with digits and signs around it. */
function saysOnly(password: string, word: string): boolean {
  return password === word || password === word.repeat(2) || (coreOf(word) !== '' && coreOf(password) === coreOf(word));
}

/**
 * Refuses a new password that an attacker tries first: common ones, series such as `aaaaaaaa`, and the `words` that
 * strangers know of its owner and the app.
 *
 * @throws {Refusal} 400 `common_password`.
 * @see {@link https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver NIST SP 800-63B, 3.1.1.2}
 */
export function demandUncommonPassword(password: string, words: readonly string[]): void {
  const typed = plain(password);
  const isForbidden =
    commonPasswords.has(typed) ||
    isSeries(password.normalize('NFKC')) ||
    typed === '' ||
    words.some((word) => plain(word) !== '' && saysOnly(typed, plain(word)));
  if (isForbidden)
    throw new Refusal(400, 'common_password', {
      message: 'password: one that is easy to guess, because many have it or it is the name of the account or the app',
    });
}

/** What strangers know of an account and of its app: names, addresses and what stands before the @. */
export function knownWords(names: readonly string[], addresses: readonly { address: string }[] = []): string[] {
  return [...names, ...addresses.flatMap(({ address }) => [address, address.split('@')[0]!])].flatMap((name) => [
    name,
    name.replace(/\s/g, ''),
  ]);
}
