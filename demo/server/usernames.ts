import { Refusal } from './refusal.js';

/**
 * The name as the person wrote it, without white space around it.
 *
 * @throws {Refusal} 400 when nothing is left, or when the text holds half a surrogate pair, which no database keeps as it is.
 */
export function nameAsWritten(username: string): string {
  const name = username.trim().normalize('NFC');
  if (name === '' || /\p{Surrogate}/u.test(name)) throw new Refusal(400, 'bad_request', { message: 'username: nothing that can be a name' });
  return name;
}

/** The name in the form in which two spellings of it are equal. */
export function nameAsCompared(username: string): string {
  return nameAsWritten(username).normalize('NFKC').toLowerCase();
}
