import { createHash, createHmac, generateKeyPair, randomBytes, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { clientId, clientSecret, type Claims, type Lie, type ProviderAnswer, type Signer } from './lie.js';

/** An OpenID provider on this machine that can lie. Its users sign in without being asked. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly configURL: string;
  lie: Lie;
  /** Who signs in: claims on top of those that every ID token has. */
  endUser: Claims;
  /** What was wrong with the last exchange of a code, as a sentence; undefined if it was right. */
  readonly complaint: string | undefined;
  /** Plays the user who signs in at the authorization request; returns the parameters of the callback. */
  authorize(request: URL): URLSearchParams;
  /** Plays the browser that gets a token by FedCM. */
  issueToken(nonce: string): unknown;
}

/** Two providers on one port: the second has an issuer with the path `/second`, users and keys of its own. */
export interface IdentityProviders {
  readonly first: IdentityProvider;
  readonly second: IdentityProvider;
  close(): Promise<void>;
}

/** Where the second provider is below the first. */
const secondPath = '/second';

const randomToken = (): string => randomBytes(24).toString('base64url');
const encodeJson = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const halfHash = (text: string): string =>
  createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url');

type KeyPair = Record<'publicKey' | 'privateKey', KeyObject>;

/** A provider, and how it answers at a path below its issuer. */
interface ServedProvider {
  provider: IdentityProvider;
  answerTo(path: string, request: IncomingMessage): Promise<ProviderAnswer>;
}

/** The keys of all providers that a process starts: an RSA key takes as long as twenty requests. */
let keys: Promise<readonly [published: KeyPair, unpublished: KeyPair, ofSecond: KeyPair]> | undefined;

function createKeys() {
  const create = (): Promise<KeyPair> => promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return Promise.all([create(), create(), create()]);
}

/**
 * Starts the providers.
 *
 * @throws {Error} with the `code` of the system if the port cannot be used.
 */
export async function startIdentityProviders(port: number): Promise<IdentityProviders> {
  const [published, unpublished, ofSecond] = await (keys ??= createKeys());
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  server.unref();
  const issuer = `http://localhost:${(server.address() as { port: number }).port}`;
  const other = { issuer: `${issuer}${secondPath}`, privateKey: ofSecond.privateKey };
  const first = createIdentityProvider(issuer, published, unpublished, other);
  const second = createIdentityProvider(other.issuer, ofSecond, unpublished, other);

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const isSecond = path.startsWith(`${secondPath}/`);
    const served = isSecond ? second : first;
    const {
      status = 200,
      headers = {},
      body,
    } = await served.answerTo(isSecond ? path.slice(secondPath.length) : path, request);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response
      .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers })
      .end(text);
  }

  return {
    first: first.provider,
    second: second.provider,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function createIdentityProvider(
  issuer: string,
  published: KeyPair,
  unpublished: KeyPair,
  other: { issuer: string; privateKey: KeyObject },
): ServedProvider {
  const codes = new Map<string, URLSearchParams>();
  let complaint: string | undefined;

  const provider: IdentityProvider = {
    issuer,
    configURL: `${issuer}/fedcm.json`,
    lie: {},
    endUser: {},
    get complaint() {
      return complaint;
    },
    authorize({ searchParams: asked }) {
      const code = randomToken();
      codes.set(code, asked);
      const parameters = new URLSearchParams({ code, state: asked.get('state') ?? '', iss: issuer });
      provider.lie.callback?.(parameters);
      return parameters;
    },
    issueToken: (nonce) => issueToken({ nonce }),
  };

  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    authorization_response_iss_parameter_supported: true,
  };

  function issueToken(given: Claims): unknown {
    const { lie } = provider;
    const now = Math.floor(Date.now() / 1000);
    const honest = {
      iss: lie.tokensOf ? other.issuer : issuer,
      aud: clientId,
      iat: now,
      exp: now + 300,
      auth_time: now,
      ...given,
      ...provider.endUser,
    };
    const header = { alg: 'RS256', kid: 'first', ...lie.header };
    const input = `${encodeJson(header)}.${encodeJson(lie.claims?.(honest) ?? honest)}`;
    const signature =
      lie.tokensOf || lie.keyOf ? signRsa(other.privateKey, input) : signWith(lie.signer ?? 'published', input);
    const signed = `${input}.${signature}`;
    return lie.token ? lie.token(signed) : signed;
  }

  function signWith(signer: Signer, input: string): string {
    const hmac = (key: string) => createHmac('sha256', key).update(input).digest('base64url');
    if (signer === 'nothing') return '';
    if (signer === 'secret') return hmac(clientSecret);
    if (signer === 'public-key-as-secret')
      return hmac(published.publicKey.export({ type: 'spki', format: 'pem' }) as string);
    return signRsa(signer === 'published' ? published.privateKey : unpublished.privateKey, input);
  }

  async function exchange(request: IncomingMessage): Promise<ProviderAnswer> {
    const form = await readForm(request);
    complaint = complainAbout(request, form, codes.get(form.get('code') ?? ''));
    codes.delete(form.get('code') ?? '');
    if (complaint !== undefined) return { status: 400, body: { error: 'invalid_grant', error_description: complaint } };
    const accessToken = randomToken();
    const idToken = issueToken({ nonce: nonces.get(form), at_hash: halfHash(accessToken) });
    const body = { access_token: accessToken, token_type: 'Bearer', expires_in: 300, id_token: idToken };
    return provider.lie.exchange?.(body) ?? { body };
  }

  /** The nonce of the flow that a form exchanges the code of. */
  const nonces = new WeakMap<URLSearchParams, string | null>();

  function complainAbout(
    { headers }: IncomingMessage,
    form: URLSearchParams,
    asked: URLSearchParams | undefined,
  ): string | undefined {
    if (!isClient(headers.authorization, form)) return `The client is not ${clientId} with the secret ${clientSecret}.`;
    if (form.get('grant_type') !== 'authorization_code') return 'grant_type is not authorization_code.';
    if (!asked) return 'The code was not issued, or was used before.';
    nonces.set(form, asked.get('nonce'));
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (asked.get('code_challenge') !== challenge) return 'code_verifier does not fit code_challenge.';
    if (asked.get('redirect_uri') !== form.get('redirect_uri')) return 'redirect_uri differs.';
    return undefined;
  }

  async function answerTo(path: string, request: IncomingMessage): Promise<ProviderAnswer> {
    if (path === '/.well-known/openid-configuration') return { body: metadata };
    if (path === '/userinfo') {
      const claims = { ...provider.endUser };
      return provider.lie.userInfo?.(claims) ?? { body: claims };
    }
    if (path === '/keys') {
      const key = { ...published.publicKey.export({ format: 'jwk' }), kid: 'first', use: 'sig', alg: 'RS256' };
      return { body: { keys: [key] } };
    }
    if (path === '/token' && request.method === 'POST') return exchange(request);
    return { status: 404, body: { error: 'not_found' } };
  }

  return { provider, answerTo };
}

const signRsa = (key: KeyObject, input: string): string =>
  sign('sha256', Buffer.from(input), key).toString('base64url');

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

/** Both ways in which RFC 6749 lets a client prove itself. HTTP Basic has both halves form-encoded. */
function isClient(authorization: string | undefined, form: URLSearchParams): boolean {
  const [, encoded = ''] = /^Basic (.*)$/i.exec(authorization ?? '') ?? [];
  const [id, secret] = Buffer.from(encoded, 'base64').toString().split(':').map(decodeForm);
  if (id === clientId && secret === clientSecret) return true;
  return form.get('client_id') === clientId && form.get('client_secret') === clientSecret;
}

const decodeForm = (text: string): string | null => new URLSearchParams(`_=${text}`).get('_');
