import assert from 'node:assert/strict';
import { startLyingProvider, type LyingProvider } from './lying-provider.js';
import { startServer, type ServerOptions, type TestServer } from './server.js';
import type { Answer, Visitor } from './visitor.js';

/** A server whose people sign in at a provider of its own. */
export interface FederatedServer extends TestServer {
  provider: LyingProvider;
}

/** Starts a server and its provider. The clock begins now, as times in ID tokens are compared with the clock of the process. */
export async function startFederatedServer(options: ServerOptions = {}): Promise<FederatedServer> {
  const provider = await startLyingProvider();
  const server = await startServer({ startsAt: Date.now(), ...options, config: { oidc: provider.settings, ...options.config } });
  return {
    ...server, provider,
    async stop() {
      await server.stop();
      await provider.close();
    },
  };
}

/** Begins a flow, and plays the person who signs in at the provider. Returns the path that the browser then comes back to. */
export async function goToProvider(visitor: Visitor, { signIn }: Pick<LyingProvider, 'signIn'>, query = ''): Promise<string> {
  const { status, headers, text } = await visitor.get(`/auth/start${query}`);
  assert.equal(status, 302, text);
  return signIn(headers.get('Location')!);
}

/** The whole flow. */
export async function signInAtProvider(visitor: Visitor, provider: Pick<LyingProvider, 'signIn'>, query = ''): Promise<Answer> {
  return visitor.get(await goToProvider(visitor, provider, query));
}

/** What the popup tells the page that opened it, or nothing when the answer is no page for a popup. */
export function messageOf({ text }: Pick<Answer, 'text'>): unknown {
  const [, json] = /channel\.postMessage\((.*)\);/.exec(text) ?? [];
  return json === undefined ? undefined : JSON.parse(json);
}
