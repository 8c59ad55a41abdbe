import { providerMetadataLifetime, providerPause } from '../config/lifetimes.js';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildAuthorizationUrlWithPAR,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchProtectedResource,
  fetchUserInfo,
  getDPoPHandle,
  randomDPoPKeyPair,
  refreshTokenGrant,
  ResponseBodyError,
  tokenRevocation,
  type DPoPHandle,
  type DPoPOptions,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client';
import { within } from '../within.js';
import { isLocalhost } from '../http/localhost.js';
import { chooseAuthentication, createClientAuthentication } from './client-authentication.js';
import { checkIdToken } from './id-token.js';
import { createKeyCache, isWithin, keyIdIn } from './key-cache.js';
import { createProviderFetch, type ProviderFetch } from './provider-fetch.js';
import { ProviderFailure, toProviderFailure } from './provider-failure.js';
import type { ProviderSettings } from './settings.js';

/** What only this flow knows, 32 random bytes each in base64url. */
export interface FlowSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** Claims about a user, as the provider makes them. */
export type Claims = Readonly<Record<string, unknown>>;

/** A user whom the provider has authenticated. Claims other than the subject are only names, and prove nothing. */
export interface ProviderUser {
  subject: string;
  claims: Claims;
  /** Milliseconds since the user authenticated at the provider; undefined when that does not say. */
  authenticatedAgo: number | undefined;
  refreshToken: string | undefined;
}

/** What is asked of the provider for one sign-in. */
export interface AuthorizationRequest {
  redirectUri: string;
  secrets: FlowSecrets;
  /** The user must have authenticated no longer ago than these seconds. */
  maxAge: number | null;
  /** The name or address that the user typed. */
  loginHint?: string | undefined;
  /** The languages that the browser prefers, as tags. */
  languages?: readonly string[];
}

/**
 * A provider, as the server talks to it. Every operation rejects with `ProviderFailure`, at the latest at its deadline.
 */
export interface Provider {
  settings: ProviderSettings;
  issuer: string;
  /** Where to send the browser. */
  authorizationUrl(request: AuthorizationRequest): Promise<URL>;
  /**
   * Exchanges the code in `callback`, the address that the browser came back to, and checks all that came with it.
   * `maxAge` is in seconds.
   */
  redeem(callback: URL, secrets: FlowSecrets, maxAge: number | null): Promise<ProviderUser>;
  /** Uses a refresh token of `subject` and returns the one to use next, or nothing when the grant is gone. */
  refresh(refreshToken: string, subject: string): Promise<string | undefined>;
  /** Revokes a refresh token, where the provider has an endpoint for that. */
  revoke(refreshToken: string): Promise<void>;
  /** Where a sign-out continues, to end the provider's own session; undefined where the provider has no such page. */
  endSessionUrl(returnTo: string): Promise<URL | undefined>;
}

/** A response that can be read again and again. */
interface KeptResponse {
  text: string;
  status: number;
}

const replay = ({ text, status }: KeptResponse): Response =>
  new Response(text || null, { status, headers: { 'Content-Type': 'application/json' } });

/** GitHub answers errors with the status 200, which the library takes for a broken success. */
async function correctStatus(response: Response): Promise<Response> {
  if (response.status !== 200) return response;
  const text = await response.text();
  const isError = /^\s*\{\s*"error"\s*:/.test(text);
  return replay({ text, status: isError ? 400 : 200 });
}

/** Whether the claims have something that a user can be called by. */
const hasName = (claims: Claims): boolean =>
  ['name', 'preferred_username', 'email'].some((claim) => typeof claims[claim] === 'string');

/**
 * Creates the client of a provider. `now` is epoch milliseconds; `deadline`, in milliseconds, applies to all requests of
 * an operation together.
 */
export function createProvider(settings: ProviderSettings, now: () => number, deadline = 10_000): Provider {
  const { issuer, clientId, scope, oauth } = settings;
  const fetchFromProvider = createProviderFetch(
    issuer,
    ...(oauth ? [oauth.authorizationEndpoint, oauth.tokenEndpoint, oauth.api] : []),
  );
  const fetchKeys = createKeyCache(fetchFromProvider, now);
  const authentication = createClientAuthentication(settings);
  const extensions = [
    enableNonRepudiationChecks,
    ...(isLocalhost(new URL(issuer).hostname) ? [allowInsecureRequests] : []),
  ];
  let discovered: { metadata: Promise<KeptResponse>; at: number; lifetime: number } | undefined;
  let keyPair: ReturnType<typeof randomDPoPKeyPair> | undefined;

  /** Requests that come while the metadata are fetched wait for the same answer. */
  const fetchMetadata: ProviderFetch = async (url, options) => {
    if (!discovered || !isWithin(discovered.lifetime, discovered.at, now())) {
      const metadata = fetchFromProvider(url, options).then(async (response) => ({
        text: await response.text(),
        status: response.status,
      }));
      discovered = { metadata, at: now(), lifetime: providerMetadataLifetime };
    }
    return replay(await discovered.metadata);
  };

  const discover = async (): Promise<Configuration> => {
    const asked = discovered;
    try {
      return await discovery(new URL(issuer), clientId, undefined, authentication, {
        execute: extensions,
        [customFetch]: fetchMetadata,
        timeout: deadline / 1000,
      });
    } catch (error) {
      if (discovered && discovered !== asked) Object.assign(discovered, { at: now(), lifetime: providerPause });
      throw error;
    }
  };

  const configureOAuth = ({ authorizationEndpoint, tokenEndpoint }: NonNullable<typeof oauth>): Configuration => {
    const metadata = { issuer, authorization_endpoint: authorizationEndpoint, token_endpoint: tokenEndpoint };
    const configuration = new Configuration(metadata, clientId, undefined, authentication);
    configuration.timeout = deadline / 1000;
    if (isLocalhost(new URL(issuer).hostname)) allowInsecureRequests(configuration);
    return configuration;
  };

  /** What one operation works with: it sees the keys that its own ID token needs. */
  const configure = async (): Promise<Configuration> => {
    const configuration = oauth ? configureOAuth(oauth) : await discover();
    const { token_endpoint: tokens, jwks_uri: keys } = configuration.serverMetadata();
    let keyId: string | undefined;
    configuration[customFetch] = async (url, options) => {
      if (url === keys) return fetchKeys(keyId, url, options);
      const response = await fetchFromProvider(url, options);
      if (url !== tokens) return response;
      if (oauth) return correctStatus(response);
      keyId = keyIdIn(await response.clone().text());
      return response;
    };
    return configuration;
  };

  const ask = async <Result>(work: (configuration: Configuration) => Promise<Result>): Promise<Result> => {
    try {
      const late = () => new ProviderFailure(`no answer within ${deadline} ms`);
      return await within(deadline, configure().then(work), late);
    } catch (error) {
      throw toProviderFailure(error);
    }
  };

  /** Binds tokens to a key of this process, unless refresh tokens would be bound too. */
  const bind = async (configuration: Configuration): Promise<{ DPoP?: DPoPHandle }> => {
    const metadata = configuration.serverMetadata();
    const isPublic = chooseAuthentication(settings, metadata) === 'none';
    const isOffered = !isPublic && metadata.dpop_signing_alg_values_supported?.includes('ES256') === true;
    if (!(settings.dpop ?? isOffered)) return {};
    keyPair ??= randomDPoPKeyPair('ES256');
    return { DPoP: getDPoPHandle(configuration, await keyPair) };
  };

  /** The claims of the ID token, with those of the UserInfo endpoint if it has no name. */
  const readClaims = async (
    configuration: Configuration,
    tokens: TokenEndpointResponse & TokenEndpointResponseHelpers,
    options: DPoPOptions,
  ): Promise<Claims> => {
    const claims = tokens.claims()!;
    if (hasName(claims) || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
    const { sub: _sub, ...more } = await fetchUserInfo(configuration, tokens.access_token, claims.sub, options);
    return { ...more, ...claims };
  };

  const readOAuthUser = async (
    configuration: Configuration,
    { readUser, api }: NonNullable<typeof oauth>,
    accessToken: string,
  ): Promise<{ subject: string; claims: Claims }> => {
    const askApi = async (path: string): Promise<unknown> => {
      const response = await fetchProtectedResource(configuration, accessToken, new URL(`${api}${path}`), 'GET');
      if (response.status !== 200) throw new ProviderFailure(`it answered ${response.status} for its user`);
      return response.json();
    };
    const { id, name, username, email, isEmailVerified } = await readUser(askApi);
    const subject = typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : id;
    if (typeof subject !== 'string' || !/^[\u0021-\u007e]{1,255}$/.test(subject))
      throw new ProviderFailure('its user has no id');
    const claims = { name, preferred_username: username, ...(isEmailVerified && { email, email_verified: true }) };
    return { subject, claims };
  };

  const authorizationParameters = async (
    { redirectUri, secrets, maxAge, loginHint, languages = [] }: AuthorizationRequest,
    configuration: Configuration,
  ): Promise<Record<string, string>> => {
    const { ui_locales_supported: locales } = configuration.serverMetadata();
    const { prompt, acrValues, responseMode, parameters } = settings;
    // OpenID Connect Core, 11: without it no refresh token is given.
    const asked = prompt ?? (scope.split(' ').includes('offline_access') ? 'consent' : undefined);
    return {
      ...(locales && languages.length > 0 && { ui_locales: languages.join(' ') }),
      ...parameters,
      redirect_uri: redirectUri,
      scope,
      state: secrets.state,
      ...(!oauth && settings.nonce !== 'absent' && { nonce: secrets.nonce }),
      code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
      ...(responseMode && { response_mode: responseMode }),
      ...(asked !== undefined && { prompt: asked }),
      ...(acrValues !== undefined && { acr_values: acrValues }),
      ...(loginHint && { login_hint: loginHint }),
      ...(maxAge !== null && { max_age: String(maxAge), ...oauth?.again }),
    };
  };

  return {
    settings,
    issuer,

    authorizationUrl: (request) =>
      ask(async (configuration) => {
        const parameters = await authorizationParameters(request, configuration);
        const metadata = configuration.serverMetadata();
        const isPushed = settings.pushedRequests ?? metadata.pushed_authorization_request_endpoint !== undefined;
        return isPushed || metadata['require_pushed_authorization_requests'] === true
          ? buildAuthorizationUrlWithPAR(configuration, parameters, await bind(configuration))
          : buildAuthorizationUrl(configuration, parameters);
      }),

    redeem: (callback, { state, nonce, verifier }, maxAge) =>
      ask(async (configuration) => {
        const bound = await bind(configuration);
        const tokens = await authorizationCodeGrant(
          configuration,
          callback,
          {
            expectedState: state,
            pkceCodeVerifier: verifier,
            ...(!oauth && { idTokenExpected: true }),
            ...(!oauth && settings.nonce !== 'absent' && { expectedNonce: nonce }),
            ...(!oauth && maxAge !== null && { maxAge }),
          },
          undefined,
          bound,
        );
        const refreshToken = tokens.refresh_token;
        if (oauth) {
          const user = await readOAuthUser(configuration, oauth, tokens.access_token);
          return { ...user, authenticatedAgo: undefined, refreshToken: undefined };
        }
        const idToken = tokens.claims()!;
        checkIdToken(tokens.id_token!, tokens.access_token, idToken, settings);
        const claims = await readClaims(configuration, tokens, bound);
        const authenticatedAgo =
          idToken.auth_time === undefined ? undefined : Math.max(0, Date.now() - idToken.auth_time * 1000);
        return { subject: subjectOf(idToken, settings), claims, authenticatedAgo, refreshToken };
      }),

    refresh: (refreshToken, subject) =>
      ask(async (configuration) => {
        try {
          const tokens = await refreshTokenGrant(configuration, refreshToken, undefined, await bind(configuration));
          const claims = tokens.claims();
          if (claims && subjectOf(claims, settings) !== subject) return undefined;
          return tokens.refresh_token ?? refreshToken;
        } catch (error) {
          if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return undefined;
          throw error;
        }
      }),

    revoke: (refreshToken) =>
      ask(async (configuration) => {
        if (configuration.serverMetadata().revocation_endpoint === undefined) return;
        await tokenRevocation(configuration, refreshToken, { token_type_hint: 'refresh_token' });
      }),

    endSessionUrl: (returnTo) =>
      ask(async (configuration) =>
        configuration.serverMetadata().end_session_endpoint === undefined
          ? undefined
          : buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }),
      ),
  };
}

/** Names the user at the issuer: where that has tenants, each has subjects of its own. */
function subjectOf({ sub, tid }: { sub: string; tid?: unknown }, { hasTenants }: ProviderSettings): string {
  if (!hasTenants) return sub;
  if (typeof tid !== 'string' || !/^[\w-]{1,64}$/.test(tid)) throw new ProviderFailure('unusable "tid" claim');
  return `${tid}/${sub}`;
}
