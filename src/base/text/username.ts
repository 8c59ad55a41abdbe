import { emailToSend, isEmail } from './address.js';

/**
 * Invisible characters that no name needs: all but the joiners of Arabic and Indic scripts, and the selectors and joiners of
 * pictures.
 */
const needless = /\u034f|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** A user name as a page sends it, from what a user typed; it may be an e-mail address. */
export function nameToSend(typed: string): string {
  return isEmail(typed)
    ? emailToSend(typed)
    : typed.replace(needless, '').replace(/^[\s\u200c\u200d]+|[\s\u200c\u200d]+$/g, '');
}
