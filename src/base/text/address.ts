import { plainEmail } from './email.js';
import { plainPhone } from './phone.js';

/** Whether a user typed an e-mail address, not a telephone number. */
export function isEmail(typed: string): boolean {
  return /[@\uff20\ufe6b]/.test(typed);
}

/** Where a message can go, as a page sends it: what is not a telephone number stays for the backend to refuse. */
export function addressToSend(typed: string): string {
  return isEmail(typed) ? plainEmail(typed) : (plainPhone(typed) ?? typed.trim());
}
