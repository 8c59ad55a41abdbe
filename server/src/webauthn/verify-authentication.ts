import { checkBackupFlags, parseAuthenticatorData } from './authenticator-data.js';
import { loadLibrary } from './library.js';
import { readBase64url } from './read-base64url.js';
import { decodeWholeMap } from './cbor.js';
import { checkClientData, parseClientData } from './client-data.js';
import { checkPaymentData, type ExpectedPayment } from './payment-data.js';
import { readAlgorithm } from './public-key.js';
import { checkUserHandle, readCredentialResponse } from './response.js';
import { checkSignatureForm } from './signature.js';
import { PasskeyMoved, refuse, refuseOnError, VerificationError } from './verification-error.js';

/** The stored credential that a sign-in response names. */
export interface StoredCredential {
  /** base64url. */
  readonly id: string;
  /** A COSE key. */
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly deviceType: 'singleDevice' | 'multiDevice';
}

/** A sign-in response and what it must agree with. */
export interface AuthenticationCheck {
  /** The body as it came: JSON of any shape. */
  readonly response: unknown;
  /** The issued challenge, base64url. */
  readonly challenge: string;
  readonly rpId: string;
  /** Our own origins, compared exactly. */
  readonly origins: readonly string[];
  /** Origins of pages that may embed ours in a cross-origin frame. */
  readonly embedders: readonly string[];
  /** Whether the options asked for user verification as `required`. */
  readonly requireUserVerification: boolean;
  readonly credential: StoredCredential;
  /**
   * What was to be paid. It is then confirmed by what the browser has shown, or by a sign-in over the challenge that
   * stands for it.
   */
  readonly payment?: ExpectedPayment;
}

/** What a sign-in says about its credential. */
export interface VerifiedAuthentication {
  /**
   * The counter that came; whether it may follow the stored one is for the store to say, in the statement that saves
   * it.
   */
  readonly counter: number;
  readonly backedUp: boolean;
  readonly deviceType: 'singleDevice' | 'multiDevice';
  readonly userVerified: boolean;
  /** `payment` if the browser has shown what was to be paid. */
  readonly confirmedBy: 'payment' | 'passkey';
}

/**
 * Verifies a sign-in. The WebAuthn library does the ceremony; around it, everything it leaves open is checked:
 * embedding, exact encodings, and whether the stored key fits its algorithm. Whose credential it is, and its counter,
 * are not looked at here.
 *
 * @throws {VerificationError} 401 if the signature is not the key's, 400 for every other reason, and nothing else.
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion WebAuthn, Verifying an Authentication
 *   Assertion}
 */
export function verifyAuthentication(check: AuthenticationCheck): Promise<VerifiedAuthentication> {
  return refuseOnError(async () => {
    const { id, response } = readCredentialResponse(check.response);
    if (id !== check.credential.id) refuse('id is not that of the credential');
    checkUserHandle(response.userHandle);
    const clientData = parseClientData(response.clientDataJSON);
    const shown = clientData.type === 'payment.get' ? check.payment : undefined;
    const type = shown ? 'payment.get' : 'webauthn.get';
    if (shown) checkPaymentData(clientData, check.rpId, shown);
    checkClientData(clientData, { ...check, type });

    const authenticatorData = parseAuthenticatorData(
      readBase64url(response.authenticatorData, 'response.authenticatorData'),
    );
    if (authenticatorData.attestedCredential) refuse('authenticator data of a sign-in must hold no credential');
    if (!authenticatorData.userPresent) refuse('the user was not present');
    if (!authenticatorData.userVerified && check.requireUserVerification) refuse('the user was not verified');
    checkBackupFlags(authenticatorData);

    const publicKey = new Uint8Array(check.credential.publicKey);
    const algorithm = readAlgorithm(decodeWholeMap(publicKey, 0, 'the stored public key'));
    checkSignatureForm(readBase64url(response.signature, 'response.signature'), algorithm);

    const { verifyAuthenticationResponse } = await loadLibrary();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: response.clientDataJSON as string,
          authenticatorData: response.authenticatorData as string,
          signature: response.signature as string,
        },
      },
      expectedType: type,
      expectedChallenge: check.challenge,
      expectedOrigin: [...check.origins],
      expectedRPID: check.rpId,
      expectedTopOrigin: [...check.embedders],
      requireUserVerification: check.requireUserVerification,
      // The library refuses a counter that went back to 0. WebAuthn leaves that to the site: some providers count no more.
      credential: { id, publicKey, counter: 0 },
    });
    if (!verified) throw new VerificationError(401, 'the signature is wrong');
    // Whether a passkey may be synchronized is decided when it is created, and never changes.
    if (authenticatorData.backupEligible !== (check.credential.deviceType === 'multiDevice')) throw new PasskeyMoved();
    return {
      counter: authenticationInfo.newCounter,
      backedUp: authenticationInfo.credentialBackedUp,
      deviceType: authenticationInfo.credentialDeviceType,
      userVerified: authenticationInfo.userVerified,
      confirmedBy: shown ? 'payment' : 'passkey',
    };
  });
}
