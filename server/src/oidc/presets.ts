import { apple } from './presets/apple.js';
import { auth0 } from './presets/auth0.js';
import { discord } from './presets/discord.js';
import { entra } from './presets/entra.js';
import { facebook } from './presets/facebook.js';
import { github } from './presets/github.js';
import { gitlab } from './presets/gitlab.js';
import { google } from './presets/google.js';
import { keycloak } from './presets/keycloak.js';
import { linkedin } from './presets/linkedin.js';
import { microsoft } from './presets/microsoft.js';
import { okta } from './presets/okta.js';

/** The providers that the server knows from their documentation. */
export const presets = {
  apple,
  auth0,
  discord,
  entra,
  facebook,
  github,
  gitlab,
  google,
  keycloak,
  linkedin,
  microsoft,
  okta,
};

export type PresetName = keyof typeof presets;
