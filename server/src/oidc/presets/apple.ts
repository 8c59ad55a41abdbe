import type { Preset } from './preset.js';

/** @see {@link https://developer.apple.com/documentation/signinwithapplerestapi} */
export const apple: Preset = {
  name: 'Apple',
  icon: 'apple',
  issuer: 'https://appleid.apple.com',
  clientAuthentication: 'apple',
  // Apple demands it of requests for the name or the address.
  responseMode: 'form_post',
  scope: 'openid name email',
};
