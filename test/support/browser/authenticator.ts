import type { Protocol } from 'devtools-protocol';
import { cdp } from './devtools.js';

/**
 * What a virtual authenticator can do and how it behaves; unset members are those of a phone's or laptop's synced
 * passkey provider.
 */
export type AuthenticatorOptions = Partial<Protocol.WebAuthn.VirtualAuthenticatorOptions>;

/** The faults of the next responses: flags without user presence or verification, or an invalid signature. */
export type Spoilage = Omit<Protocol.WebAuthn.SetResponseOverrideBitsRequest, 'authenticatorId'>;

const syncedProvider: Protocol.WebAuthn.VirtualAuthenticatorOptions = {
  protocol: 'ctap2',
  ctap2Version: 'ctap2_1',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  hasPrf: true,
  hasLargeBlob: true,
  hasCredBlob: true,
  defaultBackupEligibility: true,
  defaultBackupState: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
};

/** A virtual authenticator of this page. Chromium allows one `internal` one at a time. */
export interface Authenticator {
  readonly id: string;
  /** The passkeys it holds: ids, private keys and user handles in base64. */
  credentials(): Promise<Protocol.WebAuthn.Credential[]>;
  /**
   * Puts a passkey into it: `privateKey` is PKCS #8 in base64, P-256. A passkey that was put in has no PRF; one made by
   * `create()` has.
   */
  addCredential(credential: Protocol.WebAuthn.Credential): Promise<void>;
  /** Removes one passkey, by its id in base64. */
  removeCredential(credentialId: string): Promise<void>;
  /**
   * Decides whether a user is there. Turning it on does not wake a request that already waits: abort that one and ask
   * again.
   */
  setPresence(isPresent: boolean): Promise<void>;
  /**
   * Decides whether the user passes verification. One failure uses up all retries: replace the authenticator
   * afterwards.
   */
  setUserVerified(isUserVerified: boolean): Promise<void>;
  /** Spoils the answers that follow, as the server must refuse them. */
  spoil(spoilage: Spoilage): Promise<void>;
  /** Removes the authenticator and its passkeys. */
  remove(): Promise<void>;
}

/**
 * Adds a virtual authenticator to the page. Until a test does this, conditional requests stay pending, as if the user
 * had not chosen yet.
 */
export async function addAuthenticator(options: AuthenticatorOptions = {}): Promise<Authenticator> {
  const { authenticatorId } = await cdp('WebAuthn.addVirtualAuthenticator', {
    options: { ...syncedProvider, ...options },
  });
  return {
    id: authenticatorId,
    async credentials() {
      return (await cdp('WebAuthn.getCredentials', { authenticatorId })).credentials;
    },
    addCredential: (credential) => cdp('WebAuthn.addCredential', { authenticatorId, credential }),
    removeCredential: (credentialId) => cdp('WebAuthn.removeCredential', { authenticatorId, credentialId }),
    async setPresence(enabled) {
      if (enabled) await reachAuthenticators();
      await cdp('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    setUserVerified: (isUserVerified) => cdp('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    spoil: (spoilage) => cdp('WebAuthn.setResponseOverrideBits', { authenticatorId, ...spoilage }),
    remove: () => cdp('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  };
}

/**
 * Resolves when the requests that the page has made have reached the authenticators. These answers of the browser come
 * through the same queue as a request, and DevTools has its own, which may be faster.
 */
async function reachAuthenticators(): Promise<void> {
  for (let round = 0; round < 5; round++) await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
}
