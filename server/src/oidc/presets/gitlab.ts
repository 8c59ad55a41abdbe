import type { Preset } from './preset.js';

/** @see {@link https://docs.gitlab.com/integration/openid_connect_provider/} */
export const gitlab: Preset = {
  name: 'GitLab',
  icon: 'gitlab',
  issuer: 'https://gitlab.com',
  scope: 'openid profile email',
};
