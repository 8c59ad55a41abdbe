import { providerClockTolerance } from '../config/lifetimes.js';
import { providerAlgorithms } from '../oidc/algorithms.js';
import { errors, jwtVerify, type JWTPayload } from 'jose';
import type { IDToken } from 'openid-client';
import { findWrongClaim } from '../oidc/id-token.js';
import type { ProviderUser } from '../oidc/provider.js';
import { ProviderFailure, toProviderFailure } from '../oidc/provider-failure.js';
import { Refusal } from '../http/refusal.js';
import { IdentityFailure } from '../wallet/identity-failure.js';
import type { BindingContext } from '../wallet/key-binding.js';
import { isPresentation, readPresentation } from './presentation.js';
import { createProviderKeys } from './provider-keys.js';
import type { FedCmSettings } from './settings.js';

/** A provider that browsers speak to, as the server knows it. */
export interface FedCmProvider {
  configURL: string;
  clientId: string;
  issuer: string;
  format: FedCmSettings['format'];
  /**
   * Checks a token like an ID token, and says whom it stands for. With a `format` it may also be what a browser
   * presents, for this nonce.
   *
   * @throws {Refusal} 401 `rejected` when the token is not one of the provider for this server, or no longer.
   * @throws {ProviderFailure} when the keys to check it with cannot be had.
   */
  verify(token: string, nonce: PresentationNonce): Promise<ProviderUser>;
}

/** What a presentation must be bound to, and since when it can be: epoch milliseconds. */
export type PresentationNonce = Pick<BindingContext, 'nonce' | 'requestedAt'>;

function refuseToken(reason: string): never {
  throw new Refusal(401, 'rejected', { message: `The token is not accepted: ${reason}.` });
}

/** Whether the token has other audiences too, and does not name us as the authorized party. */
function isForOthers({ aud, azp }: JWTPayload): boolean {
  return Array.isArray(aud) && aud.length > 1 && azp === undefined;
}

/** How long ago the user authenticated at the provider, in milliseconds, or nothing when it does not say. */
function readAge({ auth_time: authTime }: Record<string, unknown>, now: number): number | undefined {
  if (authTime === undefined) return undefined;
  if (typeof authTime !== 'number' || authTime < 0) refuseToken('unusable "auth_time" claim');
  return Math.max(0, now - authTime * 1000);
}

/**
 * Creates the checks for tokens of the provider. `origins` are those whose pages browsers may present to; `now` is epoch
 * milliseconds; `deadline`, in milliseconds, applies to each request.
 */
export function createFedCmProvider(
  settings: FedCmSettings,
  origins: readonly string[],
  now: () => number,
  deadline = 10_000,
): FedCmProvider {
  const { configURL, clientId, issuer, format } = settings;
  const findKey = createProviderKeys(settings, now, deadline);

  const verifySigned = async (token: string, audience?: string): Promise<JWTPayload> => {
    try {
      const { payload } = await jwtVerify(token, findKey, {
        algorithms: providerAlgorithms,
        issuer,
        ...(audience !== undefined && { audience }),
        requiredClaims: ['sub', 'exp', 'iat'],
        clockTolerance: providerClockTolerance,
        currentDate: new Date(now()),
      });
      return payload;
    } catch (error) {
      if (error instanceof ProviderFailure) throw error;
      if (error instanceof errors.JOSEError) refuseToken(error.message);
      // A key that is no use, one that is too short for example.
      throw toProviderFailure(error);
    }
  };

  const verifyPresentation = async (token: string, nonce: PresentationNonce): Promise<JWTPayload> => {
    if (!format) refuseToken('this provider is not asked for presentations');
    try {
      return await readPresentation(token, { ...nonce, origins, now: now() }, providerAlgorithms, (jwt) =>
        verifySigned(jwt),
      );
    } catch (error) {
      return error instanceof IdentityFailure ? refuseToken(error.message) : Promise.reject(error as Error);
    }
  };

  return {
    configURL,
    clientId,
    issuer,
    format,

    async verify(token, nonce) {
      const claims = (await (isPresentation(token)
        ? verifyPresentation(token, nonce)
        : verifySigned(token, clientId))) as IDToken;
      if (typeof claims.sub !== 'string') refuseToken('unusable "sub" claim');
      if (isForOthers(claims)) refuseToken('it has other audiences, and no "azp" claim');
      const wrong = findWrongClaim(claims, clientId, now());
      if (wrong) refuseToken(wrong);
      return { subject: claims.sub, claims, authenticatedAgo: readAge(claims, now()), refreshToken: undefined };
    },
  };
}
