import type { CredentialChange, CredentialList, ListedCredential } from './types.js';
import { bytes, count, flag, is, list, object, text } from '../client/shape.js';
import type { Endpoint } from './endpoint.js';

const listedCredential = object({
  id: bytes(1, 1023),
  nickname: (value) => (value === null ? '' : text(value)),
  aaguid: text,
  transports: list(text),
  deviceType: is('singleDevice', 'multiDevice'),
  backedUp: flag,
  createdAt: count,
  lastUsedAt: (value) => (value === null ? '' : count(value)),
});

/** Lists the passkeys of the account that is signed in: all of them, never a part. */
export const credentialsEndpoint: Endpoint<void, CredentialList> = {
  method: 'GET',
  path: 'webauthn/credentials',
  shape: object({
    rpId: text,
    userId: bytes(1, 64),
    name: text,
    displayName: text,
    credentials: list(listedCredential),
  }),
};

/** Sets or removes the nickname of the passkey `id`. */
export const renameCredential = (id: string): Endpoint<CredentialChange, ListedCredential> => ({
  method: 'PATCH',
  path: `webauthn/credentials/${encodeURIComponent(id)}`,
  hasNotFound: true,
  shape: listedCredential,
});

/** Removes the passkey `id` from the account. The answer is empty. */
export const removeCredential = (id: string): Endpoint<void, unknown> => ({
  method: 'DELETE',
  path: `webauthn/credentials/${encodeURIComponent(id)}`,
  hasNotFound: true,
});
