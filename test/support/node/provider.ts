import { client, openProvider } from '../../../demo/provider/open-provider.js';
import type { OidcSettings } from '../../../demo/server/oidc/settings.js';

/** The development provider on a free port, as `npm start` runs it. */
export interface DevelopmentProvider {
  settings: OidcSettings;
  close(): Promise<void>;
}

/** Starts the development provider. It keeps no test from ending. */
export async function startProvider(): Promise<DevelopmentProvider> {
  const { issuer, serve, close } = await openProvider(0);
  await serve();
  return { settings: { issuer, clientId: client.id, clientSecret: client.secret, scope: 'openid profile email' }, close };
}
