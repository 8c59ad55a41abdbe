import type { CDPSession } from 'puppeteer-core';
import { signUpWithPasskey, type Person } from '../test/support/node/people.js';
import type { Backend } from './backend.js';

/** Signs somebody up who has a passkey of the kind that nearly all passkeys are: ES256. */
export function registerPasskey(backend: Backend): Promise<Person> {
  return signUpWithPasskey(backend, `somebody-${crypto.randomUUID()}`, { algorithms: [-7] });
}

/** Gives the page a virtual authenticator that holds a passkey of somebody who is registered at the backend. */
export async function addRegisteredPasskey(devtools: CDPSession, backend: Backend): Promise<void> {
  const { authenticator } = await registerPasskey(backend);
  const { id, rpId, userHandle, keys } = authenticator.credentials[0]!;
  const privateKey = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  });
  await devtools.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: { credentialId: toBase64(id), isResidentCredential: true, rpId, userHandle: toBase64(userHandle), privateKey, signCount: 0 },
  });
}

function toBase64(base64url: string): string {
  return Buffer.from(base64url, 'base64url').toString('base64');
}
