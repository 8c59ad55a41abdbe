import type { CredentialList, ListedCredential } from '../../../src/passkey/index.js';
import { json, type Answer, type BackendRequest } from './backend.js';

/** A passkey as the backend lists it, of a phone's synced provider that is not in any table. */
export function listedCredential(more: Partial<ListedCredential> = {}): ListedCredential {
  return {
    id: 'AQID',
    nickname: null,
    aaguid: '00000000-0000-0000-0000-000000000000',
    transports: ['internal'],
    deviceType: 'multiDevice',
    backedUp: true,
    createdAt: +new Date(2026, 0, 15, 12),
    lastUsedAt: null,
    ...more,
  };
}

/** The list of an account with `credentials`. */
export function credentialList(...credentials: ListedCredential[]): CredentialList {
  return { rpId: 'localhost', userId: 'dXNlcg', name: 'alice', displayName: 'Alice', credentials };
}

/** A backend that keeps passkeys in the page and is content with everything. */
export interface PasskeyBackend {
  credentials: ListedCredential[];
  readonly answer: Answer;
}

export function passkeyBackend(...credentials: ListedCredential[]): PasskeyBackend {
  const backend: PasskeyBackend = {
    credentials,
    answer: (request) => respond(backend, request),
  };
  return backend;
}

function respond(backend: PasskeyBackend, { method, path, body }: BackendRequest): Response {
  const id = /webauthn\/credentials\/([^/?]+)$/.exec(path)?.[1];
  if (!id)
    return json(
      path.includes('credentials') ? credentialList(...backend.credentials) : {},
      path.includes('credentials') ? 200 : 404,
    );
  const found = backend.credentials.find((credential) => credential.id === id);
  if (!found) return json({ error: 'not_found' }, 404);
  if (method === 'DELETE') {
    backend.credentials = backend.credentials.filter((credential) => credential !== found);
    return new Response(null, { status: 204 });
  }
  const renamed = { ...found, ...(body as { nickname: string | null }) };
  backend.credentials = backend.credentials.map((credential) => (credential === found ? renamed : credential));
  return json(renamed);
}
