import { Refusal } from '../http/refusal.js';

/**
 * The text as the user wrote it, without white space around it and in one Unicode form. Markup in it is text like any
 * other.
 *
 * @throws {Refusal} 400 that names `member` when nothing that can be seen is left, when more than `longest` characters are left, or when
 *   the text holds half a surrogate pair, which no database keeps as it is.
 */
export function textAsWritten(member: string, text: string, longest: number): string {
  const written = text.trim().normalize('NFC');
  const refuse = (reason: string): never => {
    throw new Refusal(400, 'bad_request', { message: `${member}: ${reason}` });
  };
  if (/^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(written)) refuse('nothing that can be seen');
  if (/\p{Surrogate}/u.test(written)) refuse('half a surrogate pair');
  if (Array.from(written).length > longest) refuse(`more than ${longest} characters`);
  return written;
}
