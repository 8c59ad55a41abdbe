import type { Preset } from './preset.js';

/** @see {@link https://developers.google.com/identity/openid-connect/openid-connect} */
export const google: Preset = {
  name: 'Google',
  icon: 'google',
  issuer: 'https://accounts.google.com',
  scope: 'openid profile email',
};
