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
  close(): Promise<void>;
}

const randomToken = (): string => randomBytes(24).toString('base64url');
const encodeJson = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const halfHash = (text: string): string =>
  createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url');

/**
 * Starts the provider.
 *
 * @throws {Error} with the `code` of the system if the port cannot be used.
 */
export async function startIdentityProvider(port: number): Promise<IdentityProvider> {
  const newKeys = () => promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const [published, unpublished] = await Promise.all([newKeys(), newKeys()]);
  const codes = new Map<string, URLSearchParams>();
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  server.unref();
  const issuer = `http://localhost:${(server.address() as { port: number }).port}`;
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
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
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
      iss: issuer,
      aud: clientId,
      iat: now,
      exp: now + 300,
      auth_time: now,
      ...given,
      ...provider.endUser,
    };
    const header = { alg: 'RS256', kid: 'first', ...lie.header };
    const input = `${encodeJson(header)}.${encodeJson(lie.claims?.(honest) ?? honest)}`;
    const signed = `${input}.${signWith(lie.signer ?? 'published', input)}`;
    return lie.token ? lie.token(signed) : signed;
  }

  function signWith(signer: Signer, input: string): string {
    const hmac = (key: string) => createHmac('sha256', key).update(input).digest('base64url');
    const rsa = (key: KeyObject) => sign('sha256', Buffer.from(input), key).toString('base64url');
    if (signer === 'nothing') return '';
    if (signer === 'secret') return hmac(clientSecret);
    if (signer === 'public-key-as-secret')
      return hmac(published.publicKey.export({ type: 'spki', format: 'pem' }) as string);
    return rsa(signer === 'published' ? published.privateKey : unpublished.privateKey);
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

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status = 200, headers = {}, body } = await answerTo(request);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response
      .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers })
      .end(text);
  }

  async function answerTo(request: IncomingMessage): Promise<ProviderAnswer> {
    if (request.url === '/.well-known/openid-configuration') return { body: metadata };
    if (request.url === '/keys') {
      const key = { ...published.publicKey.export({ format: 'jwk' }), kid: 'first', use: 'sig', alg: 'RS256' };
      return { body: { keys: [key] } };
    }
    if (request.url === '/token' && request.method === 'POST') return exchange(request);
    return { status: 404, body: { error: 'not_found' } };
  }

  return provider;
}

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
