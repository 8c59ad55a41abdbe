import type { CreationOptions, RegistrationAnswer, RegistrationResponse } from './types.js';
import { bytes, count, flag, integer, is, list, maybe, object, record, text } from '../client/shape.js';
import type { Endpoint } from './endpoint.js';

/** Options for `navigator.credentials.create`, as JSON. */
export const creationOptionsShape = object({
  challenge: bytes(16, 1024),
  rp: object({ id: maybe(text), name: text }),
  user: object({ id: bytes(1, 64), name: text, displayName: text }),
  pubKeyCredParams: list(object({ type: text, alg: integer })),
  timeout: maybe(count),
  excludeCredentials: maybe(list(object({ id: bytes(1, 1023), type: maybe(text), transports: maybe(list(text)) }))),
  authenticatorSelection: maybe(record),
  hints: maybe(list(text)),
  attestation: maybe(text),
  attestationFormats: maybe(list(text)),
  extensions: maybe(record),
});

/**
 * Issues a challenge for adding a passkey to the account that is signed in; `?auto=1` for the silent upgrade after a
 * password sign-in.
 */
export const registrationOptions: Endpoint<void, CreationOptions> = {
  method: 'POST',
  path: 'webauthn/register/options',
  shape: creationOptionsShape,
};

/** Verifies what the browser created and stores it. Takes the same query as the options. */
export const verifyRegistration: Endpoint<RegistrationResponse, RegistrationAnswer> = {
  method: 'POST',
  path: 'webauthn/register/verify',
  shape: object({ verified: is(true), backedUp: flag }),
};
