// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { object, text } from '../client/shape.js';
import type { ProviderAnswer } from './types.js';

export const providerAnswerShape = /* @__PURE__ */ object({ issuer: text });

/** Returns the OpenID provider. */
export const readProvider: Endpoint<void, ProviderAnswer> = {
  method: 'GET',
  path: 'auth/provider',
  shape: providerAnswerShape,
};

/** Sends the browser to the OpenID provider. */
export const startProviderSignIn: Endpoint<void, unknown> = { method: 'GET', path: 'auth/start' };

/** Finishes a sign-in at the OpenID provider. */
export const finishProviderSignIn: Endpoint<void, unknown> = { method: 'GET', path: 'auth/callback' };
