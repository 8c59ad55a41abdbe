import { providerClockTolerance } from '../config/lifetimes.js';
import { createHash } from 'node:crypto';
import { providerAlgorithms } from './algorithms.js';
import { decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose';
import { isName } from './id-token.js';
import { createProviderKeys } from '../fedcm/provider-keys.js';
import { ProviderFailure, toProviderFailure } from './provider-failure.js';
import type { ProviderSettings } from './settings.js';

/** What a provider asks to end: the sessions of a user there, or those of one session there, or both. */
export interface LogoutToken {
  subject: string | undefined;
  providerSession: string | undefined;
  /** Names the token in the store, without being it. */
  key: string;
  /** When it is over, epoch milliseconds. */
  expires: number;
}

/** Names what a logout ends at this provider: one of its sessions, or all of the user. */
export const nameLogout = (issuer: string, { subject, providerSession }: Partial<LogoutToken>): string =>
  JSON.stringify(providerSession === undefined ? [issuer, 'sub', subject] : [issuer, 'sid', providerSession]);

/** A token that ends nothing. The reason quotes nothing of it. */
export class LogoutTokenRefused extends Error {
  override readonly name = 'LogoutTokenRefused';
}

/** The issuer that the token names, which nothing proves yet; empty if it names none. */
export function issuerOfToken(token: string): string {
  try {
    return decodeJwt(token).iss ?? '';
  } catch {
    // The reason would quote what could not be read.
    return '';
  }
}

/** Checks a logout token. @throws {LogoutTokenRefused} @throws {ProviderFailure} when the keys cannot be fetched. */
export type VerifyLogoutToken = (token: string) => Promise<LogoutToken>;

const event = 'http://schemas.openid.net/event/backchannel-logout';
/** How old a token may be, in seconds, whatever it says itself: longer than a provider repeats a request. */
const oldest = 10 * 60;

function refuse(reason: string): never {
  throw new LogoutTokenRefused(reason);
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

function readText(claims: JWTPayload, name: string): string | undefined {
  const value = claims[name];
  if (value === undefined) return undefined;
  return isName(value) ? value : refuse(`unusable "${name}" claim`);
}

/**
 * Creates the checks for logout tokens of the provider. `now` is epoch milliseconds; `deadline`, in milliseconds, applies
 * to each request.
 *
 * @see {@link https://openid.net/specs/openid-connect-backchannel-1_0.html#Validation OpenID Connect Back-Channel Logout, 2.6}
 */
export function createLogoutTokens(
  { issuer, clientId }: Pick<ProviderSettings, 'issuer' | 'clientId'>,
  now: () => number,
  deadline = 10_000,
): VerifyLogoutToken {
  const findKey = createProviderKeys({ issuer, clientId, jwksUri: undefined }, now, deadline);
  return async (token) => {
    const { payload, protectedHeader } = await jwtVerify(token, findKey, {
      algorithms: providerAlgorithms,
      issuer,
      audience: clientId,
      requiredClaims: ['iat', 'exp', 'jti', 'events'],
      clockTolerance: providerClockTolerance,
      maxTokenAge: oldest,
      currentDate: new Date(now()),
    }).catch((error: unknown) => {
      if (error instanceof ProviderFailure) throw error;
      if (error instanceof errors.JOSEError) refuse(error.code);
      throw toProviderFailure(error);
    });
    const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, '');
    // Providers from before the type was recommended send none, or that of every token.
    if (type !== undefined && type !== 'logout+jwt' && type !== 'jwt') refuse('another type');
    if (payload['nonce'] !== undefined) refuse('it has a nonce, as ID tokens have');
    const events = payload['events'] as Record<string, unknown>;
    if (!isObject(events) || !Object.hasOwn(events, event) || !isObject(events[event])) refuse('no logout event');
    const [subject, providerSession] = [readText(payload, 'sub'), readText(payload, 'sid')];
    if (subject === undefined && providerSession === undefined) refuse('neither "sub" nor "sid"');
    const name = JSON.stringify([issuer, readText(payload, 'jti')]);
    return {
      subject,
      providerSession,
      key: `logout-token:${createHash('sha256').update(name).digest('base64url')}`,
      // The numbers in a token may have fractions.
      expires: Math.ceil((Math.min(payload.exp!, payload.iat! + oldest) + providerClockTolerance) * 1000),
    };
  };
}
