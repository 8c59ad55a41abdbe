import type { CredentialList, ListedCredential } from './types.js';
import { bytes, list, object, text } from '../client/shape.js';
import type { Endpoint } from './endpoint.js';

/** What is reported to passkey providers about an account and its passkeys. */
export type AcceptedCredentials = Pick<CredentialList, 'rpId' | 'userId' | 'name' | 'displayName'> & {
  readonly credentials: readonly Pick<ListedCredential, 'id'>[];
};

/** Lists the passkeys of the signed-in account, with the members that are reported to providers. */
export const acceptedCredentials: Endpoint<void, AcceptedCredentials> = {
  method: 'GET',
  path: 'webauthn/credentials',
  shape: object({
    rpId: text,
    userId: bytes(1, 64),
    name: text,
    displayName: text,
    credentials: list(object({ id: bytes(1, 1023) })),
  }),
};
