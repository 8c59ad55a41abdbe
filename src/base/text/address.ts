import { plainEmail } from './email.js';
import { plainPhone } from './phone.js';

/** Whether a user typed an e-mail address, not a telephone number. */
export function isEmail(typed: string): boolean {
  return /[@\uff20\ufe6b]/.test(typed);
}

/** As mail programs copy an address: after the name of its owner, in angle brackets or quotes, before a comma. */
const unwrap = (text: string): string => {
  // No address is as long, and the expressions take a time that grows with the square of the length.
  if (text.length > 1000) return text;
  const bare = text.replace(/[\s,;]+$/, '');
  return /<([^<>\s]+@[^<>\s]+)>$/.exec(bare)?.[1] ?? /^["'“”„‘’«»‹›(](.*)["'“”‘’«»‹›)]$/s.exec(bare)?.[1] ?? bare;
};

/**
 * An e-mail address, without what mail programs put around it, and what keyboards add to words: a space beside the @, and
 * the period at the end.
 */
export function emailToSend(typed: string): string {
  return unwrap(plainEmail(typed))
    .replace(/\s*@\s*/, '@')
    .replace(/[\s.\u3002]+$/, '');
}

/** Where a message can go, as a page sends it: what is not a telephone number stays for the backend to refuse. */
export function addressToSend(typed: string): string {
  return isEmail(typed) ? emailToSend(typed) : (plainPhone(typed) ?? typed.trim());
}
