import { joinBytes, type Bytes } from './bytes.js';
import { encodeCbor, type CborMap } from './cbor.js';

/** The attested credential data of a registration. */
export interface AttestedCredential {
  /** 16 bytes. */
  readonly aaguid: Bytes;
  readonly credentialId: Bytes;
  /** A CBOR-encoded COSE key. */
  readonly publicKey: Bytes;
}

/** Authenticator data before it is laid out in bytes. */
export interface AuthenticatorData {
  /** SHA-256 of the RP ID, 32 bytes. */
  readonly rpIdHash: Bytes;
  readonly userPresent: boolean;
  readonly userVerified: boolean;
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
  /** 0 to 2³² − 1. */
  readonly counter: number;
  readonly attestedCredential?: AttestedCredential | undefined;
  readonly extensions?: CborMap | undefined;
}

/** The bits of the flags byte. */
export const flagBits = {
  userPresent: 0x01,
  userVerified: 0x04,
  backupEligible: 0x08,
  backedUp: 0x10,
  attestedCredential: 0x40,
  extensions: 0x80,
} as const;

/** Where the flags byte lies in authenticator data. */
export const flagsOffset = 32;

/**
 * Lays authenticator data out: RP ID hash, flags, counter, then the attested credential and the extensions if there are
 * any.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data WebAuthn, Authenticator Data}
 */
export function encodeAuthenticatorData(data: AuthenticatorData): Bytes {
  const head = new DataView(new ArrayBuffer(5));
  head.setUint8(0, collectFlags(data));
  head.setUint32(1, data.counter);
  return joinBytes(
    data.rpIdHash,
    new Uint8Array(head.buffer),
    data.attestedCredential ? encodeAttestedCredential(data.attestedCredential) : new Uint8Array(),
    data.extensions ? encodeCbor(data.extensions) : new Uint8Array(),
  );
}

function collectFlags(data: AuthenticatorData): number {
  let flags = 0;
  if (data.userPresent) flags |= flagBits.userPresent;
  if (data.userVerified) flags |= flagBits.userVerified;
  if (data.backupEligible) flags |= flagBits.backupEligible;
  if (data.backedUp) flags |= flagBits.backedUp;
  if (data.attestedCredential) flags |= flagBits.attestedCredential;
  if (data.extensions) flags |= flagBits.extensions;
  return flags;
}

function encodeAttestedCredential({ aaguid, credentialId, publicKey }: AttestedCredential): Bytes {
  return joinBytes(
    aaguid,
    Uint8Array.of(credentialId.length >> 8, credentialId.length & 0xff),
    credentialId,
    publicKey,
  );
}
