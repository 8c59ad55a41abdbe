import type { Preset } from './preset.js';

/** @see {@link https://auth0.com/docs/get-started/authentication-and-authorization-flow/authorization-code-flow-with-pkce} */
export const auth0: Preset = {
  name: 'Auth0',
  icon: 'auth0',
  issuer: 'https://{domain}/',
  scope: 'openid profile email',
};
