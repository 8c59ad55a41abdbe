import type { Preset } from './preset.js';

/** @see {@link https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc} */
export const entra: Preset = {
  name: 'Microsoft Entra ID',
  icon: 'microsoft',
  issuer: 'https://login.microsoftonline.com/{tenant}/v2.0',
  scope: 'openid profile email',
};
