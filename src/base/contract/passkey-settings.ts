// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type { Endpoint } from '../client/endpoint.js';
import { bytes, count, flag, is, list, maybe, object, text } from '../client/shape.js';
import type { CredentialChange, CredentialList, ListedCredential, PasskeyEndpoints } from './types.js';

export const listedCredentialShape = /* @__PURE__ */ object({
  id: /* @__PURE__ */ bytes(1, 1023),
  nickname: /* @__PURE__ */ maybe(text, null),
  aaguid: text,
  transports: /* @__PURE__ */ list(text),
  deviceType: /* @__PURE__ */ is('singleDevice', 'multiDevice'),
  backedUp: flag,
  createdAt: count,
  lastUsedAt: /* @__PURE__ */ maybe(count, null),
  trustedFrom: /* @__PURE__ */ maybe(count),
  device: /* @__PURE__ */ maybe(text),
  prf: /* @__PURE__ */ maybe(flag),
});

export const credentialListShape = /* @__PURE__ */ object({
  rpId: text,
  userId: /* @__PURE__ */ bytes(1, 64),
  name: text,
  displayName: text,
  credentials: /* @__PURE__ */ list(listedCredentialShape),
});

export const passkeyEndpointsShape = /* @__PURE__ */ object({
  enroll: /* @__PURE__ */ maybe(text),
  manage: /* @__PURE__ */ maybe(text),
  prfUsageDetails: /* @__PURE__ */ maybe(text),
});

/** Lists the account's passkeys, all of them. */
export const listPasskeys: Endpoint<void, CredentialList> = {
  method: 'GET',
  path: 'webauthn/credentials',
  shape: credentialListShape,
};

/** Sets or removes the nickname of a passkey. */
export const renamePasskey: Endpoint<CredentialChange, ListedCredential> = {
  method: 'PATCH',
  path: 'webauthn/credentials/{id}',
  hasNotFound: true,
  shape: listedCredentialShape,
};

/** Removes a passkey from the account. */
export const removePasskey: Endpoint<void, unknown> = {
  method: 'DELETE',
  path: 'webauthn/credentials/{id}',
  hasNotFound: true,
};

/** Returns the pages where users create and manage passkeys, for password managers. */
export const listPasskeyPages: Endpoint<void, PasskeyEndpoints> = {
  method: 'GET',
  path: '.well-known/passkey-endpoints',
  shape: passkeyEndpointsShape,
};

/** Leads password managers to the page where users change how they sign in. */
export const showPasswordPage: Endpoint<void, unknown> = { method: 'GET', path: '.well-known/change-password' };
