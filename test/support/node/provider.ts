import { brands, client, openProvider } from '../../../demo/provider/open-provider.js';
import type { FedCmSettings } from '../../../server/src/fedcm/settings.js';
import type { ProviderSettings } from '../../../server/src/oidc/settings.js';

/** The development provider on a free port, as `npm start` runs it. */
export interface DevelopmentProvider {
  settings: ProviderSettings;
  /** The same provider, to browsers. */
  fedcm: FedCmSettings;
  close(): Promise<void>;
}

/** Starts a development provider, by default the one for everyone. It keeps no test from ending. */
export async function startProvider(
  host?: string,
  brand: keyof typeof brands = 'example',
): Promise<DevelopmentProvider> {
  const { id, name } = brands[brand];
  const { issuer, serve, close } = await openProvider(0, brands[brand], host);
  await serve();
  return {
    settings: {
      id,
      name,
      icon: `/providers/${id}.svg`,
      issuer,
      clientId: client.id,
      clientSecret: client.secret,
      scope: 'openid profile email',
    },
    fedcm: { configURL: `${issuer}/fedcm.json`, clientId: client.id, issuer, jwksUri: undefined },
    close,
  };
}
