import type { Brand } from './brands.js';

/** A user of a development provider, who signs in without a password. */
export interface DemoPerson {
  sub: string;
  name: string;
  preferred_username: string;
}

const person = (sub: string, name: string): DemoPerson => ({ sub, name, preferred_username: sub });

export const people: readonly DemoPerson[] = [
  person('ada', 'Ada Lovelace'),
  person('grace', 'Grace Hopper'),
  person('katherine', 'Katherine Johnson'),
  person('hedy', 'Hedy Lamarr'),
];

/** The address of a user, which the provider has verified. */
export const emailOf = ({ sub }: DemoPerson, { domain }: Brand): string => `${sub}@${domain}`;

/** All that the provider can say of a user. */
export const describePerson = (about: DemoPerson, brand: Brand): Record<string, unknown> => ({
  ...about,
  email: emailOf(about, brand),
  email_verified: true,
});

export function findPerson(sub: string | null | undefined): DemoPerson | undefined {
  return people.find((candidate) => candidate.sub === sub);
}

/** Whether the provider lets apps know the person: one of them is refused, so that the refusal can be seen. */
export function mayUseApps({ sub }: DemoPerson): boolean {
  return sub !== 'hedy';
}
