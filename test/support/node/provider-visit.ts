import assert from 'node:assert/strict';
import { createVerifier } from '../../../server/src/wallet/verifier.js';
import { createAuthority } from '../../../demo/wallet/authority.js';
import type { FedCmNonceAnswer, FedCmToken } from '../../../src/base/contract/types.js';
import type { EmailTokenIssuer } from '../../../src/conformance/backend/kit.js';
import { createEmailIssuer } from './email-issuer.js';
import { startLyingProvider, type LyingProvider } from './lying-provider.js';
import { startServer, type ServerOptions, type TestServer } from './server.js';
import type { Answer, Visitor } from './visitor.js';
import { createClock } from './clock.js';

/** A server whose users sign in at its development provider, by OpenID or by FedCM. */
export interface FederatedServer extends TestServer {
  provider: LyingProvider;
}

interface FederatedServerOptions extends ServerOptions {
  /** A provider that is started already. It is closed with the server. */
  provider?: LyingProvider;
}

/**
 * Starts a server and its provider. The clock begins now, as times in ID tokens are compared with the clock of the
 * process.
 */
export async function startFederatedServer({
  provider: given,
  ...options
}: FederatedServerOptions = {}): Promise<FederatedServer> {
  const provider = given ?? (await startLyingProvider());
  const server = await startServer({
    clock: createClock(Date.now()),
    ...options,
    config: { providers: [provider.settings], fedcm: [provider.fedcm], ...options.config },
  });
  return {
    ...server,
    provider,
    async stop() {
      await server.stop();
      await provider.close();
    },
  };
}

/** A server with every chapter of the contract, and the issuer whose email tokens it takes. */
export interface CompleteServer extends FederatedServer {
  emailIssuer: EmailTokenIssuer;
}

/** Starts a server that has every chapter of the contract. */
export async function startCompleteServer(options: FederatedServerOptions = {}): Promise<CompleteServer> {
  const { root } = await createAuthority({ now: Date.now() });
  const { host, key, network } = await createEmailIssuer('ES256');
  const server = await startFederatedServer({
    identity: createVerifier({ roots: [root] }),
    emailNetwork: network,
    ...options,
    config: { boundSessions: true, ...options.config },
  });
  const emailIssuer = { email: 'latchkey-check@example.com', host, kid: 'first', privateKey: key.privateKey };
  return { ...server, emailIssuer };
}

/**
 * Begins a flow, and plays the user who signs in at the provider. Returns the path that the browser then comes back
 * to.
 */
export async function goToProvider(
  visitor: Visitor,
  { signIn }: Pick<LyingProvider, 'signIn'>,
  query = '',
): Promise<string> {
  const { status, headers, text } = await visitor.get(`/auth/start${query}`);
  assert.equal(status, 302, text);
  return signIn(headers.get('Location')!);
}

/** The whole flow. */
export async function signInAtProvider(
  visitor: Visitor,
  provider: Pick<LyingProvider, 'signIn'>,
  query = '',
): Promise<Answer> {
  return visitor.get(await goToProvider(visitor, provider, query));
}

/** Asks for a nonce, and plays the browser that gets a token for it. Returns what the page is to post. */
export async function askForToken(
  visitor: Visitor,
  { provider, clock }: Pick<FederatedServer, 'provider' | 'clock'>,
): Promise<FedCmToken> {
  const { status, body, text } = await visitor.get<FedCmNonceAnswer>('/auth/fedcm/nonce');
  assert.equal(status, 200, text);
  return { token: await provider.issueToken(body.nonce, clock.now()), configURL: body.providers[0]!.configURL };
}

/** The whole sign-in by FedCM. */
export async function signInByFedCm(
  visitor: Visitor,
  server: Pick<FederatedServer, 'provider' | 'clock'>,
): Promise<Answer> {
  return visitor.post('/auth/fedcm', await askForToken(visitor, server));
}

/** What the question of a hand-off is answered with, from the address of its page. */
export function confirmationIn(address: string): string {
  return new URL(address, 'http://localhost').searchParams.get('confirmation')!;
}

/** Answers the question of a hand-off as its form does: with the code that the app shows, or with a no. */
export function confirmHandOff(
  visitor: Visitor,
  confirmation: string,
  answer: { code: string } | 'no',
): Promise<Answer> {
  const fields = answer === 'no' ? { answer } : { answer: 'yes', code: answer.code };
  return visitor.post('/auth/handoff/confirm', new URLSearchParams({ confirmation, ...fields }));
}

/** What the popup tells the page that opened it, or nothing when the answer is no page for a popup. */
export function messageOf({ text }: Pick<Answer, 'text'>): unknown {
  const [, json] = /channel\.postMessage\((.*)\);/.exec(text) ?? [];
  return json === undefined ? undefined : JSON.parse(json);
}
