import type { Preset } from './preset.js';

/** @see {@link https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2} */
export const linkedin: Preset = {
  name: 'LinkedIn',
  icon: 'linkedin',
  issuer: 'https://www.linkedin.com/oauth',
  clientAuthentication: 'client_secret_post',
  scope: 'openid profile email',
};
