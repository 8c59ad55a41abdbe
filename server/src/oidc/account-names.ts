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

/** What comes before the first @, in any of its widths: names are compared without regard to width. */
const beforeAt = (text: string): string => text.split(/[@\uff20\ufe6b]/)[0]!;

/** The name to show to others: `name`, else the name of the account. */
export function displayNameOf({ claims }: ProviderUser): string {
  return cleanClaim(claims['name']) || accountNameOf(claims);
}

/** The address, if the provider has verified it, which Apple says in text; else what comes before its `@`. */
function readEmail({ email, email_verified: isVerified }: ProviderUser['claims']): string {
  const address = cleanClaim(email);
  return isVerified === true || isVerified === 'true' ? address : beforeAt(address);
}

function accountNameOf(claims: ProviderUser['claims']): string {
  const email = readEmail(claims);
  const preferred = cleanClaim(claims['preferred_username']);
  // Users may choose both: an address that is not the verified one says nothing of its domain.
  const names = [preferred === email ? email : beforeAt(preferred), email, beforeAt(cleanClaim(claims['name']))];
  return names.map(nameFrom).find(Boolean) ?? 'person';
}

/**
 * Names for a new account, in the order in which to try them, the last one always free. A name that is taken belongs to
 * another user, even if the provider reports the same e-mail address.
 */
export function* proposeAccountNames({ claims }: ProviderUser): Generator<string> {
  const name = accountNameOf(claims);
  yield name;
  // The address is another user's then.
  const own = beforeAt(name);
  for (let number = 2; number < 10; number += 1) yield `${own} ${number}`;
  yield `${own} ${randomText(9)}`;
}
