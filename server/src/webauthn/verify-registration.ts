import type { AttestationPolicy } from './attestation-policy.js';
import { checkAttestation, parseAttestationObject } from './attestation-object.js';
import { checkBackupFlags, parseAuthenticatorData } from './authenticator-data.js';
import { encodeBase64url, type Bytes } from '../crypto/base64url.js';
import { loadLibrary } from './library.js';
import { readBase64url } from './read-base64url.js';
import { checkClientData, parseClientData } from './client-data.js';
import { checkKeyStrength, offeredAlgorithms, readAlgorithm } from './public-key.js';
import { readCredentialResponse } from './response.js';
import { readTransports } from './transports.js';
import { refuse, refuseOnError } from './verification-error.js';

/** A registration response and what it must agree with. */
export interface RegistrationCheck {
  /** The body as it came: JSON of any shape. */
  readonly response: unknown;
  /** The issued challenge, base64url. */
  readonly challenge: string;
  readonly rpId: string;
  /** Our own origins, compared exactly. */
  readonly origins: readonly string[];
  /** Origins of pages that may embed ours in a cross-origin frame. */
  readonly embedders: readonly string[];
  /** Whether this answers conditional creation, the only ceremony that needs no user presence. */
  readonly automatic: boolean;
  /** Which models of authenticators are accepted. All, and without attestation, unless given. */
  readonly attestation?: AttestationPolicy | undefined;
}

/** A credential to store. */
export interface VerifiedRegistration {
  /** base64url. */
  readonly credentialId: string;
  /** The COSE key as the authenticator wrote it. */
  readonly publicKey: Bytes;
  readonly counter: number;
  readonly transports: string[];
  /** A UUID. */
  readonly aaguid: string;
  readonly deviceType: 'singleDevice' | 'multiDevice';
  readonly backedUp: boolean;
  readonly userVerified: boolean;
  /** False if the browser reports that the passkey derives no secrets. Nothing signs that. Absent otherwise. */
  readonly prf?: false;
}

/**
 * Verifies a registration. The WebAuthn library does the ceremony; around it, everything it leaves open is checked:
 * embedding, exact encodings, the credential id, and whether the key fits its algorithm. User verification is recorded,
 * not required.
 *
 * @throws {VerificationError} 400, and no other error, for every response.
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-registering-a-new-credential WebAuthn, Registering a New
 *   Credential}
 */
export function verifyRegistration(check: RegistrationCheck): Promise<VerifiedRegistration> {
  return refuseOnError(async () => {
    const { id, response } = readCredentialResponse(check.response);
    const transports = readTransports(response.transports);
    checkClientData(parseClientData(response.clientDataJSON), { type: 'webauthn.create', ...check });

    const attestation = parseAttestationObject(readBase64url(response.attestationObject, 'response.attestationObject'));
    const authenticatorData = parseAuthenticatorData(attestation.authenticatorData);
    if (!authenticatorData.userPresent && !check.automatic) refuse('the user was not present');
    checkBackupFlags(authenticatorData);

    const credential = authenticatorData.attestedCredential ?? refuse('authenticator data holds no credential');
    if (encodeBase64url(credential.id) !== id) refuse('id is not that of the attested credential');
    const algorithm = readAlgorithm(credential.publicKeyMembers);
    checkKeyStrength(credential.publicKeyMembers, algorithm);
    if (!check.attestation) checkAttestation(attestation, algorithm);

    const { verifyRegistrationResponse } = await loadLibrary();
    const verify = (attestationObject: string) =>
      verifyRegistrationResponse({
        response: {
          id,
          rawId: id,
          type: 'public-key',
          clientExtensionResults: {},
          response: { clientDataJSON: response.clientDataJSON as string, attestationObject, transports },
        },
        expectedChallenge: check.challenge,
        expectedOrigin: [...check.origins],
        expectedRPID: check.rpId,
        requireUserPresence: !check.automatic,
        requireUserVerification: false,
        supportedAlgorithmIDs: [...offeredAlgorithms],
      });
    const { verified, registrationInfo } = await (check.attestation
      ? check.attestation.verify(attestation, credential.aaguid, verify)
      : verify(response.attestationObject as string));
    if (!verified) refuse('the attestation signature is wrong');
    return {
      credentialId: id,
      publicKey: credential.publicKey,
      counter: registrationInfo.credential.counter,
      transports: registrationInfo.credential.transports ?? transports,
      aaguid: registrationInfo.aaguid,
      deviceType: registrationInfo.credentialDeviceType,
      backedUp: registrationInfo.credentialBackedUp,
      userVerified: registrationInfo.userVerified,
      ...(isWithoutPrf(check.response) && { prf: false }),
    };
  });
}

/**
 * Whether the browser reports that the authenticator lacks the PRF extension.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#prf-extension WebAuthn, Pseudo-random function extension}
 */
function isWithoutPrf(response: unknown): boolean {
  const { clientExtensionResults: results } = response as {
    clientExtensionResults?: { prf?: { enabled?: unknown } | null } | null;
  };
  return results?.prf?.enabled === false;
}
