import contract from '../../../contract/schemas.json' with { type: 'json' };
import { withoutMarks, writeDigits } from '../../../src/base/text/plain.js';
import { Refusal } from '../http/refusal.js';
import { withoutIdleJoiners, withoutRightJoiners } from './joiners.js';
import { textAsWritten } from './written-text.js';

const longest = contract.$defs.SignupRequest.properties.username.maxLength;

/**
 * What a name may be written in: one of the scripts that Unicode recommends for identifiers, or one of the combinations
 * in which Chinese, Japanese and Korean are written, with Latin. Digits, spaces and punctuation are common to all.
 *
 * @see {@link https://www.unicode.org/reports/tr39/#Restriction_Level_Detection UTS 39, Highly Restrictive}
 */
const scripts =
  'Arab Armn Beng Cyrl Deva Ethi Geor Grek Gujr Guru Hebr Khmr Knda Laoo Latn Mlym Mymr Orya Sinh Taml Telu Thaa Thai Tibt';
const writings = [...scripts.split(' '), 'Latn Hani Hira Kana', 'Latn Hani Bopo', 'Latn Hani Hang'].map((together) => {
  const classes = [...together.split(' '), 'Zyyy', 'Zinh'].map((script) => `\\p{scx=${script}}`);
  return new RegExp(`^[${classes.join('')}]*$`, 'u');
});

/** Controls, what is invisible or changes the direction of what follows, and what Unicode has not assigned. */
const unfit = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Letters of other scripts that look like Latin ones, and digits that look like letters. Users can distinguish names
 * within one script; look-alikes of two scripts cannot be distinguished on the screen.
 *
 * @see {@link https://www.unicode.org/reports/tr39/#Confusable_Detection UTS 39, Confusable Detection}
 */
const lookalikes = new Map(
  [
    'a аαɑ',
    'b ЬƄ',
    'c сϲ',
    'd ԁ',
    'e еҽ',
    'g ɡց',
    'h һհ',
    'i іιı',
    'j јϳ',
    'k κкĸ',
    'l ӏ1ו',
    'n ոռη',
    'o оοօס0०০੦૦୦௦౦೦൦๐໐၀០',
    'p рρ',
    'q ԛզ',
    's ѕ',
    't тτ',
    'u υսʋ',
    'v νѵ',
    'w ԝѡա',
    'x хχ',
    'y уγү',
    'z ᴢ',
  ].flatMap((line) => Array.from(line.slice(2), (character) => [character, line[0]!] as const)),
);

/** Invisible marks that a page or keyboard has left around a name. */
const around = /^[\s\p{Default_Ignorable_Code_Point}]+|[\s\p{Default_Ignorable_Code_Point}]+$/gu;

/** The name as the user wrote it. @throws {Refusal} 400 if it is invalid. */
export function nameAsWritten(name: string, member = 'username'): string {
  const written = textAsWritten(member, withoutIdleJoiners(name.replace(around, '')), longest);
  const refuse = (reason: string): never => {
    throw new Refusal(400, 'bad_request', { message: `${member}: ${reason}` });
  };
  if (unfit.test(withoutRightJoiners(written)))
    refuse('a character that is invisible or changes the direction of the text');
  if (!isOneWriting(written)) refuse('letters of several scripts');
  return written;
}

/** The name that is shown, as the user wrote it. @throws {Refusal} 400 if it is invalid. */
export function displayNameAsWritten(displayName: string): string {
  return textAsWritten('displayName', displayName, longest);
}

/** Whether all letters of the name are of one script, or of those that are written together. */
function isOneWriting(name: string): boolean {
  const compatible = name.normalize('NFKC');
  return writings.some((writing) => writing.test(compatible));
}

/** Takes out of a name what an account may not be called, or returns nothing when that is not enough. */
export function nameFrom(text: string): string {
  const cleaned = text.replaceAll(new RegExp(unfit, 'gu'), '').trim();
  return isOneWriting(cleaned) ? cleaned : '';
}

/**
 * The name in the form in which equal spellings are equal: without joiners, which not every keyboard has, and with the
 * digits of all scripts in ASCII. @throws {Refusal} 400 if it is invalid.
 */
export function nameAsCompared(name: string, member = 'username'): string {
  return withoutMarks(writeDigits(nameAsWritten(name, member))).toLowerCase();
}

/** The form in which a name is compared that somebody has typed to sign in. @throws {Refusal} 400 if it cannot be one. */
export function nameAsTyped(name: string): string {
  return nameAsCompared(writeDigits(withoutMarks(name)));
}

/** What names have in common that look alike, from {@link nameAsCompared}. It is never shown. */
export function skeletonOf(compared: string): string {
  return Array.from(compared.normalize('NFD'), (character) => lookalikes.get(character) ?? character)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}
