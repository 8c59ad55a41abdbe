import { signUpWithPasskey, type Person } from '../test/support/node/people.js';
import type { Backend } from './backend.js';
import type { WatchedPage } from './browser.js';

/** Signs up a user with an ES256 passkey, the most common kind. */
export function registerPasskey(backend: Backend): Promise<Person> {
  return signUpWithPasskey(backend, `somebody-${crypto.randomUUID()}`, { algorithms: [-7] });
}

/** Adds a passkey of a registered user to the page's authenticator. */
export async function addRegisteredPasskey(
  { devtools, authenticatorId }: WatchedPage,
  backend: Backend,
): Promise<void> {
  const { authenticator } = await registerPasskey(backend);
  const { id, rpId, userHandle, keys } = authenticator.credentials[0]!;
  const privateKey = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  await devtools.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: {
      credentialId: toBase64(id),
      isResidentCredential: true,
      rpId,
      userHandle: toBase64(userHandle),
      privateKey,
      signCount: 0,
      // as it was registered: a passkey whose eligibility changes is refused
      backupEligibility: true,
      backupState: true,
    },
  });
  await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true });
}

function toBase64(base64url: string): string {
  return Buffer.from(base64url, 'base64url').toString('base64');
}
