import type { Preset } from './preset.js';

/** @see {@link https://www.keycloak.org/securing-apps/oidc-layers} */
export const keycloak: Preset = {
  name: 'Keycloak',
  icon: 'keycloak',
  issuer: 'https://{domain}/realms/{realm}',
  scope: 'openid profile email',
};
