import { checkBackupFlags, checkRpId, parseAuthenticatorData } from './authenticator-data.js';
import { decodeBase64url } from './base64url.js';
import { decodeWholeMap } from './cbor.js';
import { checkClientData, parseClientData } from './client-data.js';
import { checkPaymentData, type ExpectedPayment } from './payment-data.js';
import { importKey, readAlgorithm } from './public-key.js';
import { checkUserHandle, readCredentialResponse } from './response.js';
import { sha256 } from './sha256.js';
import { checkSignatureForm, isSignedBy } from './signature.js';
import { refuse, refuseOnError, VerificationError } from './verification-error.js';

/** The stored credential that a sign-in response names. */
export interface StoredCredential {
  /** base64url. */
  readonly id: string;
  /** A COSE key. */
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
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
  /** What was to be paid. It is then confirmed by what the browser has shown, or by a sign-in over the challenge that stands for it. */
  readonly payment?: ExpectedPayment;
}

/** What a sign-in says about its credential. */
export interface VerifiedAuthentication {
  /** The counter that came; whether it may follow the stored one is for the store to say, in the statement that saves it. */
  readonly counter: number;
  readonly backedUp: boolean;
  readonly deviceType: 'singleDevice' | 'multiDevice';
  readonly userVerified: boolean;
  /** `payment` if the browser has shown what was to be paid. */
  readonly confirmedBy: 'payment' | 'passkey';
}

/**
 * Verifies a sign-in: every step that WebAuthn lists, with exact encodings and a stored key that fits its algorithm. Whose credential it is,
 * and its counter, are not looked at here.
 *
 * @throws {VerificationError} 401 if the signature is not the key's, 400 for every other reason, and nothing else.
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion WebAuthn, Verifying an Authentication Assertion}
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

    const authenticatorBytes = decodeBase64url(response.authenticatorData, 'response.authenticatorData');
    const authenticatorData = parseAuthenticatorData(authenticatorBytes);
    checkRpId(authenticatorData, check.rpId);
    if (authenticatorData.attestedCredential) refuse('authenticator data of a sign-in must hold no credential');
    if (!authenticatorData.userPresent) refuse('the user was not present');
    if (!authenticatorData.userVerified && check.requireUserVerification) refuse('the user was not verified');
    checkBackupFlags(authenticatorData);

    const publicKey = decodeWholeMap(new Uint8Array(check.credential.publicKey), 0, 'the stored public key');
    const algorithm = readAlgorithm(publicKey);
    const signature = decodeBase64url(response.signature, 'response.signature');
    checkSignatureForm(signature, algorithm);

    const signed = Buffer.concat([authenticatorBytes, sha256(decodeBase64url(response.clientDataJSON, 'response.clientDataJSON'))]);
    if (!isSignedBy(importKey(publicKey, algorithm), algorithm, signed, signature)) throw new VerificationError(401, 'the signature is wrong');
    return {
      counter: authenticatorData.counter,
      backedUp: authenticatorData.backedUp,
      deviceType: authenticatorData.backupEligible ? 'multiDevice' : 'singleDevice',
      userVerified: authenticatorData.userVerified,
      confirmedBy: shown ? 'payment' : 'passkey',
    };
  });
}
