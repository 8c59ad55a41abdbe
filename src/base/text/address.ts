import { plainEmail } from './email.js';
import { plainPhone } from './phone.js';

/** Whether a user typed an e-mail address, not a telephone number. */
export function isEmail(typed: string): boolean {
  return /[@\uff20\ufe6b]/.test(typed);
}

/** An e-mail address, without what keyboards add to words: a space beside the @, and the period at the end. */
export function emailToSend(typed: string): string {
  return plainEmail(typed)
    .replace(/\s*@\s*/, '@')
    .replace(/[\s.\u3002]+$/, '');
}

/** Where a message can go, as a page sends it: what is not a telephone number stays for the backend to refuse. */
export function addressToSend(typed: string): string {
  return isEmail(typed) ? emailToSend(typed) : (plainPhone(typed) ?? typed.trim());
}
