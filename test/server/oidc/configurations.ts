import { generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
// Not the package's main module: it prints a warning about Node 20, on which everything used here is tested.
import { Provider } from 'oidc-provider/lib/provider.js';
import type { ClientAuthentication, ProviderSettings } from '../../../server/src/oidc/settings.js';
import type { SessionAnswer } from '../../../src/base/contract/types.js';
import { createClock } from '../../support/node/clock.js';
import { openProviderBrowser, type Page } from '../../support/node/provider-browser.js';
import { startServer } from '../../support/node/server.js';

type Options = Record<string, unknown>;

/** How one provider is configured, and our client of it. */
export interface Configuration {
  /** In words, for the table. */
  what: string;
  /** What differs from the defaults of `oidc-provider`. */
  provider?: Options;
  features?: Options;
  /** The metadata of the client there. */
  client?: Options;
  settings?: Partial<ProviderSettings>;
  /** What a sign-in is logged with that is refused. */
  refused?: RegExp;
  /** Whether a refresh token comes. */
  refreshes?: boolean;
}

const redirectUri = 'http://localhost:3000/auth/callback/op';
const secret = randomBytes(32).toString('base64url');
const jwkOf = (key: KeyObject, more: Options): Options => ({ ...key.export({ format: 'jwk' }), ...more });
const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });
const ed = () => generateKeyPairSync('ed25519');

/** The keys of the provider, one for each algorithm. */
const providerKeys = [
  jwkOf(rsa().privateKey, { use: 'sig', kid: 'rsa' }),
  jwkOf(ec('P-256').privateKey, { use: 'sig', kid: 'p-256' }),
  jwkOf(ec('P-384').privateKey, { use: 'sig', kid: 'p-384' }),
  jwkOf(ec('P-521').privateKey, { use: 'sig', kid: 'p-521' }),
  jwkOf(ed().privateKey, { use: 'sig', kid: 'ed' }),
];

const signedBy = (algorithm: string, refused?: RegExp): Configuration => ({
  what: `ID token signed with ${algorithm}`,
  provider: { enabledJWA: { idTokenSigningAlgValues: [algorithm] } },
  client: { id_token_signed_response_alg: algorithm },
  ...(refused && { refused }),
});

function byKey(
  algorithm: string,
  pair: { privateKey: KeyObject; publicKey: KeyObject },
  more: Partial<Configuration> = {},
) {
  const keyId = `client-${algorithm}`;
  return {
    ...more,
    what: more.what ?? `\`private_key_jwt\` with ${algorithm}`,
    client: {
      ...more.client,
      client_secret: undefined,
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [jwkOf(pair.publicKey, { kid: keyId, use: 'sig' })] },
    },
    settings: {
      clientSecret: undefined,
      key: { privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, keyId, algorithm },
      ...more.settings,
    },
  } satisfies Configuration;
}

const bySecret = (method: ClientAuthentication): Configuration => ({
  what: `\`${method}\`, the only one that the metadata name`,
  provider: { clientAuthMethods: [method] },
  client: { token_endpoint_auth_method: method },
});

/** Configurations of `oidc-provider`, which is not changed, and has its default strictness. */
export const configurations: readonly Configuration[] = [
  { what: 'all defaults: PAR, DPoP, `iss`, names from UserInfo' },
  bySecret('client_secret_basic'),
  bySecret('client_secret_post'),
  bySecret('client_secret_jwt'),
  {
    what: '`client_secret_post` as configured',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    settings: { clientAuthentication: 'client_secret_post' },
  },
  byKey('ES256', ec('P-256')),
  byKey('PS256', rsa()),
  byKey('RS256', rsa()),
  byKey('EdDSA', ed()),
  {
    what: 'public client with PKCE (`none`)',
    client: { client_secret: undefined, token_endpoint_auth_method: 'none' },
    settings: { clientSecret: undefined },
  },
  {
    what: '`tls_client_auth` alone',
    provider: { clientAuthMethods: ['tls_client_auth'] },
    features: { mTLS: { enabled: true, tlsClientAuth: true } },
    client: {
      token_endpoint_auth_method: 'tls_client_auth',
      tls_client_auth_subject_dn: 'CN=x',
      client_secret: undefined,
    },
    refused: /name no client authentication with a secret/,
  },
  {
    what: 'a wrong secret',
    settings: { clientSecret: 'wrong' },
    refused: /invalid_client/,
  },
  { what: 'without PAR', features: { pushedAuthorizationRequests: { enabled: false } } },
  { what: 'PAR turned off by us', settings: { pushedRequests: false } },
  {
    what: 'PAR required by the provider',
    features: { pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: true } },
    settings: { pushedRequests: false },
  },
  byKey('ES256', ec('P-256'), {
    what: 'PAR required, `private_key_jwt`, DPoP required (as FAPI 2 asks)',
    features: { pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: true } },
    client: { dpop_bound_access_tokens: true },
  }),
  { what: 'without DPoP', features: { dPoP: { enabled: false } } },
  { what: 'DPoP turned off by us', settings: { dpop: false } },
  {
    what: 'DPoP required, and turned off by us',
    client: { dpop_bound_access_tokens: true },
    settings: { dpop: false },
    refused: /invalid_grant/,
  },
  {
    what: 'public client, DPoP required and turned on',
    client: { client_secret: undefined, token_endpoint_auth_method: 'none', dpop_bound_access_tokens: true },
    settings: { clientSecret: undefined, dpop: true },
  },
  signedBy('RS256'),
  signedBy('PS256'),
  signedBy('ES256'),
  signedBy('ES384'),
  signedBy('ES512'),
  signedBy('EdDSA'),
  signedBy('HS256', /alg/i),
  {
    what: 'encrypted ID token',
    features: { encryption: { enabled: true } },
    client: {
      id_token_encrypted_response_alg: 'RSA-OAEP',
      id_token_encrypted_response_enc: 'A256GCM',
      jwks: { keys: [jwkOf(rsa().publicKey, { kid: 'encryption', use: 'enc', alg: 'RSA-OAEP' })] },
    },
    refused: /encrypted|JWE|decrypt/i,
  },
  { what: 'names in the ID token', provider: { conformIdTokenClaims: false } },
  {
    what: 'names in the ID token, no UserInfo',
    provider: { conformIdTokenClaims: false },
    features: { userinfo: { enabled: false } },
  },
  {
    what: 'UserInfo signed with RS256',
    features: { jwtUserinfo: { enabled: true } },
    client: { userinfo_signed_response_alg: 'RS256' },
  },
  {
    what: '`offline_access` with `prompt=consent`',
    settings: { scope: 'openid profile email offline_access' },
    refreshes: true,
  },
  {
    what: '`offline_access`, refresh tokens that work once',
    provider: { rotateRefreshToken: true },
    settings: { scope: 'openid offline_access' },
    refreshes: true,
  },
  { what: 'no refresh token asked for', refreshes: false },
  { what: 'no RP-initiated logout', features: { rpInitiatedLogout: { enabled: false } }, settings: { logout: true } },
  { what: 'RP-initiated logout', settings: { logout: true } },
  {
    what: 'subjects of our own (pairwise)',
    provider: {
      subjectTypes: ['pairwise'],
      pairwiseIdentifier: (_context: unknown, account: string) => `pairwise-${account}`,
    },
    client: { subject_type: 'pairwise' },
  },
  { what: 'authentication time in every ID token', client: { require_auth_time: true } },
  { what: '`prompt=login`', settings: { prompt: 'login' } },
  {
    what: 'an `acr` that the provider does not have',
    provider: { acrValues: ['gold'] },
    settings: { acrValues: 'gold' },
    refused: /"acr" claim/,
  },
  {
    what: 'signed request objects required (JAR)',
    features: { requestObjects: { enabled: true, requireSignedRequestObject: true } },
    refused: /request/i,
  },
];

/** What became of one configuration. */
export interface Outcome {
  works: boolean;
  /** What was logged. */
  reason: string | undefined;
  /** What the account is called. */
  name: string | undefined;
  refreshes: boolean;
  logout: boolean;
}

/** Signs in at an unmodified provider of this configuration, through its own development pages. */
export async function tryConfiguration({ provider = {}, features, client, settings }: Configuration): Promise<Outcome> {
  const web = createServer((request, response) => void respond(request, response));
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
  const issuer = `http://op.localhost:${(web.address() as AddressInfo).port}`;
  const registered: Options = {
    client_id: 'latchkey',
    client_secret: secret,
    redirect_uris: [redirectUri],
    post_logout_redirect_uris: ['http://localhost:3000/'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    ...client,
  };
  const op = new Provider(issuer, {
    clients: [Object.fromEntries(Object.entries(registered).filter(([, value]) => value !== undefined))],
    claims: { profile: ['name', 'preferred_username'], email: ['email', 'email_verified'] },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({
        sub,
        name: 'Ada Lovelace',
        preferred_username: 'ada.l',
        email: 'ada@people.example',
        email_verified: true,
      }),
    }),
    cookies: { keys: [secret] },
    jwks: { keys: providerKeys },
    features: { ...features },
    ...provider,
  });
  const respond = op.callback();
  const server = await startServer({
    clock: createClock(Date.now()),
    config: {
      providers: [
        {
          id: 'op',
          name: 'OP',
          issuer,
          clientId: 'latchkey',
          clientSecret: secret,
          scope: 'openid profile email',
          ...settings,
        },
      ],
    },
  });
  try {
    const [visitor, browser] = [server.visitor(), openProviderBrowser()];
    const started = await visitor.get('/auth/start');
    let page: Page | string = started.headers.get('Location') ?? started.text;
    if (started.status === 302) {
      page = await browser.open(page);
      for (const fields of [{ prompt: 'login', login: 'ada', password: 'any' }, { prompt: 'consent' }])
        if (typeof page !== 'string' && page.text.includes(`name="prompt" value="${fields.prompt}"`))
          page = await browser.submit(fields);
    }
    if (typeof page === 'string' && page.startsWith(redirectUri))
      await visitor.get(new URL(page).pathname + new URL(page).search);
    const session = (await visitor.get<SessionAnswer>('/session')).body;
    const shown = typeof page === 'string' ? undefined : page.text;
    const reason =
      (server.logs.at(-1)?.['reason'] as string | undefined) ??
      /<strong>(?:error|error_description)<\/strong>: ([^<]*)/.exec(shown ?? '')?.[1];
    let refreshes = false;
    let logout = false;
    if (session.signedIn) {
      const owner = (await server.store.findOwner(issuer, session.user!.name.includes('pairwise') ? '' : 'ada'))!;
      const sessions = owner === undefined ? [] : await server.store.listSessions(owner, server.clock.now());
      if (sessions[0]?.grantDue != null) {
        server.clock.advance(10 * 60_000);
        refreshes = (await visitor.get('/sessions')).status === 200 && server.logs.length === 0;
      }
      const { body } = await visitor.post<{ providerLogout?: string }>('/logout');
      if (body.providerLogout !== undefined) {
        const left = await browser.open(body.providerLogout);
        logout = typeof left !== 'string' && left.status === 200;
      }
    }
    return { works: session.signedIn, reason, name: session.user?.name, refreshes, logout };
  } finally {
    await server.stop();
    web.close();
    web.closeAllConnections();
  }
}
