import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTHeaderParameters } from 'jose';
import type { FedCmSettings } from '../../../server/src/fedcm/settings.js';
import type { ProviderSettings } from '../../../server/src/oidc/settings.js';

/** Claims of an ID token, right or wrong. */
export type Claims = Record<string, unknown>;

/** The response of an endpoint: an object as JSON with status 200, or what the function writes. */
export type EndpointAnswer = object | ((response: ServerResponse) => void);

/** The keys of the provider: the one it signs with, and one that it never published. */
export interface ProviderKeys {
  published: CryptoKey;
  publishedJwk: JWK;
  unpublished: CryptoKey;
}

/** One way to misbehave. What a lie does not mention, the provider does as it should. */
export interface Lie {
  metadata?: (metadata: Record<string, unknown>) => EndpointAnswer;
  keys?: (keys: { keys: JWK[] }) => EndpointAnswer;
  /** Changes the parameters that the browser brings back. */
  callback?: (parameters: URLSearchParams) => void;
  claims?: (claims: Claims) => Claims;
  header?: (header: JWTHeaderParameters) => JWTHeaderParameters;
  key?: (keys: ProviderKeys) => CryptoKey | Uint8Array;
  /** Makes another ID token than the signed one. */
  idToken?: (signed: string, claims: Claims, keys: ProviderKeys) => string | Promise<string>;
  /** Answers the exchange of a code; `body` is the honest answer. */
  token?: (body: Record<string, unknown>) => EndpointAnswer;
  /** Answers at a UserInfo endpoint, which is announced then, with the names that the ID token does not have. */
  userInfo?: (claims: Claims) => EndpointAnswer;
  /** Answers the use of a refresh token. */
  refresh?: (body: Record<string, unknown>) => EndpointAnswer;
  revocation?: () => EndpointAnswer;
}

/** An OpenID provider that can send invalid data. It listens on a free port under `idp.localhost`. */
export interface LyingProvider {
  settings: ProviderSettings;
  /** The same provider, to browsers. */
  fedcm: FedCmSettings;
  /** How it misbehaves from here on; an empty object for an honest one. */
  lie: Lie;
  /** Who signs in: claims on top of those that every ID token has. */
  endUser: Claims;
  /** The requests it got: method and path. */
  requests: string[];
  /** Every token it has given out. */
  tokens: string[];
  /** The errors of the provider itself, when it could not send the invalid data. */
  faults: string[];
  /** The refresh tokens that still work. */
  grants: Set<string>;
  /**
   * Plays the user who signs in at the address that the browser was sent to. Returns the path that the browser comes
   * back to.
   */
  signIn(location: string): string;
  /** Plays the browser that gets a token by FedCM, for the nonce and at the time (epoch milliseconds). */
  issueToken(nonce: string, time: number): Promise<string>;
  /** A logout token, issued at the time; `given` are claims on top, `undefined` for one that is missing. */
  issueLogoutToken(given: Claims, time: number): Promise<string>;
  close(): Promise<void>;
}

const clientId = 'latchkey';
const clientSecret = 'a secret: with + and %';

let keys: Promise<ProviderKeys> | undefined;

async function createKeys(): Promise<ProviderKeys> {
  const [first, second] = await Promise.all([
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('RS256'),
  ]);
  return {
    published: first.privateKey,
    publishedJwk: { ...(await exportJWK(first.publicKey)), kid: 'first', use: 'sig', alg: 'RS256' },
    unpublished: second.privateKey,
  };
}

const halfHash = (text: string): string =>
  createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url');
const randomToken = (): string => randomBytes(24).toString('base64url');

function answer(response: ServerResponse, given: EndpointAnswer, status = 200): void {
  if (typeof given === 'function') given(response);
  else response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(given));
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

/** What RFC 6749 wants before the two halves are put together for HTTP Basic. */
const encodeForm = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);
const basic = `Basic ${Buffer.from(`${encodeForm(clientId)}:${encodeForm(clientSecret)}`).toString('base64')}`;

/** Starts the provider. It keeps no test from ending. */
export async function startLyingProvider(): Promise<LyingProvider> {
  keys ??= createKeys();
  const providerKeys = await keys;
  const codes = new Map<string, URLSearchParams>();

  const server = createServer((request, response) => {
    void respond(request, response).catch((error: unknown) => {
      provider.faults.push(String(error));
      response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const issuer = `http://idp.localhost:${(server.address() as AddressInfo).port}`;

  const provider: LyingProvider = {
    settings: { id: 'lying', name: 'Lying provider', issuer, clientId, clientSecret, scope: 'openid profile email' },
    fedcm: { configURL: `${issuer}/fedcm.json`, clientId, issuer, jwksUri: undefined },
    lie: {},
    endUser: { sub: 'ada', preferred_username: 'ada' },
    requests: [],
    tokens: [],
    faults: [],
    grants: new Set(),

    signIn(location) {
      const asked = new URL(location).searchParams;
      const code = randomToken();
      codes.set(code, asked);
      const parameters = new URLSearchParams({ code, state: asked.get('state')!, iss: issuer });
      provider.lie.callback?.(parameters);
      return `${new URL(asked.get('redirect_uri')!).pathname}?${parameters}`;
    },

    issueToken: (nonce, time) => signToken({ nonce }, time),

    issueLogoutToken(given, time) {
      const { lie } = provider;
      const seconds = Math.floor(time / 1000);
      const honest = {
        iss: issuer,
        aud: clientId,
        iat: seconds,
        exp: seconds + 120,
        jti: randomToken(),
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
        ...given,
      };
      const usual = { alg: 'RS256', kid: 'first', typ: 'logout+jwt' };
      return new SignJWT(honest)
        .setProtectedHeader(lie.header?.(usual) ?? usual)
        .sign(lie.key?.(providerKeys) ?? providerKeys.published);
    },

    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };

  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    revocation_endpoint: `${issuer}/revoke`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  };

  const announce = () => (provider.lie.userInfo ? { ...metadata, userinfo_endpoint: `${issuer}/userinfo` } : metadata);

  async function signToken(more: Claims, time: number): Promise<string> {
    const { lie } = provider;
    const seconds = Math.floor(time / 1000);
    const honest = {
      iss: issuer,
      aud: clientId,
      iat: seconds,
      exp: seconds + 300,
      auth_time: seconds,
      ...more,
      ...provider.endUser,
    };
    const { name: _name, preferred_username: _username, email: _email, ...nameless } = honest as Claims;
    const given = lie.userInfo ? nameless : honest;
    const claims = lie.claims?.(given) ?? given;
    const usual = { alg: 'RS256', kid: 'first' };
    const signed = await new SignJWT(claims)
      .setProtectedHeader(lie.header?.(usual) ?? usual)
      .sign(lie.key?.(providerKeys) ?? providerKeys.published);
    const token = (await lie.idToken?.(signed, claims, providerKeys)) ?? signed;
    provider.tokens.push(token);
    return token;
  }

  /** An access token and a refresh token, which works once. */
  function issueTokens(): { access_token: string; token_type: string; expires_in: number; refresh_token: string } {
    const [accessToken, refreshToken] = [randomToken(), randomToken()];
    provider.tokens.push(accessToken, refreshToken);
    provider.grants.add(refreshToken);
    return { access_token: accessToken, token_type: 'Bearer', expires_in: 300, refresh_token: refreshToken };
  }

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = await readForm(request);
    if (request.headers.authorization !== basic) return answer(response, { error: 'invalid_client' }, 401);
    if (form.get('grant_type') === 'refresh_token') {
      if (!provider.grants.delete(form.get('refresh_token')!)) return answer(response, { error: 'invalid_grant' }, 400);
      const body = issueTokens();
      return answer(response, provider.lie.refresh?.(body) ?? body);
    }
    const asked = codes.get(form.get('code')!);
    codes.delete(form.get('code')!);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const wrong =
      asked?.get('code_challenge') !== challenge ||
      asked.get('code_challenge_method') !== 'S256' ||
      asked.get('redirect_uri') !== form.get('redirect_uri');
    if (!asked || wrong) return answer(response, { error: 'invalid_grant' }, 400);
    const tokens = issueTokens();
    const idToken = await signToken({ nonce: asked.get('nonce'), at_hash: halfHash(tokens.access_token) }, Date.now());
    const body = { ...tokens, id_token: idToken };
    return answer(response, provider.lie.token?.(body) ?? body);
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    provider.requests.push(`${request.method} ${request.url}`);
    const { lie } = provider;
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return answer(response, lie.metadata?.(announce()) ?? announce());
      case '/keys': {
        const published = { keys: [providerKeys.publishedJwk] };
        return answer(response, lie.keys?.(published) ?? published);
      }
      case '/userinfo':
        return answer(response, lie.userInfo?.(provider.endUser) ?? {}, lie.userInfo ? 200 : 404);
      case '/token':
        return exchange(request, response);
      case '/revoke':
        provider.grants.delete((await readForm(request)).get('token')!);
        return answer(response, lie.revocation?.() ?? {});
      default:
        return answer(response, {}, 404);
    }
  }

  return provider;
}
