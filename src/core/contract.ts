import type { AuthenticationResponse, CreationOptions, RegistrationResponse, RequestOptions, SessionAnswer } from './contract-types.js';
import { bytes, count, flag, integer, list, maybe, object, record, text, type Shape } from './shape.js';

/**
 * One endpoint of the contract (`contract/openapi.yaml`), with the shape that an answer must have before anything of it is used.
 * The type parameters are the request body and the success answer.
 */
export interface Endpoint<Body, Answer> {
  readonly method: 'GET' | 'POST';
  /** Relative to the base URL, without a leading slash. */
  readonly path: string;
  readonly shape: Shape;
  /** Only for the type checker: endpoints have no such member at run time. */
  readonly types?: (body: Body) => Answer;
}

const credential = object({ id: bytes(1, 1023), type: maybe(text), transports: maybe(list(text)) });

/** Options for `navigator.credentials.get`, as JSON. */
export const requestOptionsShape = object({
  challenge: bytes(16, 1024),
  rpId: maybe(text),
  timeout: maybe(count),
  allowCredentials: maybe(list(credential)),
  userVerification: maybe(text),
  hints: maybe(list(text)),
  extensions: maybe(record),
});

/** Options for `navigator.credentials.create`, as JSON. */
export const creationOptionsShape = object({
  challenge: bytes(16, 1024),
  rp: object({ id: maybe(text), name: text }),
  user: object({ id: bytes(1, 64), name: text, displayName: text }),
  pubKeyCredParams: list(object({ type: text, alg: integer })),
  timeout: maybe(count),
  excludeCredentials: maybe(list(credential)),
  authenticatorSelection: maybe(record),
  hints: maybe(list(text)),
  attestation: maybe(text),
  attestationFormats: maybe(list(text)),
  extensions: maybe(record),
});

const verified = object({ verified: (value) => value === true });

export const signInOptions: Endpoint<void, RequestOptions> = { method: 'POST', path: 'webauthn/login/options', shape: requestOptionsShape };
export const verifySignIn: Endpoint<AuthenticationResponse, { verified: true }> = { method: 'POST', path: 'webauthn/login/verify', shape: verified };
export const registrationOptions: Endpoint<void, CreationOptions> = { method: 'POST', path: 'webauthn/register/options', shape: creationOptionsShape };
export const verifyRegistration: Endpoint<RegistrationResponse, { verified: true; backedUp: boolean }> = {
  method: 'POST',
  path: 'webauthn/register/verify',
  shape: object({ verified: (value) => value === true, backedUp: flag }),
};
export const readSession: Endpoint<void, SessionAnswer> = {
  method: 'GET',
  path: 'session',
  shape: object({
    signedIn: flag,
    user: maybe(object({ name: text, displayName: text })),
    authMethod: maybe(text),
    authTime: maybe(count),
    expires: maybe(count),
  }),
};
export const endSession: Endpoint<void, Record<string, never>> = { method: 'POST', path: 'logout', shape: record };
