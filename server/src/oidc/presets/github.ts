import { memberOf } from '../oauth-service.js';
import type { Preset } from './preset.js';

/**
 * @see {@link https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps}
 * @see {@link https://docs.github.com/rest/users/emails#list-email-addresses-for-the-authenticated-user}
 */
export const github: Preset = {
  name: 'GitHub',
  icon: 'github',
  issuer: 'https://github.com/login/oauth',
  clientAuthentication: 'client_secret_post',
  scope: 'read:user user:email',
  oauth: {
    authorizationEndpoint: 'https://github.com/login/oauth/authorize',
    tokenEndpoint: 'https://github.com/login/oauth/access_token',
    api: 'https://api.github.com',
    again: { prompt: 'select_account' },
    async readUser(ask) {
      const [user, emails] = await Promise.all([ask('/user'), ask('/user/emails')]);
      // The address in the profile may be any that the user has typed.
      const primary: unknown = Array.isArray(emails) ? emails.find((email) => memberOf(email, 'primary')) : undefined;
      return {
        id: memberOf(user, 'id'),
        username: memberOf(user, 'login'),
        name: memberOf(user, 'name'),
        email: memberOf(primary, 'email'),
        isEmailVerified: memberOf(primary, 'verified') === true,
      };
    },
  },
};
