import { withoutMarks, writeDigits } from './plain.js';

/** Letters, digits and signs as keyboards for Chinese, Japanese and Korean type them, and a small @. */
const wide = /[\uff01-\uff5e\ufe6b]/g;
/** Joiners are part of some words in Arabic and Indic scripts, and so of some domains. */
const marksButJoiners = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu;
// oxlint-disable-next-line no-control-regex
const ascii = /^[\0-\x7f]*$/;

const narrow = (character: string): string =>
  character === '\ufe6b' ? '@' : String.fromCharCode(character.charCodeAt(0) - 0xfee0);

/** Digits in ASCII where no other letter of another script is left then. */
const withPlainDigits = (text: string): string => {
  const digits = text.replace(/\p{Nd}+/gu, writeDigits);
  return ascii.test(digits) ? digits : text;
};

const plainDomain = (typed: string): string => {
  const visible = withPlainDigits(withoutMarks(typed).trimEnd());
  return ascii.test(visible) ? visible : typed.replace(/^[\s\u200c\u200d]+|[\s\u200c\u200d]+$/g, '');
};

/**
 * An e-mail address from what a user typed or what a link holds: without `mailto:` and invisible marks, in letters of
 * usual width. Whether it is one is not checked.
 */
export function plainEmail(typed: string): string {
  const text = typed.replace(wide, narrow).replace(marksButJoiners, '').trim();
  const isLink = /^mailto:/i.test(withoutMarks(text).trim());
  const address = isLink ? text.replace(/^[^:]*:/, '').replace(/\?.*$/s, '') : text;
  const [local, ...domains] = address.split('@');
  return [withPlainDigits(withoutMarks(local!).trimStart()), ...domains.map(plainDomain)].join('@').trim();
}
