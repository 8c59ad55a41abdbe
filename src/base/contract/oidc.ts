// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { flag, list, maybe, object, text } from '../client/shape.js';
import type { ProviderForm, ProviderList } from './types.js';

export const providerShape = /* @__PURE__ */ object({
  id: text,
  name: text,
  icon: /* @__PURE__ */ maybe(text),
  kinds: /* @__PURE__ */ list(text),
});

export const providerListShape = /* @__PURE__ */ object({
  providers: /* @__PURE__ */ list(providerShape),
  byDomain: /* @__PURE__ */ maybe(flag),
  required: /* @__PURE__ */ maybe(flag),
});

/** Lists the providers that users can sign in with. */
export const listProviders: Endpoint<void, ProviderList> = {
  method: 'GET',
  path: 'auth/providers',
  shape: providerListShape,
};

/** Sends the browser to a provider. */
export const startProviderSignIn: Endpoint<void, unknown> = { method: 'GET', path: 'auth/start' };

/** Finishes a sign-in at a provider. */
export const finishProviderSignIn: Endpoint<void, unknown> = { method: 'GET', path: 'auth/callback/{id}' };

/** Takes the answer of a provider that posts it. */
export const forwardProviderAnswer: Endpoint<ProviderForm, unknown> = { method: 'POST', path: 'auth/callback/{id}' };
