import { providerClockTolerance } from '../config/lifetimes.js';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IDToken } from 'openid-client';
import { ProviderFailure } from './provider-failure.js';
import type { ProviderSettings } from './settings.js';

const hashes: Record<string, string> = { '256': 'sha256', '384': 'sha384', '512': 'sha512' };

/** The hash that goes with the token's signature algorithm; the Edwards curve that OpenID knows brings SHA-512. */
function hashFor(idToken: string): string {
  const { alg } = JSON.parse(Buffer.from(idToken.split('.')[0]!, 'base64url').toString()) as { alg: string };
  return hashes[alg.slice(-3)] ?? 'sha512';
}

function isHashOf(accessToken: string, idToken: string, claimed: unknown): boolean {
  if (typeof claimed !== 'string') return false;
  const digest = createHash(hashFor(idToken)).update(accessToken).digest();
  const expected = Buffer.from(digest.subarray(0, digest.length / 2).toString('base64url'));
  const given = Buffer.from(claimed);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Whether a claim can name a user, or a session, at the provider: printable ASCII of up to 255 characters. */
export const isName = (claim: unknown): claim is string =>
  typeof claim === 'string' && /^[\u0020-\u007e]{1,255}$/.test(claim);

/**
 * Names the first claim that is wrong of those that libraries leave open, for a token that has them: a subject of a
 * usable length, `azp`, an `iat` in the future of `now` (epoch milliseconds).
 */
export function findWrongClaim(
  { sub, azp, iat, auth_time }: Pick<IDToken, 'sub' | 'azp' | 'iat' | 'auth_time'>,
  clientId: string,
  now: number,
): string | undefined {
  if (!isName(sub)) return 'unusable "sub" claim';
  if (azp !== undefined && azp !== clientId) return 'unexpected "azp" claim';
  if (iat > now / 1000 + providerClockTolerance) return '"iat" claim in the future';
  if (auth_time !== undefined && auth_time > now / 1000 + providerClockTolerance)
    return '"auth_time" claim in the future';
  return undefined;
}

/**
 * Checks of an ID token what the library leaves open, once it has checked the rest: the claims above, `at_hash`, and `acr`
 * where one was asked for.
 *
 * @throws {ProviderFailure} naming the claim.
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation OpenID Connect Core, 3.1.3.7 and
 *   3.1.3.8}
 */
export function checkIdToken(
  idToken: string,
  accessToken: string,
  claims: IDToken,
  { clientId, acrValues }: Pick<ProviderSettings, 'clientId' | 'acrValues'>,
): void {
  const wrong = findWrongClaim(claims, clientId, Date.now());
  if (wrong) throw new ProviderFailure(wrong);
  const { at_hash: hash } = claims;
  if (hash !== undefined && !isHashOf(accessToken, idToken, hash))
    throw new ProviderFailure('"at_hash" claim of another access token');
  const { acr } = claims;
  if (acrValues !== undefined && (typeof acr !== 'string' || !acrValues.split(' ').includes(acr)))
    throw new ProviderFailure('"acr" claim is not among those asked for');
}
