import type { Preset } from './preset.js';

/** @see {@link https://developer.okta.com/docs/reference/api/oidc/} */
export const okta: Preset = {
  name: 'Okta',
  icon: 'okta',
  issuer: 'https://{domain}',
  scope: 'openid profile email',
};
