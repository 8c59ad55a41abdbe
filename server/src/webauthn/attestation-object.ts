import type { Bytes } from '../crypto/base64url.js';
import { decodeWholeMap, type CborMap } from './cbor.js';
import type { Algorithm } from './public-key.js';
import { checkSignatureForm } from './signature.js';
import { refuse } from './verification-error.js';

/** An attestation object, parsed to its last byte. */
export interface AttestationObject {
  readonly format: string;
  readonly statement: CborMap;
  readonly authenticatorData: Bytes;
}

/**
 * Parses an attestation object: a CBOR map of `fmt`, `attStmt` and `authData`, no more and no less.
 *
 * @throws {VerificationError} if it is anything else.
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-generating-an-attestation-object WebAuthn, Attestation Object}
 */
export function parseAttestationObject(bytes: Bytes): AttestationObject {
  const members = decodeWholeMap(bytes, 0, 'the attestation object');
  const format = members.get('fmt');
  const statement = members.get('attStmt');
  const authenticatorData = members.get('authData');
  if (typeof format !== 'string') refuse('the attestation object must name its format');
  if (!(statement instanceof Map)) refuse('the attestation statement must be a CBOR map');
  if (!(authenticatorData instanceof Uint8Array)) refuse('the attestation object must hold authenticator data');
  if (members.size !== 3) refuse('the attestation object has members that WebAuthn does not know');
  return { format, statement, authenticatorData };
}

/**
 * Checks that the statement fits our options. They request no attestation, so a browser sends `none`, or `packed`
 * signed with the credential's own key. Statements with certificates are refused: they were not requested, and checking
 * them would let the sender choose the URLs from which the server fetches revocation lists.
 */
export function checkAttestation({ format, statement }: AttestationObject, algorithm: Algorithm): void {
  if (format === 'none') return checkNoStatement(statement);
  if (format !== 'packed') refuse('the attestation format was not requested');
  if (statement.has('x5c')) refuse('attestation certificates were not requested');
  if (statement.get('alg') !== algorithm) refuse('the attestation algorithm is not that of the key');
  const signature = statement.get('sig');
  if (!(signature instanceof Uint8Array)) refuse('the attestation statement has no signature');
  if (statement.size !== 2) refuse('the attestation statement has members that WebAuthn does not know');
  checkSignatureForm(signature, algorithm);
}

function checkNoStatement(statement: CborMap): void {
  if (statement.size > 0) refuse('an attestation of format none must have no statement');
}
