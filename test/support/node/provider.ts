import { client, openProvider } from '../../../demo/provider/open-provider.js';
import type { FedCmSettings } from '../../../server/src/fedcm/settings.js';
import type { OidcSettings } from '../../../server/src/oidc/settings.js';

/** The development provider on a free port, as `npm start` runs it. */
export interface DevelopmentProvider {
  settings: OidcSettings;
  /** The same provider, to browsers. */
  fedcm: FedCmSettings;
  close(): Promise<void>;
}

/** Starts the development provider, by default at `idp.localhost`. It keeps no test from ending. */
export async function startProvider(host?: string): Promise<DevelopmentProvider> {
  const { issuer, serve, close } = await openProvider(0, host);
  await serve();
  return {
    settings: { issuer, clientId: client.id, clientSecret: client.secret, scope: 'openid profile email' },
    fedcm: { configURL: `${issuer}/fedcm.json`, clientId: client.id, issuer, jwksUri: undefined },
    close,
  };
}
