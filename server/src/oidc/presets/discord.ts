import { memberOf } from '../oauth-service.js';
import type { Preset } from './preset.js';

/** @see {@link https://docs.discord.com/developers/topics/oauth2} */
export const discord: Preset = {
  name: 'Discord',
  icon: 'discord',
  issuer: 'https://discord.com',
  scope: 'identify email',
  oauth: {
    authorizationEndpoint: 'https://discord.com/oauth2/authorize',
    tokenEndpoint: 'https://discord.com/api/oauth2/token',
    api: 'https://discord.com/api',
    again: { prompt: 'consent' },
    async readUser(ask) {
      const user = await ask('/users/@me');
      return {
        id: memberOf(user, 'id'),
        username: memberOf(user, 'username'),
        name: memberOf(user, 'global_name'),
        email: memberOf(user, 'email'),
        isEmailVerified: memberOf(user, 'verified') === true,
      };
    },
  },
};
