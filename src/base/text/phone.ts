import { plainText } from './plain.js';

/** The country codes of one and two digits; all others have three. */
const countryCode = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;
/** Where numbers themselves begin with 0, so that it is dialled from abroad too. */
const zeroBelongs = '39 47 225 226 227 229 241 242 247 267 268 378 687 992'.split(' ');
/** E.164: a country code that does not begin with 0, and 15 digits at most. */
const international = /^\+[1-9]\d{6,14}$/;
/** What is dialled in the country before a number, as `+49 (0)30`; 06 in Hungary, 8 in Russia and around it. */
const trunkPrefix = /^([^()]*)\((?:0|06|8)\)/;

/** Takes out the 0 of `+49 (0)30` and `+44 (020)`, which is dialled only in the country. */
function withoutTrunk(digits: string): string {
  const code = countryCode.exec(digits)?.[0] ?? '';
  const own = digits.slice(code.length);
  return zeroBelongs.includes(code) ? digits : code + own.replace(code === '36' ? /^06/ : /^0/, '');
}

/**
 * A telephone number as in E.164, from what a user typed or what a contact or a link holds; undefined if it does not
 * name its country.
 */
export function plainPhone(typed: string): string | undefined {
  const written = plainText(typed)
    .trim()
    .replace(/^tel: ?/i, '')
    .replace(/^0[ .\-/]*0(?=[ .\-/]*[1-9])/, '+');
  const code = countryCode.exec(written.replace(/\D/g, ''))?.[0] ?? '';
  const [, before = ''] = trunkPrefix.exec(written) ?? [];
  const isTrunk = before.replace(/\D/g, '') === code && !zeroBelongs.includes(code);
  const digits = (isTrunk ? written.replace(trunkPrefix, '$1') : written).replace(/^\+|[ ().\-/]/g, '');
  const number = `+${withoutTrunk(digits)}`;
  return written.startsWith('+') && international.test(number) ? number : undefined;
}
