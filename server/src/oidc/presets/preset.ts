import type { ProviderSettings } from '../settings.js';

/**
 * What is the same at a provider for all its clients, from its published documentation. The issuer may have the places
 * `{tenant}`, `{domain}` and `{realm}`, which the configuration fills.
 */
export type Preset = Pick<ProviderSettings, 'name' | 'issuer' | 'scope'> &
  Partial<
    Pick<
      ProviderSettings,
      'icon' | 'clientAuthentication' | 'hasTenants' | 'oauth' | 'parameters' | 'prompt' | 'responseMode'
    >
  >;
