import { importPKCS8, SignJWT, type CryptoKey } from 'jose';
import {
  ClientSecretBasic,
  ClientSecretJwt,
  ClientSecretPost,
  None,
  PrivateKeyJwt,
  type ClientAuth,
  type ServerMetadata,
} from 'openid-client';
import { ProviderFailure } from './provider-failure.js';
import type { ClientAuthentication, ClientKey, ProviderSettings } from './settings.js';

/** A client authentication that may take a while; the library waits for it, which its type does not say. */
type Authenticate = (...request: Parameters<ClientAuth>) => void | Promise<void>;

/** How long a secret is valid that is made of a key, for one request. */
const secretLifetime = '5 minutes';

/** In the order of preference. With a secret the first that the provider supports is used. */
const withSecret = ['client_secret_basic', 'client_secret_post', 'client_secret_jwt'] as const;

/**
 * Chooses how the server proves itself: as configured, else by its key, else by its secret in the way that the metadata
 * name, else not at all.
 *
 * @throws {ProviderFailure} if the metadata name no way that goes with a secret. `tls_client_auth` is not among ours: the
 *   proxy in front of a server, not the server, holds certificates.
 */
export function chooseAuthentication(
  { clientAuthentication, clientSecret, key }: ProviderSettings,
  { token_endpoint_auth_methods_supported: supported = ['client_secret_basic'] }: Partial<ServerMetadata>,
): ClientAuthentication {
  if (clientAuthentication) return clientAuthentication;
  if (key) return 'private_key_jwt';
  if (clientSecret === undefined) return 'none';
  const found = withSecret.find((method) => supported.includes(method));
  if (!found) throw new ProviderFailure('its metadata name no client authentication with a secret');
  return found;
}

/** Apple's secret: a token that the key of the team signs, made for each request. */
function appleSecret(clientId: string, { keyId, teamId, algorithm }: ClientKey, key: Promise<CryptoKey>): Authenticate {
  return async (server, _client, body) => {
    body.set('client_id', clientId);
    const secret = new SignJWT()
      .setProtectedHeader({ alg: algorithm, kid: keyId! })
      .setIssuer(teamId!)
      .setSubject(clientId)
      .setAudience(server.issuer)
      .setIssuedAt()
      .setExpirationTime(secretLifetime);
    body.set('client_secret', await secret.sign(await key));
  };
}

/** Creates how the server proves itself to a provider, decided when the metadata are known. */
export function createClientAuthentication(settings: ProviderSettings): ClientAuth {
  const { clientId, clientSecret, key } = settings;
  let imported: Promise<CryptoKey> | undefined;
  const importKey = (): Promise<CryptoKey> => {
    imported ??= importPKCS8(key!.privateKey, key!.algorithm);
    // A key that cannot be read fails each request.
    imported.catch(() => {});
    return imported;
  };
  const create = async (method: ClientAuthentication): Promise<Authenticate> => {
    switch (method) {
      case 'client_secret_basic':
        return ClientSecretBasic(clientSecret);
      case 'client_secret_post':
        return ClientSecretPost(clientSecret);
      case 'client_secret_jwt':
        return ClientSecretJwt(clientSecret);
      case 'private_key_jwt':
        return PrivateKeyJwt({ key: await importKey(), ...(key!.keyId !== undefined && { kid: key!.keyId }) });
      case 'apple':
        return appleSecret(clientId, key!, importKey());
      case 'none':
        return None();
    }
  };
  const authenticate: Authenticate = async (server, ...request) =>
    (await create(chooseAuthentication(settings, server)))(server, ...request);
  return authenticate as ClientAuth;
}
