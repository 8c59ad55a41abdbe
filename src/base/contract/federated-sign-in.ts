import type { ProviderAnswer } from './types.js';
import { object, text } from '../client/shape.js';
import type { Endpoint } from './endpoint.js';

/** Says which OpenID provider people sign in at. */
export const providerEndpoint: Endpoint<void, ProviderAnswer> = {
  method: 'GET',
  path: 'auth/provider',
  shape: object({ issuer: text }),
};

/** Sends the browser to the provider: an address to go to, not to fetch. */
export const startPath = 'auth/start';
