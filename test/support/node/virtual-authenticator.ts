import type { CDPSession, Protocol } from 'puppeteer-core';
import { patience } from './patience.js';

/** A passkey as an authenticator holds it: id, private key and user handle in base64. */
export type Passkey = Protocol.WebAuthn.Credential;

/** That of a phone or a laptop with a synced passkey provider. */
const syncedProvider: Protocol.WebAuthn.VirtualAuthenticatorOptions = {
  protocol: 'ctap2',
  ctap2Version: 'ctap2_1',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  hasPrf: true,
  defaultBackupEligibility: true,
  defaultBackupState: true,
  isUserVerified: true,
  automaticPresenceSimulation: false,
};

/** A virtual authenticator of one tab, without a response until a user is present. */
export interface Authenticator {
  passkeys(): Promise<Passkey[]>;
  /** Waits until it has this many passkeys. */
  hold(count: number): Promise<void>;
  /** Makes a user present, who confirms every request, while `action` runs. */
  whilePresent(action: () => Promise<void>): Promise<void>;
}

/**
 * Gives the page behind `devtools` its authenticator, with these passkeys in it; Chromium allows one of this kind. The
 * session must stay open.
 */
export async function addAuthenticator(
  devtools: CDPSession,
  passkeys: readonly Passkey[] = [],
): Promise<Authenticator> {
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options: syncedProvider });
  for (const credential of passkeys) await devtools.send('WebAuthn.addCredential', { authenticatorId, credential });
  const readPasskeys = async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  const setPresence = async (enabled: boolean) => {
    if (enabled) await reachAuthenticators(devtools);
    await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  };
  return {
    passkeys: readPasskeys,
    hold: (count) =>
      new Promise((resolve, reject) => {
        const changes = ['WebAuthn.credentialAdded', 'WebAuthn.credentialDeleted'] as const;
        const end = (error?: Error) => {
          clearTimeout(timer);
          for (const change of changes) devtools.off(change, look);
          if (error) reject(error);
          else resolve();
        };
        const look = () => void readPasskeys().then(({ length }) => length === count && end(), end);
        const timer = setTimeout(
          () => end(new Error(`The authenticator does not come to hold ${count} passkeys.`)),
          patience,
        );
        for (const change of changes) devtools.on(change, look);
        look();
      }),
    async whilePresent(action) {
      await setPresence(true);
      try {
        await action();
      } finally {
        await setPresence(false);
      }
    },
  };
}

/**
 * Resolves when the requests that the page has made have reached the authenticators. These answers of the browser come
 * through the same queue as a request, and DevTools has its own, which may be faster.
 */
async function reachAuthenticators(devtools: CDPSession): Promise<void> {
  const expression = 'globalThis.PublicKeyCredential?.isUserVerifyingPlatformAuthenticatorAvailable()';
  for (let round = 0; round < 5; round++)
    await devtools
      .send('Runtime.evaluate', { expression, awaitPromise: true })
      .catch(() => 'the page has gone, and its requests with it');
}
