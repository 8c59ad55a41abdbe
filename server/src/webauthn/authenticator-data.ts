import type { Bytes } from '../crypto/base64url.js';
import { decodeItem, decodeWholeMap, type CborMap } from './cbor.js';
import { refuse } from './verification-error.js';

/** The credential that a registration carries. */
export interface AttestedCredential {
  /** The model of the authenticator, as a UUID. */
  readonly aaguid: string;
  readonly id: Bytes;
  /** The COSE key as the bytes that came. */
  readonly publicKey: Bytes;
  readonly publicKeyMembers: CborMap;
}

/** Authenticator data, parsed to its last byte; RP ID hash and counter are left to the library. */
export interface AuthenticatorData {
  readonly userPresent: boolean;
  readonly userVerified: boolean;
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
  readonly attestedCredential: AttestedCredential | undefined;
}

const name = 'authenticator data';
const flagsOffset = 32;
const headLength = 37;
const aaguidLength = 16;

/**
 * Parses authenticator data: 32 bytes of RP ID hash, flags, counter, then the attested credential and the extension
 * outputs if and only if the flags announce them.
 *
 * @throws {VerificationError} if a part is missing, malformed or followed by other bytes.
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data WebAuthn, Authenticator Data}
 */
export function parseAuthenticatorData(bytes: Bytes): AuthenticatorData {
  if (bytes.length < headLength) refuse(`${name} is shorter than 37 bytes`);
  const flags = bytes[flagsOffset] ?? 0;
  const announcesCredential = (flags & 0x40) !== 0;
  const announcesExtensions = (flags & 0x80) !== 0;

  const attested = announcesCredential ? parseAttestedCredential(bytes, headLength) : undefined;
  const end = attested?.end ?? headLength;
  if (announcesExtensions) decodeWholeMap(bytes, end, 'the extension map');
  else if (end !== bytes.length) refuse(`${name} is followed by other bytes`);

  return {
    userPresent: (flags & 0x01) !== 0,
    userVerified: (flags & 0x04) !== 0,
    backupEligible: (flags & 0x08) !== 0,
    backedUp: (flags & 0x10) !== 0,
    attestedCredential: attested?.credential,
  };
}

/** Checks that a credential that cannot be backed up does not claim to be. */
export function checkBackupFlags({ backupEligible, backedUp }: AuthenticatorData): void {
  if (backedUp && !backupEligible) refuse(`${name} has the backed-up flag without the backup-eligible flag`);
}

function parseAttestedCredential(bytes: Bytes, start: number): { credential: AttestedCredential; end: number } {
  const idStart = start + aaguidLength + 2;
  if (bytes.length < idStart) refuse(`${name} ends inside the attested credential`);
  const idLength = ((bytes[idStart - 2] ?? 0) << 8) | (bytes[idStart - 1] ?? 0);
  const keyStart = idStart + idLength;
  const { value, end } = decodeItem(bytes, keyStart, 'the public key');
  if (!(value instanceof Map)) refuse('the public key must be a CBOR map');
  return {
    credential: {
      aaguid: formatUuid(bytes.subarray(start, start + aaguidLength)),
      id: bytes.slice(idStart, keyStart),
      publicKey: bytes.slice(keyStart, end),
      publicKeyMembers: value,
    },
    end,
  };
}

function formatUuid(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
