import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
// Not the package's main module: it prints a warning about Node 20, on which everything used here is tested.
import { Provider } from 'oidc-provider/lib/provider.js';
import { createAccountPages } from './account-pages.js';
import type { Brand } from './brands.js';
import { client, isClientOrigin } from './client.js';
import { createFedCmEndpoints, type SignTokens } from './fedcm-endpoints.js';
import { interact } from './interaction.js';
import { createMemoryAdapters } from './memory-adapter.js';
import { describePerson, findPerson } from './people.js';
import { createPictures } from './pictures.js';
import type { Respond } from './respond.js';
import { createSignIns } from './sign-ins.js';

const minutes = 60;
const days = 24 * 60 * minutes;

/** The callback of an app on this machine, on any port. */
function isLocalCallback(uri: string): boolean {
  return (
    URL.canParse(uri) &&
    isClientOrigin(new URL(uri).origin) &&
    /\/auth\/callback\/[a-z0-9-]+$/.test(new URL(uri).pathname)
  );
}

/** A key as it signs, and as the library wants it. */
async function createKey(): Promise<{ privateKey: CryptoKey; jwk: { kid: string } }> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return {
    privateKey,
    jwk: { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: randomBytes(8).toString('hex') } as {
      kid: string;
    },
  };
}

function signWith(privateKey: CryptoKey, kid: string, issuer: string): SignTokens {
  const about = (sub: string, claims: Record<string, unknown>, typ: string): SignJWT =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid, typ })
      .setIssuer(issuer)
      .setSubject(sub)
      .setIssuedAt()
      .setExpirationTime('2 minutes');
  return {
    forClient: (sub, claims) => about(sub, claims, 'JWT').setAudience(client.id).sign(privateKey),
    forBrowser: (sub, claims) => about(sub, claims, 'vc+sd-jwt').sign(privateKey),
  };
}

/**
 * Creates the development provider for the address `issuer`: OpenID Connect with PKCE, refresh tokens that work once,
 * FedCM, and people who sign in by saying who they are. Everything it knows is in memory.
 */
export async function createIdentityProvider(issuer: string, brand: Brand): Promise<Respond> {
  const { privateKey, jwk } = await createKey();
  const signIns = createSignIns();
  const provider = new Provider(issuer, {
    adapter: createMemoryAdapters(),
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: ['http://localhost/auth/callback/example'],
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'client_secret_basic',
        require_auth_time: true,
      },
    ],
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email', 'email_verified'] },
    // The app reads names from the ID token, as it would from those of the large providers.
    conformIdTokenClaims: false,
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    findAccount: (_context: unknown, sub: string) => {
      const person = findPerson(sub);
      return person && { accountId: sub, claims: () => describePerson(person, brand) };
    },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    expiresWithSession: () => false,
    issueRefreshToken: () => true,
    rotateRefreshToken: () => true,
    jwks: { keys: [jwk] },
    pkce: { required: () => true },
    renderError: (
      context: { type: string; body: string },
      { error, error_description: description }: { error: string; error_description?: string },
    ) => {
      context.type = 'text/plain';
      context.body = `${error}: ${description ?? ''}`;
    },
    ttl: {
      AccessToken: 5 * minutes,
      AuthorizationCode: minutes,
      Grant: 30 * days,
      IdToken: 5 * minutes,
      Interaction: 10 * minutes,
      RefreshToken: 30 * days,
      Session: days,
    },
  });
  provider.Client.prototype.redirectUriAllowed = isLocalCallback;
  const respond = provider.callback();
  const ours = new Map(
    Object.entries({
      ...createAccountPages(brand, signIns),
      ...createFedCmEndpoints(issuer, brand, signIns, signWith(privateKey, jwk.kid, issuer)),
      ...createPictures(brand),
    }),
  );
  return (request, response) => {
    if (request.url?.startsWith('/interaction/')) return interact(provider, brand, signIns, request, response);
    return (ours.get(request.url!.split('?')[0]!) ?? respond)(request, response);
  };
}
