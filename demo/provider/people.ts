/** A user of the development provider, who signs in without a password. */
export interface DemoPerson {
  sub: string;
  name: string;
  preferred_username: string;
  email: string;
  email_verified: boolean;
}

function person(sub: string, name: string): DemoPerson {
  return { sub, name, preferred_username: sub, email: `${sub}@people.example`, email_verified: true };
}

export const people: readonly DemoPerson[] = [
  person('ada', 'Ada Lovelace'),
  person('grace', 'Grace Hopper'),
  person('katherine', 'Katherine Johnson'),
  person('hedy', 'Hedy Lamarr'),
];

export function findPerson(sub: string | null | undefined): DemoPerson | undefined {
  return people.find((candidate) => candidate.sub === sub);
}

/** Whether the provider lets apps know the person: one of them is refused, so that the refusal can be seen. */
export function mayUseApps({ sub }: DemoPerson): boolean {
  return sub !== 'hedy';
}
