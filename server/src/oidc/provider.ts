import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  refreshTokenGrant,
  ResponseBodyError,
  tokenRevocation,
  type Configuration,
  type IDToken,
} from 'openid-client';
import { isLocalhost } from '../http/localhost.js';
import { checkIdToken } from './id-token.js';
import { createProviderFetch } from './provider-fetch.js';
import { ProviderFailure, toProviderFailure } from './provider-failure.js';
import type { OidcSettings } from './settings.js';

/** What only this flow knows, 32 random bytes each in base64url. */
export interface FlowSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** A user whom the provider has authenticated. Claims other than the subject are only names, and prove nothing. */
export interface ProviderUser {
  subject: string;
  claims: IDToken;
  /** Milliseconds since the user authenticated at the provider; undefined when that does not say. */
  authenticatedAgo: number | undefined;
  refreshToken: string | undefined;
}

/**
 * The OpenID provider, as the server talks to it. Every operation rejects with `ProviderFailure`, at the latest at its
 * deadline.
 */
export interface Provider {
  issuer: string;
  /** Where to send the browser. With `maxAge` (seconds) the user must have authenticated no longer ago. */
  authorizationUrl(redirectUri: string, secrets: FlowSecrets, maxAge: number | null): Promise<URL>;
  /**
   * Exchanges the code in `callback`, the address that the browser came back to, and checks all that came with it.
   * `maxAge` is in seconds.
   */
  redeem(callback: URL, secrets: FlowSecrets, maxAge: number | null): Promise<ProviderUser>;
  /** Uses a refresh token of `subject` and returns the one to use next, or nothing when the grant is gone. */
  refresh(refreshToken: string, subject: string): Promise<string | undefined>;
  revoke(refreshToken: string): Promise<void>;
}

/**
 * How long what the provider says about itself is believed, in milliseconds. Its keys the library keeps for 5 minutes.
 */
const metadataLifetime = 60 * 60_000;
/** How long a provider that failed to say it is left alone. */
const pauseAfterFailure = 5_000;

/** Waits for `work` no longer than `milliseconds`. */
async function beforeDeadline<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderFailure(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([work, end]).finally(() => clearTimeout(timer));
}

/**
 * Creates the client of the provider. `now` is epoch milliseconds; `deadline`, in milliseconds, applies to all requests
 * of an operation together.
 */
export function createProvider(
  { issuer, clientId, clientSecret, scope }: OidcSettings,
  now: () => number,
  deadline = 10_000,
): Provider {
  const fetchFromProvider = createProviderFetch(issuer);
  let discovered: { configuration: Promise<Configuration>; until: number } | undefined;

  /** Requests that come while the metadata are fetched wait for the same answer. */
  const discover = (): Promise<Configuration> => {
    if (discovered && now() < discovered.until) return discovered.configuration;
    const configuration = discovery(new URL(issuer), clientId, undefined, ClientSecretBasic(clientSecret), {
      execute: [enableNonRepudiationChecks, ...(isLocalhost(new URL(issuer).hostname) ? [allowInsecureRequests] : [])],
      [customFetch]: fetchFromProvider,
      timeout: deadline / 1000,
    });
    const entry = { configuration, until: now() + metadataLifetime };
    configuration.catch(() => (entry.until = now() + pauseAfterFailure));
    discovered = entry;
    return configuration;
  };

  const ask = async <Result>(work: (configuration: Configuration) => Promise<Result>): Promise<Result> => {
    try {
      return await beforeDeadline(discover().then(work), deadline);
    } catch (error) {
      throw toProviderFailure(error);
    }
  };

  return {
    issuer,

    authorizationUrl: (redirectUri, { state, nonce, verifier }, maxAge) =>
      ask(async (configuration) =>
        buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope,
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(maxAge !== null && { max_age: String(maxAge) }),
        }),
      ),

    redeem: (callback, { state, nonce, verifier }, maxAge) =>
      ask(async (configuration) => {
        const tokens = await authorizationCodeGrant(configuration, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          ...(maxAge !== null && { maxAge }),
        });
        const claims = tokens.claims()!;
        checkIdToken(tokens.id_token!, tokens.access_token, claims, clientId);
        const authenticatedAgo =
          claims.auth_time === undefined ? undefined : Math.max(0, Date.now() - claims.auth_time * 1000);
        return { subject: claims.sub, claims, authenticatedAgo, refreshToken: tokens.refresh_token };
      }),

    refresh: (refreshToken, subject) =>
      ask(async (configuration) => {
        try {
          const tokens = await refreshTokenGrant(configuration, refreshToken);
          const claims = tokens.claims();
          if (claims && claims.sub !== subject) return undefined;
          return tokens.refresh_token ?? refreshToken;
        } catch (error) {
          if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return undefined;
          throw error;
        }
      }),

    revoke: (refreshToken) =>
      ask((configuration) => tokenRevocation(configuration, refreshToken, { token_type_hint: 'refresh_token' })),
  };
}
