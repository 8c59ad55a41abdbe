import { textAsWritten } from './written-text.js';

/** As in the contract. */
const longest = 254;

/** The name as the person wrote it. @throws {Refusal} 400 when it is none. */
export function nameAsWritten(name: string, member = 'username'): string {
  return textAsWritten(member, name, longest);
}

/** The name in the form in which two spellings of it are equal. @throws {Refusal} 400 when it is none. */
export function nameAsCompared(name: string, member = 'username'): string {
  return nameAsWritten(name, member).normalize('NFKC').toLowerCase();
}
