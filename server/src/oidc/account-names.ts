import { nameFrom } from '../accounts/usernames.js';
import { randomText } from '../crypto/random-text.js';
import type { ProviderUser } from './provider.js';

/** Short enough for a number behind it. */
const longest = 200;

/**
 * The claim as a name may be written: without control characters, halves of surrogate pairs and white space around it,
 * and not too long.
 */
function cleanClaim(claim: unknown): string {
  if (typeof claim !== 'string') return '';
  return Array.from(claim.replaceAll(/[\p{Cc}\p{Surrogate}]/gu, ''))
    .slice(0, longest)
    .join('')
    .normalize('NFC')
    .trim();
}

/** The name to show to others: `name`, else the name of the account. */
export function displayNameOf({ claims }: ProviderUser): string {
  return cleanClaim(claims['name']) || accountNameOf(claims);
}

function accountNameOf(claims: ProviderUser['claims']): string {
  return (
    ['preferred_username', 'email', 'name'].map((claim) => nameFrom(cleanClaim(claims[claim]))).find(Boolean) ??
    'person'
  );
}

/**
 * Names for a new account, in the order in which to try them, the last one always free. A name that is taken belongs to
 * another user, even if the provider reports the same e-mail address.
 */
export function* proposeAccountNames({ claims }: ProviderUser): Generator<string> {
  const name = accountNameOf(claims);
  yield name;
  for (let number = 2; number < 10; number += 1) yield `${name} ${number}`;
  yield `${name} ${randomText(9)}`;
}
