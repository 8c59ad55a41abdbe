import { providerMetadataLifetime, providerPause } from '../config/lifetimes.js';
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import { allowInsecureRequests, customFetch as discoveryFetch, discovery } from 'openid-client';
import { isLocalhost } from '../http/localhost.js';
import { createRefetchLimit, isWithin } from '../oidc/key-cache.js';
import { createProviderFetch, type ProviderFetch } from '../oidc/provider-fetch.js';
import { ProviderFailure, toProviderFailure } from '../oidc/provider-failure.js';
import type { FedCmSettings } from './settings.js';

type RemoteKeys = ReturnType<typeof createRemoteJWKSet>;

/** Whose keys. */
type KeySettings = Pick<FedCmSettings, 'clientId' | 'issuer' | 'jwksUri'>;

/** Asks the issuer's OpenID metadata where its keys are. */
async function discoverKeys(
  { issuer, clientId }: KeySettings,
  fetchFromProvider: ProviderFetch,
  deadline: number,
): Promise<string> {
  const configuration = await discovery(new URL(issuer), clientId, undefined, undefined, {
    execute: isLocalhost(new URL(issuer).hostname) ? [allowInsecureRequests] : [],
    [discoveryFetch]: fetchFromProvider,
    timeout: deadline / 1000,
  });
  const { jwks_uri: address } = configuration.serverMetadata();
  if (!address || !URL.canParse(address)) throw new ProviderFailure('its metadata name no keys');
  return address;
}

/**
 * Creates the function that finds the key of a token among those that the provider publishes. Keys are cached for 10
 * minutes, and fetched again at once for an unknown key, every 10 s at most. `deadline`, in milliseconds, applies to each
 * request.
 *
 * The function rejects with `ProviderFailure` when the keys cannot be fetched, and as `jose` does if no key fits
 * the token.
 */
export function createProviderKeys(settings: KeySettings, now: () => number, deadline: number): JWTVerifyGetKey {
  const fetchFromProvider = createProviderFetch(
    settings.issuer,
    ...(settings.jwksUri === undefined ? [] : [settings.jwksUri]),
  );
  const mayRefetch = createRefetchLimit(now);
  let found: { keys: Promise<RemoteKeys>; at: number; lifetime: number } | undefined;

  const createKeys = async (): Promise<RemoteKeys> => {
    const address = settings.jwksUri ?? (await discoverKeys(settings, fetchFromProvider, deadline));
    return createRemoteJWKSet(new URL(address), {
      timeoutDuration: deadline,
      // We say ourselves when an unknown key is a reason to ask again.
      cooldownDuration: Infinity,
      [customFetch]: (url, { headers, ...options }) =>
        fetchFromProvider(url, { ...options, headers: Object.fromEntries(headers) } as Parameters<ProviderFetch>[1]),
    });
  };
  /** Tokens that come while the keys are looked for wait for the same answer. */
  const findKeys = (): Promise<RemoteKeys> => {
    if (found && isWithin(found.lifetime, found.at, now())) return found.keys;
    const entry = { keys: createKeys(), at: now(), lifetime: providerMetadataLifetime };
    entry.keys.catch(() => Object.assign(entry, { at: now(), lifetime: providerPause }));
    found = entry;
    return entry.keys;
  };

  return async (header, token) => {
    try {
      const keys = await findKeys();
      try {
        return await keys(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey) || !mayRefetch()) throw error;
        await keys.reload();
        return await keys(header, token);
      }
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error;
      throw toProviderFailure(error);
    }
  };
}
