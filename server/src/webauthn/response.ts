import type { JsonObject } from '../http/json.js';
import { readBase64url } from './read-base64url.js';
import { refuse } from './verification-error.js';

/** The members that a registration and a sign-in have in common, checked. */
export interface CredentialResponse {
  /** The credential id, base64url of 1 to 1,023 bytes. */
  readonly id: string;
  /** The member `response`, unchecked. */
  readonly response: JsonObject;
}

/**
 * Reads what every response has: `id` and `rawId`, which must agree, `type` and `response`.
 *
 * @throws {VerificationError} naming the member that is wrong.
 * @see {@link https://www.w3.org/TR/webauthn-3/#dictdef-registrationresponsejson WebAuthn, RegistrationResponseJSON}
 */
export function readCredentialResponse(value: unknown): CredentialResponse {
  const credential = readObject(value, 'the response');
  if (credential.type !== 'public-key') refuse('type must be "public-key"');
  if (readBase64url(credential.id, 'id').length > 1023) refuse('id is longer than 1023 bytes');
  if (credential.rawId !== credential.id) refuse('rawId must equal id');
  return { id: credential.id as string, response: readObject(credential.response, 'response') };
}

/**
 * Checks that a user handle, when there is one, is base64url of 1 to 64 bytes. Whose it is, the owner's record says.
 */
export function checkUserHandle(userHandle: unknown): void {
  if (userHandle === undefined || userHandle === null) return;
  if (readBase64url(userHandle, 'response.userHandle').length > 64)
    refuse('response.userHandle is longer than 64 bytes');
}

/** Takes a value for an object from JSON. */
export function readObject(value: unknown, name: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(`${name} must be an object`);
  return value as JsonObject;
}
