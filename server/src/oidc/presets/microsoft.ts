import type { Preset } from './preset.js';

/** @see {@link https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc} */
export const microsoft: Preset = {
  name: 'Microsoft',
  icon: 'microsoft',
  // Accounts of every organization and personal ones.
  issuer: 'https://login.microsoftonline.com/common/v2.0',
  hasTenants: true,
  scope: 'openid profile email',
};
