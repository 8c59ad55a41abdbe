import { memberOf } from '../oauth-service.js';
import type { Preset } from './preset.js';

/** @see {@link https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow} */
export const facebook: Preset = {
  name: 'Facebook',
  icon: 'facebook',
  issuer: 'https://www.facebook.com',
  clientAuthentication: 'client_secret_post',
  scope: 'public_profile',
  oauth: {
    authorizationEndpoint: 'https://www.facebook.com/dialog/oauth',
    tokenEndpoint: 'https://graph.facebook.com/oauth/access_token',
    api: 'https://graph.facebook.com',
    again: { auth_type: 'reauthenticate' },
    async readUser(ask) {
      const user = await ask('/me?fields=id,name');
      // Its documentation does not say that addresses are verified, so none is asked for.
      return { id: memberOf(user, 'id'), name: memberOf(user, 'name') };
    },
  },
};
